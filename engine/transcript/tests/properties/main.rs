//! Properties of the transcript and its channels.
//!
//! | file | holds |
//! |---|---|
//! | `fixture.rs`   | preambles, elements, both degrees |
//! | `vectors.rs`   | the published vectors of an independent implementation |
//! | `binding.rs`   | every byte and every element moves every later challenge |
//! | `tape.rs`      | what a tape is, and every way in which it is refused |
//! | `lockstep.rs`  | lock step is the scalar channel, byte for byte |
//! | `misuse.rs`    | our own mistakes stop at once |
//! | `inventory.rs` | the labels, so that a change is seen in review; the recorder |

mod binding;
mod fixture;
mod inventory;
mod lockstep;
mod misuse;
mod tape;
mod vectors;
