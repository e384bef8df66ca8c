//! The binary itself: what each command prints, writes and exits with.
//!
//! | file | holds |
//! |---|---|
//! | `desk.rs` | a folder with a small table, and the binary run in it |
//! | `demo.rs`, `prove.rs`, `verify.rs`, `inspect.rs` | the commands, their successes and failures |
//! | `streams.rs` | what holds for all of them: JSON, colours, closed pipes, files |

mod demo;
mod desk;
mod inspect;
mod prove;
mod streams;
mod verify;
