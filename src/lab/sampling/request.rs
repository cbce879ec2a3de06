//! Sampling as boot arguments spell it.
//!
//! | word | means |
//! | --- | --- |
//! | `sample=pmcN:EVENTS` | a sample for every so many events of that counter |
//! | `sample=timebase:TICKS` | at every change of a time base bit: 2, 512, 8192 or 131072 ticks |
//! | `sample=decrementer:TICKS` | every so many ticks, without the performance monitor |
//! | `jitter=N` | each period deviates by up to N; a sixteenth where not given |
//! | `storm=on`, `storm=off` | the storm guard; on where not given |
//! | `callchain=on`, `callchain=off` | return addresses with each sample; off where not given |

use core::fmt;

use mpc7450::counter::Counter;
use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;

use crate::pmu::control::Control;
use crate::pmu::programming::Programming;
use crate::pmu::sampler::settings::{Settings, SettingsError, Source, time_base_period};
use crate::pmu::wire;

const TIME_BASE_BITS: [TimeBaseBit; 4] =
    [TimeBaseBit::Tbl31, TimeBaseBit::Tbl23, TimeBaseBit::Tbl19, TimeBaseBit::Tbl15];

/// The words of a request that concern sampling, as they stand there.
#[derive(Clone, Copy, Debug, Default)]
pub struct SamplingWords<'a> {
    sample: Option<&'a str>,
    jitter: Option<&'a str>,
    storm: Option<&'a str>,
    call_chain: Option<&'a str>,
}

/// Why sampling as asked for is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamplingError<'a> {
    /// `sample=` with a value that names no source.
    Source(&'a str),
    /// A period or jitter that is no number.
    Number {
        /// The name.
        name: &'static str,
        /// What stands there.
        value: &'a str,
    },
    /// A switch that is neither on nor off.
    Switch {
        /// The name.
        name: &'static str,
        /// What stands there.
        value: &'a str,
    },
    /// The time base has no such period.
    TimeBase {
        /// The period asked for.
        period: u32,
    },
    /// The source cannot follow period or jitter.
    Settings {
        /// What stands behind `sample=`.
        sample: &'a str,
        /// Why not.
        error: SettingsError,
    },
    /// The counter that is to raise samples has no event.
    NoEvent(Counter),
    /// A word that only says how to sample.
    WithoutSample(&'static str),
    /// The unit is to freeze at the condition that is to raise samples.
    Frozen,
    /// PMC1 is to start the others, and has its own start value for that.
    Trigger,
}

impl<'a> SamplingWords<'a> {
    /// Takes a word; `false` for a name that does not concern sampling.
    pub fn take(&mut self, name: &str, value: &'a str) -> bool {
        let place = match name {
            "sample" => &mut self.sample,
            "jitter" => &mut self.jitter,
            "storm" => &mut self.storm,
            "callchain" => &mut self.call_chain,
            _ => return false,
        };
        *place = Some(value);
        true
    }

    /// What the words ask for, with the events of the request; `None` for no sampling.
    ///
    /// # Errors
    ///
    /// [`SamplingError`].
    pub fn settings(&self, seed: u32, programming: &Programming) -> Result<Option<Settings>, SamplingError<'a>> {
        let Some(sample) = self.sample else {
            let others = [("jitter", self.jitter), ("storm", self.storm), ("callchain", self.call_chain)];
            return match others.iter().find(|(_, value)| value.is_some()) {
                Some((name, _)) => Err(SamplingError::WithoutSample(name)),
                None => Ok(None),
            };
        };
        let source = source(sample)?;
        if let Source::Counter { counter, .. } = source
            && programming.selector(counter).is_none_or(|selector| selector.code() == 0)
        {
            return Err(SamplingError::NoEvent(counter));
        }
        let control = programming.control_bits();
        if control.contains(Control::FCECE) {
            return Err(SamplingError::Frozen);
        }
        if control.contains(Control::TRIGGER) && matches!(source, Source::Counter { counter: Counter::Pmc1, .. }) {
            return Err(SamplingError::Trigger);
        }
        let refused = |error| SamplingError::Settings { sample, error };
        let mut settings = Settings::new(source, seed).map_err(refused)?;
        if let Some(jitter) = self.jitter {
            settings = settings.with_jitter(number("jitter", jitter)?).map_err(refused)?;
        }
        if switch("storm", self.storm, true)? {
            settings = settings.with_storm_guard();
        }
        if switch("callchain", self.call_chain, false)? {
            settings = settings.with_call_chain();
        }
        Ok(Some(settings))
    }
}

fn source(sample: &str) -> Result<Source, SamplingError<'_>> {
    let (name, period) = sample.split_once(':').ok_or(SamplingError::Source(sample))?;
    let period = || number("sample", period);
    match (wire::counter(name), name) {
        (Some(counter), _) => Ok(Source::Counter { counter, period: period()? }),
        (None, "timebase") => {
            let period = period()?;
            let bit = TIME_BASE_BITS.into_iter().find(|bit| time_base_period(*bit) == period);
            bit.map(Source::TimeBase).ok_or(SamplingError::TimeBase { period })
        }
        (None, "decrementer") => Ok(Source::Decrementer { period: period()? }),
        (None, _) => Err(SamplingError::Source(sample)),
    }
}

fn number<'a>(name: &'static str, value: &'a str) -> Result<u32, SamplingError<'a>> {
    wire::decimal(value).ok_or(SamplingError::Number { name, value })
}

fn switch<'a>(name: &'static str, value: Option<&'a str>, unless_given: bool) -> Result<bool, SamplingError<'a>> {
    match value {
        None => Ok(unless_given),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(value) => Err(SamplingError::Switch { name, value }),
    }
}

impl fmt::Display for SamplingError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(value) => write!(
                f,
                "sample={value}: write SOURCE:PERIOD; the sources are pmc1 to pmc6, timebase and decrementer, \
                 for instance sample=pmc2:10000"
            ),
            Self::Number { name, value } => write!(f, "{name}: `{value}` is not a decimal number below 2^32"),
            Self::Switch { name, value } => write!(f, "{name}={value}: on and off are legal"),
            Self::TimeBase { period } => {
                write!(f, "sample=timebase:{period}: the time base's periods are")?;
                TIME_BASE_BITS.iter().try_for_each(|bit| write!(f, " {}", time_base_period(*bit)))
            }
            Self::Settings { sample, error } => write!(f, "sample={sample}: {error}"),
            Self::NoEvent(counter) => {
                let number = counter.number();
                write!(f, "sample=pmc{number} needs an event on that counter: add pmc{number}=CODE")
            }
            Self::WithoutSample(name) => write!(f, "{name}= needs sample="),
            Self::Trigger => {
                write!(f, "with trigger= PMC1 starts the others and cannot raise samples: sample=pmc2: to pmc6: can")
            }
            Self::Frozen => {
                write!(f, "freeze= and sample= exclude each other: a frozen unit raises one sample at most")
            }
        }
    }
}

impl core::error::Error for SamplingError<'_> {}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;
    use proptest::prelude::*;

    use super::SamplingWords;
    use crate::pmu::control::Control;
    use crate::pmu::programming::Programming;
    use crate::pmu::sampler::settings::{Settings, Source};

    /// PMC2 has an event, PMC3 code 0, the others nothing.
    fn programming() -> Programming {
        let select = |programming: Programming, counter, code| {
            programming.select(Selector::raw(counter, code).unwrap()).unwrap()
        };
        select(select(Programming::new(), Counter::Pmc2, 2), Counter::Pmc3, 0)
    }

    fn parse(text: &str, programming: &Programming) -> Result<Option<Settings>, String> {
        let mut words = SamplingWords::default();
        for word in text.split_ascii_whitespace() {
            let (name, value) = word.split_once('=').unwrap();
            assert!(words.take(name, value), "{name}");
        }
        words.settings(42, programming).map_err(|error| error.to_string())
    }

    fn settings(text: &str) -> Settings {
        parse(text, &programming()).unwrap().unwrap()
    }

    fn error(text: &str) -> String {
        parse(text, &programming()).unwrap_err()
    }

    #[test]
    fn each_source_has_its_spelling() {
        let source = |text| settings(text).source();
        assert_eq!(source("sample=pmc2:10000"), Source::Counter { counter: Counter::Pmc2, period: 10_000 });
        assert_eq!(source("sample=timebase:8192"), Source::TimeBase(TimeBaseBit::Tbl19));
        assert_eq!(source("sample=decrementer:25000"), Source::Decrementer { period: 25_000 });
        assert_eq!(parse("", &programming()), Ok(None));
    }

    #[test]
    fn the_guard_is_on_the_chain_off_and_the_jitter_a_sixteenth() {
        let plain = settings("sample=pmc2:1600");
        assert_eq!((plain.storm_guard(), plain.call_chain(), plain.jitter(), plain.seed()), (true, false, 100, 42));
        let other = settings("sample=pmc2:1600 jitter=7 storm=off callchain=on");
        assert_eq!((other.storm_guard(), other.call_chain(), other.jitter()), (false, true, 7));
    }

    #[test]
    fn what_cannot_be_sampled_is_refused_with_what_can() {
        for text in ["sample=pmc2", "sample=pmc7:1", "sample=cycles:1", "sample=", "sample=PMC2:1"] {
            assert!(error(text).ends_with(
                "write SOURCE:PERIOD; the sources are pmc1 to pmc6, timebase and decrementer, \
                 for instance sample=pmc2:10000"
            ));
        }
        assert_eq!(error("sample=pmc2:0"), "sample=pmc2:0: a period of 0 is impossible: 1 to 2147483648 are legal");
        assert_eq!(error("sample=pmc2:+5"), "sample: `+5` is not a decimal number below 2^32");
        assert_eq!(error("sample=pmc2:4294967296"), "sample: `4294967296` is not a decimal number below 2^32");
        assert_eq!(error("sample=timebase:100"), "sample=timebase:100: the time base's periods are 2 512 8192 131072");
        assert_eq!(error("sample=pmc1:5"), "sample=pmc1 needs an event on that counter: add pmc1=CODE");
        assert_eq!(error("sample=pmc3:5"), "sample=pmc3 needs an event on that counter: add pmc3=CODE");
        assert_eq!(
            error("sample=pmc2:5 jitter=5"),
            "sample=pmc2:5: a jitter of 5 does not fit the period: 0 to 4 are legal"
        );
        assert_eq!(error("sample=pmc2:5 storm=no"), "storm=no: on and off are legal");
        assert_eq!(error("callchain=on"), "callchain= needs sample=");
        assert_eq!(error("jitter=1"), "jitter= needs sample=");
        let frozen = programming().control(Control::FCECE);
        assert_eq!(
            parse("sample=pmc2:5", &frozen).unwrap_err(),
            "freeze= and sample= exclude each other: a frozen unit raises one sample at most"
        );
    }

    #[test]
    fn a_counter_that_starts_the_others_cannot_be_sampled() {
        let both = programming().select(Selector::raw(Counter::Pmc1, 1).unwrap()).unwrap().control(Control::TRIGGER);
        assert_eq!(
            parse("sample=pmc1:5", &both).unwrap_err(),
            "with trigger= PMC1 starts the others and cannot raise samples: sample=pmc2: to pmc6: can"
        );
        assert!(parse("sample=pmc2:5", &both).is_ok());
    }

    #[test]
    fn other_words_are_left_alone() {
        assert!(!SamplingWords::default().take("samples", "1"));
    }

    proptest! {
        /// Whatever stands behind the names, it is refused or means something legal.
        #[test]
        fn words_are_refused_or_legal(
            sample in "(pmc[0-9]|timebase|decrementer):[0-9]{0,11}|.*", jitter in "[0-9]{0,5}", storm in "on|off|.",
        ) {
            let mut words = SamplingWords::default();
            words.take("sample", &sample);
            words.take("jitter", &jitter);
            words.take("storm", &storm);
            if let Ok(Some(settings)) = words.settings(1, &programming()) {
                prop_assert!(settings.source().period() > settings.jitter());
            }
        }
    }
}
