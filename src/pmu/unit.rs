//! The sequences of register accesses that everything else is made of.

use mpc7450::bus::SprBus;
use mpc7450::counter::Counter;
use mpc7450::registers::{Mmcr0, Mmcr1, Mmcr2, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};

use super::present::Present;

/// Writes a freezing MMCR0 and then all the rest.
pub fn write<B: SprBus>(bus: &mut B, present: Present, frozen: u32, mmcr1: u32, mmcr2: u32, counters: [u32; 6]) {
    if present == Present::None {
        return;
    }
    bus.set_raw::<Mmcr0>(frozen);
    bus.set_raw::<Mmcr2>(mmcr2);
    bus.set_raw::<Mmcr1>(mmcr1);
    let [pmc1, pmc2, pmc3, pmc4, pmc5, pmc6] = counters;
    bus.set_raw::<Pmc1>(pmc1);
    bus.set_raw::<Pmc2>(pmc2);
    bus.set_raw::<Pmc3>(pmc3);
    bus.set_raw::<Pmc4>(pmc4);
    if present == Present::Six {
        bus.set_raw::<Pmc5>(pmc5);
        bus.set_raw::<Pmc6>(pmc6);
    }
}

/// Writes one counter, which must be present.
pub fn write_one<B: SprBus>(bus: &mut B, counter: Counter, value: u32) {
    match counter {
        Counter::Pmc1 => bus.set_raw::<Pmc1>(value),
        Counter::Pmc2 => bus.set_raw::<Pmc2>(value),
        Counter::Pmc3 => bus.set_raw::<Pmc3>(value),
        Counter::Pmc4 => bus.set_raw::<Pmc4>(value),
        Counter::Pmc5 => bus.set_raw::<Pmc5>(value),
        Counter::Pmc6 => bus.set_raw::<Pmc6>(value),
    }
}

/// Reads the counters that are present in the one order there is.
pub fn read<B: SprBus>(bus: &B, present: Present) -> [u32; 6] {
    if present == Present::None {
        return [0; 6];
    }
    let pmc1 = bus.read_raw::<Pmc1>();
    let pmc2 = bus.read_raw::<Pmc2>();
    let pmc3 = bus.read_raw::<Pmc3>();
    let pmc4 = bus.read_raw::<Pmc4>();
    let (pmc5, pmc6) = match present {
        Present::Six => (bus.read_raw::<Pmc5>(), bus.read_raw::<Pmc6>()),
        _ => (0, 0),
    };
    [pmc1, pmc2, pmc3, pmc4, pmc5, pmc6]
}
