//! Takes the processor over from whatever started the image.
//!
//! The order matters. With interrupts masked (the entry did that), blocks are
//! mapped while the old translation still holds; only then may the vectors of the
//! firmware be overwritten, for Open Firmware's page faults live there. After that
//! the counters are frozen and the caches and predictors switched on as an
//! operating system does: HID0 is 0 at reset, and a G4 without its branch history
//! table, folding and caches is another processor.

use mpc7450::bus::{Spr, SprBus};
use mpc7450::parts::Part;
use mpc7450::registers::{
    HID0, Hid0, Hid1, Ictc, Ictrl, L2CR, L2cr, Ldstcr, MMCR0, MSSCR0, Mmcr0, Mmcr1, Mmcr2, Msscr0, Pvr,
};
use tock_registers::fields::FieldValue;

use super::exception::vectors::{self, Policy};
use super::spr::HardwareBus;
use super::state::{RegisterState, RegisterStates, SetUpError};
use super::{bat, msr};

/// HID0 while kernels run [Linux arch/powerpc/kernel/cpu_setup_6xx.S]: time base,
/// power management, both L1 caches, store gathering, BTIC, link stack, folding and
/// history on; everything else, speculation and prefetch inhibitors included, off.
pub const HID0_RUNNING: u32 = HID0::TBEN::SET.value
    | HID0::DPM::SET.value
    | HID0::ICE::SET.value
    | HID0::DCE::SET.value
    | HID0::SGE::SET.value
    | HID0::BTIC::SET.value
    | HID0::LRSTK::SET.value
    | HID0::FOLD::SET.value
    | HID0::BHT::SET.value;

/// Reads of a self-clearing bit before it is given up: an invalidation takes a few
/// thousand clocks.
const MOST_POLLS: u32 = 1 << 20;

/// Maps memory and installs the vectors: after it the image runs on its own.
///
/// # Safety
///
/// Interrupts must be masked, the image must lie at its linked addresses in the
/// first 256 MB of memory, and nobody may need the firmware's handlers any more.
pub unsafe fn own_memory(bus: &mut HardwareBus, part: &Part, policy: Policy) {
    // SAFETY: the caller promises the image's place.
    unsafe { bat::map_one_to_one(bus, part) }
    // SAFETY: the blocks just written map the image and its stack one to one.
    unsafe { msr::enter_running() }
    // SAFETY: mapped just now; the caller gives the old handlers away.
    unsafe { vectors::install(bus, policy) }
}

/// Brings caches, predictors and counters into the state kernels run in.
///
/// # Safety
///
/// [`own_memory`] must have run.
pub unsafe fn set_up(bus: &mut HardwareBus, part: &Part) -> (RegisterStates, Result<(), SetUpError>) {
    let mut states = RegisterStates::new();
    note::<Pvr>(bus, &mut states);
    note::<Hid0>(bus, &mut states);
    note::<Hid1>(bus, &mut states);
    note::<Ictrl>(bus, &mut states);
    note::<Ldstcr>(bus, &mut states);
    note::<Msscr0>(bus, &mut states);
    note::<L2cr>(bus, &mut states);
    note::<Ictc>(bus, &mut states);
    note::<Mmcr0>(bus, &mut states);
    note::<Mmcr1>(bus, &mut states);
    note::<Mmcr2>(bus, &mut states);

    freeze_counters(bus, &mut states);
    // SAFETY: the caller promises that the image owns memory.
    unsafe { start_l1(bus) }
    set(&mut states, Hid0::NAME, HID0_RUNNING);
    // SAFETY: throttling off changes no memory.
    unsafe { bus.write_raw::<Ictc>(0) }
    set(&mut states, Ictc::NAME, 0);
    // SAFETY: as promised by the caller.
    let l2 = unsafe { start_l2(bus, part, &mut states) };
    read_back(bus, &mut states);
    (states, l2)
}

/// Firmware may have left the counters running and their exception enabled.
fn freeze_counters(bus: &mut HardwareBus, states: &mut RegisterStates) {
    bus.write_whole::<Mmcr0>(MMCR0::FC::SET);
    bus.set_raw::<Mmcr1>(0);
    bus.set_raw::<Mmcr2>(0);
    set(states, Mmcr0::NAME, MMCR0::FC::SET.value);
    set(states, Mmcr1::NAME, 0);
    set(states, Mmcr2::NAME, 0);
}

/// Switches both L1 caches on. A data cache that was on keeps its lines, for they
/// may be modified; one that was off holds garbage and is invalidated first.
///
/// # Safety
///
/// Memory must be mapped by blocks, with devices inhibited.
unsafe fn start_l1(bus: &mut HardwareBus) {
    let mut invalidate: FieldValue<u32, HID0::Register> = HID0::ICFI::SET;
    if !bus.read::<Hid0>().is_set(HID0::DCE) {
        invalidate += HID0::DCFI::SET;
    }
    // SAFETY: only a data cache that was off is invalidated, so no line is lost.
    unsafe { bus.write_raw::<Hid0>(HID0_RUNNING | invalidate.value) }
    // SAFETY: the same state without the invalidation bits, which an emulator
    // does not clear by itself.
    unsafe { bus.write_raw::<Hid0>(HID0_RUNNING) }
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
        set(states, L2cr::NAME, on);
    }
    let prefetch = bus.read_raw::<Msscr0>() | MSSCR0::L2PFE.val(3).value;
    // SAFETY: prefetch into a cache changes no memory; the other bits stay.
    unsafe { bus.write_raw::<Msscr0>(prefetch) }
    set(states, Msscr0::NAME, prefetch);
    Ok(())
}

fn note<R: Spr>(bus: &HardwareBus, states: &mut RegisterStates) {
    let found = bus.read_raw::<R>();
    let state = RegisterState { name: R::NAME, found, set: None, back: found };
    // The capacity is above the number of calls; a register too many would be
    // missing from the report, not from the chip.
    let _full = states.push(state);
}

fn set(states: &mut RegisterStates, name: &str, value: u32) {
    if let Some(state) = states.iter_mut().find(|state| state.name == name) {
        state.set = Some(value);
    }
}

fn read_back(bus: &HardwareBus, states: &mut RegisterStates) {
    let mut back = |name: &str, value: u32| {
        if let Some(state) = states.iter_mut().find(|state| state.name == name) {
            state.back = value;
        }
    };
    back(Hid0::NAME, bus.read_raw::<Hid0>());
    back(Msscr0::NAME, bus.read_raw::<Msscr0>());
    back(L2cr::NAME, bus.read_raw::<L2cr>());
    back(Ictc::NAME, bus.read_raw::<Ictc>());
    back(Mmcr0::NAME, bus.read_raw::<Mmcr0>());
    back(Mmcr1::NAME, bus.read_raw::<Mmcr1>());
    back(Mmcr2::NAME, bus.read_raw::<Mmcr2>());
}
