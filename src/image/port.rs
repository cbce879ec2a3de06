//! The console and the time base as the monitor's [`Terminal`].

use core::fmt;

use crate::arch::time;
use crate::monitor::terminal::Terminal;
use crate::platform::console::Console;

/// The port that the report goes out on.
pub struct ReportPort;

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
