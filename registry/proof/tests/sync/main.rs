//! What a sync proof promises, by property.
//!
//! | file | holds |
//! |---|---|
//! | `case.rs` | a tree and a list of changes of it; proved, verified |
//! | `completeness.rs` | true statements are proved and accepted |
//! | `soundness.rs` | every other list, root, context and skeleton is refused, each by its own check |
//! | `bytes.rs` | every byte of proof and statement counts; no bytes panic |
//! | `netting.rs` | changes in sequence, and malformed lists |
//! | `replica.rs` | leaves that follow a registry by verified changes alone |

mod bytes;
mod case;
mod completeness;
mod netting;
mod replica;
mod soundness;
