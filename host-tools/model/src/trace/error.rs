//! What can be wrong with a trace: [`TraceError`].

use thiserror::Error;

use super::VERSION;
use crate::settings::SettingError;

/// Something wrong at a byte of a trace.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("byte {offset}: {problem}")]
pub struct TraceError {
    /// Offset of the byte from the start of the trace.
    pub offset: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// It does not begin as a trace does.
    #[error("this is no trace of the model: it does not begin with `g4pmutrc`")]
    NoTrace,
    /// Another version of the format.
    #[error("the trace has version {0} of the format; version {VERSION} is understood")]
    Version(u8),
    /// The header's text is not UTF-8 or does not begin as a signature does.
    #[error("the header's text is no signature of the model: it does not begin with `g4pmu-model`")]
    NoSignature,
    /// A switch of the signature is unknown or has a value that the model does not take.
    #[error("the signature names a switch that this model does not take: {0}")]
    Switch(#[from] SettingError),
    /// The bytes end in the middle of something.
    #[error("the trace ends within {0}")]
    Truncated(&'static str),
    /// A number of more bits than fit.
    #[error("{what} is larger than {most:#x}, the largest there is")]
    TooLarge {
        /// The number.
        what: &'static str,
        /// The largest legal one.
        most: u64,
    },
    /// A byte that begins no item.
    #[error("{0:#04x} begins no item: 0x00 to 0xc4 do")]
    Tag(u8),
    /// A byte that is no way of translating.
    #[error("{0:#04x} is no translation: its low two bits are 0 to 2, its high two bits 0")]
    Translation(u8),
    /// A byte that is no kind of access.
    #[error("{0} is no kind of access: 0 to 3 are")]
    Access(u8),
    /// More accesses than an instruction has, or than it had when they are said to be
    /// alike.
    #[error("{count} accesses of one instruction: {most} at most are possible here")]
    Accesses {
        /// How many.
        count: u64,
        /// How many there can be.
        most: usize,
    },
    /// An instruction whose word was never told.
    #[error("the instruction at {0:#010x} is said to be the one that was there before, but none was")]
    NoWord(u32),
}
