//! What prover and verifier both derive from a statement and its hints.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use statesync_circuit::Copies;
use statesync_gkr::{Bound, F, InputLayout, Instance, Outputs};
use statesync_tree::{OpeningError, Terminal};

use crate::plan::{Plan, Run};
use crate::prepared::Extension;
use crate::{Hints, PreparedCircuit, Statement};

/// A statement with a path that is admissible for it.
pub(crate) struct Session<'a> {
    pub(crate) prepared: &'a PreparedCircuit,
    pub(crate) plan: Plan<'a>,
    pub(crate) terminal: Terminal,
    statement: &'a Statement,
    hints: &'a Hints,
}

/// A session whose path has nodes: everything that is fixed but the witness.
pub(crate) struct Path<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) copies: Copies,
    pub(crate) layout: InputLayout,
    bytes: Bytes<'a>,
}

impl<'a> Path<'a> {
    /// A path of as many nodes as [`Session::copies`] has said.
    pub(crate) fn new(session: Session<'a>, copies: Copies, context: &'a [u8]) -> Self {
        let layout = session.plan.layout(session.prepared.circuit(), copies);
        let bytes = session.bytes(context);
        Self { session, copies, layout, bytes }
    }

    /// Absorbs all of it, and the witness.
    pub(crate) fn bind<'b>(&'b self, witness: &'b [F]) -> Bound<'b, Extension> {
        self.session.prepared.bind(self.session.instance(self.copies, &self.bytes), witness)
    }
}

/// The bytes that are absorbed before the witness.
struct Bytes<'c> {
    application: [u8; 3],
    statement: Vec<u8>,
    hints: Vec<u8>,
    context: &'c [u8],
}

impl<'a> Session<'a> {
    /// Applies the terminal rule: both terminal digests are computed here, never received.
    pub(crate) fn new(
        prepared: &'a PreparedCircuit,
        statement: &'a Statement,
        hints: &'a Hints,
        terminal: Terminal,
    ) -> Result<Self, OpeningError> {
        let (shape, key, depth) = (statement.shape(), statement.key(), hints.depth());
        terminal.admits(shape, depth, key)?;
        let mut runs = vec![Run { terminal: terminal.digest(key), root: statement.anchor().root }];
        if let Statement::Update { new_anchor, new, .. } = statement {
            let after = terminal.digest_after(shape, depth, key, new)?;
            runs.push(Run { terminal: after, root: new_anchor.root });
        }
        let plan = Plan { key, kind: statement.kind(), depth, runs };
        Ok(Self { prepared, plan, terminal, statement, hints })
    }

    /// The copies of the template; `None` for a path without nodes.
    pub(crate) fn copies(&self) -> Option<Copies> {
        self.prepared.copies(self.plan.depth)
    }

    fn bytes<'c>(&self, context: &'c [u8]) -> Bytes<'c> {
        let [shape, depth] = self.statement.shape().to_bytes();
        Bytes {
            application: [self.statement.kind().to_byte(), shape, depth],
            statement: self.statement.to_bytes(),
            hints: self.hints.to_bytes(),
            context,
        }
    }

    /// The template's outputs are zero by construction: a copy's claimed output enters through a tap.
    fn instance<'b>(&'b self, copies: Copies, bytes: &'b Bytes<'_>) -> Instance<'b> {
        Instance {
            circuit: self.prepared.circuit(),
            copies,
            outputs: Outputs::Zero,
            application: &bytes.application,
            context: bytes.context,
            statement: &bytes.statement,
            hints: &bytes.hints,
        }
    }
}
