//! The branch history table (B3): 2048 counters of two bits.

use crate::settings::BhtIndex;

const ENTRIES: usize = 2048;

#[derive(Debug)]
pub(super) struct History {
    counters: Box<[u8; ENTRIES]>,
    index: BhtIndex,
}

impl History {
    pub(super) fn new(index: BhtIndex) -> Self {
        Self { counters: Box::new([0; ENTRIES]), index }
    }

    pub(super) fn clear(&mut self) {
        self.counters.fill(0);
    }

    fn entry(&self, branch: u32) -> usize {
        let word = match self.index {
            BhtIndex::Word => branch >> 2,
            BhtIndex::Hashed => branch >> 2 ^ branch >> 13,
        };
        word as usize % ENTRIES
    }

    /// What it would predict.
    #[inline]
    pub(super) fn peek(&self, branch: u32) -> bool {
        self.counters[self.entry(branch)] >= 2
    }

    /// Predicts a branch and learns its true direction.
    #[inline]
    pub(super) fn predict(&mut self, branch: u32, taken: bool) -> bool {
        let entry = self.entry(branch);
        let counter = &mut self.counters[entry];
        let predicted = *counter >= 2;
        *counter = if taken { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
        predicted
    }
}

#[cfg(test)]
mod tests {
    use super::{BhtIndex, History};

    #[test]
    fn a_counter_needs_two_steps_to_change_its_mind() {
        let mut history = History::new(BhtIndex::Word);
        let directions = [true, true, true, true, false, false, false, true];
        let predictions = directions.map(|taken| history.predict(0x100, taken));
        assert_eq!(predictions, [false, false, true, true, true, true, false, false]);
        assert!(!history.predict(0x104, true), "a neighbour has its own counter");
        history.clear();
        assert!(!history.predict(0x100, true));
    }

    #[test]
    fn entries_repeat_after_8_kilobytes_unless_hashed() {
        for (index, shared) in [(BhtIndex::Word, true), (BhtIndex::Hashed, false)] {
            let mut history = History::new(index);
            history.predict(0x100, true);
            history.predict(0x100, true);
            assert_eq!(history.predict(0x2100, true), shared);
        }
    }
}
