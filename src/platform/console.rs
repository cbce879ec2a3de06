//! The one console, behind a lock, with a way past the lock for the last words.

use core::fmt::{self, Write};

use spin::Mutex;

use super::scc::Scc;
use super::uart::Uart;

/// Polls of a port before a character is given up: far more than a character takes at
/// 57600 baud on the fastest part.
const MOST_POLLS: u32 = 1 << 20;

/// A port that can be the console.
pub enum Port {
    /// A channel of a Zilog SCC.
    Scc(Scc),
    /// A 16550.
    Uart(Uart),
}

impl Port {
    fn receive(&mut self) -> Option<u8> {
        match self {
            Self::Scc(channel) => channel.receive(),
            Self::Uart(port) => port.receive(),
        }
    }

    fn send(&mut self, byte: u8) -> bool {
        match self {
            Self::Scc(channel) => channel.send(byte),
            Self::Uart(port) => port.send(byte),
        }
    }
}

/// A port with what has become of it.
struct Line {
    port: Port,
    /// The port has not emptied once: further bytes are tried once each, so that a
    /// board without a working port still reaches its end.
    stuck: bool,
}

impl Line {
    fn send(&mut self, byte: u8) {
        let polls = if self.stuck { 1 } else { MOST_POLLS };
        self.stuck = !(0..polls).any(|_| self.port.send(byte));
    }
}

/// Lines end in CR LF, as a terminal wants them.
impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if byte == b'\n' {
                self.send(b'\r');
            }
            self.send(byte);
        }
        Ok(())
    }
}

static CONSOLE: Mutex<Option<Line>> = Mutex::new(None);

/// Makes the port the console.
pub fn install(port: Port) {
    *CONSOLE.lock() = Some(Line { port, stuck: false });
}

/// Writes to the console; before [`install`] the text is lost.
pub struct Console;

impl Console {
    /// The next character that has come in; NUL where the port says that it is
    /// damaged.
    pub fn receive(&mut self) -> Option<u8> {
        CONSOLE.lock().as_mut().and_then(|line| line.port.receive())
    }
}

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match CONSOLE.lock().as_mut() {
            Some(line) => line.write_str(text),
            None => Ok(()),
        }
    }
}

/// Opens the console for a fatal message even when its lock is held: the holder
/// has been interrupted for good and will not go on.
///
/// # Safety
///
/// The caller never returns to code that may hold the lock.
pub unsafe fn force_unlock() {
    if CONSOLE.is_locked() {
        // SAFETY: the caller promises that the holder never runs again.
        unsafe { CONSOLE.force_unlock() }
    }
}
