//! What will be counted in cycles to come: [`Wheel`].

use std::collections::BTreeMap;

use super::packed::{COUNTERS, LARGE, MOST, SMALL, field, full, ones, remove_signed};
use crate::remembered::Fields;

/// Cycles that the wheel holds without the list behind it.
const SPAN: u64 = 2048;
const SLOTS: usize = SPAN as usize;
/// Slots that are looked at together: a line of the host's cache.
pub(super) const LINE: usize = 8;

/// Set in a slot that has a change of rates; the fields of six counters end below it.
const HAS_CHANGE: u64 = 1 << 63;

/// What happens in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    /// Counts of this cycle alone, one field a counter.
    pub(super) points: u64,
    /// Change, from this cycle on, of what is counted in every cycle: a wrapping sum of
    /// positive and negative fields.
    pub(super) change: u64,
}

/// What does not fit a [`Slot`]: a cycle too far away, or an amount too large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rest {
    /// Counts of this cycle alone.
    pub(super) amounts: [u32; COUNTERS],
    /// As in [`Slot::change`].
    pub(super) change: u64,
}

/// Counts by cycle, for the next [`SPAN`] cycles in a ring.
///
/// A span of cycles is two changes of a rate, not an entry for each of its cycles: a miss
/// may take hundreds. Empty stretches are skipped a line at a time; a bitmap of the slots in
/// use was slower, since every event had to wait for the word that the one before had
/// written.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    points: Box<[u64; SLOTS]>,
    changes: Box<[u64; SLOTS]>,
    /// From this cycle on the ring is empty.
    end: u64,
    rest: BTreeMap<u64, Rest>,
    first_rest: u64,
}

impl Wheel {
    pub(super) fn new() -> Self {
        Self {
            points: Box::new([0; SLOTS]),
            changes: Box::new([0; SLOTS]),
            end: 0,
            rest: BTreeMap::new(),
            first_rest: u64::MAX,
        }
    }

    /// Adds `amount`, at most [`MOST`], to counters in `cycle`. `now` is the first cycle
    /// not yet taken, which `cycle` is not before.
    #[inline(always)]
    pub(super) fn add(&mut self, counters: u8, amount: u32, cycle: u64, now: u64) {
        if !self.add_fields(ones(counters) * u64::from(amount), cycle, now) {
            self.add_rest(counters, amount, cycle);
        }
    }

    /// Adds packed amounts, each at most [`MOST`], in `cycle`; `false`, and nothing is added,
    /// where that is too far away for the ring.
    #[inline(always)]
    pub(super) fn add_fields(&mut self, fields: u64, cycle: u64, now: u64) -> bool {
        if cycle - now >= SPAN {
            return false;
        }
        let place = cycle as usize % SLOTS;
        self.points[place] += fields;
        self.reach(cycle);
        if self.points[place] & LARGE != 0 {
            self.spill(place, cycle);
        }
        true
    }

    /// Adds any amount to counters in `cycle`.
    pub(super) fn add_rest(&mut self, counters: u8, amount: u32, cycle: u64) {
        let rest = self.rest(cycle);
        for (counter, sum) in rest.amounts.iter_mut().enumerate() {
            *sum = sum.wrapping_add(amount * u32::from(counters >> counter & 1));
        }
    }

    /// Counts one in each cycle from `from` up to, not including, `to`.
    #[inline]
    pub(super) fn add_span(&mut self, counters: u8, from: u64, to: u64, now: u64) {
        self.change(ones(counters), from, now);
        self.change(ones(counters).wrapping_neg(), to, now);
    }

    /// Counts one in each cycle from `from` on, until the rates are set.
    pub(super) fn add_open_span(&mut self, counters: u8, from: u64, now: u64) {
        self.change(ones(counters), from, now);
    }

    fn change(&mut self, change: u64, cycle: u64, now: u64) {
        if cycle - now >= SPAN {
            let rest = self.rest(cycle);
            rest.change = rest.change.wrapping_add(change);
            return;
        }
        let place = cycle as usize % SLOTS;
        self.changes[place] = self.changes[place].wrapping_add(change);
        self.points[place] |= HAS_CHANGE;
        self.reach(cycle);
    }

    #[inline]
    const fn reach(&mut self, cycle: u64) {
        if cycle >= self.end {
            self.end = (cycle | 63) + 1;
        }
    }

    /// Moves a slot with a full field to the list.
    #[cold]
    fn spill(&mut self, place: usize, cycle: u64) {
        let points = self.points[place];
        self.points[place] &= HAS_CHANGE;
        for (counter, sum) in self.rest(cycle).amounts.iter_mut().enumerate() {
            *sum = sum.wrapping_add(field(points, counter));
        }
    }

    fn rest(&mut self, cycle: u64) -> &mut Rest {
        self.first_rest = self.first_rest.min(cycle);
        self.rest.entry(cycle).or_default()
    }

    /// The first cycle from `now` on, but before `limit`, for which the ring has something;
    /// `limit` for none.
    #[inline]
    pub(super) fn next(&self, now: u64, limit: u64) -> u64 {
        let end = limit.min(self.end);
        let mut cycle = now;
        while cycle < end {
            if cycle.is_multiple_of(LINE as u64) {
                cycle = self.skip_lines(cycle, end);
                if cycle >= end {
                    break;
                }
            }
            if self.points[cycle as usize % SLOTS] != 0 {
                return cycle;
            }
            cycle += 1;
        }
        limit
    }

    /// Skips empty lines from the line that begins with `cycle`.
    fn skip_lines(&self, mut cycle: u64, end: u64) -> u64 {
        while cycle < end {
            let place = cycle as usize % SLOTS;
            if self.points[place..place + LINE].iter().fold(0, |any, slot| any | slot) != 0 {
                break;
            }
            cycle += LINE as u64;
        }
        cycle
    }

    /// Takes out what the ring has for the [`LINE`] cycles of a line from `cycle` on, as one
    /// sum; `None`, and nothing is taken, where it has nothing, rates change, or a field is
    /// above 31.
    #[inline]
    pub(super) fn take_line(&mut self, cycle: u64) -> Option<u64> {
        let place = cycle as usize % SLOTS;
        let line = &mut self.points[place..place + LINE];
        let any = line.iter().fold(0, |any, slot| any | slot);
        if any == 0 || any & !SMALL != 0 {
            return None;
        }
        let sum = line.iter().sum();
        line.fill(0);
        Some(sum)
    }

    /// From this cycle on the ring is empty.
    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Takes out what the ring has for a cycle.
    #[inline]
    pub(super) fn take(&mut self, cycle: u64) -> Slot {
        let place = cycle as usize % SLOTS;
        let points = std::mem::take(&mut self.points[place]);
        let change = if points & HAS_CHANGE == 0 { 0 } else { std::mem::take(&mut self.changes[place]) };
        Slot { points: points & !HAS_CHANGE, change }
    }

    /// Goes through the ring from `now` on; the list is empty. What is put back finds it empty.
    pub(super) fn relate<F: Fields>(&mut self, now: u64, fields: &mut F) {
        let behind = now + SPAN;
        let mut cycle = now;
        loop {
            let mut next = if F::READS { behind } else { self.next(cycle, behind) };
            let mut more = next < behind;
            fields.flag(&mut more);
            if !more {
                return;
            }
            fields.exact(&mut next);
            let Self { points, changes, end: _, rest: _, first_rest: _ } = self;
            let place = next as usize % SLOTS;
            fields.long(&mut points[place]);
            if points[place] & HAS_CHANGE != 0 {
                fields.long(&mut changes[place]);
            }
            self.reach(next);
            cycle = next + 1;
        }
    }

    /// Empties the ring from `now` on.
    pub(super) fn empty(&mut self, now: u64) {
        let behind = now + SPAN;
        let mut cycle = self.next(now, behind);
        while cycle < behind {
            self.take(cycle);
            cycle = self.next(cycle + 1, behind);
        }
    }

    /// The first cycle for which the list has something; `u64::MAX` for none.
    #[inline]
    pub(super) const fn next_rest(&self) -> u64 {
        self.first_rest
    }

    /// Takes out what the list has for a cycle.
    pub(super) fn take_rest(&mut self, cycle: u64) -> Rest {
        let rest = self.rest.remove(&cycle).unwrap_or_default();
        self.first_rest = self.rest.first_key_value().map_or(u64::MAX, |(cycle, _)| *cycle);
        rest
    }

    /// Drops what counters would count in cycles behind `after`; spans that are open then
    /// lose their end, so the caller must set those counters' rates after that cycle.
    pub(super) fn forget(&mut self, counters: u8, after: u64, now: u64) {
        for cycle in now.max(after.saturating_add(1))..self.end.min(now + SPAN) {
            let place = cycle as usize % SLOTS;
            self.points[place] &= !full(counters);
            self.changes[place] = remove_signed(self.changes[place], counters);
        }
        for (_, rest) in self.rest.range_mut(after.saturating_add(1)..) {
            rest.change = remove_signed(rest.change, counters);
            for (counter, amount) in rest.amounts.iter_mut().enumerate() {
                *amount *= u32::from(counters >> counter & 1 == 0);
            }
        }
    }
}

const _: () = assert!(MOST as u64 * 3 < 1 << 10 && SLOTS.is_multiple_of(LINE));

#[cfg(test)]
mod tests {
    use super::{SPAN, Slot, Wheel, ones};

    #[test]
    fn what_was_added_comes_out_in_cycle_order() {
        let mut wheel = Wheel::new();
        let now = 5000;
        for cycle in [now + SPAN - 1, now, now + 63, now + 64, now + 700] {
            wheel.add(0b1, 2, cycle, now);
        }
        wheel.add(0b10, 1, now + 64, now);
        wheel.add(0b1, 7, now + SPAN, now);
        let mut found = Vec::new();
        let limit = now + SPAN;
        let mut cycle = wheel.next(now, limit);
        while cycle != limit {
            found.push((cycle - now, wheel.take(cycle).points));
            cycle = wheel.next(cycle + 1, limit);
        }
        assert_eq!(found, [(0, 2), (63, 2), (64, 2 | 1 << 10), (700, 2), (SPAN - 1, 2)]);
        assert_eq!(wheel.next_rest(), now + SPAN, "too far for the ring");
        assert_eq!(wheel.take_rest(now + SPAN).amounts, [7, 0, 0, 0, 0, 0]);
        assert_eq!((wheel.next(limit, u64::MAX), wheel.next_rest()), (u64::MAX, u64::MAX));
    }

    #[test]
    fn a_line_comes_out_as_a_sum_unless_rates_change_or_fields_are_large() {
        let mut wheel = Wheel::new();
        for cycle in 8..16 {
            wheel.add(0b11, 31, cycle, 0);
        }
        assert_eq!(wheel.take_line(0), None, "it has nothing");
        assert_eq!(wheel.take_line(8), Some(ones(0b11) * 248));
        assert_eq!(wheel.next(0, 100), 100, "it is taken");
        wheel.add(0b1, 32, 20, 0);
        wheel.add_span(0b1, 30, 40, 0);
        assert_eq!((wheel.take_line(16), wheel.take_line(24)), (None, None));
        assert_eq!(wheel.take(20).points, 32);
    }

    #[test]
    fn full_fields_move_to_the_list() {
        let mut wheel = Wheel::new();
        for _ in 0..10 {
            wheel.add(0b11, 255, 40, 0);
        }
        let inline = wheel.take(40).points & 0x3ff;
        assert_eq!(u64::from(wheel.take_rest(40).amounts[0]) + inline, 2550);
    }

    #[test]
    fn spans_are_two_changes() {
        let mut wheel = Wheel::new();
        wheel.add_span(0b100, 10, 20, 0);
        wheel.add_span(0b101, 20, 5000, 0);
        assert_eq!((wheel.next(0, 100), wheel.take(10)), (10, Slot { points: 0, change: ones(0b100) }));
        assert_eq!((wheel.next(11, 100), wheel.take(20)), (20, Slot { points: 0, change: ones(0b001) }));
        assert_eq!(wheel.take_rest(5000).change, ones(0b101).wrapping_neg());
    }

    #[test]
    fn forgotten_counters_count_nothing_behind_the_cycle() {
        let mut wheel = Wheel::new();
        for cycle in [5, 6, 9000] {
            wheel.add(0b11, 1, cycle, 0);
        }
        wheel.add_span(0b11, 3, 8, 0);
        wheel.forget(0b01, 5, 0);
        assert_eq!(wheel.take(3).change, ones(0b11));
        assert_eq!(wheel.take(5).points, ones(0b11));
        assert_eq!(wheel.take(6).points, ones(0b10));
        assert_eq!(wheel.take(8).change, ones(0b10).wrapping_neg());
        assert_eq!(wheel.take_rest(9000).amounts, [0, 1, 0, 0, 0, 0]);
    }
}
