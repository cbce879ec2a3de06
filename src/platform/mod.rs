//! The board: where the console is, who started the image, how to end.
//!
//! Knows addresses, calls only downwards into `arch`. Pure parts (entry registers,
//! boards, facts, device trees, the model's signature, protocols) build and test on a host.

pub mod board;
pub mod entry;
pub mod facts;
pub mod flat_tree;
pub mod fw_cfg;
pub mod memory;
pub mod pci;
pub mod signature;

#[cfg(target_arch = "powerpc")]
pub mod console;
#[cfg(target_arch = "powerpc")]
pub mod devices;
#[cfg(target_arch = "powerpc")]
pub mod firmware;
#[cfg(target_arch = "powerpc")]
mod fw_cfg_port;
#[cfg(target_arch = "powerpc")]
mod mmio;
#[cfg(target_arch = "powerpc")]
mod open_firmware;
#[cfg(target_arch = "powerpc")]
mod power;
#[cfg(target_arch = "powerpc")]
mod scc;
#[cfg(target_arch = "powerpc")]
mod uart;
