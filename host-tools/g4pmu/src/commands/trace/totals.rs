//! A count of everything: [`Totals`].

use model::signal::Signal;
use model::sink::Sink;

/// How often each signal came.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    counts: Box<[u64; Signal::COUNT]>,
}

impl Totals {
    pub(super) fn new() -> Self {
        Self { counts: Box::new([0; Signal::COUNT]) }
    }

    pub(super) const fn of(&self, signal: Signal) -> u64 {
        self.counts[signal as usize]
    }
}

impl Sink for Totals {
    #[inline]
    fn count(&mut self, signal: Signal, _cycle: u64, amount: u32) {
        self.counts[signal as usize] += u64::from(amount);
    }

    #[inline]
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.counts[signal as usize] += to.saturating_sub(from);
    }

    fn wants(&self, _signal: Signal) -> bool {
        true
    }

    /// Never asked: the monitor's threshold is the one in force.
    fn threshold(&self) -> u32 {
        0
    }

    fn scaled_threshold(&self) -> u32 {
        0
    }
}
