//! The machine state register.

use core::arch::asm;

use mpc7450::registers::MSR;
use tock_registers::LocalRegisterCopy;

/// MSR while the image runs: translation, floating point and AltiVec on, machine
/// checks reported, exceptions recoverable, external ones masked, vectors low.
pub const RUNNING: u32 = MSR::IR::SET.value
    | MSR::DR::SET.value
    | MSR::FP::SET.value
    | MSR::VEC::SET.value
    | MSR::ME::SET.value
    | MSR::RI::SET.value;

/// MSR while a kernel runs: as [`RUNNING`], marked for counting, and with
/// exceptions enabled so that the decrementer can end a kernel that does not return.
pub const MEASURED: u32 = RUNNING | MSR::PMM::SET.value | MSR::EE::SET.value;

/// Reads the machine state register.
#[must_use]
pub fn read() -> LocalRegisterCopy<u32, MSR::Register> {
    let value: u32;
    // SAFETY: reading MSR in supervisor state has no effect.
    unsafe { asm!("mfmsr {}", out(reg) value, options(nostack, preserves_flags)) }
    LocalRegisterCopy::new(value)
}

/// Goes on with [`RUNNING`], by `rfi`: `mtmsr` may not change ME in an emulator
/// [QEMU target/ppc], and a change of IR by `rfi` needs no care for prefetched
/// instructions.
///
/// # Safety
///
/// The code, the stack and all data in use must be mapped one to one by BATs or be
/// reachable untranslated at the same addresses.
pub unsafe fn enter_running() {
    // SAFETY: the caller promises that the code after `rfi` and all data are at the
    // same addresses as before. SRR0 and SRR1 are dead here.
    unsafe {
        asm!(
            "bcl 20, 31, 2f",
            "2: mflr {address}",
            "addi {address}, {address}, 3f - 2b",
            "mtsrr0 {address}",
            "mtsrr1 {msr}",
            "sync",
            "rfi",
            "3: isync",
            address = out(reg) _,
            msr = in(reg) RUNNING,
            out("lr") _,
            options(nostack),
        );
    }
}

/// Lets a decrementer exception that is still pending come and go, so that it does
/// not come inside a measurement.
///
/// # Safety
///
/// Exception handlers must be installed and return from a decrementer exception.
pub unsafe fn drain_pending() {
    // SAFETY: the caller promises handlers; EE is off again at the end.
    unsafe {
        asm!("mtmsr {on}", "isync", "mtmsr {off}", "isync", on = in(reg) RUNNING | MSR::EE::SET.value,
            off = in(reg) RUNNING, options(nostack, preserves_flags));
    }
}
