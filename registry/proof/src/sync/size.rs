use statesync_gkr::OpeningSecurity;

use super::plan::Plan;
use super::verify::ELEMENT_BYTES;
use super::{SyncCircuit, SyncError, SyncProof, SyncStatement};
use crate::circuit::BLOCK;

/// How large a proof of one statement is, and how strong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SyncSize {
    /// Nodes of both trees that the changes touch: a copy of the template each.
    pub nodes: usize,
    /// Copies, with their padding to a power of two.
    pub copies: usize,
    /// Field elements of the witness that is committed to.
    pub witness_elements: usize,
    /// Bytes of the tape.
    pub tape_bytes: usize,
    /// Bits of security, term by term.
    pub security: OpeningSecurity,
}

impl SyncProof {
    /// Size and security of this proof as one of `statement`; `None` if everything is compared natively.
    ///
    /// # Errors
    /// [`SyncError`] if statement and skeleton do not fit.
    pub fn size(&self, circuit: &SyncCircuit, statement: &SyncStatement) -> Result<Option<SyncSize>, SyncError> {
        let plan = Plan::new(statement, &self.skeleton)?;
        let circuit = circuit.circuit();
        let size = plan.size(self.profile)?;
        Ok(size.map(|size| SyncSize {
            nodes: size.copies.real(),
            copies: 1 << size.copies.log(),
            witness_elements: BLOCK * plan.slots(),
            tape_bytes: ELEMENT_BYTES * circuit.tape_elements(size.copies),
            security: OpeningSecurity::of(circuit, size.copies, size.parameters),
        }))
    }

    /// Bytes of everything after the skeleton: root, tape and opening.
    pub fn body_bytes(&self) -> usize {
        self.body.len()
    }
}
