//! Every signal of the pipeline moved by an amount known beforehand, and left at 0.

mod branches;
mod completions;
mod cycles;
mod places;

use model::signal::{Exactness, Signal};

use crate::guest::{Guest, Ignored, Stream, Totals, settings};

/// What a stream counts of a signal in warm caches, from a cold pipeline on; the first
/// instruction is in the queue 2 cycles after the start.
struct Case {
    stream: Stream,
    threshold: u32,
    /// Bits of HID0 that are off.
    off: u32,
    /// How often the stream runs before it counts.
    before: usize,
}

impl Case {
    fn of(stream: Stream) -> Self {
        Self { stream, threshold: 0, off: 0, before: 0 }
    }

    fn count(&self, signal: Signal) -> u64 {
        let mut guest = Guest::new(&settings());
        guest.controls.hid0 &= !self.off;
        guest.warm(&self.stream);
        for _ in 0..self.before {
            guest.run(&self.stream, &mut Ignored);
        }
        let mut totals = Totals { threshold: self.threshold, ..Totals::new() };
        guest.run(&self.stream, &mut totals);
        totals.of(signal)
    }
}

/// The signal counts `amount` for one case and nothing for the other.
#[track_caller]
fn check(signal: Signal, amount: u64, moving: &Case, still: &Case) {
    assert!(!matches!(signal.exactness(), Exactness::NotModelled(_)), "{signal:?} claims not to be modelled");
    assert_eq!(moving.count(signal), amount, "{signal:?}");
    assert_eq!(still.count(signal), 0, "{signal:?} of what does not concern it");
}
