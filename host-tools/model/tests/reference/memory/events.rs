//! What the memory system counts, with the cycle, whoever looked ahead and asked first.

use model::signal::Signal;

use crate::outcome::Outcome;

pub struct Events {
    pub outcome: Outcome,
    /// Cycles above which waits are long.
    pub long: u64,
    /// What an operation counts when it leaves, which is not known yet when it acts.
    deferred: Option<Vec<(Signal, u64)>>,
}

impl Events {
    pub fn new(long: u64) -> Self {
        Self { outcome: Outcome::new(0), long, deferred: None }
    }

    pub fn count(&mut self, signal: Signal, cycle: u64, amount: u64) {
        match &mut self.deferred {
            Some(list) => list.push((signal, amount)),
            None => self.outcome.count(signal, cycle, amount),
        }
    }

    pub fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.outcome.span(signal, from, to);
    }

    /// The cycles count once, however often they are told.
    pub fn cover(&mut self, signal: Signal, from: u64, to: u64) {
        let counted = self.outcome.of(signal);
        counted.extend((from..to).map(|cycle| (cycle, 1)));
    }

    /// Counts nothing until [`Self::deferred`] gives what would have been.
    pub fn defer(&mut self) {
        self.deferred = Some(Vec::new());
    }

    pub fn deferred(&mut self) -> Vec<(Signal, u64)> {
        self.deferred.take().unwrap_or_default()
    }

    /// Reads on the bus: asked for, and there.
    pub fn bus_read(&mut self, asked: u64, there: u64, beats: u64) {
        self.count(Signal::BusReadsNotRetried, asked, 1);
        self.count(Signal::BusReadsAndWritesNotRetried, asked, 1);
        self.count(Signal::BusTasForReads, there, beats);
    }

    /// Writes of so many beats each.
    pub fn bus_writes(&mut self, cycle: u64, number: u64, beats: u64) {
        self.count(Signal::BusWritesNotRetried, cycle, number);
        self.count(Signal::BusReadsAndWritesNotRetried, cycle, number);
        self.count(Signal::BusTasForWrites, cycle, number * beats);
    }
}

/// Beats of a single access on the 64-bit bus.
pub fn beats(bytes: u8) -> u64 {
    u64::from(bytes).div_ceil(8).clamp(1, 2)
}
