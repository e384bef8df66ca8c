//! Any number of proofs, on all cores (the verifier alone, built without threads: on one).
//!
//! Requests of one kind, shape and number of variables are put together, as many as there are lanes, and go in lock
//! step; groups go over the cores. A group's memory is its thread's own, so beside inputs and results a batch takes
//! what one group takes, once per thread.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use std::collections::HashMap;

#[cfg(feature = "prove")]
use rayon::prelude::*;
use statesync_transcript::LANES;
use statesync_tree::Shape;

use crate::lockstep::{self, Check};
use crate::verify::{Opened, detached, inline};
use crate::{Envelope, Form, Kind, Preparations, Request, Statement, Verified, VerifyError, sizes};
use crate::{verify, verify_detached};

/// Fewest proofs that are faster in lock step than alone. Without SIMD there are none.
const FEWEST: usize = if LANES == 1 { 2 } else { LANES.div_ceil(4) };

/// Proves every request on all cores: one result per request, in their order. A bad request fails alone.
///
/// Each proof is byte for byte the one that [`prove`](crate::prove) makes.
#[cfg(feature = "prove")]
pub fn prove_batch(
    prepared: &Preparations,
    requests: &[Request],
    context: &[u8],
    form: Form,
) -> Vec<Result<Envelope, crate::ProveError>> {
    let alone = |request: &Request| crate::prove(prepared.get(&request.statement)?, request, context, form);
    let size = |request: &Request| Size::of(&request.statement, request.opening.depth());
    in_groups(requests, size, lockstep::Memory::new, |memory, group| {
        let Some(circuit) = worth_it(group).and_then(|first| prepared.get(&first.statement).ok()) else {
            return group.iter().map(|request| alone(request)).collect();
        };
        let envelopes = lockstep::prove(circuit, group, context, form, memory);
        group.iter().zip(envelopes).map(|(request, envelope)| envelope.map_or_else(|| alone(request), Ok)).collect()
    })
}

/// Checks inline proofs of the caller's own statements on all cores: one verdict per proof, in their order.
///
/// Each verdict is the one that [`verify`] gives.
pub fn verify_batch<'s>(
    prepared: &Preparations,
    proofs: &[(&'s Statement, &Envelope)],
    context: &[u8],
) -> Vec<Result<Verified<'s>, VerifyError>> {
    check_all(
        proofs,
        Form::Inline,
        |statement| statement,
        |statement, envelope| inline(prepared.get(statement)?, statement, context, envelope),
        |statement, envelope| verify(prepared.get(statement)?, statement, context, envelope),
    )
}

/// Checks detached proofs against their requests on all cores: one verdict per proof, in their order.
///
/// Each verdict is the one that [`verify_detached`] gives.
pub fn verify_detached_batch<'s>(
    prepared: &Preparations,
    proofs: &[(&'s Request, &Envelope)],
    context: &[u8],
) -> Vec<Result<Verified<'s>, VerifyError>> {
    check_all(
        proofs,
        Form::Detached,
        |request| &request.statement,
        |request, envelope| detached(prepared.get(&request.statement)?, request, context, envelope),
        |request, envelope| verify_detached(prepared.get(&request.statement)?, request, context, envelope),
    )
}

/// Checks proofs of what was asked: `open` goes before lock step, `alone` is the whole check of one proof.
fn check_all<'p, 's: 'p, T: Sync>(
    proofs: &'p [(&'s T, &'p Envelope)],
    form: Form,
    statement: impl Fn(&'s T) -> &'s Statement + Send + Sync,
    open: impl Fn(&'s T, &'p Envelope) -> Result<Opened<'p>, VerifyError> + Send + Sync,
    alone: impl Fn(&'s T, &'p Envelope) -> Result<Verified<'s>, VerifyError> + Send + Sync,
) -> Vec<Result<Verified<'s>, VerifyError>> {
    let size = |&(asked, envelope): &(&'s T, &Envelope)| Size::of(statement(asked), envelope.hints().depth());
    let run = |(): &mut (), group: &[&(&'s T, &'p Envelope)]| {
        if worth_it(group).is_none() {
            return group.iter().map(|&&(asked, envelope)| alone(asked, envelope)).collect();
        }
        let check = |&&(asked, envelope): &&(&'s T, &'p Envelope)| {
            let statement = statement(asked);
            Check { opened: open(asked, envelope), envelope, statement }
        };
        lockstep::verify(group.iter().map(check).collect(), form)
    };
    in_groups(proofs, size, || (), run)
}

/// The first of a group that is large enough for lock step.
fn worth_it<'a, T>(group: &[&'a T]) -> Option<&'a T> {
    group.first().copied().filter(|_| group.len() >= FEWEST)
}

/// What proofs must have in common to go in lock step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Size {
    kind: Kind,
    shape: Shape,
    variables: usize,
}

impl Size {
    /// `None` for a path without nodes.
    fn of(statement: &Statement, depth: usize) -> Option<Self> {
        let copies = sizes::copies(statement.kind(), depth)?;
        Some(Self { kind: statement.kind(), shape: statement.shape(), variables: copies.log() })
    }
}

/// Runs groups of at most [`LANES`] items of one size on all cores. One result per item, in their order.
fn in_groups<T: Sync, M, R: Send>(
    items: &[T],
    size: impl Fn(&T) -> Option<Size>,
    memory: impl Fn() -> M + Send + Sync,
    run: impl Fn(&mut M, &[&T]) -> Vec<R> + Send + Sync,
) -> Vec<R> {
    let groups = groups(items.iter().map(size));
    let one = |memory: &mut M, group: &Vec<usize>| {
        let results = run(memory, &group.iter().filter_map(|&at| items.get(at)).collect::<Vec<_>>());
        assert_eq!(results.len(), group.len(), "a missing result would give every later item its neighbour's");
        results
    };
    #[cfg(feature = "prove")]
    let results: Vec<Vec<R>> = groups.par_iter().map_init(memory, one).collect();
    #[cfg(not(feature = "prove"))]
    let results: Vec<Vec<R>> = groups.iter().scan(memory(), |memory, group| Some(one(memory, group))).collect();
    let mut ordered: Vec<(usize, R)> = groups.into_iter().flatten().zip(results.into_iter().flatten()).collect();
    ordered.sort_unstable_by_key(|(at, _)| *at);
    ordered.into_iter().map(|(_, result)| result).collect()
}

/// Places of items of one size, at most [`LANES`] together; an item without size is a group of its own.
fn groups(sizes: impl Iterator<Item = Option<Size>>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut open: HashMap<Size, usize> = HashMap::new();
    for (at, size) in sizes.enumerate() {
        match size.and_then(|size| open.get(&size)).and_then(|&group| groups.get_mut(group)) {
            Some(group) if group.len() < LANES => group.push(at),
            _ => {
                groups.push(vec![at]);
                size.and_then(|size| open.insert(size, groups.len() - 1));
            }
        }
    }
    groups
}
