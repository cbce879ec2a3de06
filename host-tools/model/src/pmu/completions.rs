//! Which instruction completed last, cycle by cycle: [`Completions`].

/// Cycles with completions that are remembered.
const CYCLES: usize = 256;

/// The last instruction completed in each of the last 256 cycles in which one did.
///
/// A signal is found when the monitor has processed its cycle; by then younger
/// instructions may have been told, of which no more are in flight than the chip holds.
#[derive(Clone, Debug)]
pub(super) struct Completions {
    /// The newest cycle, `u64::MAX` before the first, and the effective address.
    cycle: u64,
    effective: u32,
    /// The same of those before.
    ring: Box<[(u64, u32); CYCLES]>,
    /// Number of the last entry of the ring, modulo [`CYCLES`] its index.
    kept: usize,
}

impl Completions {
    pub(super) fn new() -> Self {
        Self { cycle: u64::MAX, effective: 0, ring: Box::new([(u64::MAX, 0); CYCLES]), kept: 0 }
    }

    /// An instruction completed; cycles never decrease.
    #[inline]
    pub(super) fn push(&mut self, effective: u32, cycle: u64) {
        if self.cycle != cycle {
            self.keep();
            self.cycle = cycle;
        }
        self.effective = effective;
    }

    /// Puts the newest cycle into the ring.
    fn keep(&mut self) {
        self.kept += 1;
        self.ring[self.kept % CYCLES] = (self.cycle, self.effective);
    }

    /// The last one completed in or before `cycle`, as far as is remembered.
    pub(super) fn last(&self, cycle: u64) -> Option<u32> {
        let kept = (0..CYCLES - 1).map(|age| self.ring[(self.kept + CYCLES - age) % CYCLES]);
        let mut back = std::iter::once((self.cycle, self.effective)).chain(kept);
        back.find(|(completed, _)| *completed <= cycle).map(|(_, effective)| effective)
    }
}

#[cfg(test)]
mod tests {
    use super::Completions;

    #[test]
    fn the_last_of_a_cycle_stands_for_it() {
        let mut completions = Completions::new();
        assert_eq!(completions.last(100), None);
        for (effective, cycle) in [(0x100, 4), (0x104, 4), (0x108, 6)] {
            completions.push(effective, cycle);
        }
        let last = [3, 4, 5, 6, 99].map(|cycle| completions.last(cycle));
        assert_eq!(last, [None, Some(0x104), Some(0x104), Some(0x108), Some(0x108)]);
    }

    #[test]
    fn it_reaches_back_256_cycles_with_completions() {
        let mut completions = Completions::new();
        for cycle in 0..1000 {
            completions.push(cycle as u32 * 4, cycle);
        }
        assert_eq!((completions.last(744), completions.last(743)), (Some(2976), None));
    }
}
