use statesync_circuit::{BuildError, Circuit, CircuitDigest};

use crate::circuit::node_circuit;

/// The circuit of all sync proofs: made once, shared by any number of threads and proofs.
#[derive(Clone, Debug)]
pub struct SyncCircuit(Circuit);

impl SyncCircuit {
    /// Compiles the template and its digest.
    ///
    /// # Errors
    /// [`BuildError`] if the template breaks a rule of circuits, which a test shows that it does not.
    pub fn new() -> Result<Self, BuildError> {
        Ok(Self(node_circuit()?))
    }

    /// The template's digest, which every proof's challenges depend on.
    pub fn digest(&self) -> CircuitDigest {
        self.0.digest()
    }

    pub(super) fn circuit(&self) -> &Circuit {
        &self.0
    }
}
