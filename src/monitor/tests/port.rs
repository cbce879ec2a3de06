//! A port whose other end is a script.

use core::cell::Cell;
use core::fmt;
use std::collections::VecDeque;

use crate::monitor::terminal::Terminal;

/// Plays bytes and pauses, and keeps what is written. Behind the script comes
/// `off`, so that every session ends.
pub struct Port {
    input: VecDeque<Play>,
    /// Whether nothing comes behind the script.
    silent: bool,
    pub output: String,
    /// The time base: each look at it takes a tick.
    pub now: Cell<u64>,
}

/// Ticks that a look at a silent port takes.
const SILENCE: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    Byte(u8),
    /// So many ticks without a byte.
    Pause(u64),
}

impl Port {
    pub fn new(bytes: &[u8]) -> Self {
        Self::playing(bytes.iter().map(|byte| Play::Byte(*byte)))
    }

    pub fn playing(script: impl IntoIterator<Item = Play>) -> Self {
        Self { input: script.into_iter().collect(), silent: false, output: String::new(), now: Cell::new(0) }
    }

    pub fn silent() -> Self {
        Self { silent: true, ..Self::new(b"") }
    }
}

impl Terminal for Port {
    fn receive(&mut self) -> Option<u8> {
        match self.input.pop_front() {
            Some(Play::Byte(byte)) => Some(byte),
            Some(Play::Pause(ticks)) => {
                self.now.set(self.now.get() + ticks);
                None
            }
            None if self.silent => {
                self.now.set(self.now.get() + SILENCE);
                None
            }
            None => {
                self.input.extend(b"\x03off\r".map(Play::Byte));
                None
            }
        }
    }

    fn ticks(&self) -> u64 {
        self.now.set(self.now.get() + 1);
        self.now.get()
    }
}

impl fmt::Write for Port {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.output.push_str(text);
        Ok(())
    }
}
