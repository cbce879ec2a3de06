//! Misses of the L1 data cache: the load-miss queue (M4).

use mpc7450::registers::{HID0, LDSTCR};

use super::Memory;
use super::below::{Coming, Requester};
use super::covered::Covered;
use super::l1::{Fill, Filling};
use crate::controls::Controls;
use crate::signal::Signal;
use crate::sink::Sink;

/// Entries of the load-miss queue [AN2203].
const LOAD_MISSES: usize = 5;

/// The load-miss queue, and what is counted of all lines under way.
#[derive(Debug)]
pub(super) struct Misses {
    /// For each entry, when it is free again.
    entries: [u64; LOAD_MISSES],
    /// The last arrival of all, and the last entry to be free.
    latest: u64,
    /// The end of the cycles counted with a load miss, or a touch miss, outstanding.
    counted_loads: u64,
    /// The same of those that a load waited for an entry, and in the RA latch.
    counted_full: u64,
    counted_latch: u64,
    counted_touches: Covered,
}

impl Misses {
    pub(super) const fn new() -> Self {
        Self {
            entries: [0; LOAD_MISSES],
            latest: 0,
            counted_loads: 0,
            counted_full: 0,
            counted_latch: 0,
            counted_touches: Covered::new(),
        }
    }

    /// The last arrival of all, and the last entry to be free.
    pub(super) const fn latest(&self) -> u64 {
        self.latest
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
        self.latest = self.latest.max(until);
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
        self.counted_touches.cover(at, arrival, |from, to| sink.span(Signal::L1DataTouchMissCycles, from, to));
    }

    /// Counts the cycles in which a load waits for an entry, both lines of it together.
    pub(super) fn count_full<S: Sink>(&mut self, from: u64, to: u64, sink: &mut S) {
        sink.span(Signal::LsuLmqFullStall, from.max(self.counted_full), to);
        self.counted_full = self.counted_full.max(to);
    }

    /// The end of those cycles: E' of the load that waited last.
    pub(super) const fn full_until(&self) -> u64 {
        self.counted_full
    }

    /// The same in the RA latch.
    pub(super) fn count_latch<S: Sink>(&mut self, from: u64, to: u64, sink: &mut S) {
        sink.span(Signal::LsuRaLatchStall, from.max(self.counted_latch), to);
        self.counted_latch = self.counted_latch.max(to);
    }
}

impl Memory {
    /// Ways of the L1 data cache into which nothing is filled.
    pub(super) fn locked_data_ways(controls: &Controls) -> u8 {
        if HID0::DLOCK.is_set(controls.hid0) { 0xff } else { LDSTCR::DCWL.read(controls.ldstcr) as u8 }
    }

    /// Asks below for a line that the L1 data cache does not have, and fills it.
    #[inline]
    pub(super) fn reload<S: Sink>(
        &mut self,
        line: u32,
        requester: Requester,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Coming {
        let coming = self.below.ask(line, requester, at, controls, sink);
        let (modified, touched) = (requester == Requester::Store, requester == Requester::Touch);
        let filling = Filling { line, modified, arrival: coming.arrival, touched };
        if self.fill_data(filling, at, controls, sink) {
            self.misses.latest = self.misses.latest.max(coming.arrival);
            sink.count(Signal::L1DataCacheReloads, coming.arrival, 1);
        }
        coming
    }

    /// Puts a line into the L1 data cache, casting out what it replaces. Whether it is
    /// there.
    #[inline]
    pub(super) fn fill_data<S: Sink>(&mut self, filling: Filling, at: u64, controls: &Controls, sink: &mut S) -> bool {
        match self.data.fill(filling, Self::locked_data_ways(controls)) {
            Fill::Refused => return false,
            Fill::Filled => {}
            Fill::Replaced(replaced) => self.below.cast_out(replaced, at, controls, sink),
        }
        true
    }
}
