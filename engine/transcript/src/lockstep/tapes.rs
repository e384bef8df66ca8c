//! Between one word per lane and one tape per proof: a transposition, both ways.
//!
//! The reading half's input is strangers' bytes, so it returns errors and never panics on them.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

use crate::tape::{COORDINATE_BYTES, check_canonical, check_length};
use crate::{LANES, TapeError};

use super::lanes::{BLOCK, Words, broadcast, transposed};
use super::reader::LaneError;

/// Appends each lane's words to its tape. Lanes without a tape are dropped.
pub(super) fn append(tapes: &mut [Vec<u8>], words: &[Words]) {
    let (blocks, rest) = words.as_chunks();
    for block in blocks {
        for (tape, lane) in tapes.iter_mut().zip(&transposed(block)) {
            tape.extend_from_slice(lane.as_flattened());
        }
    }
    let mut last = [broadcast(0); BLOCK];
    last.iter_mut().zip(rest).for_each(|(word, left)| *word = *left);
    for (tape, lane) in tapes.iter_mut().zip(&transposed(&last)) {
        tape.extend_from_slice(lane.split_at(rest.len()).0.as_flattened());
    }
}

/// The unread rest of one tape per lane, all of one length.
pub(super) struct LaneTapes<'a> {
    rest: [&'a [[u8; COORDINATE_BYTES]]; LANES],
    message: Vec<Words>,
}

impl<'a> LaneTapes<'a> {
    /// Takes at most [`LANES`] tapes, each of exactly `length` canonical coordinates. Lanes beyond the last tape repeat
    /// it.
    ///
    /// # Errors
    /// The first tape that is too short, too long, or holds a coordinate not below p.
    pub(super) fn new(tapes: &[&'a [u8]], length: usize) -> Result<Self, LaneError> {
        let mut rest: [&[[u8; COORDINATE_BYTES]]; LANES] = [&[]; LANES];
        for (lane, slot) in rest.iter_mut().enumerate() {
            let tape = tapes.get(lane).or(tapes.last()).copied().unwrap_or_default();
            *slot = check(tape, length).map_err(|error| LaneError { lane, error })?;
        }
        Ok(Self { rest, message: Vec::new() })
    }

    /// Bytes that every tape still has.
    pub(super) fn left(&self) -> usize {
        self.rest[0].as_flattened().len()
    }

    /// The next message of every lane, as canonical coordinates.
    ///
    /// # Errors
    /// [`TapeError::Short`] if the tapes have fewer than `coordinates` left.
    pub(super) fn take(&mut self, coordinates: usize) -> Result<&[Words], TapeError> {
        let short = TapeError::Short { wanted: coordinates.saturating_mul(COORDINATE_BYTES), left: self.left() };
        self.message.clear();
        if self.rest[0].len() < coordinates {
            return Err(short);
        }
        self.message.resize(coordinates, [0; LANES]);
        for (lane, rest) in self.rest.iter_mut().enumerate() {
            let (message, after) = rest.split_at_checked(coordinates).ok_or(short)?;
            for (word, bytes) in self.message.iter_mut().zip(message) {
                if let Some(slot) = word.get_mut(lane) {
                    *slot = u32::from_le_bytes(*bytes);
                }
            }
            *rest = after;
        }
        Ok(&self.message)
    }
}

/// The coordinates of a tape, if it is exactly `length` canonical ones.
fn check(tape: &[u8], length: usize) -> Result<&[[u8; COORDINATE_BYTES]], TapeError> {
    check_length(tape, length)?;
    let (words, _) = tape.as_chunks();
    check_canonical(words, 0)?;
    Ok(words)
}
