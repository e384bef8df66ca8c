//! Proof tape and Fiat-Shamir challenges over SHA-256.
//!
//! A transcript is 32 bytes of state. It starts from a [`Preamble`], absorbs one labelled message after the other, and
//! every challenge is a function of all that was absorbed before it:
//!
//! ```text
//! absorb  state = SHA-256(state || label u16 || count u16 || elements)      little-endian, canonical, coordinate 0 first
//! draw    coordinate i = bytes 8i..8i+8 of the output, a little-endian integer mod p
//!         output = state (degree 4), state || SHA-256(state || 0xff)[0..8] (degree 5)
//!         a draw after a draw first sets state = SHA-256(state || 0xfe)
//! ```
//!
//! A proof is a *tape*: the elements of the messages, one after the other, four bytes per coordinate. It never says how
//! long it is; the verifier asks for as many elements as its own circuit has, and writing or reading them absorbs them.
//!
//! | file | holds |
//! |---|---|
//! | `field.rs`      | the base field, its packing, and what an [`Extension`] is |
//! | `label.rs`      | every [`Label`], in order |
//! | `preamble.rs`   | what is absorbed before the first challenge: [`Preamble`], [`Header`], [`Binding`] |
//! | `transcript.rs` | the hash chain: [`Transcript`] |
//! | `channel.rs`    | what a prover and a verifier see of it: [`ProverChannel`], [`VerifierChannel`] |
//! | `tape.rs`       | the channels of one proof: [`TapeWriter`], [`TapeReader`], [`TapeError`] |
//! | `lockstep/`     | the channels of up to [`LANES`] proofs at once: [`LockstepWriter`], [`LockstepReader`] |
//! | `recorder.rs`   | a channel that also keeps a list of what passed: [`Recorder`] |

pub mod label;

mod channel;
mod field;
mod lockstep;
mod preamble;
mod recorder;
mod tape;
mod transcript;

pub use channel::{ProverChannel, VerifierChannel};
pub use field::{Extension, F, LANES, Packing};
pub use label::Label;
pub use lockstep::{LaneError, LockstepReader, LockstepWriter};
pub use preamble::{Binding, Header, Mode, Preamble};
pub use recorder::{Event, Recorder};
pub use tape::{TapeError, TapeReader, TapeWriter};
pub use transcript::Transcript;
