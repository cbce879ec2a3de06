//! An L1 cache (M1): which lines are there, in which way, whether they are modified, and
//! from when on those can be used that were asked for.
//!
//! A line is named by its number, the physical address shifted right by 5. The directory
//! holds it from the moment it is asked for. Its arrival stands with it and goes with it: a list of
//! lines under way had to be searched by every access while anything was under way.

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

/// A line as it is put there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    pub line: u32,
    pub modified: bool,
    /// The first cycle in which it can be used.
    pub arrival: u64,
    /// A touch asked for it, or a stream.
    pub touched: bool,
}

/// Of a set, one bit a way; and its tree.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    valid: u8,
    modified: u8,
    touched: u8,
    tree: u8,
}

/// The line used last, where using it again changes nothing.
#[derive(Clone, Copy, Debug)]
struct Last {
    line: u32,
    way: usize,
    arrival: u64,
}

impl Last {
    const NONE: Self = Self { line: EMPTY, way: 0, arrival: 0 };
}

/// The directory of an L1 cache.
#[derive(Debug)]
pub(super) struct L1 {
    lines: Box<[[u32; WAYS]; SETS]>,
    arrivals: Box<[[u64; WAYS]; SETS]>,
    states: [State; SETS],
    last: Last,
    /// The last arrival of all.
    latest: u64,
    /// How often a line came or went.
    changes: u64,
}

impl L1 {
    pub(super) fn new() -> Self {
        Self {
            lines: Box::new([[EMPTY; WAYS]; SETS]),
            arrivals: Box::new([[0; WAYS]; SETS]),
            states: [State::default(); SETS],
            last: Last::NONE,
            latest: 0,
            changes: 0,
        }
    }

    /// Forgets every line; the trees start anew.
    pub(super) fn clear(&mut self) {
        *self = Self { changes: self.changes + 1, ..Self::new() };
    }

    /// A number that is another one whenever a line has come or gone.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// From this cycle on every line that is there can be used.
    pub(super) const fn latest(&self) -> u64 {
        self.latest
    }

    const fn set(line: u32) -> usize {
        line as usize % SETS
    }

    #[inline]
    pub(super) fn way(&self, line: u32) -> Option<usize> {
        find(&self.lines[Self::set(line)], line)
    }

    /// From when on the line can be used, if it is there; changes nothing.
    pub(super) fn arrival(&self, line: u32) -> Option<u64> {
        self.way(line).map(|way| self.arrivals[Self::set(line)][way])
    }

    /// The same; if it is there, it was used.
    #[inline]
    pub(super) fn read(&mut self, line: u32) -> Option<u64> {
        if line != self.last.line {
            let way = self.way(line)?;
            self.read_way(line, way);
        }
        Some(self.last.arrival)
    }

    /// A line is used that is in this way.
    #[inline]
    pub(super) fn read_way(&mut self, line: u32, way: usize) {
        let set = Self::set(line);
        let tree = &mut self.states[set].tree;
        *tree = plru::used(*tree, way);
        self.last = Last { line, way, arrival: self.arrivals[set][way] };
    }

    /// The same, and the line is modified from now on.
    #[inline(always)]
    pub(super) fn write(&mut self, line: u32) -> Option<u64> {
        let arrival = self.read(line)?;
        self.states[Self::set(line)].modified |= 1 << self.last.way;
        Some(arrival)
    }

    /// Whether a touch, or a stream, asked for a line that is there.
    pub(super) fn is_touched(&self, line: u32) -> bool {
        self.way(line).is_some_and(|way| self.states[Self::set(line)].touched >> way & 1 != 0)
    }

    /// Puts a line that is not there into the first empty way, or the one the tree names.
    #[inline]
    pub(super) fn fill(&mut self, filling: Filling, locked: u8) -> Fill {
        let Filling { line, modified, arrival, touched } = filling;
        let set = Self::set(line);
        let state = &mut self.states[set];
        let empty = !state.valid & !locked;
        let way = if empty != 0 { Some(empty.trailing_zeros() as usize) } else { plru::victim(state.tree, locked) };
        let Some(way) = way else { return Fill::Refused };
        let (bit, others) = (1 << way, !(1 << way));
        let must_be_written = state.modified & bit != 0;
        state.valid |= bit;
        state.modified = state.modified & others | u8::from(modified) << way;
        state.touched = state.touched & others | u8::from(touched) << way;
        state.tree = plru::used(state.tree, way);
        self.last = Last { line, way, arrival };
        self.latest = self.latest.max(arrival);
        self.changes += 1;
        self.arrivals[set][way] = arrival;
        let replaced = std::mem::replace(&mut self.lines[set][way], line);
        if must_be_written { Fill::Replaced(replaced) } else { Fill::Filled }
    }

    /// Marks a line as written to memory. Whether it is there, and was modified.
    pub(super) fn clean(&mut self, line: u32) -> (bool, bool) {
        let Some(way) = self.way(line) else { return (false, false) };
        let modified = &mut self.states[Self::set(line)].modified;
        let was = *modified >> way & 1 != 0;
        *modified &= !(1 << way);
        (true, was)
    }

    /// Forgets a line. Whether it was there, and modified.
    pub(super) fn remove(&mut self, line: u32) -> (bool, bool) {
        let Some(way) = self.way(line) else { return (false, false) };
        let found = self.clean(line);
        let set = Self::set(line);
        self.changes += 1;
        self.lines[set][way] = EMPTY;
        self.states[set].valid &= !(1 << way);
        self.last = Last::NONE;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Fill, Filling, L1};

    /// Lines of set 5.
    fn line(number: u32) -> u32 {
        number * 128 + 5
    }

    /// One that is there at once.
    fn plain(number: u32) -> Filling {
        Filling { line: line(number), modified: false, arrival: 0, touched: false }
    }

    #[test]
    fn nine_lines_of_a_set_leave_out_the_one_the_tree_names() {
        let mut cache = L1::new();
        for number in 0..8 {
            assert_eq!(cache.fill(plain(number), 0), Fill::Filled);
        }
        assert!(cache.read(line(0)).is_some(), "after it the tree points to way 4");
        assert_eq!(cache.fill(plain(8), 0), Fill::Filled);
        let there: Vec<u32> = (0..9).filter(|number| cache.arrival(line(*number)).is_some()).collect();
        assert_eq!(there, [0, 1, 2, 3, 5, 6, 7, 8]);
        assert!(cache.arrival(line(0) + 1).is_none(), "the next set is untouched");
    }

    #[test]
    fn only_a_modified_line_must_be_written_when_replaced() {
        let mut cache = L1::new();
        let locked = 0b1111_1110;
        assert_eq!(cache.fill(plain(0), locked), Fill::Filled);
        assert_eq!(cache.fill(plain(1), locked), Fill::Filled);
        assert!(cache.write(line(1)).is_some());
        assert_eq!(cache.fill(Filling { modified: true, ..plain(2) }, locked), Fill::Replaced(line(1)));
        assert_eq!(cache.clean(line(2)), (true, true));
        assert_eq!(cache.fill(plain(3), locked), Fill::Filled);
        assert_eq!(cache.fill(plain(4), 0xff), Fill::Refused);
        assert_eq!(cache.remove(line(3)), (true, false));
        assert_eq!(cache.remove(line(3)), (false, false));
    }

    #[test]
    fn an_arrival_stays_with_its_line_and_goes_with_it() {
        let mut cache = L1::new();
        cache.fill(Filling { arrival: 100, touched: true, ..plain(0) }, 0);
        cache.fill(Filling { arrival: 90, ..plain(1) }, 0);
        assert_eq!([0, 1, 2].map(|number| cache.read(line(number))), [Some(100), Some(90), None]);
        assert_eq!([0, 1, 2].map(|number| cache.is_touched(line(number))), [true, false, false]);
        cache.remove(line(0));
        cache.fill(plain(0), 0);
        assert_eq!((cache.read(line(0)), cache.is_touched(line(0))), (Some(0), false));
    }
}
