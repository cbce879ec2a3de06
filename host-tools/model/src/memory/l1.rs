//! An L1 cache (M1): which lines are there, in which way, and whether they are modified.
//!
//! A line is named by its number, the physical address shifted right by 5. When a line
//! that was asked for arrives is not kept here: see [`super::in_flight`].

use super::plru;
use super::ways::{EMPTY, WAYS, find};

const SETS: usize = 128;

/// What became of a fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// All ways are locked: the line is not there.
    Refused,
    /// The line is there; it replaced nothing that must be written.
    Filled,
    /// The line is there; it replaced this modified one.
    Replaced(u32),
}

/// The directory of an L1 cache.
#[derive(Debug)]
pub(super) struct L1 {
    lines: Box<[[u32; WAYS]; SETS]>,
    trees: [u8; SETS],
    modified: [u8; SETS],
    /// The line used last, where using it again changes nothing, and its way.
    last: u32,
    last_way: usize,
}

impl L1 {
    pub(super) fn new() -> Self {
        Self { lines: Box::new([[EMPTY; WAYS]; SETS]), trees: [0; SETS], modified: [0; SETS], last: EMPTY, last_way: 0 }
    }

    /// Forgets every line; the trees start anew.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    const fn set(line: u32) -> usize {
        line as usize % SETS
    }

    #[inline]
    fn way(&self, line: u32) -> Option<usize> {
        find(&self.lines[Self::set(line)], line, 0)
    }

    /// Whether the line is there; changes nothing.
    pub(super) fn holds(&self, line: u32) -> bool {
        self.way(line).is_some()
    }

    /// Whether the line is there; if so, it was used.
    #[inline]
    pub(super) fn read(&mut self, line: u32) -> bool {
        if line == self.last {
            return true;
        }
        let Some(way) = self.way(line) else { return false };
        let tree = &mut self.trees[Self::set(line)];
        *tree = plru::used(*tree, way);
        self.last = line;
        self.last_way = way;
        true
    }

    /// The same, and the line is modified from now on.
    #[inline]
    pub(super) fn write(&mut self, line: u32) -> bool {
        let there = self.read(line);
        if there {
            self.modified[Self::set(line)] |= 1 << self.last_way;
        }
        there
    }

    /// Puts a line that is not there into the first empty way, or the one the tree names.
    pub(super) fn fill(&mut self, line: u32, modified: bool, locked: u8) -> Fill {
        let set = Self::set(line);
        let empty = find(&self.lines[set], EMPTY, locked);
        let Some(way) = empty.or_else(|| plru::victim(self.trees[set], locked)) else { return Fill::Refused };
        let replaced = self.lines[set][way];
        let must_be_written = self.modified[set] >> way & 1 != 0;
        self.lines[set][way] = line;
        self.last = line;
        self.last_way = way;
        self.trees[set] = plru::used(self.trees[set], way);
        self.modified[set] = self.modified[set] & !(1 << way) | u8::from(modified) << way;
        if must_be_written { Fill::Replaced(replaced) } else { Fill::Filled }
    }

    /// Marks a line as written to memory. Whether it is there, and was modified.
    pub(super) fn clean(&mut self, line: u32) -> (bool, bool) {
        let Some(way) = self.way(line) else { return (false, false) };
        let modified = &mut self.modified[Self::set(line)];
        let was = *modified >> way & 1 != 0;
        *modified &= !(1 << way);
        (true, was)
    }

    /// Forgets a line. Whether it was there, and modified.
    pub(super) fn remove(&mut self, line: u32) -> (bool, bool) {
        let Some(way) = self.way(line) else { return (false, false) };
        let found = self.clean(line);
        self.lines[Self::set(line)][way] = EMPTY;
        self.last = EMPTY;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Fill, L1};

    /// Lines of set 5.
    fn line(number: u32) -> u32 {
        number * 128 + 5
    }

    #[test]
    fn nine_lines_of_a_set_leave_out_the_one_the_tree_names() {
        let mut cache = L1::new();
        for number in 0..8 {
            assert_eq!(cache.fill(line(number), false, 0), Fill::Filled);
        }
        assert!(cache.read(line(0)), "after it the tree points to way 4");
        assert_eq!(cache.fill(line(8), false, 0), Fill::Filled);
        let there: Vec<u32> = (0..9).filter(|number| cache.holds(line(*number))).collect();
        assert_eq!(there, [0, 1, 2, 3, 5, 6, 7, 8]);
        assert!(!cache.holds(line(0) + 1), "the next set is untouched");
    }

    #[test]
    fn only_a_modified_line_must_be_written_when_replaced() {
        let mut cache = L1::new();
        let locked = 0b1111_1110;
        assert_eq!(cache.fill(line(0), false, locked), Fill::Filled);
        assert_eq!(cache.fill(line(1), false, locked), Fill::Filled);
        assert!(cache.write(line(1)));
        assert_eq!(cache.fill(line(2), true, locked), Fill::Replaced(line(1)));
        assert_eq!(cache.clean(line(2)), (true, true));
        assert_eq!(cache.fill(line(3), false, locked), Fill::Filled);
        assert_eq!(cache.fill(line(4), false, 0xff), Fill::Refused);
        assert_eq!(cache.remove(line(3)), (true, false));
        assert_eq!(cache.remove(line(3)), (false, false));
    }
}
