//! Making generated code visible, and the switches of the caches.

use core::arch::asm;

/// Bytes of a line of either L1 cache [MPC7450UM, from memory].
const LINE: u32 = 32;

/// Makes instructions just written through the data side visible to fetch:
/// dcbst, sync, icbi, sync, isync for each line [MPC7450UM, from memory]. An emulator
/// does not need it, a G4 executes old words without it.
///
/// # Safety
///
/// The range must be mapped, and no instruction in it may be executing.
pub unsafe fn publish_code(address: u32, bytes: u32) {
    let mut line = address & !(LINE - 1);
    while line < address + bytes {
        // SAFETY: the caller promises the mapping; the line's contents stay as they are.
        unsafe {
            asm!("dcbst 0, {line}", "sync", "icbi 0, {line}", "sync", "isync", line = in(reg) line,
                options(nostack, preserves_flags));
        }
        line += LINE;
    }
}
