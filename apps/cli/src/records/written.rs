use serde::{Deserialize, Serialize};
use statesync_tree::Key;

use super::Label;
use crate::failure::{Advise, Blame, Failure, Fault};

/// A record as one JSON object: what it is called, and its value where it has one.
///
/// Bytes that are text stand in `name` and `value`; others, as hexadecimal digits, in `name_hex` and `value_hex`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// What is done with it, in a file of changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub op: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_hex: Option<String>,
}

impl Written {
    /// Writes a record.
    pub fn new(label: &Label, value: Option<&[u8]>) -> Self {
        let mut written = Self::default();
        match label {
            Label::Slot(index) => written.slot = Some(*index),
            Label::Name(name) => (written.name, written.name_hex) = text_or_digits(name),
            Label::Key(key) => written.key = Some(*key),
        }
        if let Some(value) = value {
            (written.value, written.value_hex) = text_or_digits(value);
        }
        written
    }

    /// Reads one line.
    pub fn parse(line: &[u8]) -> Result<Self, Failure> {
        serde_json::from_slice(line).blame(Fault::Usage, "not an object of a record")
    }

    /// What the record is called.
    pub fn label(&self) -> Result<Label, Failure> {
        called(self.name.as_deref(), self.name_hex.as_deref(), self.slot, self.key)
    }

    /// Its value, if it has one.
    pub fn value(&self) -> Result<Option<Vec<u8>>, Failure> {
        bytes("value", self.value.as_deref(), self.value_hex.as_deref())
    }

    /// One line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("text and numbers have a JSON form") + "\n"
    }
}

/// What a record is called, by the one field of four that is there.
pub fn called(
    name: Option<&str>,
    name_hex: Option<&str>,
    slot: Option<u64>,
    key: Option<Key>,
) -> Result<Label, Failure> {
    let name = bytes("name", name, name_hex)?.map(Label::Name);
    let mut labels = [name, slot.map(Label::Slot), key.map(Label::Key)].into_iter().flatten();
    match (labels.next(), labels.next()) {
        (Some(label), None) => Ok(label),
        _ => Err(Failure::new(Fault::Usage, "a record is called by one of name, name_hex, slot and key")),
    }
}

/// Bytes as text, or as hexadecimal digits where they are none.
pub fn text_or_digits(bytes: &[u8]) -> (Option<String>, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Some(text.into()), None),
        Err(_) => (None, Some(digits(bytes))),
    }
}

/// Bytes as hexadecimal digits.
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hexadecimal digits as bytes, or nothing if they are none.
pub fn from_digits(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| {
        let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
        u8::try_from(high? << 4 | low?).ok()
    };
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

/// The bytes of a field that is text, or of its twin that is hexadecimal digits.
pub fn bytes(field: &str, text: Option<&str>, hexadecimal: Option<&str>) -> Result<Option<Vec<u8>>, Failure> {
    match (text, hexadecimal) {
        (Some(_), Some(_)) => {
            let message = format!("`{field}` and `{field}_hex` say the same thing twice");
            Err(Failure::new(Fault::Usage, message)).next("leave one of the two out")
        }
        (Some(text), None) => Ok(Some(text.as_bytes().to_vec())),
        (None, None) => Ok(None),
        (None, Some(hexadecimal)) => {
            let message = format!("`{field}_hex` is pairs of hexadecimal digits");
            from_digits(hexadecimal).map(Some).ok_or_else(|| Failure::new(Fault::Usage, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        let key = Key::hashed(b"k");
        let labels = [Label::Name(b"bash".to_vec()), Label::Name(vec![0xff, 0]), Label::Slot(5), Label::Key(key)];
        for label in labels {
            for value in [None, Some(&b""[..]), Some(b"5\t\"2\"\n"), Some(b"\xc3")] {
                let written = Written::parse(Written::new(&label, value).line().as_bytes()).unwrap();
                assert_eq!(written.label().unwrap(), label);
                assert_eq!(written.value().unwrap().as_deref(), value);
            }
        }
    }

    #[test]
    fn a_record_is_called_by_one_thing_and_has_no_other_fields() {
        let fails = |line: &str| {
            Written::parse(line.as_bytes()).and_then(|written| {
                written.value()?;
                written.label()
            })
        };
        let wrong = [
            "{}",
            "{\"name\":\"a\",\"slot\":1}",
            "{\"nmae\":\"a\"}",
            "{\"name\":1}",
            "[]",
            "{\"name_hex\":\"0\"}",
            "{\"name\":\"a\",\"value\":\"\",\"value_hex\":\"\"}",
        ];
        for line in wrong {
            assert_eq!(fails(line).unwrap_err().fault, Fault::Usage, "{line}");
        }
    }
}
