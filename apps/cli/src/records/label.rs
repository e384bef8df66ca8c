use std::fmt;

use statesync_tree::{Key, Shape};

use crate::failure::{Advise, Blame, Failure, Fault};

const SHAPE: &str = "the anchor begins with the shape of the registry: keyed, or slots and their depth";

/// What a record is called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// By its index in an array of slots.
    Slot(u64),
    /// By a name, of which the key is the hash; in an array of slots, by its index in decimal.
    Name(Vec<u8>),
    /// By nothing but its key.
    Key(Key),
}

impl Label {
    /// The key in a registry of this shape: the hash of the name, or the slot.
    ///
    /// # Errors
    /// Wrong usage, if the label does not fit the shape.
    pub fn key(&self, shape: Shape) -> Result<Key, Failure> {
        match (self, shape) {
            (Self::Key(key), _) => {
                shape.admits(key).blame(Fault::Usage, format_args!("key {key}")).next(SHAPE)?;
                Ok(*key)
            }
            (Self::Name(name), Shape::Keyed) if name.is_empty() => {
                Err(Failure::new(Fault::Usage, "a name has at least one byte")
                    .next("give the record a name, or leave it out"))
            }
            (Self::Name(name), Shape::Keyed) => Ok(Key::hashed(name)),
            (Self::Slot(index), Shape::Slots(depth)) => {
                Key::slot(*index, depth).blame(Fault::Usage, format_args!("`{index}`")).next(SHAPE)
            }
            (Self::Slot(index), Shape::Keyed) => {
                let failure = Failure::new(Fault::Usage, format_args!("slot {index} is of no keyed registry"));
                Err(failure.next("in a keyed registry records have names"))
            }
            (Self::Name(name), Shape::Slots(depth)) => {
                let text = String::from_utf8_lossy(name);
                // The shortest decimal form alone: with "007" one slot would have two names.
                let index = text.parse::<u64>().ok().filter(|index| index.to_string() == text);
                let index = index.ok_or_else(|| {
                    let failure = Failure::new(Fault::Usage, format_args!("`{text}` is no index of a slot"));
                    failure.next(format!("in an array of slots a name is a number from 0 to {}", depth.last_slot()))
                })?;
                Key::slot(index, depth).blame(Fault::Usage, format_args!("`{text}`")).next(SHAPE)
            }
        }
    }

    /// Whether a name begins with these bytes; a bare key has no name, and begins with nothing.
    pub fn begins_with(&self, prefix: &[u8]) -> bool {
        match self {
            Self::Name(name) => name.starts_with(prefix),
            Self::Slot(index) => index.to_string().as_bytes().starts_with(prefix),
            Self::Key(_) => prefix.is_empty(),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slot(index) => f.pad(&index.to_string()),
            Self::Name(name) => f.pad(&String::from_utf8_lossy(name)),
            Self::Key(key) => f.pad(&format!("key {key}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statesync_tree::Depth;

    fn slots() -> Shape {
        Shape::Slots(Depth::new(4).unwrap())
    }

    #[test]
    fn a_slot_has_one_name() {
        let key = Key::slot(7, Depth::new(4).unwrap()).unwrap();
        for label in [Label::Slot(7), Label::Name(b"7".to_vec()), Label::Key(key)] {
            assert_eq!(label.key(slots()).unwrap(), key);
        }
        for name in ["07", "+7", "16", "seven", ""] {
            assert_eq!(Label::Name(name.into()).key(slots()).unwrap_err().fault, Fault::Usage, "{name}");
        }
        assert!(Label::Slot(16).key(slots()).is_err());
        assert!(Label::Key(Key::hashed(b"7")).key(slots()).is_err());
    }

    #[test]
    fn a_keyed_registry_has_names_and_no_slots() {
        assert_eq!(Label::Name(b"7".to_vec()).key(Shape::Keyed).unwrap(), Key::hashed(b"7"));
        assert!(Label::Slot(7).key(Shape::Keyed).is_err());
        assert!(Label::Name(Vec::new()).key(Shape::Keyed).is_err());
    }
}
