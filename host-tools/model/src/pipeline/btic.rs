//! The branch target instruction cache (B7, B12): which branches' targets it holds.

use crate::settings::BticIndex;

const SETS: usize = 32;
const WAYS: usize = 4;

#[derive(Debug)]
pub(super) struct Btic {
    /// Addresses of branches with the lowest bit set, the most recently used first; 0 for
    /// an empty way.
    sets: [[u32; WAYS]; SETS],
    index: BticIndex,
}

impl Btic {
    pub(super) const fn new(index: BticIndex) -> Self {
        Self { sets: [[0; WAYS]; SETS], index }
    }

    pub(super) const fn empty(&mut self) {
        self.sets = [[0; WAYS]; SETS];
    }

    const fn set(&self, branch: u32) -> usize {
        let number = match self.index {
            BticIndex::Word => branch >> 2,
            BticIndex::Block => branch >> 5,
        };
        number as usize % SETS
    }

    /// Whether a branch is there; changes nothing.
    #[inline]
    pub(super) fn holds(&self, branch: u32) -> bool {
        self.sets[self.set(branch)].contains(&(branch | 1))
    }

    /// Looks for a branch and makes it the most recently used, entering it if it is not
    /// there; whether it was.
    #[inline]
    pub(super) fn look_up(&mut self, branch: u32) -> bool {
        let set = &mut self.sets[self.set(branch)];
        let tag = branch | 1;
        if set[0] == tag {
            return true;
        }
        let found = set.iter().position(|held| *held == tag);
        let place = found.unwrap_or(WAYS - 1);
        set.copy_within(0..place, 1);
        set[0] = tag;
        found.is_some()
    }

    /// Enters a branch that is not there, and leaves one that is as it is.
    pub(super) fn enter(&mut self, branch: u32) {
        if !self.holds(branch) {
            self.look_up(branch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Btic, BticIndex};

    #[test]
    fn a_set_gives_up_the_least_recently_used() {
        let mut btic = Btic::new(BticIndex::Word);
        let branch = |way: u32| 0x1000 + 4 * 32 * way;
        for way in 0..4 {
            assert!(!btic.look_up(branch(way)));
        }
        assert!(btic.look_up(branch(0)));
        btic.enter(branch(1));
        assert!(!btic.look_up(branch(4)));
        assert!(!btic.look_up(branch(1)), "entering what is there does not make it younger");
        assert!(btic.look_up(branch(0)));
        btic.empty();
        assert!(!btic.look_up(branch(0)));
    }

    #[test]
    fn the_index_is_words_or_blocks() {
        let count = |index, stride: u32, branches: u32| {
            let mut btic = Btic::new(index);
            let round = |btic: &mut Btic| (0..branches).filter(|branch| btic.look_up(branch * stride)).count();
            round(&mut btic);
            round(&mut btic)
        };
        assert_eq!(count(BticIndex::Word, 4, 128), 128);
        assert_eq!(count(BticIndex::Word, 4, 160), 0);
        assert_eq!(count(BticIndex::Block, 4, 8), 0, "eight branches of one block in four ways");
        assert_eq!(count(BticIndex::Block, 32, 128), 128);
    }
}
