//! Experiments in which the unit itself decides when to count, as programmings.
//!
//! Each takes a programming with events and gives it back with the control bits and
//! start values that make the hardware stop, start or select. The measurement is the
//! same as ever, n and 2n iterations through the window; only the meaning of the
//! counts differs, and MMCR0 and the start values in every `trial` record tell it.
//!
//! | recipe | question | boot argument |
//! | --- | --- | --- |
//! | [`freeze_after`] | what has happened by the N-th event? | `freeze=pmcN:EVENTS` |
//! | [`start_after`] | what happens after the N-th event of PMC1? | `trigger=EVENTS` |
//! | [`above`] | how many of them take longer than that? | `threshold=LEVEL` |
//! | [`only_in`] | what happens in user state? | `count=user`, `count=supervisor` |
//!
//! Freezing and starting go together: count only from the N-th event of PMC1 on,
//! until another counter has its M-th. They are done by the unit in the very clock of
//! the event. An exception handler that stops the counters is some hundred clocks
//! late, and reading them in a loop until a number is reached counts the reading.

use core::fmt;

use mpc7450::counter::Counter;
use report_format::record::State;
use report_format::word::Word;

use crate::pmu::control::Control;
use crate::pmu::elapsed::NEGATIVE;
use crate::pmu::error::ProgrammingError;
use crate::pmu::programming::Programming;
use crate::pmu::wire;

/// All counters stop in the clock of the N-th event of this one.
///
/// PMC2 to PMC6 share one enable, so one of them that counts 2^31 events stops them
/// too. Without MMCR0\[PMXE\] no exception comes of it. [`has_frozen`] says from the
/// counters' values whether it has happened.
///
/// # Errors
///
/// [`ProgrammingError::Preload`] unless `events` is 1 to 0x80000000.
pub fn freeze_after(programming: Programming, counter: Counter, events: u32) -> Result<Programming, ProgrammingError> {
    let control = programming.control_bits() | Control::FCECE | Control::condition_of(counter);
    programming.control(control).negative_after(counter, events)
}

/// Whether the counters stopped because this one had its events: it is negative then.
#[must_use]
pub const fn has_frozen(counter: Counter, counters: [u32; 6]) -> bool {
    counters[counter.index()] >= NEGATIVE
}

/// PMC2 to PMC6 stand still until the N-th event of PMC1.
///
/// # Errors
///
/// [`ProgrammingError::Preload`] unless `events` is 1 to 0x80000000.
pub fn start_after(programming: Programming, events: u32) -> Result<Programming, ProgrammingError> {
    let control = programming.control_bits() | Control::TRIGGER;
    programming.control(control).negative_after(Counter::Pmc1, events)
}

/// Every threshold event counts what exceeds `level`: entries of a queue or clocks.
/// Measured at several levels this gives a distribution, of load latencies for
/// instance.
///
/// # Errors
///
/// [`RecipeError::NoThresholdEvent`] and [`RecipeError::Programming`].
pub fn above(programming: Programming, level: u32) -> Result<Programming, RecipeError<'static>> {
    match programming.above(level) {
        Ok(Some(programming)) => Ok(programming),
        Ok(None) => Err(RecipeError::NoThresholdEvent),
        Err(error) => Err(RecipeError::Programming(error)),
    }
}

/// Counts in one state only: the other one freezes the unit.
#[must_use]
pub fn only_in(programming: Programming, state: State) -> Programming {
    let freeze = match state {
        State::User => Control::FCS,
        State::Supervisor => Control::FCP,
    };
    programming.control(programming.control_bits() | freeze)
}

/// The words of a request that name a recipe, as they stand there.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecipeWords<'a> {
    freeze: Option<&'a str>,
    trigger: Option<&'a str>,
    threshold: Option<&'a str>,
    count: Option<&'a str>,
}

/// Why a recipe is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeError<'a> {
    /// `freeze=` with a value that is not a counter and a number.
    Freeze(&'a str),
    /// A value that is no number.
    Number {
        /// The name.
        name: &'static str,
        /// What stands there.
        value: &'a str,
    },
    /// `count=` with a value that names no state.
    State(&'a str),
    /// PMC1 is to start the others and to stop them.
    StartAndStop,
    /// A counter that is to be counted has no event.
    NoEvent(Counter),
    /// No threshold event is selected.
    NoThresholdEvent,
    /// The unit cannot do it.
    Programming(ProgrammingError),
}

impl<'a> RecipeWords<'a> {
    /// Takes a word; `false` for a name that is no recipe's.
    pub fn take(&mut self, name: &str, value: &'a str) -> bool {
        let place = match name {
            "freeze" => &mut self.freeze,
            "trigger" => &mut self.trigger,
            "threshold" => &mut self.threshold,
            "count" => &mut self.count,
            _ => return false,
        };
        *place = Some(value);
        true
    }

    /// The programming with what the words ask for.
    ///
    /// # Errors
    ///
    /// [`RecipeError`].
    pub fn apply(&self, programming: Programming) -> Result<Programming, RecipeError<'a>> {
        let mut programming = programming;
        if let Some(state) = self.count {
            programming = only_in(programming, State::from_word(state).ok_or(RecipeError::State(state))?);
        }
        if let Some(level) = self.threshold {
            programming = above(programming, number("threshold", level)?)?;
        }
        if let Some(events) = self.trigger {
            has_event(&programming, Counter::Pmc1)?;
            let events = number("trigger", events)?;
            programming = start_after(programming, events).map_err(RecipeError::Programming)?;
        }
        if let Some(freeze) = self.freeze {
            let (counter, events) = counter_and_events(freeze).ok_or(RecipeError::Freeze(freeze))?;
            has_event(&programming, counter)?;
            if counter == Counter::Pmc1 && self.trigger.is_some() {
                return Err(RecipeError::StartAndStop);
            }
            programming = freeze_after(programming, counter, events).map_err(RecipeError::Programming)?;
        }
        Ok(programming)
    }
}

fn has_event(programming: &Programming, counter: Counter) -> Result<(), RecipeError<'static>> {
    match programming.selector(counter) {
        Some(selector) if selector.code() != 0 => Ok(()),
        _ => Err(RecipeError::NoEvent(counter)),
    }
}

/// `pmcN:EVENTS`.
fn counter_and_events(value: &str) -> Option<(Counter, u32)> {
    let (name, events) = value.split_once(':')?;
    Some((wire::counter(name)?, wire::decimal(events)?))
}

fn number<'a>(name: &'static str, value: &'a str) -> Result<u32, RecipeError<'a>> {
    wire::decimal(value).ok_or(RecipeError::Number { name, value })
}

impl fmt::Display for RecipeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Freeze(value) => {
                write!(f, "freeze={value}: write pmcN:EVENTS with N 1 to 6, for instance freeze=pmc2:10000")
            }
            Self::Number { name, value } => write!(f, "{name}: `{value}` is not a decimal number below 2^32"),
            Self::State(value) => write!(f, "count={value}: {} are legal", State::LEGAL),
            Self::StartAndStop => {
                write!(f, "with trigger= PMC1 starts the others and cannot stop them: freeze=pmc2: to freeze=pmc6: can")
            }
            Self::NoEvent(counter) => {
                let number = counter.number();
                write!(f, "PMC{number} is to be counted and has no event: add pmc{number}=CODE")
            }
            Self::NoThresholdEvent => {
                write!(
                    f,
                    "threshold= needs an event that compares: pmc1= 30, 31, 40, 43, pmc2=32, pmc3= 12, 13, 17, pmc4=16"
                )
            }
            Self::Programming(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RecipeError<'_> {}

#[cfg(test)]
mod tests;
