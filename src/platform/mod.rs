//! The board: where the console is, who started the image, how to end.
//!
//! Knows addresses, calls only downwards into `arch`. Pure parts (entry registers,
//! facts, the configuration device's protocol) build and test on a host.

pub mod entry;
pub mod facts;
pub mod fw_cfg;

#[cfg(target_arch = "powerpc")]
pub mod board;
#[cfg(target_arch = "powerpc")]
pub mod console;
#[cfg(target_arch = "powerpc")]
mod fw_cfg_port;
#[cfg(target_arch = "powerpc")]
mod mmio;
#[cfg(target_arch = "powerpc")]
pub mod open_firmware;
#[cfg(target_arch = "powerpc")]
mod pci;
#[cfg(target_arch = "powerpc")]
mod power;
#[cfg(target_arch = "powerpc")]
mod scc;
