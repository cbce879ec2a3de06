//! Instruction fetches (M12).

use mpc7450::registers::{HID0, ICTRL};

use super::Memory;
use super::below::{Requester, bus_read};
use super::l1::{Fill, Filling};
use super::latency::FETCH;
use super::line;
use crate::controls::Controls;
use crate::record::Place;
use crate::signal::Signal;
use crate::sink::Sink;

impl Memory {
    /// Fetches one group of one 32-byte block at `f1`: the first cycle in which its words
    /// can be in the instruction queue, `f1` + 2 where it hits.
    #[inline]
    pub fn fetch<S: Sink>(&mut self, place: &Place, f1: u64, controls: &Controls, sink: &mut S) -> u64 {
        let at = self.translate_fetch(place, f1, controls, sink);
        self.fetch_translated(place, at, controls, sink)
    }

    /// The same for a group whose address is translated: F of M11 is known.
    #[inline]
    pub(crate) fn fetch_translated<S: Sink>(
        &mut self,
        place: &Place,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> u64 {
        sink.count(Signal::L1InstructionCacheAccesses, at, 1);
        let line = line(place.physical);
        let cached = HID0::ICE.is_set(controls.hid0) && !place.attributes.inhibited;
        if let Some(arrival) = if cached { self.instructions.read(line) } else { None } {
            return self.wait_for_words(at + FETCH, arrival, sink);
        }
        self.fetch_from_below(line, cached, at, controls, sink)
    }

    /// Whether a place is in the L1 instruction cache; changes nothing.
    #[must_use]
    pub fn is_instruction_cached(&self, place: &Place) -> bool {
        !place.attributes.inhibited && self.instructions.arrival(line(place.physical)).is_some()
    }

    fn fetch_from_below<S: Sink>(
        &mut self,
        line: u32,
        cached: bool,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> u64 {
        let words = at + FETCH;
        if !cached {
            let there = words + self.latency.memory;
            bus_read(at, there, sink);
            return self.wait_for_words(words, there, sink);
        }
        sink.count(Signal::L1InstructionCacheMisses, at, 1);
        let coming = self.below.ask(line, Requester::Fetch, at, controls, sink);
        let locked = if HID0::ILOCK.is_set(controls.hid0) { 0xff } else { ICTRL::ICWL.read(controls.ictrl) as u8 };
        let filling = Filling { line, modified: false, arrival: coming.arrival, touched: false };
        if self.instructions.fill(filling, locked) != Fill::Refused {
            sink.count(Signal::L1InstructionCacheReloads, coming.arrival, 1);
        }
        self.wait_for_words(words, coming.usable, sink)
    }

    fn wait_for_words<S: Sink>(&self, hit: u64, there: u64, sink: &mut S) -> u64 {
        sink.span(Signal::CyclesWaitingFromL1InstructionCacheMiss, hit, there);
        hit.max(there)
    }
}
