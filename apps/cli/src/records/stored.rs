//! The bytes that a registry holds for a record, which are what its value digest is of.
//!
//! ```text
//! keyed registry, record with a name      length of the name, 4 bytes little-endian | name | value
//! keyed registry, record of a bare key    value
//! array of slots                          value
//! ```
//!
//! A keyed registry finds records by the hash of their names, and a hash cannot be read back: so the name stands in
//! front of the value. The digest is of both. The store checks bytes against the digest in the leaf, so a name that was
//! changed on the disk is found like a value that was; and a client that is shown both checks both. Bytes that do not
//! begin with the name that their key is the hash of have no name, and are the value.

use statesync_tree::{Key, Shape};

use super::Label;

/// A record as a registry holds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// What it is called.
    pub label: Label,
    /// Its value.
    pub value: Vec<u8>,
}

/// The bytes that a registry holds for a value.
pub fn stored_value(shape: Shape, label: &Label, value: &[u8]) -> Vec<u8> {
    match (shape, label) {
        (Shape::Keyed, Label::Name(name)) => {
            let length = u32::try_from(name.len()).expect("a name fits into memory that is much smaller");
            [&length.to_le_bytes(), name.as_slice(), value].concat()
        }
        (Shape::Keyed, Label::Slot(_) | Label::Key(_)) | (Shape::Slots(_), _) => value.to_vec(),
    }
}

impl Entry {
    /// Reads what a registry holds for a key.
    pub fn read(shape: Shape, key: &Key, bytes: &[u8]) -> Self {
        match named(shape, key, bytes) {
            Some((name, value)) => Self { label: Label::Name(name.to_vec()), value: value.to_vec() },
            None => Self { label: bare(shape, key), value: bytes.to_vec() },
        }
    }
}

/// What a key is called of which no bytes are there.
pub fn bare(shape: Shape, key: &Key) -> Label {
    let index = match shape {
        Shape::Keyed => None,
        Shape::Slots(depth) => key.slot_index(depth).ok(),
    };
    index.map_or(Label::Key(*key), Label::Slot)
}

/// The name and the value, if there is a name.
fn named<'a>(shape: Shape, key: &Key, bytes: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (name, value) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    (shape == Shape::Keyed && !name.is_empty() && Key::hashed(name) == *key).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use statesync_tree::Depth;

    #[test]
    fn a_name_comes_back_and_what_has_none_is_all_value() {
        let name = Label::Name(b"bash".to_vec());
        let bytes = stored_value(Shape::Keyed, &name, b"5.2");
        assert_eq!(bytes, b"\x04\0\0\0bash5.2");
        let key = Key::hashed(b"bash");
        assert_eq!(Entry::read(Shape::Keyed, &key, &bytes), Entry { label: name, value: b"5.2".to_vec() });

        let other = Key::hashed(b"zsh");
        for bytes in [&bytes[..], b"", b"\x04\0\0\0ba", b"\0\0\0\0", b"\xff\xff\xff\xffbash"] {
            let entry = Entry::read(Shape::Keyed, &other, bytes);
            assert_eq!(entry, Entry { label: Label::Key(other), value: bytes.to_vec() });
        }
    }

    #[test]
    fn the_value_of_a_slot_is_stored_as_it_is() {
        let depth = Depth::new(24).unwrap();
        let shape = Shape::Slots(depth);
        assert_eq!(stored_value(shape, &Label::Name(b"5".to_vec()), b"v"), b"v");
        let entry = Entry::read(shape, &Key::slot(5, depth).unwrap(), b"v");
        assert_eq!(entry, Entry { label: Label::Slot(5), value: b"v".to_vec() });
    }
}
