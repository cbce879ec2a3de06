//! What is to be sampled and how often: [`Settings`].

use core::fmt;

use mpc7450::counter::Counter;
use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;

use crate::pmu::control::Control;
use crate::pmu::elapsed::NEGATIVE;
use crate::pmu::programming::Programming;

/// Longest period of the decrementer in ticks: its largest positive value.
pub const MOST_TICKS: u32 = 0x7fff_ffff;

/// What raises the exceptions that are turned into samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A counter turns negative: one sample for so many of its events.
    Counter {
        /// The counter.
        counter: Counter,
        /// Events from sample to sample.
        period: u32,
    },
    /// The selected bit of the time base changes from 0 to 1. The hardware's own
    /// period; nothing can be added to it.
    TimeBase(TimeBaseBit),
    /// The decrementer passes zero. Needs no performance monitor at all.
    Decrementer {
        /// Ticks from sample to sample.
        period: u32,
    },
}

/// A sampling run's settings, legal together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    source: Source,
    jitter: u32,
    /// Whether the jitter was asked for.
    jitter_is_stated: bool,
    seed: u32,
    storm_guard: bool,
    call_chain: bool,
}

/// Settings that no hardware can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// A period of zero or one that does not fit the counter or the decrementer.
    Period {
        /// The period asked for.
        period: u32,
        /// The longest there is.
        most: u32,
    },
    /// The jitter reaches below 1 or above the longest period.
    Jitter {
        /// The jitter asked for.
        jitter: u32,
        /// The largest that the period leaves room for.
        most: u32,
    },
}

impl Source {
    /// Events or ticks from sample to sample.
    #[must_use]
    pub const fn period(self) -> u32 {
        match self {
            Self::Counter { period, .. } | Self::Decrementer { period } => period,
            Self::TimeBase(bit) => time_base_period(bit),
        }
    }

    /// The longest period of a source of this kind.
    pub(super) const fn most(self) -> u32 {
        match self {
            Self::Counter { .. } => NEGATIVE,
            Self::TimeBase(_) => time_base_period(TimeBaseBit::Tbl15),
            Self::Decrementer { .. } => MOST_TICKS,
        }
    }

    /// The same source with the next longer period: twice as long, or the next bit
    /// of the time base. `None` where there is none.
    #[must_use]
    pub const fn longer(self) -> Option<Self> {
        Some(match self {
            Self::Counter { counter, period } if period <= self.most() / 2 => {
                Self::Counter { counter, period: 2 * period }
            }
            Self::Decrementer { period } if period <= self.most() / 2 => Self::Decrementer { period: 2 * period },
            Self::TimeBase(TimeBaseBit::Tbl31) => Self::TimeBase(TimeBaseBit::Tbl23),
            Self::TimeBase(TimeBaseBit::Tbl23) => Self::TimeBase(TimeBaseBit::Tbl19),
            Self::TimeBase(TimeBaseBit::Tbl19) => Self::TimeBase(TimeBaseBit::Tbl15),
            _ => return None,
        })
    }

    /// A sixteenth of the period, where it leaves room for that.
    const fn usual_jitter(self) -> u32 {
        let (wanted, most) = (self.period() / 16, self.most_jitter());
        if wanted < most { wanted } else { most }
    }

    /// The largest jitter that the period leaves room for.
    const fn most_jitter(self) -> u32 {
        match self {
            Self::TimeBase(_) => 0,
            Self::Counter { period, .. } | Self::Decrementer { period } => {
                let (below, above) = (period - 1, self.most() - period);
                if below < above { below } else { above }
            }
        }
    }
}

/// Ticks between two 0-to-1 changes of the bit: twice its weight.
#[must_use]
pub const fn time_base_period(bit: TimeBaseBit) -> u32 {
    match bit {
        TimeBaseBit::Tbl31 => 2,
        TimeBaseBit::Tbl23 => 512,
        TimeBaseBit::Tbl19 => 8_192,
        TimeBaseBit::Tbl15 => 131_072,
    }
}

impl Settings {
    /// Samples at the source's period, give or take a sixteenth; storm guard and
    /// call chains off.
    ///
    /// The default is not a fixed period, because a loop whose length divides the
    /// period would be hit at the same place every time.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Period`].
    pub fn new(source: Source, seed: u32) -> Result<Self, SettingsError> {
        let (period, most) = (source.period(), source.most());
        if period == 0 || period > most {
            return Err(SettingsError::Period { period, most });
        }
        Ok(Self {
            source,
            jitter: source.usual_jitter(),
            jitter_is_stated: false,
            seed,
            storm_guard: false,
            call_chain: false,
        })
    }

    /// Replaces the jitter: every period is drawn from the source's period minus
    /// this to plus this.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Jitter`].
    pub const fn with_jitter(self, jitter: u32) -> Result<Self, SettingsError> {
        let most = self.source.most_jitter();
        if jitter > most {
            Err(SettingsError::Jitter { jitter, most })
        } else {
            Ok(Self { jitter, jitter_is_stated: true, ..self })
        }
    }

    /// Guards against storms: samples that, time and again, come too soon after the
    /// one before was handled lengthen the period; see [`pace`](super::pace).
    #[must_use]
    pub const fn with_storm_guard(self) -> Self {
        Self { storm_guard: true, ..self }
    }

    /// Records return addresses along the back chain with each sample.
    #[must_use]
    pub const fn with_call_chain(self) -> Self {
        Self { call_chain: true, ..self }
    }

    /// What raises the exceptions.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Largest deviation from the period.
    #[must_use]
    pub const fn jitter(&self) -> u32 {
        self.jitter
    }

    /// The largest deviation once a storm has lengthened the period to that of `source`:
    /// `jitter`, as it was before, twice, or what is usual where none was asked for. Of a
    /// short period the usual one is 0, and twice that would stay so.
    pub(super) const fn jitter_after_storm(&self, source: Source, jitter: u32) -> u32 {
        if self.jitter_is_stated { jitter.saturating_mul(2) } else { source.usual_jitter() }
    }

    /// Seed of the jitter.
    #[must_use]
    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// Whether storms are guarded against.
    #[must_use]
    pub const fn storm_guard(&self) -> bool {
        self.storm_guard
    }

    /// Whether return addresses are recorded.
    #[must_use]
    pub const fn call_chain(&self) -> bool {
        self.call_chain
    }

    /// The programming with what this source needs: the exception enabled, and the
    /// one condition or event that raises it. Other control bits stay.
    #[must_use]
    pub fn program(&self, programming: Programming) -> Programming {
        let control = programming.control_bits();
        match self.source {
            Source::Counter { counter, .. } => {
                programming.control(control | Control::PMXE | Control::condition_of(counter))
            }
            Source::TimeBase(bit) => programming.time_base_bit(bit).control(control | Control::PMXE | Control::TBEE),
            Source::Decrementer { .. } => programming,
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Period { period, most } => write!(f, "a period of {period} is impossible: 1 to {most} are legal"),
            Self::Jitter { jitter, most: 0 } => {
                write!(f, "a jitter of {jitter} is impossible: this source and period leave room for none")
            }
            Self::Jitter { jitter, most } => {
                write!(f, "a jitter of {jitter} does not fit the period: 0 to {most} are legal")
            }
        }
    }
}

impl core::error::Error for SettingsError {}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;

    use super::{Settings, SettingsError, Source};
    use crate::pmu::programming::Programming;

    fn counter(number: u8, period: u32) -> Source {
        Source::Counter { counter: Counter::new(number).unwrap(), period }
    }

    fn mmcr0(source: Source) -> u32 {
        Settings::new(source, 1).unwrap().program(Programming::new()).words().mmcr0
    }

    #[test]
    fn each_source_enables_its_own_condition() {
        assert_eq!(mmcr0(counter(1, 1000)), 0x0400_8000);
        for number in 2..=6 {
            assert_eq!(mmcr0(counter(number, 1000)), 0x0400_4000, "PMC{number}");
        }
        assert_eq!(mmcr0(Source::TimeBase(TimeBaseBit::Tbl31)), 0x0440_0000);
        assert_eq!(mmcr0(Source::TimeBase(TimeBaseBit::Tbl15)), 0x05c0_0000);
        assert_eq!(mmcr0(Source::Decrementer { period: 1000 }), 0);
    }

    #[test]
    fn periods_are_what_the_hardware_can_count() {
        let new = |source| Settings::new(source, 1).map(|settings| settings.jitter());
        assert_eq!(new(counter(2, 0)), Err(SettingsError::Period { period: 0, most: 0x8000_0000 }));
        assert_eq!(new(counter(2, 1)), Ok(0));
        assert_eq!(new(counter(2, 0x8000_0000)), Ok(0));
        assert_eq!(new(counter(2, 0x8000_0001)), Err(SettingsError::Period { period: 0x8000_0001, most: 0x8000_0000 }));
        assert_eq!(new(counter(2, 0x8000_0000 - 3)), Ok(3));
        assert_eq!(new(counter(2, 10_000)), Ok(625));
        assert_eq!(
            new(Source::Decrementer { period: 0x8000_0000 }).unwrap_err().to_string(),
            "a period of 2147483648 is impossible: 1 to 2147483647 are legal"
        );
    }

    #[test]
    fn the_time_bases_bits_have_their_own_periods_and_no_jitter() {
        for (bit, period) in [
            (TimeBaseBit::Tbl31, 2),
            (TimeBaseBit::Tbl23, 512),
            (TimeBaseBit::Tbl19, 8_192),
            (TimeBaseBit::Tbl15, 131_072),
        ] {
            let settings = Settings::new(Source::TimeBase(bit), 1).unwrap();
            assert_eq!((settings.source().period(), settings.jitter()), (period, 0));
            assert_eq!(
                settings.with_jitter(1).unwrap_err().to_string(),
                "a jitter of 1 is impossible: this source and period leave room for none"
            );
        }
    }

    #[test]
    fn the_jitter_stays_within_what_the_hardware_can_count() {
        let settings = Settings::new(counter(2, 100), 1).unwrap();
        assert_eq!(settings.with_jitter(99).map(|settings| settings.jitter()), Ok(99));
        let refused = settings.with_jitter(100).unwrap_err();
        assert_eq!(refused.to_string(), "a jitter of 100 does not fit the period: 0 to 99 are legal");
    }
}
