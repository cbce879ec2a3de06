//! The six counters with what they count in every cycle: [`Bank`].

use super::packed::{COUNTERS, LARGE, SMALL, field, full, ones};
use super::wheel::LINE;
use crate::remembered::Fields;

/// Bit 0 in the manual's numbers: the counter is negative.
const NEGATIVE: u32 = 0x8000_0000;

/// A counter this far from a change of its sign is looked at in every cycle. More than
/// the sums can hold, so that no change is missed.
const NEAR: u32 = 1 << 10;

/// Cycles that are added up line by line.
const SHORT: u64 = 64;

/// Values, rates, and which counters count.
///
/// Counts are collected in `sums`, one field a counter, and added to the values when a
/// field is full; where a counter is near a change of its sign, cycle by cycle.
#[derive(Clone, Debug)]
pub(super) struct Bank {
    values: [u32; COUNTERS],
    sums: u64,
    near: bool,
    /// Counts of every cycle, frozen or not: at most 255 a counter.
    rates: u64,
    counting: u64,
}

impl Bank {
    pub(super) const fn new() -> Self {
        Self { values: [0; COUNTERS], sums: 0, near: false, rates: 0, counting: 0 }
    }

    /// Goes through what is counted in every cycle; which counters count is said elsewhere.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { values: _, sums: _, near: _, rates, counting: _ } = self;
        fields.long(rates);
    }

    /// A counter's value.
    pub(super) const fn value(&self, counter: usize) -> u32 {
        self.values[counter].wrapping_add(field(self.sums, counter))
    }

    /// Writes a counter.
    pub(super) fn set(&mut self, counter: usize, value: u32) {
        self.flush();
        self.values[counter] = value;
        self.flush();
    }

    /// The counters that are negative.
    pub(super) fn negative(&self) -> u8 {
        (0..COUNTERS).fold(0, |mask, counter| mask | ((self.value(counter) >> 31) as u8) << counter)
    }

    /// Lets exactly these counters count from now on.
    pub(super) const fn set_counting(&mut self, counters: u8) {
        self.counting = full(counters);
    }

    /// Changes rates: a wrapping sum of positive and negative fields.
    #[inline]
    pub(super) const fn change_rates(&mut self, change: u64) {
        self.rates = self.rates.wrapping_add(change);
    }

    /// Sets the rates of some counters to 1 for those of `one`, else to 0.
    pub(super) const fn set_rates(&mut self, counters: u8, one: u8) {
        self.rates = self.rates & !full(counters) | ones(counters & one);
    }

    /// One cycle with counts besides the rates; whether a sign has changed.
    #[inline]
    pub(super) fn cycle(&mut self, points: u64) -> bool {
        self.add((points & self.counting) + (self.rates & self.counting))
    }

    /// Whether no sign can change in a line of cycles whose counts are small.
    #[inline]
    pub(super) const fn is_calm(&self) -> bool {
        !self.near && self.rates & self.counting & !SMALL == 0
    }

    /// A line of cycles, all at once, while [`Bank::is_calm`]; `points` is the sum of theirs.
    #[inline]
    pub(super) fn line(&mut self, points: u64) {
        self.sums += (points & self.counting) + (self.rates & self.counting) * LINE as u64;
        if self.sums & LARGE != 0 {
            self.flush();
        }
    }

    /// As [`Bank::cycle`] with any amounts.
    pub(super) fn large_cycle(&mut self, amounts: [u32; COUNTERS]) -> bool {
        self.flush();
        let before = self.negative();
        for (counter, amount) in amounts.into_iter().enumerate() {
            if field(self.counting, counter) != 0 {
                let sum = amount.wrapping_add(field(self.rates, counter));
                self.values[counter] = self.values[counter].wrapping_add(sum);
            }
        }
        self.flush();
        before != self.negative()
    }

    /// Adds amounts whether the counters count now or not; whether a sign has changed.
    pub(super) fn credit(&mut self, amounts: [u32; COUNTERS]) -> bool {
        self.flush();
        let before = self.negative();
        for (value, amount) in self.values.iter_mut().zip(amounts) {
            *value = value.wrapping_add(amount);
        }
        self.flush();
        before != self.negative()
    }

    /// Adds one to each counter of a mask; whether a sign has changed.
    #[inline]
    pub(super) fn add(&mut self, fields: u64) -> bool {
        self.sums += fields;
        if self.near {
            let before = self.values;
            self.flush();
            return self.values.iter().zip(before).fold(0, |turned, (value, before)| turned | (value ^ before))
                >= NEGATIVE;
        }
        if self.sums & LARGE != 0 {
            self.flush();
        }
        false
    }

    /// Up to `cycles` cycles, at least one, with nothing but the rates, ending with the
    /// first in which a sign changes: how many passed, and whether one has.
    #[inline]
    pub(super) fn pass(&mut self, cycles: u64) -> (u64, bool) {
        let rates = self.rates & self.counting;
        if rates == 0 {
            return (cycles, false);
        }
        let mut passed = 0;
        // A long stretch is cheaper by a division.
        while passed < cycles && cycles <= SHORT && self.is_calm() {
            let part = (cycles - passed).min(LINE as u64);
            self.sums += rates * part;
            if self.sums & LARGE != 0 {
                self.flush();
            }
            passed += part;
        }
        if passed == cycles {
            return (cycles, false);
        }
        let (more, turned) = self.pass_long(cycles - passed, rates);
        (passed + more, turned)
    }

    fn pass_long(&mut self, cycles: u64, rates: u64) -> (u64, bool) {
        self.flush();
        let mut first_turn = u64::MAX;
        for (counter, value) in self.values.iter().enumerate() {
            let rate = u64::from(field(rates, counter));
            if rate != 0 {
                first_turn = first_turn.min(u64::from(distance(*value)).div_ceil(rate));
            }
        }
        let passed = cycles.min(first_turn);
        for (counter, value) in self.values.iter_mut().enumerate() {
            *value = value.wrapping_add((u64::from(field(rates, counter)) * passed) as u32);
        }
        self.flush();
        (passed, passed == first_turn)
    }

    fn flush(&mut self) {
        let mut near = false;
        for (counter, value) in self.values.iter_mut().enumerate() {
            *value = value.wrapping_add(field(self.sums, counter));
            near |= distance(*value) <= NEAR;
        }
        self.sums = 0;
        self.near = near;
    }
}

/// Counts up to the next change of sign, 1 to 0x80000000.
pub(super) const fn distance(value: u32) -> u32 {
    NEGATIVE - (value & !NEGATIVE)
}

#[cfg(test)]
mod tests {
    use super::{Bank, ones};

    fn bank(values: [u32; 6], rate: u8) -> Bank {
        let mut bank = Bank::new();
        for (counter, value) in values.into_iter().enumerate() {
            bank.set(counter, value);
        }
        bank.set_rates(0x3f, rate);
        bank.set_counting(0x3f);
        bank
    }

    #[test]
    fn a_stretch_ends_with_the_cycle_that_changes_a_sign() {
        let mut bank = bank([0x7fff_0000, 0, 0xffff_ff00, 0, 0, 0], 0b111);
        assert_eq!(bank.pass(1_000_000), (0x100, true));
        assert_eq!((bank.value(0), bank.value(1), bank.value(2)), (0x7fff_0100, 0x100, 0));
        assert_eq!(bank.pass(1_000_000), (0xff00, true));
        assert_eq!(bank.negative(), 0b1);
        assert_eq!(bank.pass(1_000_000), (1_000_000, false));
    }

    #[test]
    fn calm_lines_reach_no_change_of_sign() {
        for rate in [0, 0b1] {
            let mut bank = bank([0x7fff_0000, 0, 0, 0, 0, 0], rate);
            let mut value = 0x7fff_0000;
            while bank.is_calm() {
                bank.line(ones(0b1) * 248);
                value += 248 + 8 * u32::from(rate);
                assert_eq!((bank.value(0), bank.negative()), (value, 0));
            }
            assert!(value > 0x7fff_f000, "{value:#x}");
        }
    }

    #[test]
    fn sums_miss_no_change_of_sign() {
        for start in [0x7fff_f000, 0x7fff_fc00, 0x7fff_ffff, 0xffff_f800] {
            for step in [1, 2, 100, 255] {
                let mut bank = bank([start, 0, 0, 0, 0, 0], 0);
                let mut value = start;
                for _ in 0..5000 {
                    let turned = bank.cycle(ones(1) * step);
                    let before = value;
                    value = value.wrapping_add(step as u32);
                    assert_eq!((bank.value(0), turned), (value, (before ^ value) >> 31 == 1));
                }
            }
        }
    }
}
