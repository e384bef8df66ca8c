//! `sync`: one proof that a whole list of changes, and nothing else, leads from one anchor to another.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | [`Job`]: what is to be proved or checked |
//! | `proving.rs` | [`Proved`]: a proof, checked by its maker, and what a multiproof would cost |
//! | `list.rs` | changes with their names and values, for whoever checks the proof |
//! | `prove.rs` | `sync prove`: two versions -> a proof and the list |
//! | `checking.rs` | [`Checked`]: a proof against anchors and a list |
//! | `verify.rs` | `sync verify`, `sync verify-chain` |

mod checking;
mod job;
mod list;
mod prove;
mod proving;
mod verify;

pub use checking::{Checked, accept, circuit, claim};
pub use job::{Chain, Job, Prove, Verify};
pub use list::list;
pub use prove::prove;
pub use proving::{CONTEXT, Figures, Proved, proved};
pub use verify::{verify, verify_chain};
