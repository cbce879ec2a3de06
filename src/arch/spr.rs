//! The bus to the real special-purpose registers.

use core::arch::asm;

use mpc7450::bus::{Access, Spr, SprBus};

/// `mfspr` and `mtspr`. The only place of the image that has them outside assembly.
pub struct HardwareBus(());

impl HardwareBus {
    /// The processor's registers.
    ///
    /// # Safety
    ///
    /// The processor must be in supervisor state as long as the value lives.
    #[must_use]
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

impl SprBus for HardwareBus {
    fn read_raw<R: Spr>(&self) -> u32 {
        const { assert!(!matches!(R::ACCESS, Access::WriteOnly), "the register cannot be read") }
        let value;
        // SAFETY: reading a special-purpose register of the supervisor changes
        // nothing that Rust knows of. Without `nomem`, so that reads of counters
        // stay where they are written.
        unsafe {
            asm!("mfspr {value}, {number}", value = out(reg) value, number = const R::NUMBER,
                options(nostack, preserves_flags));
        }
        value
    }

    /// Every write is bracketed by `sync` before and `isync` after, `sync` too for
    /// the registers of caches: cheap outside the measured code, and enough for
    /// each register's own rule [MPC7450UM, from memory].
    unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
        const { assert!(!matches!(R::ACCESS, Access::ReadOnly), "the register cannot be written") }
        // SAFETY: the caller promises that the value leaves memory valid.
        unsafe {
            asm!("sync", "mtspr {number}, {value}", "sync", "isync", value = in(reg) value,
                number = const R::NUMBER, options(nostack, preserves_flags));
        }
    }
}
