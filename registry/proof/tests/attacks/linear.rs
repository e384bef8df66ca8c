//! Linear equations over the field.

use p3_field::{Field, PrimeCharacteristicRing};
use statesync_proof::F;

/// One solution `x` of `rows x = values`; the variables that the equations leave free keep their value in `free`.
/// `None` if the equations have no solution for every right-hand side.
pub fn solve(rows: &[Vec<F>], values: &[F], free: &[F]) -> Option<Vec<F>> {
    let unknowns = free.len();
    let mut rows: Vec<Vec<F>> =
        rows.iter().zip(values).map(|(row, value)| [row.as_slice(), &[*value]].concat()).collect();
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&row| rows[row][column] != F::ZERO) else { continue };
        rows.swap(done, found);
        let scale = rows[done][column].inverse();
        rows[done].iter_mut().for_each(|entry| *entry *= scale);
        let pivot = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, _)| *number != done) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(entry, &p)| *entry -= factor * p);
        }
        pivots.push(column);
    }
    if pivots.len() < rows.len() {
        return None;
    }
    let mut solution = free.to_vec();
    pivots.iter().for_each(|&pivot| solution[pivot] = F::ZERO);
    let solved: Vec<F> = rows
        .iter()
        .map(|row| row[unknowns] - row.iter().zip(&solution).map(|(&entry, &x)| entry * x).sum::<F>())
        .collect();
    pivots.iter().zip(solved).for_each(|(&pivot, value)| solution[pivot] = value);
    Some(solution)
}

#[test]
fn a_solution_satisfies_its_equations_and_keeps_the_free_variables() {
    let f = F::from_u32;
    let rows = [vec![f(0), f(2), f(1), f(5)], vec![f(3), f(1), f(4), f(1)]];
    let values = [f(7), f(9)];
    let solution = solve(&rows, &values, &[f(11); 4]).unwrap();
    for (row, value) in rows.iter().zip(values) {
        assert_eq!(row.iter().zip(&solution).map(|(&a, &x)| a * x).sum::<F>(), value);
    }
    assert_eq!(solution[2..], [f(11); 2]);
    assert_eq!(solve(&[rows[0].clone(), rows[0].clone()], &values, &[f(0); 4]), None);
}
