//! Reading an address that the processor may refuse.
//!
//! An exception that the read raises comes back as an error. Testing the address
//! against the translation first was rejected: it would have to know blocks, page
//! table and board as the processor does, and a machine check has no table at all.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::exception::{ExceptionFrame, cause};
use super::msr;

core::arch::global_asm!(
    ".text",
    ".globl guarded_read",
    ".type guarded_read, @function",
    "guarded_read:",
    "lwz %r5, 0(%r3)",
    // Never traps, but needs the word: a machine check comes here or not at all.
    "twi 0, %r5, 0",
    "isync",
    "stw %r5, 0(%r4)",
    "li %r3, 0",
    "blr",
    ".size guarded_read, . - guarded_read",
    ".globl guarded_read_refused",
    ".type guarded_read_refused, @function",
    "guarded_read_refused:",
    "li %r3, 1",
    "blr",
    ".size guarded_read_refused, . - guarded_read_refused",
);

unsafe extern "C" {
    /// 0 when the word at r3 was read and stored at r4.
    fn guarded_read(address: u32, word: *mut u32) -> u32;
    /// Returns 1 to the caller of `guarded_read`.
    fn guarded_read_refused() -> u32;
}

/// Whether a guarded read is under way: what the exception handler goes by.
static READING: AtomicBool = AtomicBool::new(false);

/// Vector, SRR1 and DSISR of the exception that the last refused read raised.
static REFUSAL: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

/// Reads the word at an address.
///
/// # Errors
///
/// The cause of the exception that it raised, in words.
///
/// # Safety
///
/// The vectors must be installed with a policy that calls [`interrupted`], and
/// reading the address must have no effect where it succeeds.
pub unsafe fn read(address: u32) -> Result<u32, &'static str> {
    let mut word = 0;
    READING.store(true, Ordering::Release);
    // SAFETY: the caller promises that reading has no effect; an exception ends it.
    let refused = unsafe { guarded_read(address, &raw mut word) };
    READING.store(false, Ordering::Release);
    if refused == 0 {
        return Ok(word);
    }
    let [vector, srr1, dsisr] = &REFUSAL;
    Err(cause::name(vector.load(Ordering::Acquire), srr1.load(Ordering::Acquire), dsisr.load(Ordering::Acquire)))
}

/// Called by the exception policy: whether the exception came from a guarded read.
/// The frame is then changed so that the read returns to its caller.
#[must_use]
pub fn interrupted(frame: &mut ExceptionFrame) -> bool {
    if !READING.swap(false, Ordering::AcqRel) {
        return false;
    }
    for (place, value) in REFUSAL.iter().zip([frame.vector, frame.srr1, frame.dsisr]) {
        place.store(value, Ordering::Release);
    }
    frame.srr0 = guarded_read_refused as *const () as usize as u32;
    frame.srr1 = msr::running();
    true
}
