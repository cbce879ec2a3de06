//! Parameters of a kernel: names, ranges, presets and the values in use.

use core::fmt;

use heapless::Vec;

/// Most parameters one kernel has.
pub const MOST_PARAMETERS: usize = 8;

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

/// A parameter's value in each preset.
#[derive(Clone, Copy, Debug)]
pub struct Presets {
    /// Seconds in an emulator: at most a few million instructions.
    pub quick: u32,
    /// Long enough for steady figures on hardware.
    pub default: u32,
    /// The numbers of the article the kernel comes from.
    pub article: u32,
}

/// Which preset the values start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// [`Presets::quick`].
    Quick,
    /// [`Presets::default`].
    Default,
    /// [`Presets::article`].
    Article,
}

/// Values for a kernel's parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    described: &'static [Parameter],
    values: Vec<u32, MOST_PARAMETERS>,
}

/// Why a `name=value` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterError {
    /// The kernel has no such parameter.
    UnknownName,
    /// The value is not a number or not one of the words.
    NotAValue,
    /// The number is outside the range.
    OutOfRange {
        /// Smallest legal value.
        least: u32,
        /// Largest legal value.
        most: u32,
    },
}

impl Parameters {
    /// The values of a preset.
    #[must_use]
    pub fn preset(described: &'static [Parameter], preset: Preset) -> Self {
        let values = described
            .iter()
            .map(|parameter| match preset {
                Preset::Quick => parameter.presets.quick,
                Preset::Default => parameter.presets.default,
                Preset::Article => parameter.presets.article,
            })
            .collect();
        Self { described, values }
    }

    /// Sets one parameter from its text.
    ///
    /// # Errors
    ///
    /// The name is not the kernel's or the value is not legal.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterError> {
        let index = self.index(name).ok_or(ParameterError::UnknownName)?;
        let value = match &self.described[index].range {
            Range::Number(least, most) => {
                let value: u32 = text.parse().map_err(|_| ParameterError::NotAValue)?;
                if !(*least..=*most).contains(&value) {
                    return Err(ParameterError::OutOfRange { least: *least, most: *most });
                }
                value
            }
            Range::Choice(words) => {
                let position = words.iter().position(|word| *word == text).ok_or(ParameterError::NotAValue)?;
                u32::try_from(position).map_err(|_| ParameterError::NotAValue)?
            }
        };
        self.values[index] = value;
        Ok(())
    }

    /// The value of a parameter that the kernel describes.
    ///
    /// # Panics
    ///
    /// The kernel asks for a name it does not describe: a mistake in the kernel
    /// that the host tests find.
    #[must_use]
    pub fn get(&self, name: &str) -> u32 {
        match self.index(name) {
            Some(index) => self.values[index],
            None => panic!("kernel has no parameter {name}"),
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.described.iter().position(|parameter| parameter.name == name)
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
            match &parameter.range {
                Range::Number(..) => write!(f, "{comma}{}:{value}", parameter.name)?,
                Range::Choice(words) => write!(f, "{comma}{}:{}", parameter.name, words[*value as usize])?,
            }
        }
        Ok(())
    }
}
