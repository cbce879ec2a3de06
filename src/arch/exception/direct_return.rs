//! System calls that come back at once: while [`DirectReturn`] lives, the first word at
//! their vector is an `rfi`.
//!
//! So a system call executes two instructions, a number that no change of the handler
//! changes. Telling such calls apart in the handler was rejected: each would execute
//! what the handler executes.

use core::ptr;

use mpc7450::instruction::system::rfi;

use super::cause::vector::SYSTEM_CALL;
use crate::arch::cache::publish_code;

/// The patched vector; dropping it brings the image's stub back.
pub struct DirectReturn {
    /// First word of the stub.
    stub: u32,
}

impl DirectReturn {
    /// Patches the vector.
    ///
    /// # Safety
    ///
    /// The stubs must be installed, the first 256 MB be mapped one to one here and
    /// where the value is dropped, and nobody may need the handler of system calls
    /// meanwhile.
    #[must_use]
    pub unsafe fn patch() -> Self {
        // SAFETY: the caller's promise.
        Self { stub: unsafe { exchange(rfi().bits()) } }
    }
}

impl Drop for DirectReturn {
    fn drop(&mut self) {
        // SAFETY: promised to `patch`.
        unsafe { exchange(self.stub) };
    }
}

/// Replaces the first word at the vector and gives the one before.
///
/// # Safety
///
/// As for [`DirectReturn::patch`].
unsafe fn exchange(word: u32) -> u32 {
    let vector = ptr::without_provenance_mut::<u32>(SYSTEM_CALL as usize);
    // SAFETY: mapped, aligned memory that belongs to the stubs. Volatile, because the
    // processor executes it.
    let before = unsafe { vector.read_volatile() };
    // SAFETY: as above; either word ends in code that returns.
    unsafe { vector.write_volatile(word) }
    // SAFETY: mapped, and no system call is under way.
    unsafe { publish_code(SYSTEM_CALL, 4) }
    before
}
