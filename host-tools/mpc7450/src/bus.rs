//! The one way to a special-purpose register: [`SprBus`].
//!
//! Drivers are generic over the bus. The firmware implements it with `mfspr`
//! and `mtspr`; tests and the timing model implement it in memory. The SPR
//! number is an associated constant of the register type because `mfspr` and
//! `mtspr` carry it in the instruction: a register chosen at run time cannot be
//! encoded [pmu.md 2].

use tock_registers::fields::FieldValue;
use tock_registers::{LocalRegisterCopy, RegisterLongName};

/// A special-purpose register: its number, its manual name and its fields.
pub trait Spr {
    /// The number in the instruction, 0 to 1023.
    const NUMBER: u16;
    /// The register's name as in the manual, upper case.
    const NAME: &'static str;
    /// The `register_bitfields!` layout.
    type Layout: RegisterLongName;
}

/// A register whose every value leaves memory safety intact.
///
/// MSR, HID0, the BATs, SDR1 and SRR0/1 do not have this marker: a wrong value
/// there moves or removes the memory under the running program.
pub trait WriteIsSafe: Spr {}

/// Reads and writes special-purpose registers.
pub trait SprBus {
    /// Reads the register's 32 bits.
    fn read_raw<R: Spr>(&self) -> u32;

    /// Writes all 32 bits of the register.
    ///
    /// Implementations add the synchronisation the register's manual page asks
    /// for, so that callers cannot forget it.
    ///
    /// # Safety
    ///
    /// The value must not invalidate memory that Rust code relies on: see the
    /// register's own documentation.
    unsafe fn write_raw<R: Spr>(&mut self, value: u32);

    /// Reads the register as typed fields.
    fn read<R: Spr>(&self) -> LocalRegisterCopy<u32, R::Layout> {
        LocalRegisterCopy::new(self.read_raw::<R>())
    }

    /// Writes the named fields and zero everywhere else, so that nothing that
    /// stood in the register before leaks into a measurement.
    fn write_whole<R: WriteIsSafe>(&mut self, fields: FieldValue<u32, R::Layout>) {
        self.set_raw::<R>(fields.value);
    }

    /// Writes all 32 bits of a register that cannot break memory safety.
    fn set_raw<R: WriteIsSafe>(&mut self, value: u32) {
        // SAFETY: `WriteIsSafe` promises that no value of this register
        // invalidates memory.
        unsafe { self.write_raw::<R>(value) }
    }
}
