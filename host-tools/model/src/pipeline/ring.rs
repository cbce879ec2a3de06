//! The last few cycles of a kind, by number.

use crate::remembered::Fields;

/// The `N` (a power of two) last of an endless row of cycles; 0 for those before its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring<const N: usize> {
    cycles: [u64; N],
    /// How many there were.
    count: usize,
}

impl<const N: usize> Ring<N> {
    pub(super) const fn new() -> Self {
        assert!(N.is_power_of_two());
        Self { cycles: [0; N], count: 0 }
    }

    /// The one `back` places before the next: 1 is the last; at most `N`.
    #[inline(always)]
    pub(super) const fn back(&self, back: usize) -> u64 {
        self.cycles[self.count.wrapping_sub(back) % N]
    }

    #[inline(always)]
    pub(super) const fn push(&mut self, cycle: u64) {
        self.cycles[self.count % N] = cycle;
        self.count = self.count.wrapping_add(1);
    }

    /// Goes through the last `depth`: no older one is asked for.
    pub(super) fn relate(&mut self, depth: usize, fields: &mut impl Fields) {
        self.relate_later(depth, 0, fields);
    }

    /// The same where a cycle counts so much later than it is.
    pub(super) fn relate_later(&mut self, depth: usize, later: u64, fields: &mut impl Fields) {
        let Self { cycles, count } = self;
        for back in 1..=depth {
            let cycle = &mut cycles[count.wrapping_sub(back) % N];
            let mut counts = *cycle + later;
            fields.cycle(&mut counts);
            *cycle = counts.saturating_sub(later);
        }
    }

    /// Adds one to a row that is kept in order, although it may be smaller than those
    /// before it; `depth` tells how many of the largest must be right.
    #[inline(always)]
    pub(super) const fn insert(&mut self, cycle: u64, depth: usize) {
        let mut place = self.count;
        while self.count - place < depth && self.cycles[place.wrapping_sub(1) % N] > cycle {
            self.cycles[place % N] = self.cycles[place.wrapping_sub(1) % N];
            place = place.wrapping_sub(1);
        }
        self.cycles[place % N] = cycle;
        self.count = self.count.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;

    #[test]
    fn an_inserted_row_keeps_its_largest_in_order() {
        let mut ring = Ring::<8>::new();
        let cycles = [5, 9, 3, 100, 6, 7, 8, 100, 2, 50, 51];
        for (told, cycle) in cycles.into_iter().enumerate() {
            ring.insert(cycle, 6);
            let mut sorted = cycles[..=told].to_vec();
            sorted.sort_unstable();
            for back in 1..=sorted.len().min(6) {
                assert_eq!(ring.back(back), sorted[sorted.len() - back], "after {told}, {back} back");
            }
        }
    }
}
