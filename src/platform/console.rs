//! The one console, behind a lock, with a way past the lock for the last words.

use core::fmt::{self, Write};

use spin::Mutex;

use super::scc::Scc;

static CONSOLE: Mutex<Option<Scc>> = Mutex::new(None);

/// Makes the channel the console.
pub fn install(channel: Scc) {
    *CONSOLE.lock() = Some(channel);
}

/// Writes to the console; before [`install`] the text is lost.
pub struct Console;

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match CONSOLE.lock().as_mut() {
            Some(channel) => channel.write_str(text),
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
