//! Changing over between modes. Registers that translate are written untranslated, as
//! the architecture wants it for SDR1 [PEM 2.3.18], and because a block must not
//! change while it is in use.

use core::arch::asm;

use mpc7450::bus::SprBus;
use mpc7450::registers::{MSR, Sdr1};

use super::entry::segment;
use super::mode::{ALL_MEMORY, Block, Mode};
use crate::arch::spr::HardwareBus;
use crate::arch::{bat, msr};

/// Gives the processor its page table: SDR1, segment registers, empty TLBs.
///
/// # Safety
///
/// SDR1 must be that of a [`PageTable`](super::table::PageTable) whose memory keeps
/// its words from now on; the image must run under the blocks of `arch::bat`.
pub unsafe fn install(bus: &mut HardwareBus, sdr1: u32) {
    let work = || {
        // SAFETY: addresses are untranslated; the caller promises the table.
        unsafe { bus.write_raw::<Sdr1>(sdr1) }
        for number in 0..16 {
            // SAFETY: addresses are untranslated, so no segment is in use.
            unsafe { set_segment(number) }
        }
        bat::invalidate_tlbs();
    };
    // SAFETY: the blocks map one to one.
    unsafe { untranslated(work) }
}

/// Makes the arena translate as the mode wants it. The image's own mapping holds.
///
/// # Safety
///
/// [`install`] must have run with a table that maps the arena, [`leave`] must follow
/// before anything but a kernel uses the arena.
pub unsafe fn enter(bus: &mut HardwareBus, mode: Mode) {
    if mode.memory() != ALL_MEMORY {
        // SAFETY: every block for memory holds the image.
        unsafe { set_memory(bus, mode.memory()) }
    }
}

/// Undoes [`enter`].
///
/// # Safety
///
/// The image must run in supervisor state under the mode's block.
pub unsafe fn leave(bus: &mut HardwareBus, mode: Mode) {
    if mode.memory() != ALL_MEMORY {
        // SAFETY: the block holds the image and the arena.
        unsafe { set_memory(bus, ALL_MEMORY) }
    }
}

/// # Safety
///
/// The block must map the image one to one.
unsafe fn set_memory(bus: &mut HardwareBus, block: Block) {
    // SAFETY: addresses are untranslated; the caller promises the block.
    let work = || unsafe { bat::set_memory(bus, block) };
    // SAFETY: memory is mapped one to one before and after.
    unsafe { untranslated(work) }
}

/// Runs a piece of code with translation off. It must not touch a device: its accesses
/// would be cached [MPC7450UM, from memory].
///
/// # Safety
///
/// Code, stack and data in use must be mapped one to one when it starts and ends.
unsafe fn untranslated(work: impl FnOnce()) {
    let before = msr::read().get();
    // SAFETY: one-to-one mappings end here, and the addresses stay the same.
    unsafe { msr::go_on_with(before & !(MSR::IR::SET.value | MSR::DR::SET.value)) }
    work();
    // SAFETY: the caller promises one-to-one mappings.
    unsafe { msr::go_on_with(before) }
}

/// # Safety
///
/// The segment must not be in use.
unsafe fn set_segment(number: u32) {
    // SAFETY: the caller's promise.
    unsafe {
        asm!("sync", "mtsrin {value}, {address}", "isync", value = in(reg) segment(number),
            address = in(reg) number << 28, options(nostack, preserves_flags));
    }
}
