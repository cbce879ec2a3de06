//! Translation by the page table (M11).

use mpc7450::registers::HID0;

use super::Memory;
use super::tlb::Tlb;
use crate::controls::Controls;
use crate::record::{Access, AccessKind, Place, Translation};
use crate::signal::Signal;
use crate::sink::Sink;

/// The signals of one TLB: misses, cycles of searches, long searches.
type Signals = [Signal; 3];

const INSTRUCTION: Signals = [
    Signal::ItlbNonSpeculativeMisses,
    Signal::ItlbHardwareTableSearchCycles,
    Signal::ItlbHardwareTableSearchCyclesOverThreshold,
];
const DATA: Signals =
    [Signal::DtlbMisses, Signal::DtlbHardwareTableSearchCycles, Signal::DtlbHardwareTableSearchCyclesOverThreshold];

impl Memory {
    /// The cycle in which a fetch at `at` has its physical address.
    #[inline]
    pub(crate) fn translate_fetch<S: Sink>(
        &mut self,
        place: &Place,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> u64 {
        translate(&mut self.instruction_tlb, INSTRUCTION, self.latency.search, place, at, controls, sink)
    }

    /// The cycle in which an access at `at` has its physical address, or both where it
    /// crosses into the next page.
    ///
    /// A record has one physical address: the second page's is taken to follow.
    #[inline(always)]
    pub(super) fn translate_access<S: Sink>(
        &mut self,
        access: &Access,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> u64 {
        let place = &access.place;
        let found = self.translate_data(place, at, controls, sink);
        let into_next = place.effective & 0xfff;
        if into_next + u32::from(access.bytes) <= 0x1000 || !matches!(access.kind, AccessKind::Load | AccessKind::Store)
        {
            return found;
        }
        self.translate_second(place, found, controls, sink)
    }

    #[inline(never)]
    fn translate_second<S: Sink>(&mut self, place: &Place, found: u64, controls: &Controls, sink: &mut S) -> u64 {
        let rest = 0x1000 - (place.effective & 0xfff);
        let second = Place {
            effective: place.effective.wrapping_add(rest),
            physical: place.physical + u64::from(rest),
            ..*place
        };
        self.translate_data(&second, found, controls, sink)
    }

    /// The cycle in which a data access at `at` has its physical address.
    #[inline]
    pub(super) fn translate_data<S: Sink>(&mut self, place: &Place, at: u64, controls: &Controls, sink: &mut S) -> u64 {
        translate(&mut self.data_tlb, DATA, self.latency.search, place, at, controls, sink)
    }
}

#[inline(always)]
fn translate<S: Sink>(
    tlb: &mut Tlb,
    signals: Signals,
    search: u64,
    place: &Place,
    at: u64,
    controls: &Controls,
    sink: &mut S,
) -> u64 {
    if place.translation != Translation::Page || tlb.translate(place) {
        at
    } else {
        search_table(signals, search, at, controls, sink)
    }
}

#[inline(never)]
fn search_table<S: Sink>(signals: Signals, search: u64, at: u64, controls: &Controls, sink: &mut S) -> u64 {
    let [misses, cycles, long] = signals;
    sink.count(misses, at, 1);
    if HID0::STEN.is_set(controls.hid0) {
        return at;
    }
    let found = at + search;
    sink.span(cycles, at, found);
    if search > u64::from(sink.scaled_threshold()) {
        sink.count(long, found, 1);
    }
    found
}
