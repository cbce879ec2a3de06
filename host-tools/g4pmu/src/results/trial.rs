//! What one trial's raw words mean: its values, in their fixed order.

use report_format::record::{self, State};
use report_format::word::Word;

use super::Hex;
use super::counters::CounterFacts;
use super::header::Header;
use super::instructions::{InstructionClock, NotInstructions};
use super::kernel::{Expected, Trial};
use super::value::{Exactness, Source, Status, Value};

/// What turns raw words into values, taken once from the header.
#[derive(Debug)]
pub struct Facts<'a> {
    /// For the window of each state.
    supervisor: Result<InstructionClock, NotInstructions>,
    user: Result<InstructionClock, NotInstructions>,
    counters: CounterFacts<'a>,
    /// Whose the time base is where it does not count instructions.
    time_base: Source,
}

impl<'a> Facts<'a> {
    /// Takes them from the header.
    #[must_use]
    pub fn new(header: &'a Header) -> Self {
        let clock = |state: State| {
            let check = header.time_base.iter().find(|check| check.state == state.word());
            InstructionClock::new(header.clock.as_ref(), check)
        };
        Self {
            supervisor: clock(State::Supervisor),
            user: clock(State::User),
            counters: CounterFacts::new(header),
            time_base: match header.counted_by() {
                Source::Model if header.model.is_none() => Source::None,
                who => who,
            },
        }
    }

    /// The trial, of a kernel in this state, with its values: `instructions-executed`,
    /// `time-base-ticks`, then each counter that was to count something.
    #[must_use]
    pub fn trial(&self, raw: &record::Trial, state: &str, expected: Option<&Expected>) -> Trial {
        let instructions = if state == State::User.word() { &self.user } else { &self.supervisor };
        let mut values = vec![executed(raw, instructions, expected), self.ticks(raw, instructions)];
        values.extend(self.counters.values(raw, expected));
        Trial {
            trial: raw.trial,
            n: raw.n,
            mmcr0: Hex(raw.mmcr0),
            mmcr1: Hex(raw.mmcr1),
            mmcr2: Hex(raw.mmcr2),
            hid0: Hex(raw.hid0),
            start: raw.start,
            stop: raw.stop,
            ticks: raw.ticks,
            values,
        }
    }

    /// The time base as it was read. In an emulator without a model it is nobody's count
    /// where it is not known to count instructions: what it follows then, the report
    /// cannot tell.
    fn ticks(&self, raw: &record::Trial, instructions: &Result<InstructionClock, NotInstructions>) -> Value {
        let source = if instructions.is_ok() { Source::Instructions } else { self.time_base };
        let usable = source != Source::None;
        Value {
            event: super::TICKS.to_owned(),
            pmc: None,
            code: None,
            value: usable.then_some(raw.ticks),
            unit: "ticks",
            expected: None,
            expected_least: None,
            expected_most: None,
            source,
            exactness: usable.then_some(Exactness::AsRead),
            status: if usable { Status::Ok } else { Status::NotCounted },
            reason: instructions.as_ref().err().filter(|_| !usable).map(ToString::to_string),
        }
    }
}

/// The kernel's own instructions, the window's subtracted.
fn executed(
    raw: &record::Trial,
    instructions: &Result<InstructionClock, NotInstructions>,
    expected: Option<&Expected>,
) -> Value {
    let expected = expected.map(|counts| counts.executed);
    let measured = match instructions {
        Ok(clock) => clock.executed(raw.ticks).map_err(|why| (Status::Error, why.to_string())),
        Err(why) => Err((Status::NotCounted, why.to_string())),
    };
    let (value, status, reason) = match (measured, expected) {
        (Err((status, reason)), _) => (None, status, Some(reason)),
        (Ok(count), Some(form)) if count != form => {
            (Some(count), Status::Mismatch, Some(format!("the closed form is {form}")))
        }
        (Ok(count), _) => (Some(count), Status::Ok, None),
    };
    Value {
        event: super::EXECUTED.to_owned(),
        pmc: None,
        code: None,
        value,
        unit: "instructions",
        expected,
        expected_least: None,
        expected_most: None,
        source: if value.is_some() { Source::Instructions } else { Source::None },
        exactness: value.map(|_| Exactness::Exact),
        status,
        reason,
    }
}
