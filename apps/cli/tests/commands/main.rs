//! The binary itself: what each command prints, writes and exits with.
//!
//! | file | holds |
//! |---|---|
//! | `desk.rs` | a folder with a small table, and the binary run in it |
//! | `demo.rs`, `prove.rs`, `verify.rs`, `inspect.rs` | the commands, their successes and failures |
//! | `contents.rs` | registries: made, filled, changed, read |
//! | `history.rs` | their versions: applied, compared, rolled back, pruned, examined; two processes, killed imports |
//! | `requests.rs` | many proofs at once, from registries; completions and the manual |
//! | `streams.rs` | what holds for all of them: JSON, colours, closed pipes, files |

mod contents;
mod demo;
mod desk;
mod history;
mod inspect;
mod prove;
mod requests;
mod streams;
mod verify;
