//! What will be counted in cycles to come: [`Wheel`].

use std::collections::BTreeMap;

use super::packed::{COUNTERS, LARGE, MOST, field, full, ones, remove_signed};

/// Cycles that the wheel holds without the list behind it.
const SPAN: u64 = 2048;
const SLOTS: usize = SPAN as usize;
const WORDS: usize = SLOTS / 64;

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

/// Counts by cycle, for the next [`SPAN`] cycles in a ring with one bit a cycle that
/// says where there is something, so that empty stretches are skipped at once.
///
/// A span of cycles is two changes of a rate, not an entry for each of its cycles: a miss
/// may take hundreds.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    points: Box<[u64; SLOTS]>,
    changes: Box<[u64; SLOTS]>,
    occupied: [u64; WORDS],
    /// Which words of `occupied` are not 0.
    summary: u32,
    rest: BTreeMap<u64, Rest>,
    first_rest: u64,
}

impl Wheel {
    pub(super) fn new() -> Self {
        Self {
            points: Box::new([0; SLOTS]),
            changes: Box::new([0; SLOTS]),
            occupied: [0; WORDS],
            summary: 0,
            rest: BTreeMap::new(),
            first_rest: u64::MAX,
        }
    }

    /// Adds `amount`, at most [`MOST`], to counters in `cycle`. `now` is the first cycle
    /// not yet taken, which `cycle` is not before.
    #[inline]
    pub(super) fn add(&mut self, counters: u8, amount: u32, cycle: u64, now: u64) {
        if cycle - now >= SPAN {
            return self.add_rest(counters, amount, cycle);
        }
        let place = cycle as usize % SLOTS;
        self.points[place] += ones(counters) * u64::from(amount);
        self.mark(place);
        if self.points[place] & LARGE != 0 {
            self.spill(place, cycle);
        }
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
        self.mark(place);
    }

    #[inline]
    fn mark(&mut self, place: usize) {
        self.occupied[place / 64] |= 1 << (place % 64);
        self.summary |= 1 << (place / 64);
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

    /// The first cycle, not before `now`, for which the ring has something; `u64::MAX`
    /// for none.
    #[inline]
    pub(super) fn next(&self, now: u64) -> u64 {
        let place = now as usize % SLOTS;
        let (word, shift) = (place / 64, place % 64);
        let here = self.occupied[word] >> shift;
        if here != 0 {
            return now + u64::from(here.trailing_zeros());
        }
        let others = self.summary.rotate_right(word as u32 + 1);
        if others == 0 {
            return u64::MAX;
        }
        let skipped = others.trailing_zeros();
        let bits = self.occupied[(word + 1 + skipped as usize) % WORDS];
        now - shift as u64 + 64 * (u64::from(skipped) + 1) + u64::from(bits.trailing_zeros())
    }

    /// Takes out what the ring has for a cycle, of which [`Wheel::next`] told.
    #[inline]
    pub(super) fn take(&mut self, cycle: u64) -> Slot {
        let place = cycle as usize % SLOTS;
        let points = std::mem::take(&mut self.points[place]);
        let word = &mut self.occupied[place / 64];
        *word &= !(1 << (place % 64));
        self.summary &= !(u32::from(*word == 0) << (place / 64));
        let change = if points & HAS_CHANGE == 0 { 0 } else { std::mem::take(&mut self.changes[place]) };
        Slot { points: points & !HAS_CHANGE, change }
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
        let mut cycle = self.next(now.max(after.saturating_add(1)));
        while cycle != u64::MAX && cycle < now + SPAN {
            let place = cycle as usize % SLOTS;
            self.points[place] &= !full(counters);
            self.changes[place] = remove_signed(self.changes[place], counters);
            cycle = self.next(cycle + 1);
        }
        for (_, rest) in self.rest.range_mut(after.saturating_add(1)..) {
            rest.change = remove_signed(rest.change, counters);
            for (counter, amount) in rest.amounts.iter_mut().enumerate() {
                *amount *= u32::from(counters >> counter & 1 == 0);
            }
        }
    }
}

const _: () = assert!(MOST as u64 * 3 < 1 << 10 && WORDS == 32);

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
        let mut cycle = wheel.next(now);
        while cycle != u64::MAX {
            found.push((cycle - now, wheel.take(cycle).points));
            cycle = wheel.next(cycle + 1);
        }
        assert_eq!(found, [(0, 2), (63, 2), (64, 2 | 1 << 10), (700, 2), (SPAN - 1, 2)]);
        assert_eq!(wheel.next_rest(), now + SPAN, "too far for the ring");
        assert_eq!(wheel.take_rest(now + SPAN).amounts, [7, 0, 0, 0, 0, 0]);
        assert_eq!((wheel.next(now + SPAN), wheel.next_rest()), (u64::MAX, u64::MAX));
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
        assert_eq!((wheel.next(0), wheel.take(10)), (10, Slot { points: 0, change: ones(0b100) }));
        assert_eq!((wheel.next(11), wheel.take(20)), (20, Slot { points: 0, change: ones(0b001) }));
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
