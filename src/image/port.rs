//! The console and the time base as the monitor's [`Terminal`].

use core::fmt;

use super::hardware::Hardware;
use crate::arch::time;
use crate::lab::machine::Machine;
use crate::monitor::terminal::Terminal;
use crate::platform::console::Console;

/// The port that the report goes out on.
pub struct ReportPort;

/// Ticks until the decrementer passes zero: a hundredth of a second or less.
const SOON: u32 = 0x0004_0000;

impl ReportPort {
    /// Makes the port ready to be listened to. QEMU looks for input when an event
    /// happens in the machine, and in an image that waits for input none does: the
    /// first character would take seconds. So the decrementer passes zero once; nobody
    /// sees it, for external exceptions are masked and the window lets stale ones go.
    pub fn listen(&mut self, machine: &mut Hardware) {
        // SAFETY: the handlers are installed, the machine's maker promised.
        unsafe { time::set_decrementer(machine.bus(), SOON) }
    }
}

impl fmt::Write for ReportPort {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        Console.write_str(text)
    }
}

impl Terminal for ReportPort {
    fn receive(&mut self) -> Option<u8> {
        Console.receive()
    }

    fn ticks(&self) -> u64 {
        time::time_base()
    }
}
