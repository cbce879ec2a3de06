//! Guests of a few instructions under QEMU with the plugin.
//!
//! Each runs three times, as it is, told by the block, and with one instruction a block:
//! results, the time at the end, to the cycle, and what the model was told must be the same.
//! They need QEMU, which `cargo xtask setup` provides.

mod assembler;
mod emulator;

mod counting;
mod devices;
mod exceptions;
mod files;
mod generated;
mod random;
mod refusals;
mod registers;
mod time;
mod translation;
