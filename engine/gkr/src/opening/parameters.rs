//! How large a commitment is and how strong its opening.

use core::fmt;

use p3_whir::{FoldingFactor, ProtocolParameters, SecurityAssumption};

/// How many provable bits a proof with a commitment must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// At least 100 bits, for any witness up to 2^26 elements.
    #[default]
    Bits100,
    /// At least 120 bits, for witnesses up to 2^22 elements; more grinding, larger proofs.
    Bits120,
}

/// Size and strength of a commitment to a witness. They fix every length of its opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommitmentParameters {
    log_elements: u8,
    profile: Profile,
}

/// A witness that cannot be committed to, or not at this strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommitmentError {
    /// The witness is larger than the largest commitment.
    #[error(
        "a witness of {elements} elements is too large for a commitment of {profile}: at most 2^{most} are allowed"
    )]
    TooLarge {
        /// Elements of the witness.
        elements: usize,
        /// Base-2 logarithm of the most elements.
        most: u8,
        /// The strength asked for.
        profile: Profile,
    },
}

/// Up to this size the code has rate 1/8 and folds by 5, then by 3; above it rate 1/4 and folds by 4.
const SMALL_LOG: u8 = 14;

impl Profile {
    /// The fewest bits that prover and verifier accept.
    pub const fn target_bits(self) -> f64 {
        match self {
            Self::Bits100 => 100.0,
            Self::Bits120 => 120.0,
        }
    }

    /// Largest base-2 logarithm of the number of elements.
    pub const fn max_log(self) -> u8 {
        match self {
            Self::Bits100 => 26,
            Self::Bits120 => 22,
        }
    }

    /// The byte that names the profile: 0, 1.
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::Bits100 => 0,
            Self::Bits120 => 1,
        }
    }

    /// The profile that a byte names.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Bits100),
            1 => Some(Self::Bits120),
            _ => None,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bits", self.target_bits())
    }
}

impl CommitmentParameters {
    /// Base-2 logarithm of the fewest elements; smaller witnesses are padded with zeros.
    pub const MIN_LOG: u8 = 12;

    /// The parameters for a witness of `elements` elements.
    ///
    /// # Errors
    /// [`CommitmentError::TooLarge`] above what the profile allows.
    pub fn for_witness(elements: usize, profile: Profile) -> Result<Self, CommitmentError> {
        let most = profile.max_log();
        if elements > 1 << most {
            return Err(CommitmentError::TooLarge { elements, most, profile });
        }
        let log = elements.max(1).next_power_of_two().trailing_zeros() as u8;
        Ok(Self { log_elements: log.max(Self::MIN_LOG), profile })
    }

    /// Base-2 logarithm of the number of elements, padding included.
    pub const fn log_elements(self) -> usize {
        self.log_elements as usize
    }

    /// The strength.
    pub const fn profile(self) -> Profile {
        self.profile
    }

    /// What the header absorbs: scheme 1 (WHIR in the Johnson regime), log of the elements, log of the inverse rate,
    /// first fold, later folds, bits asked of every term, most grinding bits.
    pub fn to_bytes(self) -> [u8; 7] {
        let [first, later] = self.folds();
        [1, self.log_elements, self.log_inverse_rate(), first, later, self.asked_bits(), self.grinding_bits()]
    }

    /// The same, as WHIR takes it.
    pub(crate) fn protocol(self) -> ProtocolParameters {
        let [first, later] = self.folds().map(usize::from);
        ProtocolParameters {
            starting_log_inv_rate: self.log_inverse_rate().into(),
            // Each round's rate follows from its fold.
            round_log_inv_rates: Vec::new(),
            folding_factor: FoldingFactor::ConstantFromSecondRound(first, later),
            soundness_type: SecurityAssumption::JohnsonBound,
            security_level: self.asked_bits().into(),
            pow_bits: self.grinding_bits().into(),
        }
    }

    /// Variables folded in the first round.
    #[cfg(feature = "prove")]
    pub(crate) fn first_fold(self) -> usize {
        self.folds()[0].into()
    }

    const fn is_small(self) -> bool {
        self.log_elements <= SMALL_LOG
    }

    const fn log_inverse_rate(self) -> u8 {
        if self.is_small() { 3 } else { 2 }
    }

    const fn folds(self) -> [u8; 2] {
        if self.is_small() { [5, 3] } else { [4, 4] }
    }

    /// Asked of every single term, so that their sum keeps the target.
    const fn asked_bits(self) -> u8 {
        match self.profile {
            Profile::Bits100 => 104,
            Profile::Bits120 => 126,
        }
    }

    const fn grinding_bits(self) -> u8 {
        match self.profile {
            Profile::Bits100 if self.log_elements < 18 => 10,
            Profile::Bits100 | Profile::Bits120 => 16,
        }
    }
}
