//! Texts line by line: of any length, in lines of a stated one.

use std::io::{BufRead, BufReader, Read};

use super::Source;
use crate::failure::{Failure, Fault};
use crate::files;

/// The longest line or row that is read, in bytes: two of the longest values that a registry takes fit into it, however
/// they are written.
pub const LONGEST: usize = 1 << 28;

/// What some programs put in front of a text; no part of it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines of a text with their numbers, without the ends of lines.
pub struct Lines<R> {
    text: BufReader<R>,
    number: u64,
}

impl<R: Read> Lines<R> {
    /// Those of a text from its beginning on.
    pub fn of(text: R) -> Self {
        Self { text: BufReader::new(text), number: 0 }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Result<(u64, Vec<u8>), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.text.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(_) => self.number += 1,
            Err(error) => return Some(Err(files::unreadable(error))),
        }
        match line.pop_if(|last| *last == b'\n') {
            None if line.len() > LONGEST => return Some(Err(too_long(self.number))),
            _ => {}
        }
        if self.number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        Some(Ok((self.number, line)))
    }
}

fn too_long(number: u64) -> Failure {
    let failure = Failure::new(Fault::Usage, format_args!("line {number} is longer than {LONGEST} bytes"));
    failure.next("see whether this is the right file: no record is so long")
}

/// What each line that is not empty says, with its number; what is wrong with one is said about its number.
pub fn parsed<T>(
    text: impl Read,
    parse: impl Fn(&[u8]) -> Result<T, Failure>,
) -> impl Iterator<Item = Result<(u64, T), Failure>> {
    Lines::of(text).filter_map(move |line| {
        let (number, line) = match line {
            Ok(line) => line,
            Err(failure) => return Some(Err(failure)),
        };
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        let said = (!line.is_empty()).then(|| parse(line))?;
        Some(said.map(|said| (number, said)).map_err(|failure| failure.about(format_args!("line {number}"))))
    })
}

/// What each line of a file says, plain or compressed.
pub fn read_lines<T>(source: &Source, parse: impl Fn(&[u8]) -> Result<T, Failure>) -> Result<Vec<(u64, T)>, Failure> {
    let text = files::open_text(source)?;
    parsed(text, parse).collect::<Result<_, _>>().map_err(|failure: Failure| failure.about(source.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn lines_are_numbered_and_what_stands_around_them_is_left_out() {
        let text = "\u{feff}first\r\n\n third\n\u{feff}fourth";
        let said: Vec<_> = parsed(text.as_bytes(), |line| Ok(line.to_vec())).map(Result::unwrap).collect();
        let expected = [(1, "first"), (3, " third"), (4, "\u{feff}fourth")];
        assert_eq!(said, expected.map(|(number, line)| (number, line.as_bytes().to_vec())));
    }

    #[test]
    fn a_line_of_the_greatest_length_is_read_and_a_longer_one_is_refused_with_its_number() {
        let longest = || io::repeat(b'x').take(LONGEST as u64);
        let length = |text: &mut dyn Read| Lines::of(text).last().unwrap().map(|(number, line)| (number, line.len()));
        assert_eq!(length(&mut longest().chain(&b"\n"[..])).unwrap(), (1, LONGEST));
        assert_eq!(length(&mut longest()).unwrap(), (1, LONGEST));
        let mut endless = (&b"\n"[..]).chain(io::repeat(0));
        let failure = Lines::of(&mut endless).nth(1).unwrap().unwrap_err();
        assert_eq!(failure.reason(), "line 2 is longer than 268435456 bytes");
    }
}
