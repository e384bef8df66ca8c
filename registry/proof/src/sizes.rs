//! What kind and depth alone fix: the number of copies, and the lengths of tape and witness.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm,
    clippy::arithmetic_side_effects
)]

use statesync_circuit::Copies;

use crate::Kind;

/// Layers of the node template that a proof speaks about: one per round of Poseidon2.
const NONLINEAR_LAYERS: usize = 28;
/// Wires that the template opens: 16 in each of 8 external rounds, one in each of 20 internal ones.
const OPENED: usize = 148;
/// Coefficients that a round sends.
const DEGREE: usize = 3;
const ELEMENT_BYTES: usize = 4 * crate::prepared::EXTENSION_DEGREE;
/// Fewest copies: nearly every path fits, so that nearly all proofs have one size.
const MIN_COPIES: usize = 32;

/// The copies of a path of `depth` levels: one per node of each run. `None` for a path without nodes.
pub(crate) fn copies(kind: Kind, depth: usize) -> Option<Copies> {
    let real = depth.checked_mul(kind.runs())?;
    let padded = real.checked_next_power_of_two()?.max(MIN_COPIES);
    Copies::new(real, padded.checked_ilog2()? as usize)
}

/// Bytes of the tape; none for a path without nodes, whose root is compared natively.
pub(crate) fn tape_bytes(kind: Kind, depth: usize) -> usize {
    let Some(copies) = copies(kind, depth) else { return 0 };
    let rounds = NONLINEAR_LAYERS.saturating_mul(copies.log());
    rounds.saturating_mul(DEGREE).saturating_add(OPENED).saturating_mul(ELEMENT_BYTES)
}

/// Slots of the witness: the digests between terminal and root of each run, and the siblings.
pub(crate) fn witness_slots(kind: Kind, depth: usize) -> usize {
    kind.runs().saturating_mul(depth.saturating_sub(1)).saturating_add(depth)
}

#[cfg(test)]
mod tests {
    use statesync_tree::Shape;

    use super::*;
    use crate::PreparedCircuit;

    #[test]
    fn the_sizes_are_those_of_the_template() {
        for kind in Kind::ALL {
            let prepared = PreparedCircuit::new(kind, Shape::Keyed).unwrap();
            for depth in 1..=248 {
                let copies = copies(kind, depth).unwrap();
                let elements = prepared.circuit().tape_elements(copies);
                assert_eq!(tape_bytes(kind, depth), elements * ELEMENT_BYTES, "{kind} of depth {depth}");
            }
            assert_eq!(tape_bytes(kind, 0), 0);
        }
        assert_eq!(tape_bytes(Kind::Membership, 24), 9_088);
    }
}
