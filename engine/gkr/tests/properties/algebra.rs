//! Linear equations over the base field.

use p3_field::{BasedVectorSpace, Field, PrimeCharacteristicRing};
use statesync_gkr::{F, Quartic};

/// Some `x` with `sum_i coefficients[i] x[i] = value`, which is four equations over the base field. `None` if the
/// coefficients do not span the extension.
pub fn solve(coefficients: &[Quartic], value: Quartic) -> Option<Vec<F>> {
    let unknowns = coefficients.len();
    let coordinate = |element: &Quartic, i: usize| -> F { element.as_basis_coefficients_slice()[i] };
    let mut rows: Vec<Vec<F>> =
        (0..4).map(|i| coefficients.iter().chain([&value]).map(|element| coordinate(element, i)).collect()).collect();
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(found) = (done..4).find(|&row| rows[row][column] != F::ZERO) else { continue };
        rows.swap(done, found);
        let scale = rows[done][column].inverse();
        rows[done].iter_mut().for_each(|entry| *entry *= scale);
        let pivot = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != done) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(entry, &above)| *entry -= factor * above);
        }
        pivots.push(column);
        if pivots.len() == 4 {
            let mut solution = vec![F::ZERO; unknowns];
            pivots.iter().zip(&rows).for_each(|(&column, row)| solution[column] = row[unknowns]);
            return Some(solution);
        }
    }
    None
}
