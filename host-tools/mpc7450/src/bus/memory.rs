//! Special-purpose registers as plain memory: [`MemoryBus`].
//!
//! Like stock QEMU it stores what is written and counts nothing. Unlike QEMU it
//! panics on what real hardware refuses, and it remembers the order of writes,
//! which is what makes the order of arming and freezing testable. The storage
//! is a fixed array so that `no_std` code can use it too.

use super::{Access, Spr, SprBus};

/// How many writes [`MemoryBus::writes`] can hold.
pub const MOST_WRITES: usize = 256;

const NUMBERS: usize = 1024;

/// One `mtspr`: the SPR number in the instruction and the value.
pub type Write = (u16, u32);

/// All 1024 special-purpose registers, zero at first.
#[derive(Clone, Debug)]
pub struct MemoryBus {
    values: [u32; NUMBERS],
    writes: [Write; MOST_WRITES],
    written: usize,
}

impl MemoryBus {
    /// Creates the registers, all zero, with an empty record of writes.
    #[must_use]
    pub const fn new() -> Self {
        Self { values: [0; NUMBERS], writes: [(0, 0); MOST_WRITES], written: 0 }
    }

    /// Returns every write so far, oldest first.
    #[must_use]
    pub fn writes(&self) -> &[Write] {
        &self.writes[..self.written]
    }

    /// Forgets the writes recorded so far; the values stay.
    pub fn forget_writes(&mut self) {
        self.written = 0;
    }

    /// Changes a register the way hardware does: no instruction, so no record.
    pub fn plant<R: Spr>(&mut self, value: u32) {
        self.values[usize::from(R::STORAGE)] = value;
    }
}

impl Default for MemoryBus {
    fn default() -> Self {
        Self::new()
    }
}

impl SprBus for MemoryBus {
    /// # Panics
    ///
    /// Panics when the number is write-only: hardware raises an exception.
    fn read_raw<R: Spr>(&self) -> u32 {
        assert!(R::ACCESS != Access::WriteOnly, "{} (SPR {}) cannot be read", R::NAME, R::NUMBER);
        self.values[usize::from(R::STORAGE)]
    }

    /// # Panics
    ///
    /// Panics when the number is read-only, as hardware raises an exception,
    /// and when the record of writes is full: a lost write would make a test
    /// of the order pass for the wrong reason.
    unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
        assert!(R::ACCESS != Access::ReadOnly, "{} (SPR {}) cannot be written", R::NAME, R::NUMBER);
        assert!(self.written < MOST_WRITES, "more than {MOST_WRITES} writes: call forget_writes between steps");
        self.writes[self.written] = (R::NUMBER, value);
        self.written += 1;
        self.values[usize::from(R::STORAGE)] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_WRITES, MemoryBus};
    use crate::bus::SprBus;
    use crate::registers::{Mmcr0, Pmc1, Siar, Ummcr0, Upmc1};

    #[test]
    fn writes_are_kept_in_their_order() {
        let mut bus = MemoryBus::new();
        bus.set_raw::<Pmc1>(0x7ff0_bdc0);
        bus.set_raw::<Mmcr0>(0x8000_0042);
        bus.set_raw::<Mmcr0>(0x0000_0042);
        assert_eq!(bus.writes(), [(953, 0x7ff0_bdc0), (952, 0x8000_0042), (952, 0x0000_0042)]);
        assert_eq!(bus.read_raw::<Mmcr0>(), 0x0000_0042);
        bus.forget_writes();
        assert_eq!(bus.writes(), []);
        assert_eq!(bus.read_raw::<Pmc1>(), 0x7ff0_bdc0);
    }

    #[test]
    fn a_planted_value_is_no_write() {
        let mut bus = MemoryBus::new();
        bus.plant::<Pmc1>(7);
        assert_eq!((bus.read_raw::<Pmc1>(), bus.writes().len()), (7, 0));
    }

    #[test]
    fn a_user_alias_shows_the_supervisor_register() {
        let mut bus = MemoryBus::new();
        bus.set_raw::<Mmcr0>(0x0000_1fff);
        bus.plant::<Pmc1>(9);
        assert_eq!((bus.read_raw::<Ummcr0>(), bus.read_raw::<Upmc1>()), (0x0000_1fff, 9));
    }

    #[test]
    #[should_panic(expected = "SIAR (SPR 955) cannot be written")]
    fn a_read_only_register_refuses_a_write() {
        // SAFETY: the bus is memory; no value reaches a processor.
        unsafe { MemoryBus::new().write_raw::<Siar>(0) };
    }

    #[test]
    #[should_panic(expected = "more than 256 writes")]
    fn a_full_record_is_an_error() {
        let mut bus = MemoryBus::new();
        for _ in 0..=MOST_WRITES {
            bus.set_raw::<Pmc1>(0);
        }
    }
}
