//! Fetches of lines that are known to be there, for blocks whose timing is remembered.

use mpc7450::registers::HID0;

use super::{Memory, line};
use crate::controls::Controls;
use crate::record::{Place, Translation};

/// The lines of a block and the ways that they are in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    lines: Box<[(u32, u8)]>,
    /// The cache's number of changes for which the ways are right, plus one.
    known: u64,
}

impl Lines {
    /// Of so many words from a place on.
    pub(crate) fn new(first: &Place, words: usize) -> Self {
        let (begin, last) = (line(first.physical), line(first.physical + 4 * (words as u64 - 1)));
        Self { lines: (begin..=last).map(|line| (line, 0)).collect(), known: 0 }
    }
}

impl Memory {
    /// Whether all fetches of a block from `first` on hit and wait for nothing, those of
    /// lines under way left out of account: see [`Memory::fetches_wait`].
    #[inline]
    pub(crate) fn knows(&self, lines: &mut Lines, first: &Place) -> bool {
        (first.translation != Translation::Page || self.instruction_tlb.holds(first))
            && (lines.known == self.instructions.changes() + 1 || self.find(lines))
    }

    fn find(&self, lines: &mut Lines) -> bool {
        lines.known = 0;
        for (line, known) in &mut lines.lines {
            let Some(way) = self.instructions.way(*line) else { return false };
            *known = way as u8;
        }
        lines.known = self.instructions.changes() + 1;
        true
    }

    /// Whether a fetch at `f` or later may wait for a line under way, or goes past the cache.
    pub(crate) fn fetches_wait(&self, f: u64, controls: &Controls) -> bool {
        self.instructions.latest() > f || !HID0::ICE.is_set(controls.hid0)
    }

    /// The lines of a block are fetched, but the first `without`, all of which are known.
    #[inline]
    pub(crate) fn fetch_known(&mut self, lines: &Lines, first: &Place, without: usize) {
        let Some(fetched) = lines.lines.get(without..).filter(|fetched| !fetched.is_empty()) else { return };
        if first.translation == Translation::Page {
            self.instruction_tlb.translate(first);
        }
        for (line, way) in fetched {
            self.instructions.read_way(*line, usize::from(*way));
        }
    }
}
