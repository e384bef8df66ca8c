//! Circuits that are closed sparsely.
//!
//! | file | holds |
//! |---|---|
//! | `wide.rs` | random wide circuits, and regular ones, with their statements |
//! | `completeness.rs` | true statements are accepted, by either wiring |
//! | `soundness.rs` | false ones are refused, and by which check |
//! | `fiat_shamir.rs` | what each challenge depends on, and that each is used |
//! | `wiring.rs` | families and residue are the circuit's gates |

mod completeness;
mod fiat_shamir;
mod soundness;
mod wide;
mod wiring;
