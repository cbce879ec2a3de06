//! Reservation stations and the order of execution (I3, X1, X3).

use super::ring::Ring;
use crate::remembered::Fields;

/// All units but the branch unit.
#[derive(Debug)]
pub(super) struct Units {
    pub simple: Simple,
    pub complex: Unit<2>,
    pub memory: Unit<2>,
    /// X5: the earliest next E of a floating-point store.
    pub float_store: u64,
    pub float: Unit<2>,
    pub float_starts: FloatStarts,
    /// VIU1, VIU2, VPU, VFPU.
    pub vector: [Unit<1>; 4],
}

impl Units {
    pub(super) const fn new() -> Self {
        Self {
            simple: Simple::new(),
            complex: Unit::new(),
            memory: Unit::new(),
            float_store: 0,
            float: Unit::new(),
            float_starts: FloatStarts::new(),
            vector: [const { Unit::new() }; 4],
        }
    }
}

impl Units {
    /// Goes through them: an instruction executes at the earliest three behind the base.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { simple, complex, memory, float_store, float, float_starts, vector } = self;
        let Simple { executed } = simple;
        executed.iter_mut().for_each(|cycle| fields.cycle(cycle));
        complex.relate(fields);
        memory.relate(fields);
        fields.cycle(float_store);
        float.relate(fields);
        float_starts.relate(fields);
        vector.iter_mut().for_each(|unit| unit.relate(fields));
    }
}

/// A unit that executes in order behind `STATIONS` reservation stations.
#[derive(Debug)]
pub(super) struct Unit<const STATIONS: usize> {
    executed: Ring<2>,
    /// The earliest next E.
    next: u64,
}

impl<const STATIONS: usize> Unit<STATIONS> {
    const fn new() -> Self {
        Self { executed: Ring::new(), next: 0 }
    }

    fn relate(&mut self, fields: &mut impl Fields) {
        let Self { executed, next } = self;
        executed.relate(STATIONS, fields);
        fields.cycle(next);
    }

    /// From this cycle on a station is free.
    #[inline(always)]
    pub(super) const fn free(&self) -> u64 {
        self.executed.back(STATIONS)
    }

    /// The earliest next E.
    #[inline(always)]
    pub(super) const fn next(&self) -> u64 {
        self.next
    }

    /// The last E.
    #[inline(always)]
    pub(super) const fn last(&self) -> u64 {
        self.executed.back(1)
    }

    /// An instruction executes in `cycle`, the next one in `next` at the earliest.
    #[inline(always)]
    pub(super) const fn execute(&mut self, cycle: u64, next: u64) {
        self.executed.push(cycle);
        self.next = next;
    }

    /// Nothing executes before `cycle`.
    pub(super) const fn wait(&mut self, cycle: u64) {
        self.next = cycle;
    }
}

/// IU1a, b and c: three units alike, so the order of their last E is all that matters.
#[derive(Debug)]
pub(super) struct Simple {
    executed: [u64; 3],
}

impl Simple {
    const fn new() -> Self {
        Self { executed: [0; 3] }
    }

    /// From this cycle on the one that an instruction goes to is free.
    #[inline(always)]
    pub(super) const fn free(&self) -> u64 {
        self.executed[0]
    }

    #[inline(always)]
    pub(super) fn execute(&mut self, cycle: u64) {
        let [_, second, third] = self.executed;
        let later = second.max(cycle);
        self.executed = [second.min(cycle), third.min(later), third.max(later)];
    }
}

/// Cycles in which there are four starts.
const SPACING: u64 = 5;

/// The floating-point unit's starts: four in five cycles (X3).
#[derive(Debug)]
pub(super) struct FloatStarts(Ring<4>);

impl FloatStarts {
    const fn new() -> Self {
        Self(Ring::new())
    }

    /// What is compared with E is five cycles later than what is kept.
    fn relate(&mut self, fields: &mut impl Fields) {
        let Self(starts) = self;
        starts.relate_later(4, SPACING, fields);
    }

    pub(super) const fn next(&self) -> u64 {
        match self.0.back(4) {
            0 => 0,
            fourth => fourth + SPACING,
        }
    }

    pub(super) const fn start(&mut self, cycle: u64) {
        self.0.push(cycle);
    }
}
