//! What an instruction takes of the limits of one cycle, in packed counters.
//!
//! Four bits a counter, which starts at 7 minus its limit: a counter that goes beyond the
//! limit sets its highest bit, so one addition and one mask tell whether all fit.

use std::marker::PhantomData;

use super::operation::Station;

const OVERFLOW: u32 = 0x8888_8888;

/// A stage with limits of its own.
pub(crate) trait Stage: Copy {
    /// The counters at the beginning of a cycle.
    const START: u32;
}

/// What is taken of a stage's limits in one cycle, or what one instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slots<S>(u32, PhantomData<S>);

/// D2: what dispatch takes.
pub(crate) type Dispatching = Slots<Dispatch>;

/// C1: what completion takes.
pub(crate) type Completing = Slots<Completion>;

/// Two for the vector queue, one for the floating-point queue, one for the LSU; 4 GPRs, 2
/// FPRs, 3 VRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dispatch {}

impl Stage for Dispatch {
    const START: u32 = start([2, 1, 1, 4, 2, 3]);
}

/// Three instructions; 3 GPRs, 3 FPRs, 3 VRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completion {}

impl Stage for Completion {
    const START: u32 = start([3, 3, 3, 3, 7, 7]);
}

/// Registers renamed, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Renames {
    pub gprs: u32,
    pub fprs: u32,
    pub vrs: u32,
}

/// Bits of the counter of instructions, which has no limit of its own.
const COUNT: u32 = 24;

const fn start(limits: [u32; 6]) -> u32 {
    let mut counters = 0;
    let mut place = 0;
    while place < limits.len() {
        counters |= (7 - limits[place]) << (4 * place);
        place += 1;
    }
    counters
}

impl<S: Stage> Slots<S> {
    /// Of a cycle in which nothing has passed.
    pub(crate) const EMPTY: Self = Self::new(S::START);

    const fn new(counters: u32) -> Self {
        Self(counters, PhantomData)
    }

    /// How many instructions.
    pub(crate) const fn count(self) -> usize {
        (self.0 >> COUNT & 7) as usize
    }

    /// As a number.
    pub(crate) const fn bits(&mut self) -> &mut u32 {
        &mut self.0
    }

    /// Of a cycle's first instruction, which always fits.
    #[inline(always)]
    pub(crate) const fn first(takes: Self) -> Self {
        let sum = S::START + takes.0;
        debug_assert!(sum & OVERFLOW == 0);
        Self::new(sum)
    }

    /// With one instruction more; `None` if it does not fit.
    #[inline(always)]
    pub(crate) const fn with(self, more: Self) -> Option<Self> {
        let sum = self.0 + more.0;
        if sum & OVERFLOW == 0 { Some(Self::new(sum)) } else { None }
    }
}

impl Dispatching {
    pub(super) const fn of(station: Station, renames: Renames) -> Self {
        let queue = match station {
            Station::Viu1 | Station::Viu2 | Station::Vpu | Station::Vfpu => 1,
            Station::Fpu => 1 << 4,
            Station::Lsu => 1 << 8,
            _ => 0,
        };
        Self::new(queue | renames.gprs << 12 | renames.fprs << 16 | renames.vrs << 20 | 1 << COUNT)
    }
}

impl Completing {
    /// An instruction that completes alone.
    pub(crate) const ALONE: Self = Self::new(3 | 1 << COUNT);

    pub(super) const fn of(renames: Renames) -> Self {
        if renames.gprs > 3 {
            return Self::ALONE;
        }
        Self::new(1 | renames.gprs << 4 | renames.fprs << 8 | renames.vrs << 12 | 1 << COUNT)
    }

    /// One instruction that loads so many general registers.
    pub(crate) const fn of_gprs(gprs: u32) -> Self {
        Self::of(Renames { gprs, fprs: 0, vrs: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Completing, Dispatching, Renames, Station};

    fn fits(station: Station, renames: Renames) -> usize {
        let mut slots = Dispatching::EMPTY;
        (0..10).take_while(|_| slots.with(Dispatching::of(station, renames)).map(|more| slots = more).is_some()).count()
    }

    #[test]
    fn a_cycle_dispatches_what_d2_says() {
        let none = Renames::default();
        assert_eq!(fits(Station::Vpu, none), 2);
        assert_eq!(fits(Station::Fpu, none), 1);
        assert_eq!(fits(Station::Lsu, none), 1);
        assert_eq!(fits(Station::Iu1, Renames { gprs: 1, ..none }), 4);
        assert_eq!(fits(Station::Iu1, Renames { gprs: 2, ..none }), 2);
        assert_eq!(fits(Station::Iu1, Renames { fprs: 1, ..none }), 2);
        assert_eq!(fits(Station::Iu1, Renames { vrs: 1, ..none }), 3);
    }

    #[test]
    fn a_cycle_completes_what_c1_says() {
        let update = Completing::EMPTY.with(Completing::of_gprs(2)).expect("one update load");
        let third = update.with(Completing::of_gprs(1)).expect("and one more register");
        assert_eq!(third.with(Completing::of_gprs(1)), None);
        assert!(third.with(Completing::of_gprs(0)).is_some());
        assert_eq!(update.with(Completing::of_gprs(5)), None, "five registers complete alone");
        assert_eq!(Completing::EMPTY.with(Completing::of_gprs(5)).expect("alone").with(Completing::of_gprs(0)), None);
    }
}
