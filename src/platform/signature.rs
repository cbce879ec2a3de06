//! The signature of a timing model: what neither hardware nor stock QEMU can show.
//!
//! The image asks by a word that does nothing on any processor, with [`MAGIC`] in r3 and
//! an index in r4. Where r3 is still [`MAGIC`] afterwards there is no model. A model
//! gives for index 0 the length of its text in bytes, and for index k the bytes from
//! 4(k - 1) on, the first in the highest byte. The text is one line of words:
//!
//! ```text
//! g4pmu-model 0.1.0 part=7450 nop=ordinary ... clocks=900000000/100000000/25000000
//! ```
//!
//! name, version, then `name=value` words, of which `part` and `clocks` must be there: the
//! core, the bus and the time base in hertz. A text that is anything else is
//! [`Damaged`]: whose counts they are would then be unknown.
//!
//! Rejected: a register number that no part has. Hardware answers such a read with an
//! exception or with anything, and which it is differs from part to part.

use core::fmt;

use heapless::{String, Vec};

/// What r3 holds when the question is meant.
pub const MAGIC: u32 = 0x6734_7063;

/// Longest text in bytes.
pub const MOST_BYTES: usize = 480;

/// The name that a text begins with.
const NAME: &str = "g4pmu-model";

/// Clock rates in hertz, as the model runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The core.
    pub core_hz: u32,
    /// The bus.
    pub bus_hz: u32,
    /// The time base.
    pub tb_hz: u32,
}

/// A text with everything in it that a signature has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    text: String<MOST_BYTES>,
    clocks: Clocks,
}

/// Why what answered is no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// A length that no text has.
    Length(u32),
    /// A byte that is not printable ASCII.
    Byte(u8),
    /// Another name, or no version behind it.
    Name,
    /// A word that is not `name=value`.
    Word,
    /// There is no part.
    Part,
    /// There are no clocks, or rates that are none.
    Clocks,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the signature of the timing model is damaged: ")?;
        match self {
            Self::Length(length) => write!(f, "{length} bytes long, legal are 1 to {MOST_BYTES}"),
            Self::Byte(byte) => write!(f, "byte 0x{byte:02x} in it, legal is printable ASCII"),
            Self::Name => write!(f, "it does not begin with {NAME} and a version"),
            Self::Word => f.write_str("a word in it is not name=value"),
            Self::Part => f.write_str("there is no part= in it"),
            Self::Clocks => f.write_str("clocks=CORE/BUS/TIMEBASE is not in it, in hertz, each from 1 and below 2^32"),
        }
    }
}

impl core::error::Error for Damaged {}

impl Signature {
    /// Asks for the signature; `None` where nothing answers.
    ///
    /// # Errors
    ///
    /// [`Damaged`].
    pub fn read(mut ask: impl FnMut(u32) -> u32) -> Result<Option<Self>, Damaged> {
        let length = ask(0);
        if length == MAGIC {
            return Ok(None);
        }
        if !(1..=MOST_BYTES as u32).contains(&length) {
            return Err(Damaged::Length(length));
        }
        let mut bytes = Vec::<u8, MOST_BYTES>::new();
        for word in 0..length.div_ceil(4) {
            // The length fits, so only the zeros behind the end of the text are lost.
            let _end = bytes.extend_from_slice(&ask(word + 1).to_be_bytes());
        }
        bytes.truncate(length as usize);
        if let Some(byte) = bytes.iter().find(|byte| !matches!(byte, b' '..=b'~')) {
            return Err(Damaged::Byte(*byte));
        }
        let text = String::from_utf8(bytes).map_err(|_| Damaged::Byte(0x80))?;
        Self::of(text).map(Some)
    }

    fn of(text: String<MOST_BYTES>) -> Result<Self, Damaged> {
        let mut words = text.split(' ');
        if words.next() != Some(NAME) || words.next().is_none_or(|version| version.is_empty() || version.contains('='))
        {
            return Err(Damaged::Name);
        }
        if words.any(|word| word.split_once('=').is_none_or(|(name, value)| name.is_empty() || value.is_empty())) {
            return Err(Damaged::Word);
        }
        value(&text, "part").ok_or(Damaged::Part)?;
        let clocks = value(&text, "clocks").and_then(clocks).ok_or(Damaged::Clocks)?;
        Ok(Self { text, clocks })
    }

    /// The model's version.
    #[must_use]
    pub fn version(&self) -> &str {
        self.text.split(' ').nth(1).unwrap_or_default()
    }

    /// The part that it models.
    #[must_use]
    pub fn part(&self) -> &str {
        value(&self.text, "part").unwrap_or_default()
    }

    /// Its clocks.
    #[must_use]
    pub const fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// The words behind the part, in their order: `name:value` with commas between them
    /// as in a kernel's parameters, `-` where there is none.
    #[must_use]
    pub fn switches(&self) -> String<MOST_BYTES> {
        let mut switches = String::new();
        for (name, value) in pairs(&self.text).filter(|(name, _)| *name != "part") {
            let comma = if switches.is_empty() { "" } else { "," };
            // No longer than the words themselves, which fit.
            let _fits = fmt::Write::write_fmt(&mut switches, format_args!("{comma}{name}:{value}"));
        }
        if switches.is_empty() {
            let _fits = switches.push('-');
        }
        switches
    }
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(' ').skip(2).filter_map(|word| word.split_once('='))
}

fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    pairs(text).find(|(own, _)| *own == name).map(|(_, value)| value)
}

fn clocks(text: &str) -> Option<Clocks> {
    let mut rates = text.split('/').map(|rate| rate.parse().ok().filter(|hertz| *hertz > 0));
    let clocks = Clocks { core_hz: rates.next()??, bus_hz: rates.next()??, tb_hz: rates.next()?? };
    rates.next().is_none().then_some(clocks)
}

#[cfg(test)]
mod tests;
