use serde::Serialize;
use statesync_proof::Profile;
use statesync_proof::sync::{self, SyncCircuit, SyncProof, SyncStatement, VerifiedSync};
use statesync_tree::Anchor;

use super::proving::CONTEXT;
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::files;
use crate::records::{Source, StatesFile};
use crate::report::{Bits, Took};

/// What a proof was found to be.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Keys in the statement.
    pub changes: usize,
    /// Length of the proof.
    pub bytes: usize,
    /// Checking it.
    pub check_us: Took,
    /// None if everything was compared natively.
    pub security_bits: Option<Bits>,
}

/// The circuit of all sync proofs.
pub fn circuit() -> Result<SyncCircuit, Failure> {
    SyncCircuit::new().blame(Fault::Usage, "the circuit cannot be made")
}

/// The caller's own statement: two anchors and a list.
pub fn claim(old_anchor: Anchor, new_anchor: Anchor, list: &Source) -> Result<SyncStatement, Failure> {
    let changes = StatesFile::read(list)?.changes(old_anchor.shape).map_err(|failure| failure.about(list.name()))?;
    let statement = SyncStatement { old_anchor, new_anchor, changes };
    statement
        .check()
        .blame(Fault::Usage, "the statement means nothing")
        .next("see that both anchors are of one shape")?;
    Ok(statement)
}

/// Reads a proof, and says how long it is.
fn decode(source: &Source) -> Result<(SyncProof, usize), Failure> {
    let bytes = files::read_at_most(source, files::MAX_SYNC_BYTES)?;
    let proof = SyncProof::decode(&bytes)
        .blame(Fault::Usage, format_args!("{} is not a sync proof", source.name()))
        .next("sync proofs are what `statesync sync prove` and `statesync apply --proof` write")?;
    Ok((proof, bytes.len()))
}

/// The verdict on a proof of the caller's own statement, of at least the strength that the caller asks for.
pub fn accept<'statement>(
    circuit: &SyncCircuit,
    statement: &'statement SyncStatement,
    least: Profile,
    source: &Source,
) -> Result<(VerifiedSync<'statement>, Checked), Failure> {
    let (proof, bytes) = decode(source)?;
    // A proof that is stronger than it has to be is as good.
    let profile = if least == Profile::Bits100 { proof.profile() } else { least };
    let (verified, check_us) = Took::timing(|| sync::verify(circuit, statement, CONTEXT, profile, &proof));
    let verified = verified
        .blame(Fault::Refused, source.name())
        .next("anchors, list and proof do not belong together, or one of them was changed: do not trust it")?;
    let security = proof.security(circuit, statement).blame(Fault::Refused, source.name())?;
    let security_bits = security.map(|security| Bits(security.total));
    Ok((verified, Checked { changes: statement.changes.len(), bytes, check_us, security_bits }))
}
