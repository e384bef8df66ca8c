use csv::{QuoteStyle, WriterBuilder};

use super::{Entry, Format, Label, Written, separated};
use crate::failure::{Advise, Blame, Failure, Fault};

/// How records are written as a table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Separated columns, or objects.
    pub format: Format,
    /// Headings, the name's first; as many of the rest as the values have columns.
    pub headings: Vec<String>,
}

/// Writes records as a table that can be imported again.
///
/// # Errors
/// Wrong usage, if a record does not fit the layout: nothing is lost in silence.
pub fn export(entries: &[Entry], layout: &Layout) -> Result<Vec<u8>, Failure> {
    match layout.format {
        Format::JsonLines => Ok(entries
            .iter()
            .map(|entry| Written::new(&entry.label, Some(&entry.value)).line())
            .collect::<String>()
            .into()),
        Format::Csv | Format::Tsv => delimited(entries, layout),
    }
}

fn delimited(entries: &[Entry], layout: &Layout) -> Result<Vec<u8>, Failure> {
    let mut builder = WriterBuilder::new();
    if layout.format == Format::Tsv {
        builder.delimiter(b'\t').quote_style(QuoteStyle::Never);
    }
    let mut lines = builder.from_writer(Vec::new());
    let writing = "the table";
    lines.write_record(&layout.headings).blame(Fault::Io, writing)?;
    for entry in entries {
        let cells = cells(entry, layout)
            .map_err(|failure| failure.about(format_args!("`{}` does not fit", entry.label)))
            .next("`--format jsonl` takes any record; `--columns NAME,COLUMN,..` says how many columns a value has")?;
        lines.write_record(cells).blame(Fault::Io, writing)?;
    }
    lines.into_inner().map_err(|error| Failure::new(Fault::Io, error))
}

fn cells(entry: &Entry, layout: &Layout) -> Result<Vec<Vec<u8>>, Failure> {
    let name = match &entry.label {
        Label::Slot(index) => index.to_string().into_bytes(),
        Label::Name(name) => name.clone(),
        Label::Key(_) => return Err(Failure::new(Fault::Usage, "it has a key and no name")),
    };
    let values = separated(&entry.value).map(<[u8]>::to_vec);
    let cells: Vec<Vec<u8>> = [name].into_iter().chain(values).collect();
    let breaks = |cell: &Vec<u8>| cell.iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r'));
    if layout.format == Format::Tsv && cells.iter().any(breaks) {
        return Err(Failure::new(Fault::Usage, "it has a tab or the end of a line in it"));
    }
    let (found, wanted) = (cells.len(), layout.headings.len());
    if found != wanted {
        return Err(Failure::new(
            Fault::Usage,
            format_args!("it has {found} columns, and there are {wanted} headings"),
        ));
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::super::table::read;
    use super::super::{Columns, Record};
    use super::*;

    fn layout(format: Format) -> Layout {
        Layout { format, headings: ["name", "version", "sha256"].map(Into::into).to_vec() }
    }

    fn entry(name: &str, value: &str) -> Entry {
        Entry { label: Label::Name(name.into()), value: value.into() }
    }

    #[test]
    fn what_is_exported_is_imported_as_it_was() {
        let columns = Columns { key: "name".into(), values: vec!["version".into(), "sha256".into()] };
        let tsv = [entry("bash", "5.2\t\"00"), entry("a,b", "\t")];
        let csv = [entry("bash", "5.2\t\"00"), entry("a,\nb", "\t")];
        for (format, entries) in [(Format::Tsv, tsv), (Format::Csv, csv)] {
            let table = export(&entries, &layout(format)).unwrap();
            let records = read(&table[..], format, &columns).unwrap();
            let expected = entries.map(|Entry { label, value }| Record { name: label.to_string().into(), value });
            assert_eq!(records, expected, "{format:?}");
        }
    }

    #[test]
    fn a_record_that_does_not_fit_is_refused_with_its_name() {
        let bare = Entry { label: Label::Key(statesync_tree::Key::ZERO), value: b"1\t2".to_vec() };
        for misfit in [entry("bash", "5.2"), entry("bash", "5.2\t0\t0"), entry("bash\n", "1\t2"), bare] {
            let failure = export(&[misfit], &layout(Format::Tsv)).unwrap_err();
            assert_eq!(failure.fault, Fault::Usage);
            assert!(failure.reason().contains("does not fit") && failure.advice().is_some());
        }
    }
}
