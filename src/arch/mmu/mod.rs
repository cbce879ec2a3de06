//! The three ways to translate a kernel's addresses, in supervisor and user state.
//!
//! | module | holds |
//! | --- | --- |
//! | [`entry`] | page table entries, segment registers, hash functions; their fields in `layout` |
//! | [`table`] | a hashed page table over a slice of words |
//! | [`mode`] | what blocks and MSR are in each mode |
//! | `switch` | changing over, on the target |
//!
//! Every mapping is one to one, so a mode changes what the processor does to find an
//! address and never the address. The image always runs under blocks: only the work
//! arena, where kernels and their data lie, changes from blocks to pages and back.
//! That is why the image and the arena lie in different blocks (`linker.ld`), and why
//! handlers, console and window need not know about modes.
//!
//! The alternative, pages for everything with handlers that load them on demand, would
//! put the image's own misses and table entries among those that are measured.

pub mod entry;
mod layout;
pub mod mode;
pub mod table;

#[cfg(target_arch = "powerpc")]
pub mod switch;

pub use mode::Mode;
