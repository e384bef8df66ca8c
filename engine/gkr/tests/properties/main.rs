//! What a proof promises, by property.
//!
//! | file | holds |
//! |---|---|
//! | `case.rs` | a statement with all that belongs to it: made at random, proved, judged |
//! | `template.rs`, `poseidon2.rs` | the circuit package's lists of gates and naive evaluator, and its Poseidon2 |
//! | `completeness.rs` | true statements are proved and accepted |
//! | `soundness.rs` | wrong outputs, witnesses, gates and tapes are refused |
//! | `tape.rs` | lengths, encodings, dropped layers, trivial tapes |
//! | `rounds.rs` | no round rejects, and the end catches what a round let pass |
//! | `garbage.rs` | no bytes make the verifier panic, or accept |
//! | `fiat_shamir.rs` | what each challenge depends on |
//! | `weakened.rs` | the transcript written a second time, with one label left out |
//! | `forgeries.rs` | for every label, what can be forged without it |
//! | `algebra.rs` | linear equations over the base field, which forgers solve |
//! | `lockstep.rs` | the reduction in lock step is that of each lane alone |
//! | `lanes.rs` | whole proofs in lock step: every lane as if it were alone, failures too |
//! | `same_proofs.rs` | wires or copies as lanes give the proofs that are made without |
//! | `residual.rs` | what a residual is checked against |
//! | `layout.rs` | where the input comes from |
//! | `bits.rs` | bits of soundness, and what is refused for too few |
//! | `point.rs` | the `eq` weights of stored copies |

mod algebra;
mod bits;
mod case;
mod completeness;
mod fiat_shamir;
mod forgeries;
mod garbage;
mod lanes;
mod layout;
mod lockstep;
mod point;
#[path = "../../../circuit/tests/properties/poseidon2.rs"]
mod poseidon2;
mod residual;
mod rounds;
mod same_proofs;
mod soundness;
mod tape;
#[path = "../../../circuit/tests/properties/template.rs"]
mod template;
mod weakened;
