//! The one console, behind a lock, with a way past the lock for the last words.

use core::fmt::{self, Write};

use spin::Mutex;

use super::scc::Scc;
use super::uart::Uart;

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
}

impl Write for Port {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self {
            Self::Scc(channel) => channel.write_str(text),
            Self::Uart(port) => port.write_str(text),
        }
    }
}

static CONSOLE: Mutex<Option<Port>> = Mutex::new(None);

/// Makes the port the console.
pub fn install(port: Port) {
    *CONSOLE.lock() = Some(port);
}

/// Writes to the console; before [`install`] the text is lost.
pub struct Console;

impl Console {
    /// The next character that has come in; NUL where the port says that it is
    /// damaged.
    pub fn receive(&mut self) -> Option<u8> {
        CONSOLE.lock().as_mut().and_then(Port::receive)
    }
}

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match CONSOLE.lock().as_mut() {
            Some(port) => port.write_str(text),
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
