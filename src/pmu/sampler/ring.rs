//! Where samples wait until they are reported: [`Ring`].
//!
//! Whoever has the sampler has it, so it needs no lock. What does not fit is counted and
//! dropped. Overwriting the oldest instead would favour the end of a run, and a profile
//! that lost its beginning looks like a whole one.
//!
//! Every run begins at its first place: the cache lines that the handler touches are the
//! same in each. A queue that goes on where the last run ended was found to make the same
//! call take other cycles.

use heapless::Deque;

use super::sample::Sample;

/// Samples that fit: a minute of 15 samples a second, a report of 200 KiB.
pub const CAPACITY: usize = 1023;

/// Samples in the order in which they were taken.
pub struct Ring {
    samples: Deque<Sample, CAPACITY>,
    lost: u32,
}

impl Ring {
    /// An empty ring. All zeros, so that a static one takes no room in the image.
    #[must_use]
    pub const fn new() -> Self {
        Self { samples: Deque::new(), lost: 0 }
    }

    /// Empties the ring, begins at its first place, and forgets what was lost.
    pub fn clear(&mut self) {
        self.samples.clear();
        self.lost = 0;
    }

    /// Keeps a sample, or counts it as lost.
    pub fn push(&mut self, sample: Sample) {
        if self.samples.push_back(sample).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// Takes the oldest sample.
    pub fn pop(&mut self) -> Option<Sample> {
        self.samples.pop_front()
    }

    /// Samples in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Samples that did not fit since it was cleared.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.lost
    }
}

impl Default for Ring {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, Ring};
    use crate::pmu::sampler::sample::Sample;

    #[test]
    fn a_full_ring_keeps_the_oldest_and_counts_the_rest() {
        let mut ring = Ring::new();
        for ticks in 0..CAPACITY as u64 + 5 {
            ring.push(Sample { ticks, ..Sample::default() });
        }
        assert_eq!((ring.len(), ring.lost()), (CAPACITY, 5));
        assert_eq!(ring.pop().map(|sample| sample.ticks), Some(0));
        ring.push(Sample { ticks: 9_999, ..Sample::default() });
        let rest: Vec<u64> = std::iter::from_fn(|| ring.pop()).map(|sample| sample.ticks).collect();
        assert_eq!((rest.len(), rest[0], rest[CAPACITY - 1]), (CAPACITY, 1, 9_999));
        ring.clear();
        assert_eq!((ring.len(), ring.lost()), (0, 0));
    }
}
