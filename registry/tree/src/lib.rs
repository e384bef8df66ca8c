//! The authenticated registry: keys, leaf states, hashes, sparse Merkle trees, openings.
