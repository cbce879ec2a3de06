//! The one way to a special-purpose register: [`SprBus`].
//!
//! Drivers are generic over the bus. The firmware implements it with `mfspr`
//! and `mtspr`; [`memory::MemoryBus`] and the timing model implement it in
//! memory. The SPR number is an associated constant of the register type
//! because `mfspr` and `mtspr` carry it in the instruction: a register chosen
//! at run time cannot be encoded, so one function that takes a number was no
//! alternative [PERFCTR ppc.c].
//!
//! The bus is passed as a value. A global fake would make two tests in one
//! process share their registers.

pub mod memory;

use tock_registers::fields::FieldValue;
use tock_registers::{LocalRegisterCopy, RegisterLongName};

/// Which of `mfspr` and `mtspr` a register's number accepts in supervisor state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Both.
    ReadWrite,
    /// `mfspr` only; `mtspr` raises a program exception or is not known to work.
    ReadOnly,
    /// `mtspr` only; `mfspr` raises a program exception.
    WriteOnly,
}

/// A special-purpose register: its number, its manual name and its fields.
pub trait Spr {
    /// The number in the instruction, 0 to 1023.
    const NUMBER: u16;
    /// The register's name as in the manual, upper case.
    const NAME: &'static str;
    /// What the number accepts.
    const ACCESS: Access = Access::ReadWrite;
    /// The number under which the value is kept: another one only where two
    /// numbers name the same storage (user aliases, the time base).
    const STORAGE: u16 = Self::NUMBER;
    /// The `register_bitfields!` layout, `()` where the manual names no field.
    type Layout: RegisterLongName;
}

/// A register whose every value leaves memory safety intact.
///
/// MSR, HID0, the BATs, SDR1 and SRR0/1 do not have this marker: a wrong value
/// there moves or removes the memory under the running program. L2CR and L3CR
/// do not have it because a value can throw away modified lines. A register
/// that only hardware writes has no use for it.
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
