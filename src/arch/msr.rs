//! The machine state register.

use core::arch::asm;
use core::sync::atomic::{AtomicU32, Ordering};

use mpc7450::registers::MSR;
use tock_registers::LocalRegisterCopy;

use super::features::Features;

/// MSR while the image runs, [`Features::running_msr`]. Written once, when the
/// image takes the processor over; the exception entry reads it too.
pub static RUNNING: AtomicU32 = AtomicU32::new(0);

/// MSR while the image runs.
#[must_use]
pub fn running() -> u32 {
    RUNNING.load(Ordering::Relaxed)
}

/// MSR while a kernel runs: as [`running`], marked for counting, and with exceptions
/// enabled so that the decrementer can end a kernel that does not return.
#[must_use]
pub fn measured() -> u32 {
    running() | MSR::PMM::SET.value | MSR::EE::SET.value
}

/// Reads the machine state register.
#[must_use]
pub fn read() -> LocalRegisterCopy<u32, MSR::Register> {
    let value: u32;
    // SAFETY: reading MSR in supervisor state has no effect.
    unsafe { asm!("mfmsr {}", out(reg) value, options(nostack, preserves_flags)) }
    LocalRegisterCopy::new(value)
}

/// Whether instructions or data are translated now.
#[must_use]
pub fn translated() -> bool {
    let now = read();
    now.is_set(MSR::IR) || now.is_set(MSR::DR)
}

/// Goes on with the part's [`Features::running_msr`] where nothing is translated before
/// or after. Not by `rfi`, which a 64-bit processor does not have.
///
/// # Safety
///
/// Nothing must be translated, nor in the part's running state.
pub unsafe fn stay_untranslated(features: &Features) {
    let running = features.running_msr();
    RUNNING.store(running, Ordering::Relaxed);
    // SAFETY: no address changes its meaning, and exceptions stay masked.
    unsafe { asm!("mtmsr {}", "isync", in(reg) running, options(nostack, preserves_flags)) }
}

/// Goes on untranslated, with exceptions masked and nothing else switched on.
///
/// # Safety
///
/// The code, the stack and all data in use must be mapped one to one.
pub unsafe fn enter_untranslated() {
    // SAFETY: the caller promises that untranslated addresses mean the same.
    unsafe { go_on_with(MSR::ME::SET.value) }
}

/// Goes on with the part's [`Features::running_msr`].
///
/// # Safety
///
/// Where the part has blocks, the code, the stack and all data in use must be
/// mapped one to one by them.
pub unsafe fn enter_running(features: &Features) {
    RUNNING.store(features.running_msr(), Ordering::Relaxed);
    // SAFETY: the caller promises the mapping.
    unsafe { go_on_with(features.running_msr()) }
}

/// Replaces MSR by `rfi`: `mtmsr` may not change ME in an emulator
/// [QEMU target/ppc], and a change of IR by `rfi` needs no care for prefetched
/// instructions.
///
/// # Safety
///
/// Code, stack and data in use must be at the same addresses before and after.
pub(super) unsafe fn go_on_with(msr: u32) {
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
            msr = in(reg) msr,
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
    let off = running();
    // SAFETY: the caller promises handlers; EE is off again at the end.
    unsafe {
        asm!("mtmsr {on}", "isync", "mtmsr {off}", "isync", on = in(reg) off | MSR::EE::SET.value,
            off = in(reg) off, options(nostack, preserves_flags));
    }
}
