//! What the model was told, as bytes: written by [`Encoder`], read by [`Decoder`].
//!
//! A trace holds everything that a [`Model`](crate::model::Model) has been told since
//! reset, and what it answered. Told again, a model with the same settings does the same,
//! to the cycle; with other settings it says what would have been. Nothing here does input
//! or output: bytes go into and come from memory.
//!
//! Both sides predict each record from what the same address did last; only what differs
//! is written, and a row of records as predicted is one byte. Rejected: records of a fixed
//! size, which take 40 bytes an instruction where this takes less than one in a loop.
//! Every byte is described in `docs/model/trace.md`.
//!
//! | file | holds |
//! | --- | --- |
//! | `header` | who wrote the trace, with which settings |
//! | `history` | what both sides remember, and predict from |
//! | `encode`, `decode` | the two sides |
//! | `replay` | a trace told to a model |
//! | `bytes`, `error` | numbers of variable length; what can be wrong |

mod bytes;
mod decode;
mod encode;
mod error;
mod header;
mod history;
mod replay;

pub use decode::Decoder;
pub use encode::{Encoder, Listening};
pub use error::{Problem, TraceError};
pub use header::Header;
pub use replay::{Difference, Replay};

use crate::record::{Exception, Retired};

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u8 = 1;

/// The most accesses of one instruction: more than a `dst` has lines in its page.
pub const MOST_ACCESSES: usize = 8192;

/// One thing that the model was told.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// An instruction has completed.
    Retired {
        /// As the model was told.
        retired: Retired<'a>,
        /// What it answered: the value of a move from a register of its own.
        answer: Option<u32>,
    },
    /// An exception was taken.
    Exception {
        /// As the model was told.
        exception: Exception,
        /// Whether the model itself said that it was due.
        raised: bool,
    },
    /// So many instructions passed while the model was off.
    Passed(u64),
    /// The guest went to sleep until an exception of the model's.
    Napped,
    /// The producer ended in good order.
    Ended {
        /// The model's cycle then.
        cycle: u64,
    },
}

/// Tags of items; below [`RECORD`] a byte says how many records are as predicted.
mod tag {
    /// A record; the low six bits say what is not as predicted.
    pub(super) const RECORD: u8 = 0x80;
    pub(super) const EXCEPTION: u8 = 0xc0;
    pub(super) const PASSED: u8 = 0xc1;
    pub(super) const NAPPED: u8 = 0xc2;
    pub(super) const WORD: u8 = 0xc3;
    pub(super) const ENDED: u8 = 0xc4;

    /// What of a record is written.
    pub(super) const PLACE: u8 = 1;
    pub(super) const INSTRUCTION: u8 = 2;
    pub(super) const FLOW: u8 = 4;
    pub(super) const ACCESSES: u8 = 8;
    pub(super) const VALUE: u8 = 16;
    pub(super) const ANSWER: u8 = 32;
}
