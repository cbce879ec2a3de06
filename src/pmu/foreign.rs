//! For tests: the unit as somebody else left it.

use mpc7450::bus::memory::MemoryBus;
use mpc7450::registers::{Mmcr0, Mmcr1, Mmcr2, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};

/// Values in every register, put there without an instruction.
pub fn foreign_state() -> MemoryBus {
    let mut bus = MemoryBus::new();
    bus.plant::<Mmcr0>(0x0600_e0c2);
    bus.plant::<Mmcr1>(0x970d_6000);
    bus.plant::<Mmcr2>(0x8000_0000);
    bus.plant::<Pmc1>(0x1111_1111);
    bus.plant::<Pmc2>(0x2222_2222);
    bus.plant::<Pmc3>(0x3333_3333);
    bus.plant::<Pmc4>(0x4444_4444);
    bus.plant::<Pmc5>(0x5555_5555);
    bus.plant::<Pmc6>(0x8666_6666);
    bus
}
