//! How many copies of the template a proof is about.

/// `2^log` copies, of which the first `real` are given and all others, the *padding*, hold one and the same row.
///
/// Copy `c` has bits `c_0 .. c_{log-1}`, `c_0` the **least** significant; coordinate `i` of a copy point belongs to
/// `c_i` and is bound in round `i`. With this order padding stays at the end of every round, where it costs nothing:
/// two padding copies differ by zero.
///
/// Columns store `rows()` values: the real copies in order, then one padding copy if there is padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copies {
    real: usize,
    log: usize,
}

impl Copies {
    /// Largest `log`: a number of copies fits a word of 32 bits.
    pub const MAX_LOG: usize = 31;

    /// `real` copies, padded to `2^log`. `None` unless `1 <= real <= 2^log` and `log <= MAX_LOG`.
    pub fn new(real: usize, log: usize) -> Option<Self> {
        (log <= Self::MAX_LOG && real >= 1 && real <= 1 << log).then_some(Self { real, log })
    }

    /// One copy: the ordinary circuit without repetition.
    pub fn one() -> Self {
        Self { real: 1, log: 0 }
    }

    /// Copies that are not padding.
    pub fn real(self) -> usize {
        self.real
    }

    /// Number of variables of a copy point.
    pub fn log(self) -> usize {
        self.log
    }

    /// Whether some copies are padding.
    pub fn is_padded(self) -> bool {
        self.real < 1 << self.log
    }

    /// Values stored per column.
    pub fn rows(self) -> usize {
        self.real + usize::from(self.is_padded())
    }

    /// What is left when coordinate 0 is bound: copies `2i` and `2i + 1` become copy `i`.
    ///
    /// # Panics
    /// If there is one copy only.
    pub fn halved(self) -> Self {
        assert!(self.log > 0, "a single copy has no coordinate to bind");
        Self { real: self.real.div_ceil(2), log: self.log - 1 }
    }
}
