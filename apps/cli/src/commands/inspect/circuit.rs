//! Sizes of the circuit behind a kind of proof.

use std::io;

use serde::Serialize;
use statesync_proof::Kind;
use statesync_tree::Shape;

use super::layers::{Gates, Run, runs};
use crate::commands;
use crate::failure::Failure;
use crate::report::{Bits, Bytes, Columns, Count, Page, Report};

/// What a proof about a path of this depth speaks about, and how long it is.
#[derive(Debug, Serialize)]
pub struct CircuitSizes {
    kind: String,
    depth: usize,
    /// Layers that are not linear: a linear one costs a proof nothing.
    layers: usize,
    linear_layers: usize,
    input_wires: usize,
    gates: Gates,
    layer_runs: Vec<Run>,
    copies: CopySizes,
    rounds: usize,
    tape_elements: usize,
    tape_bytes: usize,
    /// By the union bound. Without copies there are no challenges.
    soundness_bits: Option<Bits>,
    soundness_bits_worst: Option<Bits>,
}

/// Copies of the template.
#[derive(Debug, Serialize)]
struct CopySizes {
    /// Those that hash a node of the path.
    nodes: usize,
    /// All, with padding to a power of two.
    padded: usize,
}

/// Counts the circuit for `kind` and a path of `depth` levels.
///
/// The template hashes one node, whatever the tree: its shape does not matter, and depth adds copies, not layers.
pub fn circuit(kind: Kind, depth: usize) -> Result<CircuitSizes, Failure> {
    let prepared = commands::prepared(kind, Shape::Keyed)?;
    let circuit = prepared.circuit();
    let statistics = circuit.statistics();
    let copies = prepared.copies(depth);
    let soundness = prepared.soundness(depth);
    let tape_elements = copies.map_or(0, |copies| circuit.tape_elements(copies));
    Ok(CircuitSizes {
        kind: kind.to_string(),
        depth,
        layers: statistics.nonlinear_layers,
        linear_layers: statistics.layers.len() - statistics.nonlinear_layers,
        input_wires: statistics.input_wires,
        gates: Gates::of_all(&statistics.layers),
        layer_runs: runs(&statistics.layers),
        copies: CopySizes {
            nodes: copies.map_or(0, |copies| copies.real()),
            padded: copies.map_or(0, |copies| 1 << copies.log()),
        },
        rounds: copies.map_or(0, |copies| circuit.rounds(copies)),
        tape_elements,
        tape_bytes: prepared.tape_bytes(depth),
        soundness_bits: soundness.map(|soundness| Bits(soundness.union_bound)),
        soundness_bits_worst: soundness.map(|soundness| Bits(soundness.worst_challenge)),
    })
}

impl Report for CircuitSizes {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("The circuit of {}, for a path of {} levels", self.kind, self.depth))?;
        let linear = self.linear_layers;
        page.field("layers", format_args!("{}, and {linear} linear, which costs nothing", self.layers))?;
        page.field("template", format_args!("hashes one node: {} input wires, {}", self.input_wires, self.gates))?;
        let CopySizes { nodes, padded } = self.copies;
        page.field("copies", format_args!("{padded}, of which {nodes} hash a node and the others are padding"))?;
        let tape =
            format_args!("{}: {} elements in {} rounds", Bytes(self.tape_bytes), self.tape_elements, self.rounds);
        page.field("tape", tape)?;
        match (self.soundness_bits, self.soundness_bits_worst) {
            (Some(union), Some(worst)) => {
                page.field("soundness", format_args!("{union} by the union bound, {worst} by the worst challenge"))?;
            }
            _ => page.field("soundness", "a path without levels has no proof: its end is compared with the root")?,
        }
        page.blank()?;
        page.table(&self.table())
    }
}

impl CircuitSizes {
    fn table(&self) -> Columns {
        let headings =
            ["layer", ">wires in", ">out", ">opened", ">constants", ">linear", ">products", ">cubes", ">taps"];
        let mut table = Columns::new(&headings);
        for run in &self.layer_runs {
            let Gates { constants, linear, products, cubes, taps } = run.gates;
            let counts = [run.inputs, run.outputs, run.opened, constants, linear, products, cubes, taps];
            table.row([run.name()].into_iter().chain(counts.map(|count| Count::of(count).to_string())));
        }
        table
    }
}
