use crate::failure::Failure;

/// The lines of a text that are not empty, with their numbers.
fn numbered(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let lines = (1..).zip(text.split(|byte| *byte == b'\n'));
    let lines = lines.map(|(number, line)| (number, line.strip_suffix(b"\r").unwrap_or(line)));
    lines.filter(|(_, line)| !line.is_empty())
}

/// What each line says, with its number; what is wrong with one is said about its number.
pub fn parsed<T>(text: &[u8], parse: impl Fn(&[u8]) -> Result<T, Failure>) -> Result<Vec<(u64, T)>, Failure> {
    let parsed = numbered(text).map(|(number, line)| match parse(line) {
        Ok(read) => Ok((number, read)),
        Err(failure) => Err(failure.about(format_args!("line {number}"))),
    });
    parsed.collect()
}
