//! Proofs about a registry: requests, statements, circuits, wire forms, verdicts.
