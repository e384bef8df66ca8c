use crate::{Digest, Key, subtree::parent};

/// The digests on the path of `key` above `terminal`, lowest first, the root last.
///
/// `siblings` go from the terminal up; there are as many digests as siblings. Without siblings
/// there is no digest, and the terminal is the root.
pub fn climb(key: &Key, siblings: &[Digest], terminal: Digest) -> impl Iterator<Item = Digest> {
    let levels = (0..siblings.len()).rev();
    levels.zip(siblings).scan(terminal, move |below, (level, sibling)| {
        *below = parent(key, level, below, sibling);
        Some(*below)
    })
}
