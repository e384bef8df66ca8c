use crate::Depth;

/// Bytes or text that are not a value of the type asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// A fixed-length form has another length.
    #[error("{what} takes exactly {want} bytes, not {got}")]
    Length {
        /// The type that was read.
        what: &'static str,
        /// Its length in bytes.
        want: usize,
        /// The length given.
        got: usize,
    },
    /// A field element is not below p, so it would have a second encoding.
    #[error("element {element} is {value}, which is not below p = 2130706433")]
    NotCanonical {
        /// Position of the element in its digest.
        element: usize,
        /// The 32-bit word read.
        value: u32,
    },
    /// Text has a character that is no lower-case hexadecimal digit.
    #[error("{what} is written in lower-case hexadecimal digits; character {position} is none")]
    NotHex {
        /// The type that was read.
        what: &'static str,
        /// Byte position in the text.
        position: usize,
    },
    /// A depth of a slot tree is outside 1..=64.
    #[error("a slot tree has a depth from 1 to 64, not {got}")]
    DepthOutOfRange {
        /// The depth given.
        got: u64,
    },
    /// An index does not exist in a slot tree of this depth.
    #[error("slot {index} does not exist: a tree of depth {depth} ends at slot {last}", last = depth.last_slot())]
    SlotOutOfRange {
        /// The index given.
        index: u64,
        /// Depth of the slot tree.
        depth: Depth,
    },
    /// A key has a bit set below the depth of the slot tree that it is used in.
    #[error("key has bit {bit} set, but a slot tree of depth {depth} uses bits 0 to {last} only", last = depth.levels() - 1)]
    NotASlotKey {
        /// First bit that should be zero.
        bit: usize,
        /// Depth of the slot tree.
        depth: Depth,
    },
    /// A byte or word that names a shape names none, or its depth does not fit it.
    #[error("shape byte {shape} with depth byte {depth} names no tree shape")]
    UnknownShape {
        /// 0 is keyed, 1 is slots.
        shape: u8,
        /// 0 for keyed, 1..=64 for slots.
        depth: u8,
    },
    /// The format version is one that this release does not know.
    #[error("format version {got} is unknown: this release reads version {known}", known = crate::FORMAT_VERSION)]
    UnknownVersion {
        /// The version read.
        got: u8,
    },
    /// Text is not of the form that the type has.
    #[error("{what} is written as {form}")]
    Text {
        /// The type that was read.
        what: &'static str,
        /// The form that was expected.
        form: &'static str,
    },
    /// A tag byte has no meaning where it stands.
    #[error("{what} tag {tag} is unknown")]
    UnknownTag {
        /// What the tag selects.
        what: &'static str,
        /// The byte read.
        tag: u8,
    },
    /// Bytes do not begin with the magic of the form.
    #[error("these bytes are not {what}")]
    NotThisForm {
        /// The type that was read.
        what: &'static str,
    },
    /// Bytes end before the value does.
    #[error("{what} ends early: {wanted} more bytes are needed, {left} are left")]
    Short {
        /// The type that was read.
        what: &'static str,
        /// Bytes that the next field takes.
        wanted: usize,
        /// Bytes that remain.
        left: usize,
    },
    /// Bytes remain after the value.
    #[error("{bytes} bytes follow the end of {what}")]
    LeftOver {
        /// The type that was read.
        what: &'static str,
        /// How many bytes remain.
        bytes: usize,
    },
    /// A path is longer than any key.
    #[error("a path of {got} levels is longer than the 248 bits of a key")]
    PathTooLong {
        /// Levels stated.
        got: usize,
    },
}
