//! Tables.

use std::fmt;

/// A table: each column as wide as its widest cell, figures to the right.
pub struct Columns {
    /// Whether the cells of a column stand to the right.
    right: Vec<bool>,
    rows: Vec<Vec<String>>,
}

/// Between two columns.
const GAP: &str = "  ";

impl Columns {
    /// A table with these headings; `>` in front of one puts its column to the right.
    pub fn new(headings: &[&str]) -> Self {
        let right = headings.iter().map(|heading| heading.starts_with('>')).collect();
        let headings = headings.iter().map(|heading| heading.trim_start_matches('>').to_owned()).collect();
        Self { right, rows: vec![headings] }
    }

    /// Adds a row; cells that are missing are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) -> &mut Self {
        self.rows.push(cells.into_iter().collect());
        self
    }

    /// The lines, the headings first.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let widths: Vec<usize> = (0..self.right.len()).map(|column| self.width(column)).collect();
        self.rows.iter().map(move |row| {
            let cells = row.iter().zip(&widths).zip(&self.right);
            let cells = cells.map(|((cell, &width), &right)| Aligned { cell, width, right }.to_string());
            cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
        })
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

struct Aligned<'a> {
    cell: &'a str,
    width: usize,
    right: bool,
}

impl fmt::Display for Aligned<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, width, right } = *self;
        if right { write!(f, "{cell:>width$}") } else { write!(f, "{cell:<width$}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Columns::new(&["name", ">bytes"]);
        table.row(["a".into(), "9 104".into()]).row(["longer".into(), "7".into()]);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines, ["name    bytes", "a       9 104", "longer      7"]);
    }
}
