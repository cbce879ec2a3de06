//! What others had in the unit: [`Saved`].

use mpc7450::bus::SprBus;
use mpc7450::registers::{Mmcr0, Mmcr1, Mmcr2};

use super::control::Control;
use super::present::Present;
use super::unit;

/// The unit as somebody else left it: all its registers that can be written.
///
/// SIAR is not among them: no source says that it can be written, and QEMU
/// answers with a program exception \[QEMU\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    present: Present,
    mmcr0: u32,
    mmcr1: u32,
    mmcr2: u32,
    counters: [u32; 6],
}

impl Saved {
    /// Takes the state from the unit and leaves the unit frozen.
    ///
    /// MMCR0 is read and not remembered, because hardware changes FC, PMXE and
    /// TRIGGER \[PERFCTR\]; then it is frozen, so that the rest is of one moment.
    /// Between those two instructions hardware may still clear TRIGGER or PMXE.
    /// What does it is a negative counter, which is saved too and does it again
    /// after [`Saved::restore`].
    #[must_use]
    pub fn take<B: SprBus>(bus: &mut B, present: Present) -> Self {
        if present == Present::None {
            return Self { present, mmcr0: 0, mmcr1: 0, mmcr2: 0, counters: [0; 6] };
        }
        let mmcr0 = bus.read_raw::<Mmcr0>();
        bus.set_raw::<Mmcr0>(Control::FC.bits());
        Self {
            present,
            mmcr0,
            mmcr1: bus.read_raw::<Mmcr1>(),
            mmcr2: bus.read_raw::<Mmcr2>(),
            counters: unit::read(bus, present),
        }
    }

    /// Puts the state back: frozen first, the saved MMCR0 last, since that write
    /// may let the counters run and raise an exception.
    pub fn restore<B: SprBus>(&self, bus: &mut B) {
        unit::write(bus, self.present, Control::FC.bits(), self.mmcr1, self.mmcr2, self.counters);
        if self.present != Present::None {
            bus.set_raw::<Mmcr0>(self.mmcr0);
        }
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::bus::SprBus;
    use mpc7450::bus::memory::{MemoryBus, Write};
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use mpc7450::registers::{Mmcr0, Mmcr1, Mmcr2, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};
    use proptest::prelude::*;
    use report_format::record::State;

    use super::Saved;
    use crate::pmu::control::Control;
    use crate::pmu::foreign::foreign_state;
    use crate::pmu::group::Group;
    use crate::pmu::present::Present;
    use crate::pmu::programming::Programming;

    #[test]
    fn saving_freezes_and_restoring_lets_go_last() {
        let mut bus = foreign_state();
        let saved = Saved::take(&mut bus, Present::Six);
        assert_eq!(bus.writes(), [(952, 0x8000_0000)]);
        bus.forget_writes();
        saved.restore(&mut bus);
        let expected: [Write; 10] = [
            (952, 0x8000_0000),
            (944, 0x8000_0000),
            (956, 0x970d_6000),
            (953, 0x1111_1111),
            (954, 0x2222_2222),
            (957, 0x3333_3333),
            (958, 0x4444_4444),
            (945, 0x5555_5555),
            (946, 0x8666_6666),
            (952, 0x0600_e0c2),
        ];
        assert_eq!(bus.writes(), expected);
    }

    #[test]
    fn bits_that_hardware_changed_are_saved_as_they_are() {
        let mut bus = MemoryBus::new();
        let programming = Programming::new().control(Control::TRIGGER | Control::FCECE);
        let group = Group::new(&programming, Present::Six, State::Supervisor).unwrap();
        group.arm(&mut bus);
        bus.set_raw::<Mmcr0>(group.armed());
        bus.plant::<Mmcr0>(0x8a00_0000);
        let saved = Saved::take(&mut bus, Present::Six);
        saved.restore(&mut bus);
        assert_eq!(bus.read_raw::<Mmcr0>(), 0x8a00_0000);
    }

    #[test]
    fn registers_that_are_absent_are_not_touched() {
        let written = |present| {
            let mut bus = foreign_state();
            Saved::take(&mut bus, present).restore(&mut bus);
            bus.writes().iter().map(|&(number, _)| number).collect::<Vec<_>>()
        };
        assert_eq!(written(Present::Four), [952, 952, 944, 956, 953, 954, 957, 958, 952]);
        assert_eq!(written(Present::None), []);
    }

    proptest! {
        /// Whatever was in the unit is in it again after a measurement.
        #[test]
        fn restore_undoes_a_measurement(mmcr0: u32, mmcr1: u32, mmcr2: u32, counters: [u32; 6]) {
            let mut bus = MemoryBus::new();
            bus.plant::<Mmcr0>(mmcr0);
            bus.plant::<Mmcr1>(mmcr1);
            bus.plant::<Mmcr2>(mmcr2);
            bus.plant::<Pmc1>(counters[0]);
            bus.plant::<Pmc2>(counters[1]);
            bus.plant::<Pmc3>(counters[2]);
            bus.plant::<Pmc4>(counters[3]);
            bus.plant::<Pmc5>(counters[4]);
            bus.plant::<Pmc6>(counters[5]);
            let saved = Saved::take(&mut bus, Present::Six);
            let selector = Selector::raw(Counter::Pmc6, 44).unwrap();
            let programming = Programming::new().select(selector).unwrap();
            let group = Group::new(&programming, Present::Six, State::Supervisor).unwrap();
            group.arm(&mut bus);
            bus.set_raw::<Mmcr0>(group.armed());
            bus.set_raw::<Mmcr0>(group.frozen());
            saved.restore(&mut bus);
            let control = [bus.read_raw::<Mmcr0>(), bus.read_raw::<Mmcr1>(), bus.read_raw::<Mmcr2>()];
            prop_assert_eq!(control, [mmcr0, mmcr1, mmcr2]);
            prop_assert_eq!(group.read(&bus), counters);
        }
    }
}
