//! What the monitor needs of the port it talks through.

use core::{fmt, hint};

/// A port with somebody at the other end.
pub trait Terminal: fmt::Write {
    /// The next byte that has come in; `None` when there is none yet. A byte that
    /// the port knows to be damaged comes as NUL, which no command contains.
    fn receive(&mut self) -> Option<u8>;

    /// The time base, in ticks.
    fn ticks(&self) -> u64;
}

/// Turns of a pause, of about four instructions each.
const TURNS: u32 = 20_000;

/// Waits between two looks at a port that had nothing. Less than a tenth of a millisecond
/// on a chip of 1 GHz, while the smallest port keeps three characters, which take more
/// than twice as long at 115200 baud. A processor that asks a device again and again
/// without a pause keeps an emulator from bringing what the device is to give.
pub fn pause() {
    (0..TURNS).for_each(|turn| {
        hint::black_box(turn);
    });
}
