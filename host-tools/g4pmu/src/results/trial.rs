//! What one trial's raw words mean: its values, in their fixed order.

use report_format::record;

use super::Hex;
use super::counters::CounterFacts;
use super::header::Header;
use super::instructions::{InstructionClock, NotInstructions};
use super::kernel::{Expected, Trial};
use super::value::{Exactness, Source, Status, Value};

/// What turns raw words into values, taken once from the header.
#[derive(Debug)]
pub struct Facts<'a> {
    instructions: Result<InstructionClock, NotInstructions>,
    counters: CounterFacts<'a>,
    on_a_chip: bool,
}

impl<'a> Facts<'a> {
    /// Takes them from the header.
    #[must_use]
    pub fn new(header: &'a Header) -> Self {
        Self {
            instructions: InstructionClock::new(header.clock.as_ref(), header.time_base.as_ref()),
            counters: CounterFacts::new(header),
            on_a_chip: header.is_on_a_chip(),
        }
    }

    /// The trial with its values: `instructions-executed`, `time-base-ticks`, then
    /// each counter that was to count something.
    #[must_use]
    pub fn trial(&self, raw: &record::Trial, expected: Option<&Expected>) -> Trial {
        let mut values = vec![self.executed(raw, expected), self.ticks(raw)];
        values.extend(self.counters.values(raw));
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

    fn executed(&self, raw: &record::Trial, expected: Option<&Expected>) -> Value {
        let expected = expected.map(|counts| counts.executed);
        let measured = match &self.instructions {
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
            source: if value.is_some() { Source::Instructions } else { Source::None },
            exactness: value.map(|_| Exactness::Exact),
            status,
            reason,
        }
    }

    /// The time base as it was read. Under an emulator without `-icount` it
    /// follows the host's clock, which is nobody's count.
    fn ticks(&self, raw: &record::Trial) -> Value {
        let source = match (&self.instructions, self.on_a_chip) {
            (Ok(_), _) => Source::Instructions,
            (Err(_), true) => Source::Hardware,
            (Err(_), false) => Source::None,
        };
        let usable = source != Source::None;
        Value {
            event: super::TICKS.to_owned(),
            pmc: None,
            code: None,
            value: usable.then_some(raw.ticks),
            unit: "ticks",
            expected: None,
            source,
            exactness: usable.then_some(Exactness::AsRead),
            status: if usable { Status::Ok } else { Status::NotCounted },
            reason: (!usable).then(|| "the emulator's time base follows the host's clock".to_owned()),
        }
    }
}
