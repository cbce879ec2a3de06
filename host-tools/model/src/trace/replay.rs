//! A trace told to a model: [`Replay`].

use mpc7450::registers::MSR;
use thiserror::Error;

use super::{Decoder, Header, Item, TraceError};
use crate::model::Model;
use crate::settings::Settings;
use crate::sink::Sink;

/// A model that is told a trace, item by item.
#[derive(Debug)]
pub struct Replay<'a, W> {
    decoder: Decoder<'a>,
    model: Model<W>,
    instructions: u64,
    answers: u64,
    ended: bool,
    difference: Option<Difference>,
}

/// Where the model said something else than the one whose trace it is.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Difference {
    /// Another answer to a move from one of its registers.
    #[error(
        "instruction {instruction} at {address:#010x} read {} then and {} now", register(*then), register(*now)
    )]
    Answer {
        /// Number of the instruction.
        instruction: u64,
        /// Its effective address.
        address: u32,
        /// The answer in the trace.
        then: Option<u32>,
        /// The answer now.
        now: Option<u32>,
    },
    /// An exception of the model's came behind an instruction, and is not due now.
    #[error("vector {vector:#06x} was due behind instruction {instruction} then and is not now")]
    Due {
        /// How many instructions had been told.
        instruction: u64,
        /// The vector.
        vector: u32,
    },
    /// The end came in another cycle.
    #[error("the end came in cycle {then} then and in cycle {now} now")]
    End {
        /// The cycle in the trace.
        then: u64,
        /// The cycle now.
        now: u64,
    },
}

fn register(value: Option<u32>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| format!("{value:#010x}"))
}

impl<'a, W: Sink> Replay<'a, W> {
    /// A model at reset with the trace's settings as `change` leaves them.
    ///
    /// # Errors
    ///
    /// The bytes do not begin as a trace.
    pub fn new(bytes: &'a [u8], watcher: W, change: impl FnOnce(&mut Settings)) -> Result<Self, TraceError> {
        let decoder = Decoder::new(bytes)?;
        let mut settings = decoder.header().settings.clone();
        change(&mut settings);
        let model = Model::watched(settings, watcher);
        Ok(Self { decoder, model, instructions: 0, answers: 0, ended: false, difference: None })
    }

    /// Tells the model the next item; gives it and the model, `None` at the end.
    ///
    /// # Errors
    ///
    /// The trace is damaged or ends early.
    pub fn step(&mut self) -> Result<Option<(Item<'_>, &Model<W>)>, TraceError> {
        let Some((item, words)) = self.decoder.next_item()? else { return Ok(None) };
        let model = &mut self.model;
        let mut difference = None;
        match item {
            Item::Retired { ref retired, answer } => {
                let now = model.retire(retired, words);
                self.instructions += 1;
                self.answers += u64::from(answer.is_some());
                let (instruction, address) = (self.instructions, retired.at.effective);
                let answered = Difference::Answer { instruction, address, then: answer, now };
                difference = (now != answer).then_some(answered);
            }
            Item::Exception { exception, raised } => {
                if raised {
                    let due = model.due(exception.handler.effective, MSR::EE::SET.value);
                    let late = Difference::Due { instruction: self.instructions, vector: exception.vector };
                    difference = due.is_none_or(|due| due.vector != exception.vector).then_some(late);
                }
                model.exception(&exception);
            }
            Item::Passed(instructions) => model.pass(instructions),
            Item::Napped => {
                model.nap();
            }
            Item::Ended { cycle: then } => {
                self.ended = true;
                let now = model.now();
                difference = (now != then).then_some(Difference::End { then, now });
            }
        }
        self.difference = self.difference.or(difference);
        Ok(Some((item, &self.model)))
    }

    /// The trace's header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        self.decoder.header()
    }

    /// The model.
    #[must_use]
    pub const fn model(&self) -> &Model<W> {
        &self.model
    }

    /// Instructions told so far, without those that only passed.
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// How many answers the trace holds so far.
    #[must_use]
    pub const fn answers(&self) -> u64 {
        self.answers
    }

    /// Whether the trace's producer ended in good order.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.ended
    }

    /// The first difference.
    #[must_use]
    pub const fn difference(&self) -> Option<Difference> {
        self.difference
    }
}
