use core::fmt;

/// The kinds of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A record is there, with this value.
    Membership,
    /// A record is not there: never used, or deleted.
    NonMembership,
    /// One record changed, and nothing else.
    Update,
}

impl Kind {
    /// All kinds, in the order of their bytes.
    pub const ALL: [Self; 3] = [Self::Membership, Self::NonMembership, Self::Update];

    /// The byte that names the kind: 1, 2, 3.
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::Membership => 1,
            Self::NonMembership => 2,
            Self::Update => 3,
        }
    }

    /// The kind that a byte names.
    pub fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.to_byte() == byte)
    }

    /// Paths that the circuit hashes: one, or for an update one before and one after.
    pub const fn runs(self) -> usize {
        match self {
            Self::Membership | Self::NonMembership => 1,
            Self::Update => 2,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Membership => "membership",
            Self::NonMembership => "non-membership",
            Self::Update => "update",
        })
    }
}
