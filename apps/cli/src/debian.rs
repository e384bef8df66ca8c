//! Debian's package index, which comes with the program. See `data/README.md`.

use std::io::Cursor;

use crate::failure::{Blame, Failure, Fault};
use crate::files;
use crate::records::{self, Columns, Format, Record};

const MAIN: &[u8] = include_bytes!("../data/debian-bookworm-main.tsv.gz");
const SECURITY: &[u8] = include_bytes!("../data/debian-bookworm-security.tsv.gz");

/// The packages of the section main.
pub fn main() -> Result<Vec<Record>, Failure> {
    read(MAIN)
}

/// The security updates: packages of main in newer versions, and new ones.
pub fn security_updates() -> Result<Vec<Record>, Failure> {
    read(SECURITY)
}

fn read(table: &'static [u8]) -> Result<Vec<Record>, Failure> {
    let columns = Columns { key: "package".into(), values: vec!["version".into(), "sha256".into()] };
    let table = files::decompressed(Cursor::new(table)).blame(Fault::Io, "the package index in this program")?;
    records::read(table, Format::Tsv, &columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_index_has_the_records_that_its_description_says() {
        let names = |records: Vec<Record>| records.into_iter().map(|record| record.name).collect::<HashSet<_>>();
        let (main, security) = (names(main().unwrap()), names(security_updates().unwrap()));
        assert_eq!((main.len(), security.len()), (63_436, 1_341));
        assert_eq!(security.difference(&main).count(), 245);
    }
}
