//! Addresses that the image itself chooses or that every board shares, and ordering between accesses to them.
//!
//! All of them lie in regions that the image maps caching-inhibited and guarded
//! (`arch::bat`): with the data cache on, a device must never be touched in
//! real mode, where accesses are cached [MPC7450UM, from memory].

use core::arch::asm;

/// Where mac-io goes when no firmware has placed it.
pub const MAC_IO_DEFAULT: u32 = 0x8000_0000;
/// Where the pvpanic device goes: PCI memory on every board, far above what
/// firmware gives to displays.
pub const PVPANIC: u32 = 0x8f00_0000;
/// QEMU's configuration device: selector, data two bytes behind it.
pub const FW_CFG: usize = 0xf000_0510;

/// Orders the accesses to guarded devices before it with those after it.
pub fn eieio() {
    // SAFETY: eieio changes no register and no memory; it only orders accesses.
    unsafe { asm!("eieio", options(nostack, preserves_flags)) }
}
