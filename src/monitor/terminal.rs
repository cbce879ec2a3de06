//! What the monitor needs of the port it talks through.

use core::fmt;

/// A port with somebody at the other end.
pub trait Terminal: fmt::Write {
    /// The next byte that has come in; `None` when there is none yet. A byte that
    /// the port knows to be damaged comes as NUL, which no command contains.
    fn receive(&mut self) -> Option<u8>;

    /// The time base, in ticks.
    fn ticks(&self) -> u64;
}
