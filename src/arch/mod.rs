//! The processor: what needs an instruction or a fixed address of the chip.
//!
//! Below everything else; knows no board. The pure parts (frame layout, causes)
//! build and test on a host, the rest exists on the target only.

pub mod exception;
pub mod features;
pub mod mmu;
pub mod state;

#[cfg(target_arch = "powerpc")]
pub mod bat;
#[cfg(target_arch = "powerpc")]
pub mod cache;
#[cfg(target_arch = "powerpc")]
pub mod guarded;
#[cfg(target_arch = "powerpc")]
pub mod model;
#[cfg(target_arch = "powerpc")]
pub mod msr;
#[cfg(target_arch = "powerpc")]
pub mod notes;
#[cfg(target_arch = "powerpc")]
pub mod spr;
#[cfg(target_arch = "powerpc")]
pub mod takeover;
#[cfg(target_arch = "powerpc")]
pub mod time;
