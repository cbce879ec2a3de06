//! Records of the monitor's answers: what was asked, what there is, what was read or
//! loaded.

use crate::text::Text;
use crate::word::Word;

/// See [`Record::Answer`](super::Record::Answer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The command as it was understood, without its checksum; empty where the line
    /// was refused as a whole.
    pub command: Text<'a>,
}

/// See [`Record::Offer`](super::Record::Offer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<'a> {
    /// What it is.
    pub kind: OfferKind,
    /// Its name in commands.
    pub name: Text<'a>,
    /// What belongs to it, `name:value,...` or `-`: a kernel's parameters with their
    /// legal values, a suite's preset and kernels, a register's number.
    pub values: Text<'a>,
}

/// What a command can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// `kernel`.
    Kernel,
    /// `suite`.
    Suite,
    /// `register`: a special-purpose register.
    Register,
}

/// See [`Record::Spr`](super::Record::Spr).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SprValue<'a> {
    /// Its name in the manual, in lower case.
    pub name: Text<'a>,
    /// Its number.
    pub number: u32,
    /// What it holds, hex on the wire.
    pub value: u32,
}

/// See [`Record::Word`](super::Record::Word).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordValue {
    /// Its address, hex on the wire.
    pub address: u32,
    /// What it holds, hex on the wire.
    pub value: u32,
}

/// See [`Record::Load`](super::Record::Load).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Where it is.
    pub area: LoadArea,
    /// Address of its first byte, hex on the wire.
    pub address: u32,
    /// Its bytes.
    pub bytes: u32,
    /// Bytes that have come, from the first on.
    pub received: u32,
    /// CRC-32 of its bytes as announced; checked when all have come.
    pub crc: u32,
}

/// Where a piece is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadArea {
    /// `code`: the area for code.
    Code,
    /// `data`: the area for data.
    Data,
}

impl Word for OfferKind {
    const ALL: &'static [Self] = &[Self::Kernel, Self::Suite, Self::Register];
    const LEGAL: &'static str = "kernel, suite, register";

    fn word(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Suite => "suite",
            Self::Register => "register",
        }
    }
}

impl Word for LoadArea {
    const ALL: &'static [Self] = &[Self::Code, Self::Data];
    const LEGAL: &'static str = "code, data";

    fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Data => "data",
        }
    }
}
