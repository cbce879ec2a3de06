//! Core cycles to time base ticks, exactly: [`Ratio`].

/// `ticks` ticks in every `cycles` cycles, in lowest terms; at most one tick a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    ticks: u64,
    cycles: u64,
}

impl Ratio {
    /// Of two clock rates.
    pub(super) const fn new(time_base: u64, core: u64) -> Self {
        let (mut divisor, mut rest) = (core, time_base);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self { ticks: time_base / divisor, cycles: core / divisor }
    }

    /// Ticks up to and in `cycle`.
    pub(super) const fn ticks(self, cycle: u64) -> u64 {
        match cycle.checked_mul(self.ticks) {
            Some(product) => product / self.cycles,
            None => (cycle as u128 * self.ticks as u128 / self.cycles as u128) as u64,
        }
    }

    /// The cycle of the tick with that number: the first for which [`Ratio::ticks`] is
    /// `tick`. `None` where it does not fit 64 bits.
    pub(super) fn cycle(self, tick: u64) -> Option<u64> {
        let cycle = (u128::from(tick) * u128::from(self.cycles)).div_ceil(u128::from(self.ticks));
        u64::try_from(cycle).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn a_tick_comes_in_the_first_cycle_that_has_it() {
        let mac = Ratio::new(25_000_000, 900_000_000);
        assert_eq!(mac, Ratio { ticks: 1, cycles: 36 });
        assert_eq!((mac.ticks(35), mac.ticks(36)), (0, 1));
        let uneven = Ratio::new(3, 7);
        let ticks: Vec<u64> = (0..8).map(|cycle| uneven.ticks(cycle)).collect();
        assert_eq!(ticks, [0, 0, 0, 1, 1, 2, 2, 3]);
        assert_eq!([1, 2, 3].map(|tick| uneven.cycle(tick)), [Some(3), Some(5), Some(7)]);
    }

    #[test]
    fn years_do_not_overflow() {
        let mini = Ratio::new(41_750_000, 1_420_000_000);
        let century = 1_420_000_000 * 60 * 60 * 24 * 365 * 100;
        assert_eq!(mini.ticks(century), 41_750_000 * 60 * 60 * 24 * 365 * 100);
        assert_eq!(mini.cycle(mini.ticks(century)), Some(century));
        assert_eq!(mini.cycle(u64::MAX), None);
    }
}
