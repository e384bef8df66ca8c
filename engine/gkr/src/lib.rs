//! GKR over layered template circuits: prover, verifier, discharge.
