//! Where the parts of the model tell what happened and when: [`Sink`].

use crate::signal::Signal;

/// Takes events in any order; each carries its own cycle.
///
/// Implemented by the performance monitor, and by lists in tests.
pub trait Sink {
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
