//! Fetch groups on their way into the instruction queue (F1 to F5).

use super::ring::Ring;
use crate::controls::Controls;
use crate::memory::Memory;
use crate::record::Place;
use crate::remembered::Fields;
use crate::sink::Sink;

/// Places of the instruction queue.
pub(super) const QUEUE: usize = 12;

/// No instruction stands there.
const NOWHERE: u32 = 1;

#[derive(Debug)]
pub(super) struct Fetch {
    /// The earliest cycle in which the next group can be fetched.
    next: u64,
    /// The next group comes from the BTIC.
    held: bool,
    /// Q of the group before, if fetch did not start anew behind it.
    before: u64,
    /// The cycle in which the group was asked for that instructions come from.
    fetched: u64,
    /// Q of that group.
    queued: u64,
    /// Where its next word stands; [`NOWHERE`] if there is none.
    expected: u32,
    /// Where the group behind it begins.
    end: u32,
    /// L + 1 of the last instructions.
    gone: Ring<16>,
}

/// Words of a group that begins at this address (F1).
const fn words(effective: u32) -> u32 {
    let to_end = 8 - (effective >> 2) % 8;
    if to_end < 4 { to_end } else { 4 }
}

impl Fetch {
    pub(super) const fn new(cycle: u64) -> Self {
        Self {
            next: cycle,
            held: false,
            before: 0,
            fetched: 0,
            queued: 0,
            expected: NOWHERE,
            end: 0,
            gone: Ring::new(),
        }
    }

    /// Q of an instruction.
    #[inline(always)]
    pub(super) fn queue<S: Sink>(&mut self, at: &Place, memory: &mut Memory, controls: &Controls, sink: &mut S) -> u64 {
        if self.expected != at.effective {
            self.group(at, memory, controls, sink);
        }
        let next = at.effective.wrapping_add(4);
        self.expected = if next == self.end { NOWHERE } else { next };
        self.queued
    }

    #[inline(never)]
    fn group<S: Sink>(&mut self, at: &Place, memory: &mut Memory, controls: &Controls, sink: &mut S) {
        let words = words(at.effective);
        let mut fetched = self.next;
        let there = if std::mem::replace(&mut self.held, false) {
            fetched + 2
        } else {
            // M11: a search holds the fetch, and with it the groups behind.
            fetched = memory.translate_fetch(at, fetched, controls, sink);
            memory.fetch_translated(at, fetched, controls, sink)
        };
        let room = self.gone.back(QUEUE + 1 - words as usize);
        self.next = (fetched + 1).max(self.before);
        self.fetched = fetched;
        self.queued = there.max(self.queued + 1).max(room);
        self.before = self.queued;
        self.end = at.effective.wrapping_add(4 * words);
    }

    /// Fetch starts anew in this cycle.
    #[inline(always)]
    pub(super) const fn restart(&mut self, cycle: u64) {
        self.next = cycle;
        self.held = false;
        self.before = 0;
        self.expected = NOWHERE;
    }

    /// Fetch starts anew with a group that the BTIC holds.
    #[inline(always)]
    pub(super) const fn restart_held(&mut self, cycle: u64) {
        self.restart(cycle);
        self.held = true;
    }

    /// Goes through it. The base is the earliest cycle in which the next group can be fetched:
    /// Q of all further groups is at least two behind it, and Q of one that has words left at
    /// least one.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { next, held, before, fetched, queued, expected, end, gone } = self;
        fields.exact(next);
        fields.flag(held);
        fields.cycle(before);
        fields.cycle(queued);
        fields.word(expected);
        if *expected == NOWHERE {
            (*end, *fetched) = (0, *next);
        } else {
            fields.word(end);
            fields.exact(fetched);
        }
        gone.relate(QUEUE, fields);
    }

    /// How many words from this address on come without another fetch.
    pub(super) const fn held_words(&self, effective: u32) -> u32 {
        if self.held {
            words(effective)
        } else if self.expected == effective {
            self.end.wrapping_sub(effective) / 4
        } else {
            0
        }
    }

    /// L + 1 of the instruction so many before the next one.
    #[inline(always)]
    pub(super) const fn gone(&self, back: usize) -> u64 {
        self.gone.back(back)
    }

    /// F5: the instruction dispatches, which happens in order, and not before the branches in
    /// front of it execute (D1).
    #[inline(always)]
    pub(super) const fn dispatch(&mut self, cycle: u64) {
        debug_assert!(cycle + 1 >= self.gone.back(1));
        self.gone.push(cycle + 1);
    }

    /// F5: the branch executes and is not dispatched.
    #[inline(always)]
    pub(super) fn leave(&mut self, cycle: u64) {
        self.gone.push((cycle + 1).max(self.gone.back(1)));
    }

    /// The cycle in which the group of the last instruction was asked for.
    pub(super) const fn fetched(&self) -> u64 {
        self.fetched
    }

    /// Q of the last instruction.
    pub(super) const fn queued(&self) -> u64 {
        self.queued
    }

    /// The earliest cycle in which anything can still be fetched.
    pub(super) const fn frontier(&self) -> u64 {
        self.next
    }
}
