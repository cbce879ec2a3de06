//! Misses of the L1 data cache: the load-miss queue and the lines under way (M4, M5).

use mpc7450::registers::{HID0, LDSTCR};

use super::Memory;
use super::below::{Coming, Requester};
use super::in_flight::{Cause, InFlight};
use super::l1::Fill;
use crate::controls::Controls;
use crate::signal::Signal;
use crate::sink::Sink;

/// Entries of the load-miss queue [AN2203].
const LOAD_MISSES: usize = 5;

/// Data lines under way that are remembered: 5 load misses and two lines of each of ten
/// stores can be.
const UNDER_WAY: usize = 32;

/// The load-miss queue and the lines under way.
#[derive(Debug)]
pub(super) struct Misses {
    /// For each entry, when it is free again.
    entries: [u64; LOAD_MISSES],
    lines: InFlight<UNDER_WAY>,
    latest: u64,
    /// The last cycle of a load or touch: none before it will be told.
    now: u64,
    /// The end of the cycles counted with a load miss, or a touch miss, outstanding.
    counted_loads: u64,
    counted_touches: u64,
}

impl Misses {
    pub(super) const fn new() -> Self {
        Self {
            entries: [0; LOAD_MISSES],
            lines: InFlight::new(),
            latest: 0,
            now: 0,
            counted_loads: 0,
            counted_touches: 0,
        }
    }

    /// The last arrival of all, and the last entry to be free.
    pub(super) const fn latest(&self) -> u64 {
        self.latest
    }

    /// The last arrival of a line that was asked for.
    pub(super) const fn last_arrival(&self) -> u64 {
        self.lines.latest()
    }

    /// The first cycle from `at` on in which an entry is free.
    pub(super) fn entry_free(&self, at: u64) -> u64 {
        self.entries.iter().fold(u64::MAX, |first, until| first.min(*until)).max(at)
    }

    /// Takes an entry that is free at `at`, until `until`.
    pub(super) fn take_entry(&mut self, at: u64, until: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| **entry <= at) {
            *entry = until;
        }
        self.now = at;
        self.latest = self.latest.max(until);
    }

    /// Arrival and cause of a line that is not there at `cycle`.
    #[inline]
    pub(super) fn behind(&self, line: u32, cycle: u64) -> Option<(u64, Cause)> {
        self.lines.behind(line, cycle)
    }

    fn ask(&mut self, line: u32, arrival: u64, cause: Cause) {
        self.lines.ask(line, self.now, arrival, cause);
        self.latest = self.latest.max(arrival);
    }

    /// Counts the cycles with a load miss outstanding, each once.
    pub(super) fn count_load_miss<S: Sink>(&mut self, at: u64, arrival: u64, sink: &mut S) {
        sink.span(Signal::L1DataLoadMissCycles, at.max(self.counted_loads), arrival);
        self.counted_loads = self.counted_loads.max(arrival);
        if arrival - at > u64::from(sink.scaled_threshold()) {
            sink.count(Signal::L1DataCacheLoadMissCyclesOverThreshold, arrival, 1);
        }
    }

    /// The same for touches.
    pub(super) fn count_touch_miss<S: Sink>(&mut self, at: u64, arrival: u64, sink: &mut S) {
        sink.span(Signal::L1DataTouchMissCycles, at.max(self.counted_touches), arrival);
        self.counted_touches = self.counted_touches.max(arrival);
    }
}

impl Memory {
    /// Ways of the L1 data cache into which nothing is filled.
    pub(super) fn locked_data_ways(controls: &Controls) -> u8 {
        if HID0::DLOCK.is_set(controls.hid0) { 0xff } else { LDSTCR::DCWL.read(controls.ldstcr) as u8 }
    }

    /// Asks below for a line that the L1 data cache does not have, and fills it.
    pub(super) fn reload<S: Sink>(
        &mut self,
        line: u32,
        requester: Requester,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Coming {
        let coming = self.below.ask(line, requester, at, controls, sink);
        if self.fill_data(line, requester == Requester::Store, at, controls, sink) {
            let cause = if requester == Requester::Touch { Cause::Touch } else { Cause::Demand };
            self.misses.ask(line, coming.arrival, cause);
            sink.count(Signal::L1DataCacheReloads, coming.arrival, 1);
        }
        coming
    }

    /// Puts a line into the L1 data cache, casting out what it replaces. Whether it is
    /// there.
    pub(super) fn fill_data<S: Sink>(
        &mut self,
        line: u32,
        modified: bool,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> bool {
        match self.data.fill(line, modified, Self::locked_data_ways(controls)) {
            Fill::Refused => return false,
            Fill::Filled => {}
            Fill::Replaced(replaced) => self.below.cast_out(replaced, at, controls, sink),
        }
        true
    }
}
