//! The 64-bit time base as a function of the cycle: [`TimeBase`].

use super::ratio::Ratio;

/// Says what the time base shows in a cycle, and when a bit of it rises.
///
/// Ticks come from a clock of their own that never stops, at the cycles that the ratio
/// of the rates gives, from cycle 0 or the last [`TimeBase::begin_tick`]; stopping the
/// time base and writing to it move the value, not the ticks. A value is small and can be copied: the performance monitor has one to find
/// the transitions of MMCR0[TBSEL].
///
/// Its answers hold for cycles not before the last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBase {
    ratio: Ratio,
    /// Where a tick began from which they are counted.
    origin: u64,
    /// While it runs, what is to be added to the number of ticks; else the value.
    value: u64,
    running: bool,
}

impl TimeBase {
    /// Stopped at 0, as after reset; `time_base` and `core` are clock rates.
    #[must_use]
    pub const fn new(time_base: u64, core: u64) -> Self {
        Self { ratio: Ratio::new(time_base, core), origin: 0, value: 0, running: false }
    }

    /// Whether it runs.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.running
    }

    /// What it shows in `cycle`.
    #[must_use]
    pub const fn value(&self, cycle: u64) -> u64 {
        if self.running { self.value.wrapping_add(self.ticks(cycle)) } else { self.value }
    }

    /// Makes it show `value` in `cycle` and go on from there.
    pub const fn set(&mut self, value: u64, cycle: u64) {
        self.value = if self.running { value.wrapping_sub(self.ticks(cycle)) } else { value };
    }

    /// Starts or stops it after `cycle`.
    pub const fn set_running(&mut self, running: bool, cycle: u64) {
        let value = self.value(cycle);
        self.running = running;
        self.set(value, cycle);
    }

    /// Lets a tick begin in `cycle`: what has passed of the one before is forgotten, and the
    /// value stays.
    pub const fn begin_tick(&mut self, cycle: u64) {
        let value = self.value(cycle);
        self.origin = cycle;
        self.set(value, cycle);
    }

    /// Ticks since the origin.
    const fn ticks(&self, cycle: u64) -> u64 {
        self.ratio.ticks(cycle.saturating_sub(self.origin))
    }

    /// Whether bit `bit` (0 is the least significant) shows 1 in `cycle`.
    #[must_use]
    pub const fn bit(&self, bit: u32, cycle: u64) -> bool {
        self.value(cycle) >> bit & 1 == 1
    }

    /// The first cycle behind `after` in which bit `bit` shows 1 and in the cycle before
    /// 0; `None` while the time base stands.
    #[must_use]
    pub fn next_rise(&self, bit: u32, after: u64) -> Option<u64> {
        self.rise(bit, after, 1)
    }

    /// As [`TimeBase::next_rise`], the `number`-th such cycle, from 1.
    #[must_use]
    pub fn rise(&self, bit: u32, after: u64, number: u64) -> Option<u64> {
        let (half, period) = (1u64 << bit, 2u64 << bit);
        let to_next = half.wrapping_sub(self.value(after)) & (period - 1);
        let to_next = if to_next == 0 { period } else { to_next };
        let ticks = period.checked_mul(number.checked_sub(1)?)?.checked_add(to_next)?;
        self.tick(ticks, after)
    }

    /// The cycle of the `ticks`-th tick behind `after`; `None` while the time base stands.
    pub(super) fn tick(&self, ticks: u64, after: u64) -> Option<u64> {
        if !self.running {
            return None;
        }
        self.ratio.cycle(self.ticks(after).checked_add(ticks)?)?.checked_add(self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::TimeBase;

    #[test]
    fn rises_are_found_as_a_search_cycle_by_cycle_finds_them() {
        for (time_base, core) in [(1, 1), (1, 36), (3, 7), (167, 1420)] {
            let mut base = TimeBase::new(time_base, core);
            base.set_running(true, 5);
            base.set(0xffff_ffff_ffff_fff9, 9);
            for bit in 0..4 {
                let searched: Vec<u64> =
                    (11..2000).filter(|&cycle| base.bit(bit, cycle) && !base.bit(bit, cycle - 1)).collect();
                let mut found = Vec::new();
                let mut after = 10;
                while let Some(cycle) = base.next_rise(bit, after).filter(|&cycle| cycle < 2000) {
                    found.push(cycle);
                    after = cycle;
                }
                assert_eq!(found, searched, "bit {bit} at {time_base}/{core}");
                for (number, cycle) in (1..).zip(&searched) {
                    assert_eq!(base.rise(bit, 10, number), Some(*cycle));
                }
            }
        }
    }

    #[test]
    fn stopping_keeps_the_value_and_starting_keeps_the_ticks() {
        let mut base = TimeBase::new(1, 10);
        assert_eq!((base.value(1000), base.next_rise(0, 0)), (0, None));
        base.set_running(true, 1005);
        assert_eq!([1005, 1009, 1010, 1020].map(|cycle| base.value(cycle)), [0, 0, 1, 2]);
        base.set_running(false, 1022);
        base.set_running(true, 1057);
        assert_eq!([1057, 1060].map(|cycle| base.value(cycle)), [2, 3]);
    }

    #[test]
    fn a_tick_that_begins_moves_the_ticks_and_not_the_value() {
        let mut base = TimeBase::new(1, 10);
        base.set_running(true, 0);
        base.set(100, 1004);
        base.begin_tick(1009);
        assert_eq!([1009, 1018, 1019, 1029].map(|cycle| base.value(cycle)), [100, 100, 101, 102]);
        assert_eq!((base.next_rise(0, 1009), base.next_rise(1, 1009)), (Some(1019), Some(1029)));
    }
}
