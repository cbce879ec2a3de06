//! Words of registers: [`Words`].

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::registers::{MMCR0, MMCR1};
use thiserror::Error;

use crate::names;

/// A register, or a word of memory, that checks look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Monitor mode control register 0.
    Mmcr0,
    /// Monitor mode control register 1.
    Mmcr1,
    /// Monitor mode control register 2.
    Mmcr2,
    /// A counter.
    Pmc(Counter),
    /// Sampled instruction address register.
    Siar,
    /// The machine state under which the measured code runs.
    Msr,
    /// Hardware implementation-dependent register 0.
    Hid0,
    /// Processor version register.
    Pvr,
    /// The word of memory at the exception's vector, offset 0x00F00.
    Vector,
}

impl Word {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 14] = [
        Self::Mmcr0,
        Self::Mmcr1,
        Self::Mmcr2,
        Self::Pmc(Counter::Pmc1),
        Self::Pmc(Counter::Pmc2),
        Self::Pmc(Counter::Pmc3),
        Self::Pmc(Counter::Pmc4),
        Self::Pmc(Counter::Pmc5),
        Self::Pmc(Counter::Pmc6),
        Self::Siar,
        Self::Msr,
        Self::Hid0,
        Self::Pvr,
        Self::Vector,
    ];

    /// Its name on a command line, and in the monitor where that has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mmcr0 => "mmcr0",
            Self::Mmcr1 => "mmcr1",
            Self::Mmcr2 => "mmcr2",
            Self::Pmc(counter) => ["pmc1", "pmc2", "pmc3", "pmc4", "pmc5", "pmc6"][counter.index()],
            Self::Siar => "siar",
            Self::Msr => "msr",
            Self::Hid0 => "hid0",
            Self::Pvr => "pvr",
            Self::Vector => "vector",
        }
    }
}

/// The words that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words([Option<u32>; Word::ALL.len()]);

/// A word on a command line that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordError {
    /// It is not `NAME=VALUE`.
    #[error("`{0}` is no word of a register: write NAME=VALUE, for instance mmcr0=0x80000042")]
    Form(String),
    /// Nothing is called so.
    #[error("there is no register `{name}`{hint}; accepted are {accepted}")]
    Name {
        /// What was typed.
        name: String,
        /// What was probably meant.
        hint: String,
        /// What there is.
        accepted: String,
    },
    /// Its value does not fit.
    #[error("`{value}` is no value of {name}: write a number of 32 bits, decimal or 0x and hex")]
    Value {
        /// The register.
        name: &'static str,
        /// What was typed.
        value: String,
    },
    /// It is there twice.
    #[error("{0} is given twice: give one value")]
    Twice(&'static str),
}

impl Words {
    /// Reads `NAME=VALUE` words.
    ///
    /// # Errors
    ///
    /// [`WordError`].
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, WordError> {
        let mut words = Self::default();
        for text in texts {
            let (name, value) = text.split_once('=').ok_or_else(|| WordError::Form(text.to_owned()))?;
            let names = Word::ALL.map(Word::name);
            let word = Word::ALL.into_iter().find(|word| word.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
                let hint = names::hint(&name.to_ascii_lowercase(), names);
                WordError::Name { name: name.to_owned(), hint, accepted: names.join(" ") }
            })?;
            let number = match value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
                Some(hex) if !hex.starts_with('+') => u32::from_str_radix(hex, 16).ok(),
                None if !value.starts_with('+') => value.parse().ok(),
                _ => None,
            };
            let number = number.ok_or_else(|| WordError::Value { name: word.name(), value: value.to_owned() })?;
            if words.get(word).is_some() {
                return Err(WordError::Twice(word.name()));
            }
            words.set(word, number);
        }
        Ok(words)
    }

    /// A word, where it is known.
    #[must_use]
    pub fn get(&self, word: Word) -> Option<u32> {
        Word::ALL.iter().position(|other| *other == word).and_then(|place| self.0[place])
    }

    /// Makes a word known.
    pub fn set(&mut self, word: Word, value: u32) {
        if let Some(place) = Word::ALL.iter().position(|other| *other == word) {
            self.0[place] = Some(value);
        }
    }

    /// What each counter counts, where the word that selects it is known.
    pub fn selectors(&self) -> impl Iterator<Item = Selector> + '_ {
        Counter::ALL.into_iter().filter_map(|counter| self.selector(counter))
    }

    /// What a counter counts.
    #[must_use]
    pub fn selector(&self, counter: Counter) -> Option<Selector> {
        let (low, high) = (self.get(Word::Mmcr0), self.get(Word::Mmcr1));
        let code = match counter {
            Counter::Pmc1 => MMCR0::PMC1SEL.read(low?),
            Counter::Pmc2 => MMCR0::PMC2SEL.read(low?),
            Counter::Pmc3 => MMCR1::PMC3SEL.read(high?),
            Counter::Pmc4 => MMCR1::PMC4SEL.read(high?),
            Counter::Pmc5 => MMCR1::PMC5SEL.read(high?),
            Counter::Pmc6 => MMCR1::PMC6SEL.read(high?),
        };
        // A field is as wide as its codes.
        Selector::raw(counter, code).ok()
    }

    /// The counters whose values are known.
    pub fn counters(&self) -> impl Iterator<Item = (Counter, u32)> + '_ {
        Counter::ALL.into_iter().filter_map(|counter| Some((counter, self.get(Word::Pmc(counter))?)))
    }
}
