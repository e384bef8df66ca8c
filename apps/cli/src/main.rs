//! The command line of an authenticated registry.

fn main() {}
