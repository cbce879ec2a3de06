//! Keeps account of the control registers in a report's header: as found, as set, as
//! read back.

use mpc7450::bus::{Spr, SprBus, WriteIsSafe};
use mpc7450::registers::{
    Bamr, Dabr, Dbatl, Dbatu, Hid0, Hid1, Iabr, Ibatl, Ibatu, Ictc, Ictrl, L2cr, Ldstcr, Mmcr0, Mmcr1, Mmcr2, Msscr0,
    Msssr0, Pir, Pvr, Sdr1,
};

use super::features::{Blocks, Features};
use super::spr::HardwareBus;
use super::state::{RegisterState, RegisterStates};

/// What stands in every register of the header that the part has. L3CR is none of
/// them: a part and its twin without an L3, where the register is missing, have the
/// same version, and the number of a missing register must not be used.
#[must_use]
pub fn found(bus: &HardwareBus, features: &Features) -> RegisterStates {
    let mut states = RegisterStates::new();
    note::<Pvr>(bus, &mut states);
    if features.known() {
        note::<Hid0>(bus, &mut states);
        note::<Ictc>(bus, &mut states);
        note::<Iabr>(bus, &mut states);
        note::<Dabr>(bus, &mut states);
    }
    if features.family {
        note::<Pir>(bus, &mut states);
        note::<Hid1>(bus, &mut states);
        note::<Ictrl>(bus, &mut states);
        note::<Ldstcr>(bus, &mut states);
        note::<Msscr0>(bus, &mut states);
        note::<Msssr0>(bus, &mut states);
        note::<L2cr>(bus, &mut states);
        note::<Bamr>(bus, &mut states);
    }
    if features.counters > 0 {
        note::<Mmcr0>(bus, &mut states);
        note::<Mmcr1>(bus, &mut states);
        note::<Mmcr2>(bus, &mut states);
    }
    note_blocks(bus, features.blocks, &mut states);
    states
}

fn note_blocks(bus: &HardwareBus, blocks: Blocks, states: &mut RegisterStates) {
    macro_rules! note_pairs {
        ($($number:literal),*) => { $(
            note::<Ibatu<$number>>(bus, states);
            note::<Ibatl<$number>>(bus, states);
            note::<Dbatu<$number>>(bus, states);
            note::<Dbatl<$number>>(bus, states);
        )* };
    }
    if blocks != Blocks::None {
        note::<Sdr1>(bus, states);
        note_pairs!(0, 1, 2, 3);
    }
    if blocks == Blocks::Eight {
        note_pairs!(4, 5, 6, 7);
    }
}

fn note<R: Spr>(bus: &HardwareBus, states: &mut RegisterStates) {
    let found = bus.read_raw::<R>();
    let state = RegisterState { name: R::NAME, found, set: None, back: found };
    // The capacity is above the number of calls; a register too many would be
    // missing from the report, not from the chip.
    let _full = states.push(state);
}

/// Writes a register and accounts for it.
pub fn change<R: WriteIsSafe>(bus: &mut HardwareBus, states: &mut RegisterStates, value: u32) {
    bus.set_raw::<R>(value);
    set::<R>(states, value);
}

/// Accounts for a value that has been written.
pub fn set<R: Spr>(states: &mut RegisterStates, value: u32) {
    if let Some(state) = states.iter_mut().find(|state| state.name == R::NAME) {
        state.set = Some(value);
    }
}

/// Reads every register again, when set-up is complete.
pub fn read_back(bus: &HardwareBus, features: &Features, states: &mut RegisterStates) {
    for (state, now) in states.iter_mut().zip(found(bus, features)) {
        state.back = now.found;
    }
}
