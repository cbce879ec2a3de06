//! In how many cycles a queue that is entered and left in order holds more than so many.

/// What is known of one queue.
///
/// More than `t` places are taken in a cycle if an instruction has entered that the one
/// `t` before it has not left. These stretches begin and end in order, so the cycles told
/// are remembered by their end alone.
#[derive(Debug, Default)]
pub(super) struct Occupancy {
    told: u64,
}

impl Occupancy {
    /// An instruction entered in `entered`, and the one as many before it as the threshold
    /// is (itself for 0) is no longer there in `gone`: the cycles that this adds, from and
    /// up to.
    pub(super) fn enter(&mut self, entered: u64, gone: u64) -> (u64, u64) {
        let from = entered.max(self.told);
        self.told = self.told.max(gone);
        (from, gone)
    }
}

#[cfg(test)]
mod tests {
    use super::Occupancy;

    #[test]
    fn stretches_are_counted_once() {
        let stays = [(2, 5), (2, 6), (3, 9), (20, 20), (21, 30), (22, 30)];
        for threshold in 0..4 {
            let mut occupancy = Occupancy::default();
            let mut counted = 0;
            for (place, (entered, _)) in stays.iter().enumerate().skip(threshold) {
                let (from, to) = occupancy.enter(*entered, stays[place - threshold].1 + 1);
                counted += to.saturating_sub(from);
            }
            let over = |cycle: &u64| stays.iter().filter(|(from, to)| (from..=to).contains(&cycle)).count() > threshold;
            assert_eq!(counted, (0..40).filter(over).count() as u64, "over {threshold}");
        }
    }
}
