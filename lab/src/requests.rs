//! Requests of every kind and depth, each about a key and a tree of its own.

use anyhow::{Context, Result};
use clap::ValueEnum;
use statesync_proof::{Absence, Kind, Request, Statement};
use statesync_tree::{Anchor, Depth, Digest, Key, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

/// The kinds of request, as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindName {
    /// A key holds a value.
    Membership,
    /// A key is empty.
    NonMembership,
    /// A key's value is replaced.
    Update,
}

impl KindName {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Membership, Self::NonMembership, Self::Update];

    /// Its name in rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Membership => "membership",
            Self::NonMembership => "non-membership",
            Self::Update => "update",
        }
    }

    /// The kind of statement.
    pub fn kind(self) -> Kind {
        match self {
            Self::Membership => Kind::Membership,
            Self::NonMembership => Kind::NonMembership,
            Self::Update => Kind::Update,
        }
    }
}

/// A tree of slots at this depth.
///
/// # Errors
/// If there is no such depth.
pub(crate) fn slots(depth: u64) -> Result<Shape> {
    Ok(Shape::Slots(Depth::new(depth).with_context(|| format!("{depth} is not a depth of a tree of slots"))?))
}

/// `count` true requests on paths of `depth` levels. Siblings are digests like any others: what hangs below them costs
/// nobody anything.
///
/// # Errors
/// If the shape has no such path.
pub fn requests(kind: KindName, shape: Shape, depth: usize, count: usize) -> Result<Vec<Request>> {
    (0..count).map(|index| request(kind, shape, depth, index)).collect()
}

fn request(kind: KindName, shape: Shape, depth: usize, index: usize) -> Result<Request> {
    let name = |level: usize| [(index as u64).to_le_bytes(), (level as u64).to_le_bytes()].concat();
    let siblings: Vec<Digest> = (0..depth).map(|level| *ValueDigest::of(&name(level)).digest()).collect();
    let key = match shape {
        Shape::Keyed => Key::hashed(&name(depth)),
        Shape::Slots(levels) => Key::slot(index as u64 % (1 << depth.min(63)), levels)?,
    };
    let value = ValueDigest::of(b"value");
    let terminal = match kind {
        KindName::NonMembership => Terminal::Empty,
        _ => Terminal::Own(Present::Occupied(value)),
    };
    let opening = Opening { siblings, terminal };
    let new = LeafState::of(b"new value");
    let roots = opening.update(shape, &key, &new)?;
    let [anchor, new_anchor] = [roots.old_root, roots.new_root].map(|root| Anchor::new(shape, root));
    let statement = match kind {
        KindName::Membership => Statement::Membership { anchor, key, value },
        KindName::NonMembership => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        KindName::Update => {
            Statement::Update { old_anchor: anchor, new_anchor, key, old: LeafState::Occupied(value), new }
        }
    };
    Ok(Request { statement, opening })
}
