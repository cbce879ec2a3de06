//! Finds what a person typed: [`find`].
//!
//! | typed | means |
//! | --- | --- |
//! | `mispredicted-branches` | an event, on any counter that can count it |
//! | `branch-misses` | the same by the name Linux `perf` has for it |
//! | `r41c`, `0x41c` | Linux's raw code: counter 4, selector 0x1c |
//! | `r002` | raw with counter 0: any counter that shares the code, 0 to 22 |
//! | `instructions-completed:PMC4` | any of these, on that counter |
//!
//! No allocation: the answer is one selector a counter, the errors hold numbers
//! and names from the tables, and the caller adds what was typed.

use core::fmt;

use super::{ALIASES, CATALOGUE, CodeTooLarge, Selector, alternatives};
use crate::counter::Counter;

/// Where an event can be counted: at most one selector a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    selectors: [Option<Selector>; 6],
}

/// Why nothing was found. The message leaves out what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindError {
    /// No event and no alias has this name, and it is no raw code.
    Unknown {
        /// The name most like it, if any is.
        similar: Option<&'static str>,
    },
    /// What stands after the colon, or before a raw code's last two digits, is
    /// no counter.
    NoSuchCounter,
    /// The counter after the colon cannot count the event.
    NotOnCounter {
        /// That counter.
        counter: Counter,
        /// Where it can be counted.
        matches: Matches,
    },
    /// A raw code has more than three digits.
    RawTooLong,
    /// A raw code leaves the counter open, but no counters share the selector.
    NotShared {
        /// The selector.
        code: u32,
    },
    /// A raw code's selector is too large for its counter.
    Code(CodeTooLarge),
}

/// Finds the selectors that a name, an alias or a raw code stands for.
///
/// A raw code with a counter is found whether or not the catalogue lists it.
///
/// # Errors
///
/// [`FindError`] says what is wrong and what would be right.
pub fn find(spec: &str) -> Result<Matches, FindError> {
    let (name, counter) = match spec.split_once(':') {
        None => (spec, None),
        Some((name, counter)) => (name, Some(counter_named(counter)?)),
    };
    let matches = match raw_digits(name) {
        Some(digits) => raw(digits)?,
        None => named(name)?,
    };
    match counter {
        None => Ok(matches),
        Some(counter) => match matches.on(counter) {
            Some(selector) => Ok(Matches::from(selector)),
            None => Err(FindError::NotOnCounter { counter, matches }),
        },
    }
}

impl Matches {
    /// The selector on a counter, if it can count the event.
    #[must_use]
    pub const fn on(&self, counter: Counter) -> Option<Selector> {
        self.selectors[counter.index()]
    }

    /// The selectors, PMC1 first; at least one.
    pub fn iter(&self) -> impl Iterator<Item = Selector> {
        self.selectors.into_iter().flatten()
    }

    fn of_event(id: &str) -> Self {
        let mut selectors = [None; 6];
        for event in alternatives(id) {
            selectors[event.selector.counter().index()] = Some(event.selector);
        }
        Self { selectors }
    }
}

impl From<Selector> for Matches {
    fn from(selector: Selector) -> Self {
        let mut selectors = [None; 6];
        selectors[selector.counter().index()] = Some(selector);
        Self { selectors }
    }
}

fn counter_named(text: &str) -> Result<Counter, FindError> {
    let number = text.strip_prefix("PMC").or(text.strip_prefix("pmc")).and_then(|number| number.parse().ok());
    number.and_then(Counter::new).ok_or(FindError::NoSuchCounter)
}

/// The digits of `r...` or `0x...` if nothing but hexadecimal digits follows.
fn raw_digits(name: &str) -> Option<&str> {
    let digits = name.strip_prefix("0x").or(name.strip_prefix('r'))?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

fn raw(digits: &str) -> Result<Matches, FindError> {
    let value = u32::from_str_radix(digits, 16).ok().filter(|value| *value <= 0xfff).ok_or(FindError::RawTooLong)?;
    let code = value & 0xff;
    match value >> 8 {
        0 => shared(code).ok_or(FindError::NotShared { code }),
        number => {
            let counter = Counter::new(number as u8).ok_or(FindError::NoSuchCounter)?;
            Selector::raw(counter, code).map(Matches::from).map_err(FindError::Code)
        }
    }
}

/// Last code that more than one counter shares under the same number.
const LAST_SHARED: u32 = 22;

/// The counters on which a code means the same, as Linux's classes say: every
/// shared code is on PMC1 [LINUX-PMU].
fn shared(code: u32) -> Option<Matches> {
    let on_pmc1 = Selector::raw(Counter::Pmc1, code).ok().filter(|_| code <= LAST_SHARED)?;
    Some(Matches::of_event(on_pmc1.event()?.id))
}

fn named(name: &str) -> Result<Matches, FindError> {
    let id = ALIASES.iter().find(|alias| alias.name == name).map_or(name, |alias| alias.id);
    let matches = Matches::of_event(id);
    if matches.iter().next().is_none() {
        return Err(FindError::Unknown { similar: similar(name) });
    }
    Ok(matches)
}

/// The id or alias that shares most letters at the beginnings of words; the
/// shorter one of equals.
fn similar(name: &str) -> Option<&'static str> {
    let candidates = CATALOGUE.iter().map(|event| event.id).chain(ALIASES.iter().map(|alias| alias.name));
    candidates
        .map(|candidate| (likeness(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0)
        .max_by_key(|(likeness, candidate)| (*likeness, core::cmp::Reverse(candidate.len())))
        .map(|(_, candidate)| candidate)
}

/// Letters that the words of `name` have in common with the beginnings of the
/// best matching words of `candidate`. Fewer than three in a word are chance,
/// unless they are the whole word, as in `l2`.
fn likeness(name: &str, candidate: &str) -> usize {
    let beginning = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    name.split('-')
        .map(|word| (word, candidate.split('-').map(|other| beginning(word, other)).max().unwrap_or(0)))
        .filter(|(word, common)| *common >= 3 || (*common == 2 && word.len() == 2))
        .map(|(_, common)| common)
        .sum()
}

impl fmt::Display for Matches {
    /// Writes the counters: `PMC1, PMC2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, selector) in self.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}PMC{}", selector.counter().number())?;
        }
        Ok(())
    }
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { similar: Some(similar) } => write!(f, "no event has this name; did you mean {similar}?"),
            Self::Unknown { similar: None } => {
                f.write_str("no event has this name; use an id from the list of events, or a raw code like r41c")
            }
            Self::NoSuchCounter => f.write_str("there is no such counter; the counters are PMC1 to PMC6"),
            Self::NotOnCounter { counter, matches } => {
                write!(f, "PMC{} cannot count this event; it can be counted on {matches}", counter.number())
            }
            Self::RawTooLong => f.write_str(
                "a raw code has up to three hexadecimal digits, counter and selector like r41c; \
                 a threshold is no part of it",
            ),
            Self::NotShared { code } => write!(
                f,
                "no counters share selector {code:#04x}, so a raw code must name the counter, 1 to 6: r1{code:02x}"
            ),
            Self::Code(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FindError {}

#[cfg(test)]
mod tests;
