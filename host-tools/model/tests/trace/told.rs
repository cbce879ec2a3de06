//! Things to tell a model, with values of their own instead of borrowed ones.

use model::instruction::Instruction;
use model::record::{Access, Exception, Place, Retired};
use model::settings::Settings;
use model::trace::{Decoder, Encoder, Item, TraceError};
use mpc7450::parts::Part;

/// An item that owns its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Retired { record: Record, answer: Option<u32> },
    Exception { exception: Exception, raised: bool },
    Passed(u64),
    Napped,
    Ended(u64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub word: u32,
    pub at: Place,
    pub next: u32,
    pub taken: bool,
    pub accesses: Vec<Access>,
    pub value: u32,
    pub short_operand: bool,
}

impl Record {
    pub fn new(at: u32, word: u32) -> Self {
        let place = Place::real(at);
        Self { word, at: place, next: at + 4, taken: false, accesses: Vec::new(), value: 0, short_operand: false }
    }

    pub fn with<R>(&self, user: impl FnOnce(&Retired<'_>) -> R) -> R {
        user(&Retired {
            instruction: &Instruction::new(self.word),
            at: self.at,
            next: self.next,
            taken: self.taken,
            accesses: &self.accesses,
            value: self.value,
            short_operand: self.short_operand,
        })
    }
}

impl From<Item<'_>> for Told {
    fn from(item: Item<'_>) -> Self {
        match item {
            Item::Retired { retired, answer } => {
                let record = Record {
                    word: retired.instruction.word,
                    at: retired.at,
                    next: retired.next,
                    taken: retired.taken,
                    accesses: retired.accesses.to_vec(),
                    value: retired.value,
                    short_operand: retired.short_operand,
                };
                assert_eq!(*retired.instruction, Instruction::new(record.word), "decoded as the word says");
                Self::Retired { record, answer }
            }
            Item::Exception { exception, raised } => Self::Exception { exception, raised },
            Item::Passed(instructions) => Self::Passed(instructions),
            Item::Napped => Self::Napped,
            Item::Ended { cycle } => Self::Ended(cycle),
        }
    }
}

pub fn settings() -> Settings {
    Settings::new(Part::from_pvr(0x8000_0201))
}

pub fn encode(told: &[Told]) -> Vec<u8> {
    let mut encoder = Encoder::new(&settings());
    for told in told {
        match told {
            Told::Retired { record, answer } => record.with(|retired| encoder.retired(retired, *answer)),
            Told::Exception { exception, raised } => encoder.exception(exception, *raised),
            Told::Passed(instructions) => encoder.passed(*instructions),
            Told::Napped => encoder.napped(),
            Told::Ended(cycle) => encoder.ended(*cycle),
        }
    }
    encoder.bytes().to_vec()
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Told>, TraceError> {
    let mut decoder = Decoder::new(bytes)?;
    let mut told = Vec::new();
    while let Some((item, _)) = decoder.next_item()? {
        told.push(item.into());
    }
    Ok(told)
}

/// Bytes of the header.
pub fn header() -> usize {
    encode(&[]).len()
}
