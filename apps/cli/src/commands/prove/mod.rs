//! `prove`: a registry and a name -> a proof or a plain opening, in a file; or many, in a folder.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | [`Job`]: what is to be proved, and what is to be made |
//! | `origin.rs` | [`Origin`]: where the records are; what is asked -> statements with their openings |
//! | `one.rs` | one proof |
//! | `many.rs` | a file of requests -> a folder of proofs, made together |

mod job;
mod many;
mod one;
mod origin;

pub use job::{Artefact, Asked, Job, Many, Question};
pub use many::run as run_many;
pub use one::run;
pub use origin::Origin;
