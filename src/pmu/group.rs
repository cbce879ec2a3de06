//! All counters as one: [`Group`] arms and reads them.
//!
//! # The order of a measurement
//!
//! 1. [`Group::arm`]: MMCR0 with FC set, then MMCR2, MMCR1, PMC1 to PMC6. Frozen
//!    first, so that nothing counts while half of the set-up is old; every
//!    counter, so that none is left negative [PERFCTR; LINUX-CORE].
//! 2. The window writes [`Group::armed`] to MMCR0. It comes last because it is
//!    the write that may enable the exception \[PERFCTR\].
//! 3. The window sets MSR\[PMM\], runs the measured code and clears MSR\[PMM\].
//! 4. The window writes [`Group::frozen`] to MMCR0.
//! 5. [`Group::read`].
//!
//! # Why FCM0 and MSR\[PMM\]
//!
//! Entry to any exception clears MSR\[PMM\] and `rfi` brings it back [MPC7400UM 4].
//! With FCM0 set and the measured code marked, an exception stops the counters
//! before its handler's first instruction and they go on with the interrupted
//! code, with no instruction spent on it. The other way round, FCM1 with the
//! mark set by the handler, counts the handler up to its `mtmsr`. The two MSR
//! writes also bound what is counted more tightly than MMCR0 does: the window's
//! own write of MMCR0 is outside.

use core::fmt;

use mpc7450::bus::SprBus;
use mpc7450::counter::Counter;
use report_format::record::State;

use super::control::Control;
use super::present::Present;
use super::programming::Programming;
use super::unit;

/// A programming made ready to measure marked code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    present: Present,
    armed: u32,
    frozen: u32,
    mmcr1: u32,
    mmcr2: u32,
    start: [u32; 6],
}

/// Why a programming cannot measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupError {
    /// An event is selected on a counter that the part does not have.
    Absent {
        /// The counter.
        counter: Counter,
        /// What the part has.
        present: Present,
    },
    /// A freeze bit holds the counters all the time that measured code runs.
    NeverCounts {
        /// The bits: FCM1, and FCS or FCP.
        freeze: Control,
    },
}

impl Group {
    /// Makes a programming ready for the counters that are present and for measured
    /// code that runs in this state. FC in it has no meaning here: the group freezes
    /// and unfreezes by itself.
    ///
    /// # Errors
    ///
    /// [`GroupError::Absent`], and [`GroupError::NeverCounts`] for the freeze bit of
    /// that state and for FCM1, because measured code runs with MSR\[PMM\] = 1.
    pub fn new(programming: &Programming, present: Present, state: State) -> Result<Self, GroupError> {
        let absent = |counter: &Counter| programming.selector(*counter).is_some() && !present.has(*counter);
        if let Some(counter) = Counter::ALL.into_iter().find(absent) {
            return Err(GroupError::Absent { counter, present });
        }
        let never = match state {
            State::Supervisor => Control::FCS,
            State::User => Control::FCP,
        };
        let freeze = programming.control_bits() & (never | Control::FCM1);
        if !freeze.is_empty() {
            return Err(GroupError::NeverCounts { freeze });
        }
        Ok(Self::ready(programming, present))
    }

    /// As [`Group::new`] for a programming known to measure.
    pub(super) fn ready(programming: &Programming, present: Present) -> Self {
        let words = programming.words();
        let armed = (Control::from_bits_retain(words.mmcr0) - Control::FC) | Control::FCM0;
        // No exception may come from a frozen unit, and TBSEL must not change
        // while TBEE is 1: that may look like a transition [MPC7400UM 11].
        let frozen = (armed | Control::FC) - (Control::PMXE | Control::TBEE);
        Self {
            present,
            armed: armed.bits(),
            frozen: frozen.bits(),
            mmcr1: words.mmcr1,
            mmcr2: words.mmcr2,
            start: programming.start(),
        }
    }

    /// The counters it reads and writes.
    #[must_use]
    pub const fn present(&self) -> Present {
        self.present
    }

    /// MMCR0 that lets marked code count: FC clear, FCM0 set.
    #[must_use]
    pub const fn armed(&self) -> u32 {
        self.armed
    }

    /// MMCR0 that stops counting: the armed word with FC set and no way to raise
    /// the exception.
    #[must_use]
    pub const fn frozen(&self) -> u32 {
        self.frozen
    }

    /// MMCR1 as [`Group::arm`] writes it.
    #[must_use]
    pub const fn mmcr1(&self) -> u32 {
        self.mmcr1
    }

    /// MMCR2 as [`Group::arm`] writes it.
    #[must_use]
    pub const fn mmcr2(&self) -> u32 {
        self.mmcr2
    }

    /// Freezes the unit and sets up everything but the last write of MMCR0.
    pub fn arm<B: SprBus>(&self, bus: &mut B) {
        unit::write(bus, self.present, self.frozen, self.mmcr1, self.mmcr2, self.start);
    }

    /// Reads the counters that are present, PMC1 first; the others are 0.
    ///
    /// Costs six `mfspr`, four on a part with four counters, always in the same
    /// order. The unit must be frozen: only then do the six values belong to the
    /// same moment, and only then does the cost not show in them.
    #[must_use]
    pub fn read<B: SprBus>(&self, bus: &B) -> [u32; 6] {
        unit::read(bus, self.present)
    }
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent { counter, present } => {
                write!(f, "PMC{} does not exist on this part, which has {present}", counter.number())
            }
            Self::NeverCounts { freeze } => {
                let state = if freeze.contains(Control::FCS) {
                    "FCS freezes supervisor state"
                } else if freeze.contains(Control::FCP) {
                    "FCP freezes user state"
                } else {
                    "FCM1 freezes marked code"
                };
                write!(f, "{state}, in which the measured code runs: nothing would count, leave the bit clear")
            }
        }
    }
}

impl core::error::Error for GroupError {}

#[cfg(test)]
mod tests {
    use mpc7450::bus::memory::Write;
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use report_format::record::State;

    use super::{Group, GroupError};
    use crate::pmu::control::Control;
    use crate::pmu::foreign::foreign_state;
    use crate::pmu::present::Present;
    use crate::pmu::programming::Programming;

    fn selecting(pairs: &[(Counter, u32)]) -> Programming {
        pairs
            .iter()
            .try_fold(Programming::new(), |programming, &(counter, code)| {
                programming.select(Selector::raw(counter, code).unwrap())
            })
            .unwrap()
    }

    #[test]
    fn arming_freezes_first_and_leaves_the_last_word_to_the_window() {
        let programming =
            selecting(&[(Counter::Pmc1, 1), (Counter::Pmc4, 28)]).negative_after(Counter::Pmc4, 1_000_000).unwrap();
        let group = Group::new(&programming, Present::Six, State::Supervisor).unwrap();
        let mut bus = foreign_state();
        group.arm(&mut bus);
        let expected: [Write; 9] = [
            (952, 0x8800_0040),
            (944, 0x0000_0000),
            (956, 0x0700_0000),
            (953, 0x0000_0000),
            (954, 0x0000_0000),
            (957, 0x0000_0000),
            (958, 0x7ff0_bdc0),
            (945, 0x0000_0000),
            (946, 0x0000_0000),
        ];
        assert_eq!(bus.writes(), expected);
        assert_eq!((group.armed(), group.frozen()), (0x0800_0040, 0x8800_0040));
        assert_eq!((group.mmcr1(), group.mmcr2()), (0x0700_0000, 0));
    }

    #[test]
    fn six_events_armed_and_frozen() {
        let six = [(1, 1), (2, 2), (3, 18), (4, 28), (5, 6), (6, 44)];
        let pairs = six.map(|(number, code)| (Counter::new(number).unwrap(), code));
        let group = Group::new(&selecting(&pairs), Present::Six, State::Supervisor).unwrap();
        let words = [group.armed(), group.frozen(), group.mmcr1(), group.mmcr2()];
        assert_eq!(words, [0x0800_0042, 0x8800_0042, 0x970d_6000, 0]);
    }

    #[test]
    fn a_frozen_unit_cannot_raise_the_exception() {
        let sampling = Control::PMXE | Control::FCECE | Control::PMC1CE | Control::TBEE | Control::FC;
        let group = Group::new(&Programming::new().control(sampling), Present::Six, State::Supervisor).unwrap();
        assert_eq!(group.armed(), 0x0e40_8000);
        assert_eq!(group.frozen(), 0x8a00_8000);
    }

    #[test]
    fn counters_come_in_the_manuals_order() {
        let group = Group::new(&Programming::new(), Present::Six, State::Supervisor).unwrap();
        let expected = [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444, 0x5555_5555, 0x8666_6666];
        assert_eq!(group.read(&foreign_state()), expected);
    }

    #[test]
    fn counters_that_are_absent_are_not_touched() {
        let group = Group::new(&Programming::new(), Present::Four, State::Supervisor).unwrap();
        let mut bus = foreign_state();
        assert_eq!(group.read(&bus), [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444, 0, 0]);
        group.arm(&mut bus);
        assert!(bus.writes().iter().all(|&(number, _)| number != 945 && number != 946));

        let mut bus = foreign_state();
        let group = Group::new(&Programming::new(), Present::None, State::Supervisor).unwrap();
        group.arm(&mut bus);
        assert_eq!((bus.writes(), group.read(&bus)), ([].as_slice(), [0; 6]));
    }

    #[test]
    fn what_cannot_measure_is_refused() {
        let absent = Group::new(&selecting(&[(Counter::Pmc5, 1)]), Present::Four, State::Supervisor).unwrap_err();
        assert_eq!(absent, GroupError::Absent { counter: Counter::Pmc5, present: Present::Four });
        assert_eq!(absent.to_string(), "PMC5 does not exist on this part, which has PMC1 to PMC4");
        for (control, text) in
            [(Control::FCS, "FCS freezes supervisor state"), (Control::FCM1, "FCM1 freezes marked code")]
        {
            let refused =
                Group::new(&Programming::new().control(control), Present::Six, State::Supervisor).unwrap_err();
            assert_eq!(refused, GroupError::NeverCounts { freeze: control });
            assert!(refused.to_string().starts_with(text), "{refused}");
        }
        assert!(Group::new(&Programming::new().control(Control::FCP), Present::Six, State::Supervisor).is_ok());
        let user = |control| Group::new(&Programming::new().control(control), Present::Six, State::User);
        let refused = user(Control::FCP).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "FCP freezes user state, in which the measured code runs: nothing would count, leave the bit clear"
        );
        assert_eq!(user(Control::FCS).map(|group| group.armed()), Ok(0x4800_0000));
        assert_eq!(user(Control::FCM1), Err(GroupError::NeverCounts { freeze: Control::FCM1 }));
    }
}
