//! What a proof with a commitment promises, by property.
//!
//! | file | holds |
//! |---|---|
//! | `case.rs` | a true statement whose witness is committed to, and the verdict on a proof of it |
//! | `completeness.rs` | true statements are proved and accepted, at every size and strength |
//! | `soundness.rs` | other witnesses, roots, claims and bytes are refused, each by its own check |
//! | `lengths.rs` | every list of the opening, shorter and longer |
//! | `grinding.rs` | grinding words, and what follows from them |
//! | `security.rs` | bits of every size, and what is too large |

mod case;
mod completeness;
mod grinding;
mod lengths;
mod security;
mod soundness;
