//! Circuits, compiled once.

use std::collections::HashMap;
use std::sync::Arc;

use statesync_circuit::{BuildError, Circuit, CircuitDigest, Copies};
use statesync_gkr::{Bound, F, Instance, Quartic, Soundness, TARGET_BITS};
use statesync_tree::{Key, Shape};

use crate::circuit::node_circuit;
use crate::{Kind, Statement, sizes};

/// The circuit for one kind and shape: made once, shared by any number of threads and proofs.
///
/// Only [`PreparedCircuit::new`] makes one, from this crate's own template: a proof never brings a circuit.
#[derive(Clone, Debug)]
pub struct PreparedCircuit {
    kind: Kind,
    shape: Shape,
    circuit: Arc<Circuit>,
}

/// Why a prepared circuit cannot be used for a statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PreparedError {
    /// It was prepared for another kind or shape.
    #[error(
        "the circuit was prepared for {prepared} in a {prepared_shape} tree, not for {wanted} in a {wanted_shape} tree"
    )]
    Other {
        /// Kind it was prepared for.
        prepared: Kind,
        /// Shape it was prepared for.
        prepared_shape: Shape,
        /// Kind of the statement.
        wanted: Kind,
        /// Shape of the statement.
        wanted_shape: Shape,
    },
    /// No circuit was prepared for this kind and shape.
    #[error("no circuit was prepared for {kind} in a {shape} tree")]
    Missing {
        /// Kind of the statement.
        kind: Kind,
        /// Shape of the statement.
        shape: Shape,
    },
}

impl PreparedCircuit {
    /// Compiles the template and its digest.
    ///
    /// # Errors
    /// [`BuildError`] if the template breaks a rule of circuits, which a test shows that it does not.
    ///
    /// # Panics
    /// If the longest path would have fewer than the required bits of soundness, which none has.
    pub fn new(kind: Kind, shape: Shape) -> Result<Self, BuildError> {
        Ok(Self::with_template(kind, shape, Arc::new(node_circuit()?)))
    }

    fn with_template(kind: Kind, shape: Shape, circuit: Arc<Circuit>) -> Self {
        let prepared = Self { kind, shape, circuit };
        let bits = prepared.soundness(Key::BITS).map(|longest| longest.union_bound);
        assert!(bits >= Some(TARGET_BITS), "the longest path has {bits:?} bits of soundness, below {TARGET_BITS}");
        prepared
    }

    /// The kind it is for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The shape it is for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The template.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// The template's digest, which every proof's challenges depend on.
    pub fn digest(&self) -> CircuitDigest {
        self.circuit.digest()
    }

    /// The copies of the template in a proof about a path of `depth` levels: one per node of each run, padded to a
    /// power of two of at least 32, so that nearly all requests have one size. `None` for a path without nodes.
    pub fn copies(&self, depth: usize) -> Option<Copies> {
        sizes::copies(self.kind, depth)
    }

    /// Bytes of the tape of a proof about a path of `depth` levels; none for a path without nodes.
    pub fn tape_bytes(&self, depth: usize) -> usize {
        sizes::tape_bytes(self.kind, depth)
    }

    /// Bits of soundness of a proof about a path of `depth` levels.
    pub fn soundness(&self, depth: usize) -> Option<Soundness> {
        Some(Soundness::of(&self.circuit, self.copies(depth)?, EXTENSION_DEGREE))
    }

    /// Absorbs an instance of this template and its whole witness.
    ///
    /// # Panics
    /// Never: the outputs are zero by construction, and every size was found strong enough when this was prepared.
    pub(crate) fn bind<'a>(&self, instance: Instance<'a>, witness: &'a [F]) -> Bound<'a, Extension> {
        instance.bind(witness).expect("every size of this template is strong enough")
    }

    pub(crate) fn check(&self, statement: &Statement) -> Result<(), PreparedError> {
        let (wanted, wanted_shape) = (statement.kind(), statement.shape());
        if (self.kind, self.shape) == (wanted, wanted_shape) {
            return Ok(());
        }
        Err(PreparedError::Other { prepared: self.kind, prepared_shape: self.shape, wanted, wanted_shape })
    }
}

/// The extension of all proofs here, whose witness is opened in the clear.
pub(crate) type Extension = Quartic;
pub(crate) const EXTENSION_DEGREE: usize = 4;

/// Prepared circuits for several kinds and shapes.
#[derive(Clone, Debug, Default)]
pub struct Preparations(HashMap<(Kind, Shape), PreparedCircuit>);

impl Preparations {
    /// Prepares what these statements need.
    ///
    /// # Errors
    /// The errors of [`PreparedCircuit::new`].
    pub fn covering<'a>(statements: impl IntoIterator<Item = &'a Statement>) -> Result<Self, BuildError> {
        let mut all = Self::default();
        for statement in statements {
            all.prepare(statement.kind(), statement.shape())?;
        }
        Ok(all)
    }

    /// Prepares a kind and shape, unless that is done already. The template is compiled once for all of them.
    ///
    /// # Errors
    /// The errors of [`PreparedCircuit::new`].
    pub fn prepare(&mut self, kind: Kind, shape: Shape) -> Result<(), BuildError> {
        if !self.0.contains_key(&(kind, shape)) {
            let template = self.0.values().next().map(|prepared| prepared.circuit.clone());
            let prepared = match template {
                Some(circuit) => PreparedCircuit::with_template(kind, shape, circuit),
                None => PreparedCircuit::new(kind, shape)?,
            };
            self.0.insert((kind, shape), prepared);
        }
        Ok(())
    }

    /// The circuit for this statement.
    ///
    /// # Errors
    /// [`PreparedError::Missing`] if there is none.
    pub fn get(&self, statement: &Statement) -> Result<&PreparedCircuit, PreparedError> {
        let (kind, shape) = (statement.kind(), statement.shape());
        self.0.get(&(kind, shape)).ok_or(PreparedError::Missing { kind, shape })
    }
}
