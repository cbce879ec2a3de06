//! Where external programs are found and how they are run.
//!
//! Everything that starts a program goes through this crate: `cargo xtask`
//! (compilers, package tools) and `g4pmu` (QEMU).
//!
//! - [`supervise`]: a child has a deadline, ends with its owner, and its end is
//!   a typed [`Outcome`]; [`streams`] says where its input comes from and its output
//!   goes; [`interrupt`] passes Ctrl-C on to running children.
//! - [`cache`]: the one folder under which this project keeps what it fetched.
//! - [`record`]: what `cargo xtask setup` found or provided, as JSON in that
//!   folder, so that later runs start without searching again.
//! - [`qemu`](mod@qemu): the emulator, from an option, the environment, the record or the
//!   search path, in that order, and refused when it is too old.
//! - [`talk`]: what a person reads on standard error, which may be closed.
//! - [`image`]: where `cargo xtask image` leaves its three files.
//!
//! Rejected: calling `Command` in place wherever a program is needed. An
//! emulator that hangs then hangs the test run, and an interrupted run leaves
//! it behind.

#[cfg(not(panic = "unwind"))]
compile_error!("children are ended by Drop, which a panic that aborts does not run: build with panic = \"unwind\"");

pub mod cache;
pub mod image;
pub mod interrupt;
pub mod qemu;
pub mod record;
pub mod search;
pub mod streams;
pub mod supervise;
pub mod talk;
pub mod terminal;
pub mod tool;
pub mod version;

pub use image::ImageFiles;
pub use qemu::{QemuError, qemu};
pub use record::{Record, RecordError};
pub use streams::{Sink, Source};
pub use supervise::{Event, Finished, Outcome, SuperviseError, Supervised, run, run_with};
pub use tool::{Origin, Stamp, Tool};
pub use version::Version;
