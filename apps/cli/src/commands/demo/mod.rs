//! `demo`: everything, on Debian's package index.
//!
//! A publisher makes four versions of a registry. A client that holds their anchors, and nothing else, gets answers
//! about them that it can check, and is offered forgeries.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | the order of things; all that was found: [`run::Figures`] |
//! | `history.rs` | what the publisher does: [`history::History`] |
//! | `answers.rs` | what the client asks: [`answers::Answer`], proved, verified and measured |
//! | `batch.rs` | all security updates in one proof: [`batch::Synced`]; lists that are not what happened |
//! | `forgeries.rs` | what the client is offered, and why it is [refused](forgeries::Refusal) |
//! | `story.rs` | the text |

mod answers;
mod batch;
mod forgeries;
mod history;
mod run;
mod story;

pub use run::{Job, run};
