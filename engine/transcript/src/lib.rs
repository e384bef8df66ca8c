//! Proof tape and Fiat-Shamir challenges over SHA-256.
