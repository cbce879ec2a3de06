//! Takes the processor over from whatever started the image.
//!
//! The order matters. With interrupts masked (the entry did that), translation goes
//! off, then the image's own blocks are written, then translation goes on again;
//! only then may the vectors of the firmware be overwritten, for Open Firmware's
//! page faults live there. After that everything is stopped that could come in
//! between (counters, breakpoints, prefetch streams, throttling), and the caches and
//! predictors are switched on as an operating system does: HID0 is 0 at reset, and a
//! G4 without its branch history table, folding and caches is another processor.
//!
//! Nothing that was found is kept but an L2 cache that is on and the clock and bus
//! settings of the board. Only registers that [`Features`] states are touched.

use core::arch::asm;

use mpc7450::bus::SprBus;
use mpc7450::parts::Part;
use mpc7450::registers::{
    Bamr, Dabr, Dec, HID0, Hid0, ICTRL, Iabr, Ictc, Ictrl, L2CR, L2cr, LDSTCR, Ldstcr, MMCR0, MSSCR0, Mmcr0, Mmcr1,
    Mmcr2, Msscr0, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6, Vrsave,
};
use tock_registers::fields::FieldValue;

use super::exception::vectors::{self, Policy};
use super::features::Features;
use super::spr::HardwareBus;
use super::state::{RegisterStates, SetUpError};
use super::{bat, msr, notes};

/// Reads of a self-clearing bit before it is given up: an invalidation takes a few
/// thousand clocks.
const MOST_POLLS: u32 = 1 << 20;

/// Maps memory and installs the vectors: after it the image runs on its own.
///
/// # Safety
///
/// Interrupts must be masked, the image must lie at its linked addresses in the
/// first 256 MB of memory, and nobody may need the firmware's handlers any more.
pub unsafe fn own_memory(bus: &mut HardwareBus, features: &Features, policy: Policy, states: &mut RegisterStates) {
    if !features.known() && !msr::translated() {
        // SAFETY: addresses stay untranslated.
        unsafe { msr::stay_untranslated(features) }
    } else {
        // SAFETY: the caller promises the image's place; firmware maps it one to one.
        unsafe { msr::enter_untranslated() }
        // SAFETY: addresses are untranslated now.
        unsafe { bat::map_one_to_one(bus, features.blocks, states) }
        // SAFETY: the blocks just written map the image and its stack one to one.
        unsafe { msr::enter_running(features) }
    }
    // SAFETY: mapped just now; the caller gives the old handlers away.
    unsafe { vectors::install(bus, policy) }
}

/// Brings the processor into the state that kernels run in.
///
/// # Safety
///
/// [`own_memory`] must have run.
pub unsafe fn set_up(
    bus: &mut HardwareBus,
    part: &Part,
    features: &Features,
    states: &mut RegisterStates,
) -> Result<(), SetUpError> {
    // The largest value: no exception until somebody sets the watchdog.
    bus.set_raw::<Dec>(0x7fff_ffff);
    freeze_counters(bus, features, states);
    if features.altivec {
        settle_vectors(bus);
    }
    settle_float();
    let Some(hid0) = features.hid0 else { return Ok(()) };
    // SAFETY: zero switches both breakpoints off.
    unsafe { clear_breakpoints(bus, states) }
    notes::change::<Ictc>(bus, states, 0);
    // SAFETY: the caller promises that the image owns memory.
    unsafe { start_l1(bus, hid0) }
    notes::set::<Hid0>(states, hid0);
    if !features.family {
        return Ok(());
    }
    // SAFETY: both L1 caches are on.
    unsafe { unlock_ways(bus, states) }
    bus.set_raw::<Bamr>(0);
    // SAFETY: as promised by the caller.
    unsafe { start_l2(bus, part, states) }
}

/// Firmware may have left the counters running, negative, and their exception
/// enabled. Frozen first, so that nothing counts meanwhile.
fn freeze_counters(bus: &mut HardwareBus, features: &Features, states: &mut RegisterStates) {
    if features.counters == 0 {
        return;
    }
    notes::change::<Mmcr0>(bus, states, MMCR0::FC::SET.value);
    notes::change::<Mmcr1>(bus, states, 0);
    notes::change::<Mmcr2>(bus, states, 0);
    bus.set_raw::<Pmc1>(0);
    bus.set_raw::<Pmc2>(0);
    bus.set_raw::<Pmc3>(0);
    bus.set_raw::<Pmc4>(0);
    if features.counters > 4 {
        bus.set_raw::<Pmc5>(0);
        bus.set_raw::<Pmc6>(0);
    }
}

/// Stops prefetch streams and brings the vector unit's own state to that after a
/// reset: IEEE arithmetic on denormal numbers, no saturation seen.
fn settle_vectors(bus: &mut HardwareBus) {
    // Kernels use every vector register.
    bus.set_raw::<Vrsave>(u32::MAX);
    // SAFETY: dssall only stops prefetching; VSCR changes results of vector
    // arithmetic, of which Rust code has none. The image runs with MSR[VEC].
    unsafe {
        asm!("dssall", "vxor %v0, %v0, %v0", "mtvscr %v0", "sync", options(nostack, preserves_flags));
    }
}

/// Brings FPSCR to its value after a reset: rounding to nearest, no exception enabled.
fn settle_float() {
    // SAFETY: FPSCR changes results of floating-point arithmetic, of which Rust code
    // has none; the image runs with MSR[FP]. mtfsfi writes one field from a constant.
    unsafe {
        asm!(
            "mtfsfi 0, 0",
            "mtfsfi 1, 0",
            "mtfsfi 2, 0",
            "mtfsfi 3, 0",
            "mtfsfi 4, 0",
            "mtfsfi 5, 0",
            "mtfsfi 6, 0",
            "mtfsfi 7, 0",
            options(nostack, preserves_flags)
        );
    }
}

/// # Safety
///
/// The part must have both registers.
unsafe fn clear_breakpoints(bus: &mut HardwareBus, states: &mut RegisterStates) {
    // SAFETY: zero never matches an address.
    unsafe { bus.write_raw::<Iabr>(0) }
    notes::set::<Iabr>(states, 0);
    // SAFETY: as above.
    unsafe { bus.write_raw::<Dabr>(0) }
    notes::set::<Dabr>(states, 0);
}

/// Gives kernels all ways of both L1 caches; the other bits belong to the board.
///
/// # Safety
///
/// The part must be a member of the family, its L1 caches set up.
unsafe fn unlock_ways(bus: &mut HardwareBus, states: &mut RegisterStates) {
    let instruction = bus.read_raw::<Ictrl>() & !ICTRL::ICWL.val(0xff).value;
    // SAFETY: an unlocked way only takes new lines again.
    unsafe { bus.write_raw::<Ictrl>(instruction) }
    notes::set::<Ictrl>(states, instruction);
    let data = bus.read_raw::<Ldstcr>() & !LDSTCR::DCWL.val(0xff).value;
    // SAFETY: as above; a locked way's lines stay.
    unsafe { bus.write_raw::<Ldstcr>(data) }
    notes::set::<Ldstcr>(states, data);
}

/// Switches both L1 caches on. A data cache that was on keeps its lines, for they
/// may be modified; one that was off holds garbage and is invalidated first.
///
/// # Safety
///
/// Memory must be mapped by blocks, with devices inhibited.
unsafe fn start_l1(bus: &mut HardwareBus, running: u32) {
    let mut invalidate: FieldValue<u32, HID0::Register> = HID0::ICFI::SET;
    if !bus.read::<Hid0>().is_set(HID0::DCE) {
        invalidate += HID0::DCFI::SET;
    }
    // SAFETY: only a data cache that was off is invalidated, so no line is lost.
    unsafe { bus.write_raw::<Hid0>(running | invalidate.value) }
    // SAFETY: the same state without the invalidation bits, which an emulator
    // does not clear by itself.
    unsafe { bus.write_raw::<Hid0>(running) }
}

/// Switches the L2 cache and its prefetch on, unless firmware did already.
///
/// # Safety
///
/// The L1 caches must be set up.
unsafe fn start_l2(bus: &mut HardwareBus, part: &Part, states: &mut RegisterStates) -> Result<(), SetUpError> {
    if part.l2_bytes().is_none() {
        return Ok(());
    }
    if !bus.read::<L2cr>().is_set(L2CR::L2E) {
        // SAFETY: the cache is off, so no line is lost.
        unsafe { bus.write_raw::<L2cr>(L2CR::L2I::SET.value) }
        if !(0..MOST_POLLS).any(|_| !bus.read::<L2cr>().is_set(L2CR::L2I)) {
            return Err(SetUpError::L2InvalidationStuck);
        }
        let on = L2CR::L2E::SET.value;
        // SAFETY: an invalidated cache holds nothing stale.
        unsafe { bus.write_raw::<L2cr>(on) }
        notes::set::<L2cr>(states, on);
    }
    let prefetch = bus.read_raw::<Msscr0>() | MSSCR0::L2PFE.val(3).value;
    // SAFETY: prefetch into a cache changes no memory; the other bits stay.
    unsafe { bus.write_raw::<Msscr0>(prefetch) }
    notes::set::<Msscr0>(states, prefetch);
    Ok(())
}
