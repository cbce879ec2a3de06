//! Time base and decrementer.

use core::arch::asm;

use mpc7450::bus::SprBus;
use mpc7450::registers::Dec;

use super::spr::HardwareBus;

/// Reads the 64-bit time base; rereads when the lower half wrapped in between.
#[must_use]
pub fn time_base() -> u64 {
    loop {
        let (before, lower, after): (u32, u32, u32);
        // SAFETY: reading the time base has no effect. One block, so that the
        // order of the three readings is the order written. Words instead of
        // mnemonics, for the built-in assembler turns mftb into mfspr 268, which a
        // processor of this family need not accept [PEM 8, mftb].
        unsafe {
            asm!(".long 0x7d0d42e6", // mftbu r8
                ".long 0x7d2c42e6", // mftb r9
                ".long 0x7d4d42e6", // mftbu r10
                out("r8") before, out("r9") lower, out("r10") after, options(nostack, preserves_flags));
        }
        if before == after {
            return u64::from(before) << 32 | u64::from(lower);
        }
    }
}

/// Lets the decrementer expire after this many ticks, at most 2^31 - 1.
///
/// # Safety
///
/// Where MSR[EE] is or will be on, a handler for vector 0x900 must be installed.
pub unsafe fn set_decrementer(bus: &mut HardwareBus, ticks: u32) {
    // SAFETY: the caller promises the handler.
    unsafe { bus.write_raw::<Dec>(ticks) }
}

/// Whether the decrementer has passed zero.
#[must_use]
pub fn decrementer_expired(bus: &HardwareBus) -> bool {
    bus.read_raw::<Dec>() >> 31 == 1
}
