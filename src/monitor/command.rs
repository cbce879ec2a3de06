//! What a line asks for.
//!
//! A command is a word, then what it is about, then `name=value` words. Nothing is
//! carried out before the whole line is understood.

use core::fmt;
use core::str::SplitAsciiWhitespace;

use report_format::record::LoadArea;
use report_format::word::Word;

use super::load::Announced;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `info`: what the image runs on and what counts there.
    Info,
    /// `list`: kernels, suites and registers.
    List,
    /// `run KERNEL`: measures one kernel.
    Run {
        /// Its id.
        kernel: &'a str,
        /// The other words of the line.
        words: &'a str,
    },
    /// `sample KERNEL SOURCE:PERIOD`: measures one kernel and samples it.
    Sample {
        /// Its id.
        kernel: &'a str,
        /// What raises the samples, and how often.
        source: &'a str,
        /// The other words of the line.
        words: &'a str,
    },
    /// `suite NAME`: measures a suite.
    Suite {
        /// Its name.
        name: &'a str,
        /// The other words of the line.
        words: &'a str,
    },
    /// `load`: code and data from the host.
    Load(Load<'a>),
    /// `spr REGISTER`: reads a special-purpose register.
    Spr {
        /// Its name or number.
        register: &'a str,
    },
    /// `peek ADDRESS`: reads memory.
    Peek {
        /// Address of the first word.
        address: u32,
        /// How many words.
        words: u32,
    },
    /// `echo on` or `echo off`: whether what is typed is sent back.
    Echo(bool),
    /// `off`: switches the machine off.
    Off,
}

/// What `load` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load<'a> {
    /// `load`: shows what is loaded.
    Show,
    /// `load clear`: forgets it.
    Clear,
    /// `load code ...` or `load data ...`: announces a piece.
    Announce(Announced),
    /// `load at=OFFSET data=HEX`: the next block of it.
    Block {
        /// Offset in the piece.
        at: u32,
        /// Hex digits.
        data: &'a str,
    },
}

/// Most words that one `peek` reads.
pub const MOST_PEEKED_WORDS: u32 = 64;

/// Each command and how it is written, in the order in which they are listed.
const FORMS: [(&str, &str); 10] = [
    ("info", "info"),
    ("list", "list"),
    ("run", "run KERNEL [name=value ...] [pmcN=CODE ...]"),
    ("sample", "sample KERNEL SOURCE:PERIOD [name=value ...], SOURCE pmc1 to pmc6, timebase or decrementer"),
    ("suite", "suite NAME [name=value ...] [pmcN=CODE ...]"),
    (
        "load",
        "load; load clear; load code|data offset=BYTES bytes=BYTES crc=0xHEX *CRC; load at=OFFSET data=HEXDIGITS *CRC",
    ),
    ("spr", "spr NAME, or spr NUMBER"),
    ("peek", "peek ADDRESS [words=N]"),
    ("echo", "echo on, or echo off"),
    ("off", "off"),
];

/// The words of all commands, in the order in which they are listed.
pub fn names() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(command, _)| *command)
}

/// Why a line is not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError<'a> {
    /// No command has this word.
    Unknown(&'a str),
    /// The words behind it are not the command's.
    Form {
        /// How the command is written.
        form: &'static str,
    },
    /// A value is not a number in its range.
    Number {
        /// What it is.
        name: &'static str,
        /// As it was given.
        value: &'a str,
        /// Largest legal value.
        most: u32,
    },
    /// A line that changes memory has no checksum.
    Unsummed,
}

impl<'a> Command<'a> {
    /// Reads a line. `summed` tells whether a checksum vouches for it.
    ///
    /// # Errors
    ///
    /// [`CommandError`]: says what is accepted.
    pub fn parse(line: &'a str, summed: bool) -> Result<Self, CommandError<'a>> {
        let (word, rest) = first_word(line);
        let form = FORMS.iter().find(|(command, _)| *command == word).ok_or(CommandError::Unknown(word))?.1;
        let refused = CommandError::Form { form };
        let mut words = rest.split_ascii_whitespace();
        let command = match word {
            "run" => return named(rest).map(|(kernel, words)| Self::Run { kernel, words }).ok_or(refused),
            "suite" => return named(rest).map(|(name, words)| Self::Suite { name, words }).ok_or(refused),
            "sample" => {
                let (kernel, rest) = named(rest).ok_or(refused)?;
                let (source, words) = named(rest).ok_or(refused)?;
                return Ok(Self::Sample { kernel, source, words });
            }
            "load" => return load(words, refused, summed).map(Self::Load),
            "info" => Self::Info,
            "list" => Self::List,
            "spr" => Self::Spr { register: words.next().ok_or(refused)? },
            "peek" => Self::Peek {
                address: number("address", words.next().ok_or(refused)?, u32::MAX)?,
                words: match words.next() {
                    Some(word) => number("words", field(word, "words").ok_or(refused)?, MOST_PEEKED_WORDS)?,
                    None => 1,
                },
            },
            "echo" => match words.next() {
                Some("on") => Self::Echo(true),
                Some("off") => Self::Echo(false),
                _ => return Err(refused),
            },
            _ => Self::Off,
        };
        words.next().map_or(Ok(command), |_| Err(refused))
    }
}

fn load<'a>(
    mut words: SplitAsciiWhitespace<'a>,
    refused: CommandError<'a>,
    summed: bool,
) -> Result<Load<'a>, CommandError<'a>> {
    let Some(first) = words.next() else { return Ok(Load::Show) };
    let mut next = |name| words.next().and_then(|word| field(word, name)).ok_or(refused);
    let load = match (first, field(first, "at")) {
        ("clear", _) => Load::Clear,
        (_, Some(at)) => Load::Block { at: number("at", at, u32::MAX)?, data: next("data")? },
        (area, None) => Load::Announce(Announced {
            area: LoadArea::from_word(area).ok_or(refused)?,
            offset: number("offset", next("offset")?, u32::MAX)?,
            bytes: number("bytes", next("bytes")?, u32::MAX)?,
            crc: number("crc", next("crc")?, u32::MAX)?,
        }),
    };
    if words.next().is_some() {
        Err(refused)
    } else if summed || load == Load::Clear {
        Ok(load)
    } else {
        Err(CommandError::Unsummed)
    }
}

/// The name that a command is about, which is no `name=value`, and what stands behind
/// it.
fn named(rest: &str) -> Option<(&str, &str)> {
    Some(first_word(rest)).filter(|(name, _)| !name.is_empty() && !name.contains('='))
}

/// The first word and what stands behind it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    text.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((text, ""))
}

/// The value of `name=value`.
fn field<'a>(word: &'a str, name: &str) -> Option<&'a str> {
    word.strip_prefix(name)?.strip_prefix('=')
}

/// A number in decimal or, behind `0x`, in hex; from 0 on.
fn number<'a>(name: &'static str, value: &'a str, most: u32) -> Result<u32, CommandError<'a>> {
    parse_number(value).filter(|number| *number <= most).ok_or(CommandError::Number { name, value, most })
}

/// A number in decimal or, behind `0x`, in hex.
#[must_use]
pub fn parse_number(text: &str) -> Option<u32> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    // `from_str_radix` takes a sign as well.
    if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok() }
}

impl fmt::Display for CommandError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => {
                write!(f, "no command `{word}`; there are")?;
                names().try_for_each(|command| write!(f, " {command}"))
            }
            Self::Form { form } => write!(f, "accepted is: {form}"),
            Self::Number { name, value, most } => {
                write!(f, "{name} `{value}`: not a number from 0 to {most}, in decimal or 0xHEX")
            }
            Self::Unsummed => write!(f, "`load` takes only lines with a checksum, ` *` and eight hex digits"),
        }
    }
}

impl core::error::Error for CommandError<'_> {}

#[cfg(test)]
mod tests {
    use super::{Command, CommandError, FORMS, Load};
    use crate::monitor::load::Announced;
    use proptest::prelude::*;
    use report_format::record::LoadArea;

    fn parse(line: &str) -> Result<Command<'_>, CommandError<'_>> {
        Command::parse(line, true)
    }

    fn error(line: &str) -> String {
        parse(line).expect_err(line).to_string()
    }

    #[test]
    fn every_command_is_read() {
        assert_eq!(parse("info"), Ok(Command::Info));
        assert_eq!(parse("  list "), Ok(Command::List));
        let words = "branches=7  pmc4=28 ";
        assert_eq!(
            parse("run branch/chain branches=7  pmc4=28 "),
            Ok(Command::Run { kernel: "branch/chain", words: words.trim_end() })
        );
        let sampled = Command::Sample { kernel: "dispatch/mega", source: "pmc2:1000", words: "pmc2=2" };
        assert_eq!(parse("sample dispatch/mega pmc2:1000 pmc2=2"), Ok(sampled));
        assert_eq!(parse("suite quick"), Ok(Command::Suite { name: "quick", words: "" }));
        assert_eq!(parse("spr hid0"), Ok(Command::Spr { register: "hid0" }));
        assert_eq!(parse("peek 0x1000000"), Ok(Command::Peek { address: 0x0100_0000, words: 1 }));
        assert_eq!(parse("peek 16 words=64"), Ok(Command::Peek { address: 16, words: 64 }));
        assert_eq!(parse("echo on"), Ok(Command::Echo(true)));
        assert_eq!(parse("off"), Ok(Command::Off));
    }

    #[test]
    fn load_shows_announces_and_fills() {
        assert_eq!(parse("load"), Ok(Command::Load(Load::Show)));
        assert_eq!(parse("load clear"), Ok(Command::Load(Load::Clear)));
        let announced = Announced { area: LoadArea::Data, offset: 32, bytes: 8, crc: 0x89ab_cdef };
        assert_eq!(parse("load data offset=0x20 bytes=8 crc=0x89abcdef"), Ok(Command::Load(Load::Announce(announced))));
        assert_eq!(parse("load at=4 data=00112233"), Ok(Command::Load(Load::Block { at: 4, data: "00112233" })));
    }

    #[test]
    fn memory_changes_only_by_lines_with_a_checksum() {
        for line in ["load at=0 data=00112233", "load code offset=0 bytes=4 crc=0"] {
            assert_eq!(Command::parse(line, false), Err(CommandError::Unsummed));
        }
        assert!(Command::parse("load", false).is_ok() && Command::parse("load clear", false).is_ok());
    }

    #[test]
    fn refusals_name_what_is_accepted() {
        assert_eq!(error("help"), "no command `help`; there are info list run sample suite load spr peek echo off");
        assert_eq!(error("INFO"), "no command `INFO`; there are info list run sample suite load spr peek echo off");
        for line in ["peek", "peek 0 words", "peek 0 words=1 2", "peek 0 bytes=4"] {
            assert_eq!(error(line), "accepted is: peek ADDRESS [words=N]");
        }
        assert_eq!(error("peek 0 words=65"), "words `65`: not a number from 0 to 64, in decimal or 0xHEX");
        assert_eq!(
            error("peek 0x100000000"),
            "address `0x100000000`: not a number from 0 to 4294967295, in decimal or 0xHEX"
        );
        assert!(parse("peek +4").is_err() && parse("peek 0x").is_err() && parse("peek -4").is_err());
        for line in [
            "run",
            "run branches=7",
            "sample a/b",
            "sample a/b jitter=1",
            "suite",
            "info now",
            "off now",
            "echo",
            "echo maybe",
            "spr",
            "spr a b",
        ] {
            assert!(error(line).starts_with("accepted is: "), "{line}");
        }
        for line in ["load it", "load code", "load code offset=0 bytes=4", "load at=0", "load clear all"] {
            assert!(error(line).starts_with("accepted is: load; "), "{line}");
        }
    }

    #[test]
    fn a_refusal_fits_a_record() {
        for (command, form) in FORMS {
            let refused = CommandError::Form { form }.to_string();
            assert!(refused.len() < report_format::text::LONGEST && form.starts_with(command), "{form}");
        }
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_parser(line in "((load|peek|run|sample|spr|suite|echo|off)? ?)?[ -~]{0,60}", summed in any::<bool>()) {
            if let Err(error) = Command::parse(&line, summed) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
