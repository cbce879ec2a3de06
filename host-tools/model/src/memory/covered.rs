//! Cycles that count once however many reasons there are for it: [`Covered`].

/// Stretches that are remembered. Touches come out of order only where a `dss` has run
/// streams ahead, and their lines follow each other without a gap but for those that hit.
const STRETCHES: usize = 16;

/// The last stretches of cycles that were counted, in no order; none touches another.
#[derive(Debug)]
pub(super) struct Covered {
    stretches: [(u64, u64); STRETCHES],
}

impl Covered {
    pub(super) const fn new() -> Self {
        Self { stretches: [(0, 0); STRETCHES] }
    }

    /// Adds the cycles from `from` up to `to`; tells `count` those that were not there.
    pub(super) fn cover(&mut self, from: u64, to: u64, mut count: impl FnMut(u64, u64)) {
        let mut at = from;
        while at < to {
            if let Some((_, end)) = self.stretches.iter().find(|(start, end)| (*start..*end).contains(&at)) {
                at = *end;
                continue;
            }
            let next = self.stretches.iter().map(|stretch| stretch.0).filter(|start| *start > at).min();
            let end = next.map_or(to, |next| next.min(to));
            count(at, end);
            at = end;
        }
        self.join(from, to);
    }

    /// Makes one stretch of this one and of those that it touches, in place of the oldest.
    fn join(&mut self, mut from: u64, mut to: u64) {
        for stretch in &mut self.stretches {
            if stretch.0 <= to && stretch.1 >= from && stretch.1 != 0 {
                from = from.min(stretch.0);
                to = to.max(stretch.1);
                *stretch = (0, 0);
            }
        }
        if let Some(oldest) = self.stretches.iter_mut().min_by_key(|stretch| stretch.1) {
            *oldest = (from, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Covered;

    #[test]
    fn each_cycle_counts_once_in_whatever_order_they_come() {
        let mut covered = Covered::new();
        let mut counted = [0; 60];
        for (from, to) in [(10, 20), (15, 25), (40, 50), (22, 45), (0, 12), (30, 35), (50, 52), (5, 60)] {
            covered.cover(from, to, |from, to| (from..to).for_each(|cycle| counted[cycle as usize] += 1));
        }
        assert_eq!(counted, [1; 60]);
    }
}
