//! What a block does from one state on: [`Transition`].

use super::StateNumber;
use crate::pipeline::{Learned, Stats};

/// Counters of the monitor.
const COUNTERS: usize = 6;

/// Bits of a field: three of them in a word.
const WIDTH: usize = 21;
/// The largest number of a field.
pub(crate) const MOST: u32 = (1 << WIDTH) - 1;

/// What passed: counts, and instructions by what became of them, three fields a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amounts([u64; 3]);

impl Amounts {
    /// `None` where a number does not fit its field.
    pub(crate) fn new(counts: [u32; COUNTERS], stats: Stats) -> Option<Self> {
        let Stats { executed: _, completed, folded, removed } = stats;
        let [first, second, third, fourth, fifth, sixth] = counts.map(u64::from);
        let rows = [[first, second, third], [fourth, fifth, sixth], [completed, folded, removed]];
        let fits = rows.as_flattened().iter().all(|number| *number <= MOST.into());
        fits.then(|| Self(rows.map(|[low, middle, high]| low | middle << WIDTH | high << (2 * WIDTH))))
    }

    /// The largest of all numbers.
    pub(crate) fn most(self) -> u32 {
        (0..9).map(|number| self.field(number)).max().unwrap_or(0)
    }

    /// Adds others: no sum may grow beyond [`MOST`].
    #[inline]
    pub(crate) fn add(&mut self, more: Self) {
        self.0.iter_mut().zip(more.0).for_each(|(sum, more)| *sum += more);
    }

    /// The counts.
    pub(crate) fn counts(self) -> [u32; COUNTERS] {
        std::array::from_fn(|counter| self.field(counter))
    }

    /// The instructions.
    pub(crate) fn stats(self) -> Stats {
        let [completed, folded, removed] = [6, 7, 8].map(|number| u64::from(self.field(number)));
        Stats { executed: completed + folded + removed, completed, folded, removed }
    }

    const fn field(self, number: usize) -> u32 {
        (self.0[number / 3] >> (number % 3 * WIDTH)) as u32 & MOST
    }
}

/// What a block does from one state on. Cycles are relative to that state's base.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    /// What was counted by the time that the monitor has processed.
    pub(crate) amounts: Amounts,
    /// The largest of them.
    pub(crate) most: u32,
    /// The base of the state that it leads to.
    pub(crate) base: u32,
    /// The first cycle that the monitor has not processed then.
    pub(crate) done: i32,
    /// The state that it leads to.
    pub(crate) to: StateNumber,
    /// What its branch did to the predictors.
    pub(crate) learned: Learned,
    /// Lines at its beginning that were not fetched for it: 0 or 1.
    pub(crate) without: u8,
    /// When its stores completed and left.
    pub(crate) stores: Box<[(u16, u16)]>,
    /// Where the block stands.
    pub(crate) first: u32,
    /// For each cycle in which instructions completed, the number of the last.
    pub(crate) completions: Box<[(u16, u16)]>,
}

#[cfg(test)]
mod tests {
    use super::{Amounts, MOST};
    use crate::pipeline::Stats;

    #[test]
    fn amounts_add_up_field_by_field() {
        let counts = [1, 2, MOST - 40, 4, 5, 6];
        let stats = Stats { executed: 60, completed: 10, folded: 20, removed: 30 };
        let one = Amounts::new(counts, stats).expect("all fit");
        let mut sum = one;
        sum.add(Amounts::new([10, 20, 40, 0, 0, MOST - 6], stats).expect("all fit"));
        assert_eq!(sum.counts(), [11, 22, MOST, 4, 5, MOST]);
        assert_eq!(sum.stats(), Stats { executed: 120, completed: 20, folded: 40, removed: 60 });
        assert_eq!((one.most(), sum.most()), (MOST - 40, MOST));
        assert_eq!(Amounts::new([0, 0, 0, 0, 0, MOST + 1], stats), None);
    }
}
