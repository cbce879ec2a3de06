//! Guests of a few instructions under QEMU with the plugin.
//!
//! Each runs twice, as it is and with one instruction a block: results, the
//! time at the end, to the cycle, and what the model was told must be the same. They need
//! QEMU, which `cargo xtask setup` provides.

mod assembler;
mod emulator;

mod counting;
mod devices;
mod exceptions;
mod files;
mod refusals;
mod registers;
mod time;
mod translation;
