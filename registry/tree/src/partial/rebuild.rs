//! Skeleton and changes to a partial tree. Both are a stranger's, so this returns errors and never panics.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use super::{Child, PartialTree, Skeleton, SkeletonError, StateChange, Symbol};
use crate::{Key, Leaf, Shape};

impl PartialTree {
    /// Walks the skeleton with the keys of `changes`, which must have passed
    /// [`check_changes`](super::check_changes), and derives the new tree from the old.
    ///
    /// # Errors
    /// [`SkeletonError`] unless the skeleton is one of a tree in which every key has its old state.
    pub fn rebuild(shape: Shape, changes: &[StateChange], skeleton: &Skeleton) -> Result<Self, SkeletonError> {
        let tree =
            Self { shape, leaves: Vec::new(), opaque: 0, old: Vec::new(), new: Vec::new(), roots: [Child::Empty; 2] };
        let mut walk = Walk { tree, symbols: skeleton.symbols(), position: 0 };
        walk.tree.roots = walk.visit(0, changes)?;
        match skeleton.len().saturating_sub(walk.position) {
            0 => Ok(walk.tree),
            left => Err(SkeletonError::SymbolsLeft { left }),
        }
    }
}

struct Walk<S> {
    tree: PartialTree,
    symbols: S,
    /// Symbols read.
    position: usize,
}

impl<S: Iterator<Item = Symbol>> Walk<S> {
    /// The old and the new subtree at a place whose keys are `changes`.
    fn visit(&mut self, level: usize, changes: &[StateChange]) -> Result<[Child; 2], SkeletonError> {
        if changes.is_empty() {
            let opaque = Child::Opaque(self.tree.opaque);
            self.tree.opaque += 1;
            return Ok([opaque; 2]);
        }
        if let Shape::Slots(depth) = self.tree.shape {
            if level < depth.levels() {
                return self.inner(level, changes);
            }
            let found = changes.iter().find_map(|change| Some(Leaf::new(change.key, change.old.present()?)));
            return Ok(self.terminal(level, changes, found));
        }
        let symbol = self.position;
        let read = self.symbols.next().ok_or(SkeletonError::SymbolsMissing { symbols: symbol })?;
        self.position += 1;
        let mut there = changes.iter().filter_map(|change| Some(Leaf::new(change.key, change.old.present()?)));
        let found = match read {
            Symbol::Inner if level >= Key::BITS => return Err(SkeletonError::TooDeep { symbol, level }),
            Symbol::Inner => return self.inner(level, changes),
            Symbol::Own => match (there.next(), there.count()) {
                (Some(own), 0) => Some(own),
                (None, _) => return Err(SkeletonError::NotOne { symbol, found: 0 }),
                (Some(_), more) => return Err(SkeletonError::NotOne { symbol, found: more + 1 }),
            },
            Symbol::Empty | Symbol::Other(_) => {
                if let Some(Leaf { key, .. }) = there.next() {
                    return Err(SkeletonError::NotThere { key });
                }
                match read {
                    Symbol::Other(other) => Some(check_other(level, changes, other)?),
                    Symbol::Inner | Symbol::Empty | Symbol::Own => None,
                }
            }
        };
        Ok(self.terminal(level, changes, found))
    }

    /// A node with both halves: one of both trees if nothing below it changes, else one of each.
    fn inner(&mut self, level: usize, changes: &[StateChange]) -> Result<[Child; 2], SkeletonError> {
        let old = self.tree.old.len();
        self.tree.old.push([Child::Empty; 2]);
        let new = changes.iter().any(StateChange::is_change).then_some(self.tree.new.len());
        if new.is_some() {
            self.tree.new.push([Child::Empty; 2]);
        }
        let middle = changes.partition_point(|change| !change.key.bit(level));
        let (left, right) = changes.split_at_checked(middle).unwrap_or_default();
        let [old_left, new_left] = self.visit(level + 1, left)?;
        let [old_right, new_right] = self.visit(level + 1, right)?;
        set(&mut self.tree.old, old, [old_left, old_right]);
        let Some(new) = new else { return Ok([Child::Old(old); 2]) };
        set(&mut self.tree.new, new, [new_left, new_right]);
        Ok([Child::Old(old), Child::New(new)])
    }

    /// A place with at most one leaf in the old tree; in the new tree the subtree of that leaf, as it is then, and of
    /// all keys here that are not Empty then.
    fn terminal(&mut self, level: usize, changes: &[StateChange], found: Option<Leaf>) -> [Child; 2] {
        let old = found.map_or(Child::Empty, |leaf| self.leaf(leaf));
        if !changes.iter().any(StateChange::is_change) {
            return [old; 2];
        }
        let mut after = Vec::with_capacity(changes.len() + 1);
        let other = found.filter(|leaf| changes.binary_search_by_key(&leaf.key, |change| change.key).is_err());
        after.extend(other.map(|leaf| (leaf.key, old)));
        for change in changes {
            let Some(state) = change.new.present() else { continue };
            let child = if change.is_change() { self.leaf(Leaf::new(change.key, state)) } else { old };
            after.push((change.key, child));
        }
        after.sort_unstable_by_key(|(key, _)| *key);
        [old, self.grow(level, &after)]
    }

    /// The subtree of these leaves, which ascend and share `level` bits.
    fn grow(&mut self, level: usize, leaves: &[(Key, Child)]) -> Child {
        match leaves {
            [] => Child::Empty,
            [(_, lone)] => *lone,
            _ => {
                let node = self.tree.new.len();
                self.tree.new.push([Child::Empty; 2]);
                let middle = leaves.partition_point(|(key, _)| !key.bit(level));
                let (left, right) = leaves.split_at_checked(middle).unwrap_or_default();
                let halves = [self.grow(level + 1, left), self.grow(level + 1, right)];
                set(&mut self.tree.new, node, halves);
                Child::New(node)
            }
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> Child {
        self.tree.leaves.push(leaf);
        Child::Leaf(self.tree.leaves.len() - 1)
    }
}

/// The leaf of a key that is not in the list, where all keys of the list share its first `level` bits.
fn check_other(level: usize, changes: &[StateChange], other: Leaf) -> Result<Leaf, SkeletonError> {
    let key = other.key;
    if changes.binary_search_by_key(&key, |change| change.key).is_ok() {
        return Err(SkeletonError::OtherIsListed { key });
    }
    let shared = changes.first().map_or(0, |change| change.key.common_prefix(&key));
    if shared < level {
        return Err(SkeletonError::OtherOffPath { key, shared, level });
    }
    Ok(other)
}

fn set(run: &mut [[Child; 2]], at: usize, children: [Child; 2]) {
    if let Some(node) = run.get_mut(at) {
        *node = children;
    }
}
