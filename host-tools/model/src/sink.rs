//! Where the parts of the model tell what happened and when: [`Sink`].

use crate::signal::Signal;

/// Takes events in any order; each carries its own cycle.
///
/// Implemented by the performance monitor, and by lists in tests.
pub trait Sink {
    /// Whether each event matters, and not only how many there were.
    const WATCHES: bool = true;

    /// `amount` events of a kind in one cycle.
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32);

    /// One event in each cycle from `from` up to, not including, `to`; none where `to` is
    /// not behind `from`.
    fn span(&mut self, signal: Signal, from: u64, to: u64);

    /// Whether anybody counts the signal: what costs time to find out may be left out
    /// for a signal that nobody wants.
    fn wants(&self, signal: Signal) -> bool;

    /// `MMCR0[THRESHOLD]` as it is, 0 to 63.
    fn threshold(&self) -> u32;

    /// The same times 2 or 32, as `MMCR2[THRESHMULT]` says.
    fn scaled_threshold(&self) -> u32;
}

/// Wants nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nobody;

impl Sink for Nobody {
    const WATCHES: bool = false;

    #[inline(always)]
    fn count(&mut self, _signal: Signal, _cycle: u64, _amount: u32) {}
    #[inline(always)]
    fn span(&mut self, _signal: Signal, _from: u64, _to: u64) {}
    fn wants(&self, _signal: Signal) -> bool {
        false
    }
    fn threshold(&self) -> u32 {
        0
    }
    fn scaled_threshold(&self) -> u32 {
        0
    }
}

/// Two sinks that are told the same; thresholds are the first one's.
#[derive(Debug)]
pub(crate) struct Both<'a, A, B>(pub(crate) &'a mut A, pub(crate) &'a mut B);

impl<A: Sink, B: Sink> Sink for Both<'_, A, B> {
    #[inline(always)]
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        self.0.count(signal, cycle, amount);
        self.1.count(signal, cycle, amount);
    }
    #[inline(always)]
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.0.span(signal, from, to);
        self.1.span(signal, from, to);
    }
    fn wants(&self, signal: Signal) -> bool {
        self.0.wants(signal) || self.1.wants(signal)
    }
    fn threshold(&self) -> u32 {
        self.0.threshold()
    }
    fn scaled_threshold(&self) -> u32 {
        self.0.scaled_threshold()
    }
}
