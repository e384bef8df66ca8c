//! Layered arithmetic circuits over KoalaBear, as templates that run on many copies at once.
//!
//! A layer maps the wires `In` of the layer before it (or the circuit's input) to wires `Out`; every copy `c`
//! computes, for each output `j`,
//!
//! ```text
//! Out_j = const_j + sum a_{j,x} In_x + sum b_{j,x,y} In_x In_y + sum d_{j,x} In_x^3 + sum e_{j,i} Input_i
//! ```
//!
//! where the last sum, the *taps*, reads the circuit's input. Gates that share an output add up. This is the layered
//! circuit of \[GKR15\] with wide gates; copies are the data-parallel case of \[Tha13\].
//!
//! | file | holds |
//! |---|---|
//! | `gate.rs` | the five gate kinds |
//! | `layer.rs` | [`Layer`]: gates in canonical order, and the wires that are read nonlinearly |
//! | `columns.rs` | [`Columns`]: the gates of one kind as a matrix, for pulling weights back |
//! | `builder.rs` | [`CircuitBuilder`]: the only way to a [`Circuit`]; checks every wire and size |
//! | `circuit.rs` | [`Circuit`]: layers and what follows from their shape |
//! | `copies.rs` | [`Copies`]: how many copies, how they are padded, and the order of their bits |
//! | `digest.rs` | the canonical digest |
//! | `evaluate.rs` | [`Trace`]: the values a prover needs, over scalars or packed lanes |
//! | `statistics.rs` | [`Statistics`]: gates by kind, widths, rounds, tape size |
//!
//! There are no proofs here. The circuits are meant to be fixed by the application: one that is chosen by a
//! stranger is outside every security claim made for the proofs.

mod builder;
mod circuit;
mod columns;
mod copies;
mod digest;
mod evaluate;
mod gate;
mod layer;
mod statistics;

pub use builder::{BuildError, CircuitBuilder, GateKind, LayerBuilder, MAX_GATES, MAX_LAYERS, MAX_OPENED, MAX_WIRES};
pub use circuit::{Circuit, CircuitDigest, Close};
pub use columns::{Column, Columns};
pub use copies::Copies;
pub use evaluate::Trace;
pub use gate::{Constant, Cube, Linear, Product, Tap};
pub use layer::Layer;
pub use statistics::{LayerStatistics, Statistics};

/// The base field: KoalaBear, `p = 2^31 - 2^24 + 1`.
pub type F = p3_koala_bear::KoalaBear;
