//! Where the circuit's input comes from.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, Copies, F};

/// What one block of input wires reads. Blocks are numbered from 0, in the witness and in the public values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A block of the witness.
    Witness(usize),
    /// A block of the public values, which the verifier knows.
    Public(usize),
}

/// A [`Source`] in 4 bytes: one layout has three for each copy of a large instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompactSource(u32);

impl CompactSource {
    const PUBLIC: u32 = 1 << 31;

    fn new(source: Source) -> Option<Self> {
        let (slot, bit) = match source {
            Source::Witness(slot) => (slot, 0),
            Source::Public(slot) => (slot, Self::PUBLIC),
        };
        let slot = u32::try_from(slot).ok().filter(|slot| slot & Self::PUBLIC == 0)?;
        Some(Self(slot | bit))
    }

    #[inline(always)]
    pub(crate) fn get(self) -> Source {
        let slot = (self.0 & !Self::PUBLIC) as usize;
        if self.0 & Self::PUBLIC == 0 { Source::Witness(slot) } else { Source::Public(slot) }
    }
}

/// The wiring from a witness and public values to the input columns, in blocks of wires.
///
/// Copy `c` reads `blocks` consecutive blocks of `block` wires each; the circuit's input is a linear function of the
/// witness, which both sides know.
#[derive(Clone, Debug)]
pub struct InputLayout {
    copies: Copies,
    block: usize,
    blocks_per_copy: usize,
    sources: Vec<CompactSource>,
    public: Vec<F>,
    witness_blocks: usize,
}

/// Why a layout does not fit its circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The input is not made of whole blocks.
    #[error("an input of {wires} wires is not made of whole blocks of {block}")]
    Block {
        /// Input wires of the circuit.
        wires: usize,
        /// Wires per block.
        block: usize,
    },
    /// Not one source for each block of each stored copy.
    #[error("the layout names {got} sources; {wanted} are needed")]
    Sources {
        /// Sources given.
        got: usize,
        /// Sources needed.
        wanted: usize,
    },
    /// A source is out of range, or its number is not below 2^31.
    #[error("source {index} is {source_block:?}, which does not exist")]
    OutOfRange {
        /// Which source.
        index: usize,
        /// What it names.
        source_block: Source,
    },
}

impl InputLayout {
    /// A layout for `circuit` on `copies`: `sources` holds, copy by copy (padding last, once), one source per block;
    /// `public` the public blocks one after another; the witness has `witness_blocks` blocks.
    pub fn new(
        circuit: &Circuit,
        copies: Copies,
        block: usize,
        sources: impl IntoIterator<Item = Source>,
        public: Vec<F>,
        witness_blocks: usize,
    ) -> Result<Self, LayoutError> {
        let wires = circuit.input_wires();
        if block == 0 || !wires.is_multiple_of(block) {
            return Err(LayoutError::Block { wires, block });
        }
        let blocks_per_copy = wires / block;
        let public_blocks = public.len() / block;
        let exists = |source: &Source| match *source {
            Source::Witness(slot) => slot < witness_blocks,
            Source::Public(slot) => slot < public_blocks,
        };
        let wanted = blocks_per_copy * copies.rows();
        let mut kept = Vec::with_capacity(wanted);
        sources.into_iter().enumerate().try_for_each(|(index, source)| {
            let compact = CompactSource::new(source).filter(|_| exists(&source));
            kept.push(compact.ok_or(LayoutError::OutOfRange { index, source_block: source })?);
            Ok(())
        })?;
        match kept.len() {
            got if got != wanted => Err(LayoutError::Sources { got, wanted }),
            _ => Ok(Self { copies, block, blocks_per_copy, sources: kept, public, witness_blocks }),
        }
    }

    /// The layout of a circuit whose input is the whole witness: wire `i` of copy `c` is element `c * wires + i`.
    pub fn direct(circuit: &Circuit, copies: Copies) -> Self {
        Self {
            copies,
            block: circuit.input_wires(),
            blocks_per_copy: 1,
            sources: (0..copies.rows()).filter_map(|row| CompactSource::new(Source::Witness(row))).collect(),
            public: Vec::new(),
            witness_blocks: copies.rows(),
        }
    }

    /// The copies.
    pub fn copies(&self) -> Copies {
        self.copies
    }

    /// Input wires of the circuit that this is the input of.
    pub fn input_wires(&self) -> usize {
        self.blocks_per_copy * self.block
    }

    /// Whether this is a layout for `circuit` on `copies`.
    pub(crate) fn fits(&self, circuit: &Circuit, copies: Copies) -> bool {
        self.input_wires() == circuit.input_wires() && self.copies == copies
    }

    /// Elements of the witness.
    pub fn witness_len(&self) -> usize {
        self.witness_blocks * self.block
    }

    /// The input columns that `witness` gives: wire `i`, copy `c` at `i * rows + c`.
    ///
    /// # Panics
    /// If `witness` is not [`witness_len`](Self::witness_len) long.
    pub fn gather(&self, witness: &[F]) -> Vec<F> {
        assert_eq!(witness.len(), self.witness_len(), "the witness must fit the layout");
        let rows = self.copies.rows();
        let mut columns = vec![F::ZERO; self.input_wires() * rows];
        for (c, sources) in self.sources.chunks_exact(self.blocks_per_copy).enumerate() {
            for (b, source) in sources.iter().enumerate() {
                for (j, &value) in self.block(source.get(), witness).iter().enumerate() {
                    columns[(b * self.block + j) * rows + c] = value;
                }
            }
        }
        columns
    }

    /// Wires per block.
    pub(crate) fn block_wires(&self) -> usize {
        self.block
    }

    /// The sources of each stored copy.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[CompactSource]> {
        self.sources.chunks_exact(self.blocks_per_copy)
    }

    /// The values of a public source.
    pub(crate) fn public_block(&self, source: Source) -> Option<&[F]> {
        matches!(source, Source::Public(_)).then(|| self.block(source, &[]))
    }

    /// The source of block `block` of stored copy `row`.
    ///
    /// # Panics
    /// If there is no such row or block.
    pub fn source(&self, row: usize, block: usize) -> Source {
        self.sources[row * self.blocks_per_copy..][..self.blocks_per_copy][block].get()
    }

    /// The block that `source` names.
    ///
    /// # Panics
    /// If the layout has no such block, or `witness` is too short for it.
    pub fn block<'a>(&'a self, source: Source, witness: &'a [F]) -> &'a [F] {
        let (values, slot) = match source {
            Source::Witness(slot) => (witness, slot),
            Source::Public(slot) => (&self.public[..], slot),
        };
        &values[slot * self.block..][..self.block]
    }
}
