//! Numbers as people read them.

use std::fmt;
use std::time::{Duration, Instant, SystemTime};

use serde::{Serialize, Serializer};

/// A number with its thousands apart: `63 436`.
pub struct Count(pub u64);

impl Count {
    /// Of the length of something.
    pub fn of(length: usize) -> Self {
        Self(length as u64)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3);
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) {
                text.push(' ');
            }
            text.push(digit);
        }
        f.pad(&text)
    }
}

/// A size: `9 104 bytes`.
pub struct Bytes(pub usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.0 == 1 { "byte" } else { "bytes" };
        f.pad(&format!("{} {unit}", Count::of(self.0)))
    }
}

/// Bits of soundness: `114.2 bits`. Cut off, not rounded: never more than there are.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub f64);

impl Bits {
    fn tenths(self) -> f64 {
        (self.0 * 10.0).floor() / 10.0
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.1} bits", self.tenths()))
    }
}

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.tenths())
    }
}

/// How long something took: `0.93 ms`. For machines, microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Took(pub Duration);

impl Took {
    /// Does something, and says how long it took.
    pub fn timing<T>(work: impl FnOnce() -> T) -> (T, Self) {
        let began = Instant::now();
        let done = work();
        (done, Self(began.elapsed()))
    }

    /// The quickest of several runs: what the work takes when nothing disturbs it.
    pub fn quickest<T>(runs: usize, mut work: impl FnMut() -> T) -> Self {
        let times = (0..runs).map(|_| Self::timing(&mut work).1.0);
        Self(times.min().unwrap_or_default())
    }

    fn microseconds(self) -> f64 {
        self.0.as_secs_f64() * 1e6
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let microseconds = self.microseconds();
        let text = match microseconds {
            us if us < 1e3 => format!("{us:.0} us"),
            us if us < 1e4 => format!("{:.2} ms", us / 1e3),
            us if us < 1e6 => format!("{:.0} ms", us / 1e3),
            us => format!("{:.2} s", us / 1e6),
        };
        f.pad(&text)
    }
}

impl Serialize for Took {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((self.microseconds() * 10.0).round() / 10.0)
    }
}

/// A time of day: `2026-12-01T07:45:06Z`. For machines, milliseconds since 1970.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(self.0));
        // The format ends with the year 9999.
        match moment.filter(|_| self.0 < 253_402_300_800_000) {
            Some(moment) => f.pad(&humantime::format_rfc3339_seconds(moment).to_string()),
            None => f.pad("after the year 9999"),
        }
    }
}

/// The text with its long hexadecimal numbers cut to their first digits.
pub fn shortened(text: &str) -> String {
    let is_long = |word: &str| word.len() >= 2 * LONGEST_SHOWN && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = text.split_inclusive(|character: char| !character.is_ascii_alphanumeric());
    let shown = words.map(|word| {
        let digits = word.trim_end_matches(|character: char| !character.is_ascii_alphanumeric());
        match word.strip_prefix(digits) {
            Some(mark) if is_long(digits) => format!("{}..{mark}", &digits[..LONGEST_SHOWN]),
            _ => word.to_owned(),
        }
    });
    shown.collect()
}

const LONGEST_SHOWN: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let numbers = [0, 999, 1_000, 63_436, 1_000_000].map(|number| Count(number).to_string());
        assert_eq!(numbers, ["0", "999", "1 000", "63 436", "1 000 000"]);
        assert_eq!([Bytes(1), Bytes(9_104)].map(|size| size.to_string()), ["1 byte", "9 104 bytes"]);
    }

    #[test]
    fn bits_are_cut_off_and_not_rounded() {
        assert_eq!(Bits(99.999).to_string(), "99.9 bits");
    }

    #[test]
    fn hexadecimal_numbers_are_cut_and_words_are_not() {
        let digits = "0123456789abcdef0123456789abcdef";
        let text = format!("the key is occupied:{digits}, not occupied:{digits}");
        assert_eq!(shortened(&text), "the key is occupied:0123456789ab.., not occupied:0123456789ab..");
        assert_eq!(shortened("a path of 24 levels"), "a path of 24 levels");
    }

    #[test]
    fn moments_are_written_in_universal_time() {
        assert_eq!(Moment(1_796_111_106_789).to_string(), "2026-12-01T07:45:06Z");
        assert_eq!([0, u64::MAX].map(|at| Moment(at).to_string()), ["1970-01-01T00:00:00Z", "after the year 9999"]);
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let times = [7, 930, 4_250, 21_400, 1_234_000].map(|us| Took(Duration::from_micros(us)).to_string());
        assert_eq!(times, ["7 us", "930 us", "4.25 ms", "21 ms", "1.23 s"]);
    }
}
