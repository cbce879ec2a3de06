//! The three places for predicted branches (B3).

use crate::remembered::Fields;
use crate::signal::Signal;
use crate::sink::Sink;

#[derive(Debug)]
pub(super) struct Speculation {
    /// R of the branch that each place held last.
    resolved: [u64; 3],
    /// The largest R.
    last: u64,
}

impl Speculation {
    pub(super) const fn new() -> Self {
        Self { resolved: [0; 3], last: 0 }
    }

    /// Goes through it; no R before `least` tells any more.
    pub(super) fn relate(&mut self, least: u64, fields: &mut impl Fields) {
        let Self { resolved, last } = self;
        resolved.iter_mut().for_each(|cycle| fields.cycle(cycle));
        *last = least.max(*last);
        fields.exact(last);
    }

    /// From this cycle on a place is free.
    #[inline(always)]
    pub(super) fn free(&self) -> u64 {
        let [first, second, third] = self.resolved;
        first.min(second).min(third)
    }

    /// The largest R of all predicted branches.
    #[inline(always)]
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    /// A branch predicted in `from` is resolved in `resolved`; a place is free.
    pub(super) fn take<S: Sink>(&mut self, from: u64, resolved: u64, right: bool, sink: &mut S) {
        let place = self.resolved.iter().position(|end| *end <= from).unwrap_or(0);
        self.resolved[place] = resolved;
        self.last = self.last.max(resolved);
        sink.span(ACTIVE[place], from, resolved);
        if right {
            sink.count(RIGHT[place], resolved, 1);
        }
    }
}

const ACTIVE: [Signal; 3] = [
    Signal::CyclesFirstSpeculationBufferActive,
    Signal::SecondSpeculationBufferActive,
    Signal::ThirdSpeculationBufferActive,
];

const RIGHT: [Signal; 3] = [
    Signal::FirstSpeculativeBranchBufferResolvedCorrectly,
    Signal::SecondSpeculativeBranchBufferResolvedCorrectly,
    Signal::ThirdSpeculativeBranchBufferResolvedCorrectly,
];
