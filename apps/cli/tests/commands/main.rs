//! The binary itself: what each command prints, writes and exits with.
//!
//! | file | holds |
//! |---|---|
//! | `desk.rs` | a folder with a small table, and the binary run in it |
//! | `demo.rs`, `prove.rs`, `verify.rs`, `inspect.rs` | the commands, their successes and failures |
//! | `contents.rs` | registries: made, filled, changed, read |
//! | `history.rs` | their versions: applied, compared, rolled back, pruned, examined; two processes, killed imports |
//! | `sync.rs`, `replica.rs` | lists of changes in one proof; leaves that follow a registry by such proofs |
//! | `requests.rs` | many proofs at once, from registries; completions and the manual |
//! | `streams.rs` | what holds for all of them: JSON, colours, closed pipes, files |

mod contents;
mod demo;
mod desk;
mod history;
mod inspect;
mod prove;
mod replica;
mod requests;
mod streams;
mod sync;
mod verify;
