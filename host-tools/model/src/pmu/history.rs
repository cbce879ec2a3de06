//! Which counters counted in cycles that have passed: [`History`].

/// Changes that are remembered.
const CHANGES: usize = 64;

/// The last 64 changes of what counts. An event that is told later than 63 changes after
/// its cycle is counted as if it belonged to the oldest stretch still known.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// First cycle and mask of a stretch, a ring.
    stretches: [(u64, u8); CHANGES],
    newest: usize,
}

impl History {
    /// Nothing counts, from cycle 0 on.
    pub(super) const fn new() -> Self {
        Self { stretches: [(0, 0); CHANGES], newest: 0 }
    }

    /// From cycle `from` on, exactly these counters count.
    pub(super) const fn push(&mut self, from: u64, counting: u8) {
        if self.stretches[self.newest].0 != from {
            self.newest = (self.newest + 1) % CHANGES;
        }
        self.stretches[self.newest] = (from, counting);
    }

    /// The counters that counted in `cycle`.
    #[inline]
    pub(super) fn at(&self, cycle: u64) -> u8 {
        let newest = self.stretches[self.newest];
        if newest.0 <= cycle { newest.1 } else { self.before(cycle) }
    }

    fn before(&self, cycle: u64) -> u8 {
        let found = self.back().find(|(from, _)| *from <= cycle);
        found.unwrap_or(self.stretches[(self.newest + 1) % CHANGES]).1
    }

    /// Calls `each` with first cycle, cycle behind the last, and mask, for the parts of
    /// `from..to` from the youngest to the oldest.
    pub(super) fn stretches(&self, from: u64, mut to: u64, mut each: impl FnMut(u64, u64, u8)) {
        for (start, counting) in self.back() {
            if start < to {
                each(start.max(from), to, counting);
                to = start;
            }
            if to <= from {
                return;
            }
        }
        each(from, to, self.stretches[(self.newest + 1) % CHANGES].1);
    }

    fn back(&self) -> impl Iterator<Item = (u64, u8)> {
        (0..CHANGES).map(|age| self.stretches[(self.newest + CHANGES - age) % CHANGES])
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn every_cycle_has_the_mask_that_was_in_force() {
        let mut history = History::new();
        history.push(10, 0b1);
        history.push(20, 0b10);
        history.push(20, 0b11);
        assert_eq!([0, 9, 10, 19, 20, 1000].map(|cycle| history.at(cycle)), [0, 0, 1, 1, 3, 3]);
        let mut parts = Vec::new();
        history.stretches(5, 25, |from, to, mask| parts.push((from, to, mask)));
        assert_eq!(parts, [(20, 25, 3), (10, 20, 1), (5, 10, 0)]);
    }

    #[test]
    fn what_is_older_than_64_changes_counts_as_the_oldest_known() {
        let mut history = History::new();
        for change in 1..=200 {
            history.push(change * 10, (change % 64) as u8);
        }
        assert_eq!(history.at(1375), 137 % 64, "change 137 of 200 is the oldest of 64");
        assert_eq!(history.at(3), 137 % 64);
        let mut cycles = 0;
        history.stretches(0, 1400, |from, to, mask| {
            assert!((137 % 64..=139 % 64).contains(&mask));
            cycles += to - from;
        });
        assert_eq!(cycles, 1400);
    }
}
