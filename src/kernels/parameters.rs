//! Parameters of a kernel: names, ranges and the values in use.
//!
//! A kernel reads its values by [`Place`], the position in its own list, and not by
//! name: an enumeration cannot be out of range, so reading never fails on the target,
//! while a misspelt name would show only at run time.

use core::fmt;

use super::preset::{Preset, Presets};

/// Most parameters that one kernel has: one for each [`Place`].
pub const MOST_PARAMETERS: usize = 6;

/// Most bytes of a kernel's parameters as text.
pub const MOST_PARAMETER_BYTES: usize = 96;

/// Position of a parameter in its kernel's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first parameter.
    First,
    /// The second parameter.
    Second,
    /// The third parameter.
    Third,
    /// The fourth parameter.
    Fourth,
    /// The fifth parameter.
    Fifth,
    /// The sixth parameter.
    Sixth,
}

/// One parameter of a kernel.
#[derive(Debug)]
pub struct Parameter {
    /// Name as typed in `name=value`.
    pub name: &'static str,
    /// Meaning and unit, one line.
    pub meaning: &'static str,
    /// What values are legal.
    pub range: Range,
    /// Values of the presets.
    pub presets: Presets,
}

/// Legal values of a parameter.
#[derive(Debug)]
pub enum Range {
    /// A number from the first to the second, both included.
    Number(u32, u32),
    /// One of these words; the value in use is the word's position.
    Choice(&'static [&'static str]),
}

/// A value as it is typed and written: a number, or the word of a choice.
#[derive(Clone, Copy, Debug)]
pub enum ValueText {
    /// The value of [`Range::Number`].
    Number(u32),
    /// The word of [`Range::Choice`].
    Word(&'static str),
}

impl fmt::Display for ValueText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// Values for a kernel's parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    described: &'static [Parameter],
    values: [u32; MOST_PARAMETERS],
}

/// Why a `name=value` is refused.
#[derive(Clone, Copy, Debug)]
pub enum ParameterError {
    /// The kernel has no parameter of that name.
    UnknownName {
        /// The parameters it has.
        described: &'static [Parameter],
    },
    /// The value is not a number.
    NotANumber {
        /// Smallest legal value.
        least: u32,
        /// Largest legal value.
        most: u32,
    },
    /// The number is outside the range.
    OutOfRange {
        /// The number.
        value: u32,
        /// Smallest legal value.
        least: u32,
        /// Largest legal value.
        most: u32,
    },
    /// The value is none of the words.
    NotAChoice {
        /// The legal words.
        words: &'static [&'static str],
    },
}

impl Parameters {
    /// The values of a preset.
    #[must_use]
    pub fn preset(described: &'static [Parameter], preset: Preset) -> Self {
        let mut values = [0; MOST_PARAMETERS];
        for (value, parameter) in values.iter_mut().zip(described) {
            *value = parameter.presets.get(preset);
        }
        Self { described, values }
    }

    /// Sets one parameter from its text.
    ///
    /// # Errors
    ///
    /// The name is not the kernel's or the value is not legal.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterError> {
        let (parameter, slot) = self
            .described
            .iter()
            .zip(&mut self.values)
            .find(|(parameter, _)| parameter.name == name)
            .ok_or(ParameterError::UnknownName { described: self.described })?;
        *slot = parameter.range.parse(text)?;
        Ok(())
    }

    /// The value in use at a place; 0 where the kernel describes none.
    #[must_use]
    pub const fn get(&self, place: Place) -> u32 {
        self.values[place as usize]
    }
}

impl Range {
    /// A value as it is typed and written.
    #[must_use]
    pub const fn text(&self, value: u32) -> ValueText {
        match self {
            Self::Number(..) => ValueText::Number(value),
            Self::Choice(words) => match words.split_at_checked(value as usize) {
                Some((_, [word, ..])) => ValueText::Word(word),
                _ => ValueText::Word("?"),
            },
        }
    }

    fn parse(&self, text: &str) -> Result<u32, ParameterError> {
        match *self {
            Self::Number(least, most) => {
                let value: u32 = text.parse().map_err(|_| ParameterError::NotANumber { least, most })?;
                if (least..=most).contains(&value) {
                    Ok(value)
                } else {
                    Err(ParameterError::OutOfRange { value, least, most })
                }
            }
            Self::Choice(words) => {
                let refused = ParameterError::NotAChoice { words };
                let position = words.iter().position(|word| *word == text).ok_or(refused)?;
                u32::try_from(position).map_err(|_| refused)
            }
        }
    }
}

/// Writes `name:value,name:value`, choices as words, `-` when there are none.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.described.is_empty() {
            return f.write_str("-");
        }
        for (position, (parameter, value)) in self.described.iter().zip(&self.values).enumerate() {
            let comma = if position == 0 { "" } else { "," };
            write!(f, "{comma}{}:{}", parameter.name, parameter.range.text(*value))?;
        }
        Ok(())
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { described: [] } => f.write_str("the kernel has no parameters"),
            Self::UnknownName { described } => {
                f.write_str("the kernel has no such parameter; it has")?;
                described.iter().try_for_each(|parameter| write!(f, " {}", parameter.name))
            }
            Self::NotANumber { least, most } => {
                write!(f, "the value is no decimal number; legal are {least} to {most}")
            }
            Self::OutOfRange { value, least, most } => {
                write!(f, "{value} is out of range; legal are {least} to {most}")
            }
            Self::NotAChoice { words } => {
                f.write_str("the value is none of")?;
                words.iter().try_for_each(|word| write!(f, " {word}"))
            }
        }
    }
}

impl core::error::Error for ParameterError {}

#[cfg(test)]
mod tests {
    use super::{Parameter, Parameters, Place, Range};
    use crate::kernels::preset::{Preset, Presets};

    static DESCRIBED: [Parameter; 2] = [
        Parameter {
            name: "size",
            meaning: "bytes",
            range: Range::Number(1, 64),
            presets: Presets { quick: 1, default: 2, article: 3 },
        },
        Parameter {
            name: "fill",
            meaning: "word",
            range: Range::Choice(&["nop", "add"]),
            presets: Presets { quick: 0, default: 1, article: 0 },
        },
    ];

    fn default() -> Parameters {
        Parameters::preset(&DESCRIBED, Preset::Default)
    }

    #[test]
    fn presets_give_their_own_values() {
        let text = |preset| Parameters::preset(&DESCRIBED, preset).to_string();
        assert_eq!(text(Preset::Quick), "size:1,fill:nop");
        assert_eq!(text(Preset::Default), "size:2,fill:add");
        assert_eq!(text(Preset::Article), "size:3,fill:nop");
        assert_eq!(Parameters::preset(&[], Preset::Quick).to_string(), "-");
    }

    #[test]
    fn values_are_set_by_name_and_read_by_place() {
        let mut parameters = default();
        parameters.set("size", "64").unwrap();
        parameters.set("fill", "nop").unwrap();
        assert_eq!(parameters.get(Place::First), 64);
        assert_eq!(parameters.get(Place::Second), 0);
        assert_eq!(parameters.get(Place::Fourth), 0);
    }

    #[test]
    fn refusals_say_what_is_legal_and_change_nothing() {
        let mut parameters = default();
        let mut refused = |name, text| parameters.set(name, text).unwrap_err().to_string();
        assert_eq!(refused("length", "1"), "the kernel has no such parameter; it has size fill");
        assert_eq!(refused("size", "ten"), "the value is no decimal number; legal are 1 to 64");
        assert_eq!(refused("size", "-1"), "the value is no decimal number; legal are 1 to 64");
        assert_eq!(refused("size", "0"), "0 is out of range; legal are 1 to 64");
        assert_eq!(refused("size", "65"), "65 is out of range; legal are 1 to 64");
        assert_eq!(refused("fill", "1"), "the value is none of nop add");
        assert_eq!(parameters.to_string(), "size:2,fill:add");
        let mut none = Parameters::preset(&[], Preset::Quick);
        assert_eq!(none.set("size", "1").unwrap_err().to_string(), "the kernel has no parameters");
    }
}
