//! When the next sample comes: [`Pace`], the jittered period and the storm guard.
//!
//! # Jitter
//!
//! Each period is drawn evenly from the range around the stated one, from a stream
//! that its seed repeats. A sample carries the period it was drawn with, so that no
//! evaluation needs the generator.
//!
//! # Storm
//!
//! Where samples come faster than they are handled, the interrupted code gets to
//! execute next to nothing, and a kernel that would take a second takes an hour. The
//! guard measures the ticks from where the handler lets the code go on to where it is
//! entered again. Entry to the exception and return from it are in them, for the handler
//! cannot see where they begin: the code had less, by what they take. [`STORM`] times in
//! a row fewer than the floor, and the period grows, for the rest of the run. The
//! alternative, dropping samples, would keep the cost, which is in the exception and not
//! in the record. A single short interval means nothing, because events come in bursts.
//!
//! The floor is [`FLOOR_OF_COST`] times the shortest handling of a sample so far. A
//! number of ticks would not do: a tick is some dozens of cycles on the chip and less
//! than an instruction where an emulator derives the time base from instructions. It is
//! the shortest one because whatever else makes a handling long, cold caches or an
//! emulator that had to wait for the host, says nothing of the next.

use super::settings::{Settings, Source};
use crate::kernels::random::Random;

/// Samples in a row below the floor that lengthen the period.
pub const STORM: u32 = 16;

/// The floor in handlings of a sample: one for entry and return, which cannot be
/// measured from within, one for the code.
pub const FLOOR_OF_COST: u32 = 2;

/// The period's course.
#[derive(Clone, Debug)]
pub struct Pace {
    settings: Settings,
    source: Source,
    jitter: u32,
    random: Random,
    /// Samples in a row below the floor.
    hurried: u32,
    storms: u32,
    /// Ticks of the shortest handling of a sample so far.
    cost: Option<u32>,
}

impl Pace {
    /// The pace of a run.
    #[must_use]
    pub const fn new(settings: &Settings) -> Self {
        Self {
            settings: *settings,
            source: settings.source(),
            jitter: settings.jitter(),
            random: Random::new(settings.seed()),
            hurried: 0,
            storms: 0,
            cost: None,
        }
    }

    /// The source with the period around which periods are drawn now.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// How often a storm has lengthened the period.
    #[must_use]
    pub const fn storms(&self) -> u32 {
        self.storms
    }

    /// Fewer ticks than these between two samples are too few; `None` before the first
    /// sample was handled, and where there is no guard.
    #[must_use]
    pub fn floor(&self) -> Option<u32> {
        let cost = self.cost.filter(|_| self.settings.storm_guard())?;
        Some(cost.saturating_mul(FLOOR_OF_COST))
    }

    /// Whether a sample comes too soon, so many ticks after the one before was handled: fewer
    /// than would be the floor of a guard.
    #[must_use]
    pub fn is_hurried(&self, ticks: u64) -> bool {
        self.cost.is_some_and(|cost| ticks < u64::from(cost.saturating_mul(FLOOR_OF_COST)))
    }

    /// Takes notice of the ticks that handling a sample took.
    pub fn handled(&mut self, ticks: u64) {
        let ticks = u32::try_from(ticks).unwrap_or(u32::MAX);
        self.cost = Some(self.cost.map_or(ticks, |cost| cost.min(ticks)));
    }

    /// Draws the next period: 1 to the longest that the source has.
    pub fn next_period(&mut self) -> u32 {
        let least = self.source.period().saturating_sub(self.jitter).max(1);
        let choices = self.jitter.saturating_mul(2).saturating_add(1);
        least.saturating_add(self.random.below(choices)).min(self.source.most())
    }

    /// Takes notice of the ticks since the last sample was handled. `true` when a storm has lengthened the period.
    pub fn is_storm(&mut self, ticks: u64) -> bool {
        let Some(floor) = self.floor() else { return false };
        self.hurried = if ticks < u64::from(floor) { self.hurried + 1 } else { 0 };
        if self.hurried < STORM {
            return false;
        }
        self.hurried = 0;
        let Some(longer) = self.source.longer() else { return false };
        self.source = longer;
        self.jitter = self.settings.jitter_after_storm(longer, self.jitter);
        self.storms += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;
    use proptest::prelude::*;

    use super::{Pace, STORM};
    use crate::pmu::sampler::settings::{Settings, Source};

    fn counter(period: u32) -> Source {
        Source::Counter { counter: Counter::Pmc2, period }
    }

    /// A pace whose floor is twice this cost.
    fn guarded(settings: Settings, cost: u64) -> Pace {
        let mut pace = Pace::new(&settings.with_storm_guard());
        pace.handled(cost);
        pace
    }

    fn storm(pace: &mut Pace, ticks: u64) -> Vec<bool> {
        (0..STORM).map(|_| pace.is_storm(ticks)).collect()
    }

    #[test]
    fn without_jitter_every_period_is_the_stated_one() {
        let settings = Settings::new(counter(1000), 7).unwrap().with_jitter(0).unwrap();
        let mut pace = Pace::new(&settings);
        assert_eq!([(); 4].map(|()| pace.next_period()), [1000; 4]);
    }

    #[test]
    fn jittered_periods_are_the_seeds_and_use_the_whole_range() {
        let draw = |seed| {
            let settings = Settings::new(counter(1000), seed).unwrap().with_jitter(2).unwrap();
            let mut pace = Pace::new(&settings);
            (0..1000).map(|_| pace.next_period()).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        for period in 998..=1002 {
            assert!((120..280).contains(&draw(1).iter().filter(|drawn| **drawn == period).count()), "{period}");
        }
        assert!(draw(1).iter().all(|drawn| (998..=1002).contains(drawn)));
    }

    #[test]
    fn sixteen_hurried_samples_in_a_row_are_a_storm_and_fifteen_are_not() {
        let settings = Settings::new(counter(1000), 7).unwrap().with_jitter(10).unwrap();
        let mut pace = guarded(settings, 250);
        assert!((0..STORM - 1).all(|_| !pace.is_storm(499)));
        assert!(!pace.is_storm(500), "a sample that leaves time ends the row");
        let verdicts = storm(&mut pace, 499);
        assert_eq!(verdicts.iter().position(|storm| *storm), Some(15));
        assert_eq!((pace.source().period(), pace.storms()), (2000, 1));
        let drawn: Vec<u32> = (0..400).map(|_| pace.next_period()).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&1980), Some(&2020)), "twice the jitter");
    }

    /// Otherwise a loop whose length divides the lengthened period is always hit at the
    /// same place.
    #[test]
    fn a_period_too_short_for_jitter_gets_some_when_a_storm_has_lengthened_it() {
        let settings = Settings::new(counter(1), 7).unwrap();
        let mut pace = guarded(settings, 250);
        (0..6).for_each(|_| drop(storm(&mut pace, 0)));
        assert_eq!(pace.source().period(), 64);
        let drawn: Vec<u32> = (0..400).map(|_| pace.next_period()).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&60), Some(&68)));
        let mut fixed = guarded(settings.with_jitter(0).unwrap(), 250);
        (0..6).for_each(|_| drop(storm(&mut fixed, 0)));
        assert!((0..400).all(|_| fixed.next_period() == 64), "asked for");
    }

    #[test]
    fn the_floor_is_twice_the_shortest_handling() {
        let mut pace = Pace::new(&Settings::new(counter(1), 7).unwrap().with_storm_guard());
        assert_eq!((pace.floor(), storm(&mut pace, 0)), (None, vec![false; STORM as usize]), "no cost is known");
        let floors = [900, 40, 70, u64::MAX].map(|ticks| {
            pace.handled(ticks);
            pace.floor()
        });
        assert_eq!(floors, [Some(1800), Some(80), Some(80), Some(80)]);
        assert_eq!(guarded(Settings::new(counter(1), 7).unwrap(), u64::MAX).floor(), Some(u32::MAX));
    }

    #[test]
    fn without_the_guard_nothing_is_a_storm() {
        let mut pace = Pace::new(&Settings::new(counter(1), 7).unwrap());
        pace.handled(1000);
        assert_eq!(pace.floor(), None);
        assert_eq!(storm(&mut pace, 0), [false; STORM as usize]);
    }

    #[test]
    fn the_time_base_goes_from_bit_to_bit_and_stays_at_the_last() {
        let settings = Settings::new(Source::TimeBase(TimeBaseBit::Tbl31), 7).unwrap();
        let mut pace = guarded(settings, 1000);
        let mut periods = vec![pace.next_period()];
        for _ in 0..4 {
            storm(&mut pace, 0);
            periods.push(pace.next_period());
        }
        assert_eq!(periods, [2, 512, 8_192, 131_072, 131_072]);
        assert_eq!(pace.storms(), 3);
    }

    proptest! {
        /// Every period can be counted, before and after any number of storms.
        #[test]
        fn periods_stay_possible(
            period in 1_u32..=0x8000_0000, share in 0_u32..=100, seed: u32, storms in 0_usize..40, ticks: bool,
        ) {
            let source = if ticks { Source::Decrementer { period: period.min(0x7fff_ffff) } } else { counter(period) };
            let settings = Settings::new(source, seed).unwrap();
            let jitter = (u64::from(period) * u64::from(share) / 100) as u32;
            let settings = settings.with_jitter(jitter).unwrap_or(settings);
            let mut pace = guarded(settings, 1);
            for _ in 0..storms {
                storm(&mut pace, 0);
            }
            let most = if ticks { 0x7fff_ffff } else { 0x8000_0000_u32 };
            for _ in 0..20 {
                prop_assert!((1..=most).contains(&pace.next_period()));
            }
        }
    }
}
