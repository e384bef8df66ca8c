//! The witness of a path: the digests that its copies compute, then the siblings.

use statesync_gkr::F;
use statesync_tree::{Digest, climb};

use crate::plan::Plan;

/// Computes the witness of `plan` for these siblings. Its root copies are what the plan's roots are checked against.
pub(crate) fn witness(plan: &Plan<'_>, siblings: &[Digest]) -> Vec<F> {
    let below_root = plan.depth.saturating_sub(1);
    let runs = plan.runs.iter().flat_map(|run| climb(plan.key, siblings, run.terminal).take(below_root));
    runs.chain(siblings.iter().copied()).flat_map(|digest| *digest.elements()).collect()
}
