//! The stores between their completion and their leaving (M6, M7).

use crate::remembered::Fields;

/// Finished-store queue, write-back stages and committed-store queue together [AN2203].
const DEPTH: usize = 10;

/// Stores that are remembered: the queue's ten, and the 32 words of one `stmw` or `stswx`,
/// which do not wait for each other.
const REMEMBERED: usize = 64;

/// Bytes of an access as a bit each, the lowest for the first byte of its first line;
/// an access that crosses into the next line has bits above the 32nd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bytes {
    pub line: u32,
    pub mask: u64,
}

impl Bytes {
    /// The bytes of an access to at most 32 of them.
    pub(super) const fn new(physical: u64, bytes: u8) -> Self {
        Self { line: super::line(physical), mask: ((1 << bytes) - 1) << (physical & 31) }
    }

    /// Whether they reach into the next line.
    pub(super) const fn crosses(self) -> bool {
        self.mask >> 32 != 0
    }

    /// The line, or the two.
    pub(super) fn lines(self) -> impl Iterator<Item = u32> {
        (0..=u32::from(self.crosses())).map(move |next| self.line + next)
    }

    /// Whether none of these bytes are `other`'s (0), some are (1), or all (2).
    #[inline]
    pub(super) const fn relation(self, other: Self) -> u8 {
        let shared = self.mask & self.align(other);
        if shared == 0 {
            0
        } else if shared == self.mask {
            2
        } else {
            1
        }
    }

    /// `other`'s bytes, numbered from this one's first line.
    const fn align(self, other: Self) -> u64 {
        if other.line == self.line {
            other.mask
        } else if other.line == self.line.wrapping_add(1) {
            other.mask << 32
        } else if other.line.wrapping_add(1) == self.line {
            other.mask >> 32
        } else {
            0
        }
    }
}

/// What the queue does to a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// The data come from a completed store.
    Forward,
    /// The load waits for a store that has completed, or not, and leaves in that cycle.
    Wait { completed: bool, leaves: u64 },
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A store that others can gather with: it missed the L1.
    Gathers,
    /// A store that none gathers with.
    Alone,
    /// A cache operation: it has no bytes.
    Operation,
}

/// A store.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bytes: Bytes,
    /// The bytes of the stores it gathered with, and its own.
    gathered: u64,
    kind: Kind,
    completed: u64,
    leaves: u64,
}

/// Lines told apart by [`StoreQueue::may_have`].
const GROUPS: usize = 64;

/// The last stores. Their times never decrease.
#[derive(Debug)]
pub(super) struct StoreQueue {
    entries: [Entry; REMEMBERED],
    /// Index of the youngest.
    youngest: usize,
    /// Stores that have executed and not completed.
    executed: usize,
    /// When the last store into a line of each group leaves.
    leaves: [u64; GROUPS],
}

impl StoreQueue {
    pub(super) fn new() -> Self {
        let entry = Entry { bytes: Bytes::default(), gathered: 0, kind: Kind::Operation, completed: 0, leaves: 0 };
        Self { entries: [entry; REMEMBERED], youngest: 0, executed: 0, leaves: [0; GROUPS] }
    }

    const fn aged(&self, age: usize) -> &Entry {
        &self.entries[(self.youngest + REMEMBERED - age) % REMEMBERED]
    }

    /// The cycle in which the last store leaves.
    pub(super) const fn last_leaves(&self) -> u64 {
        self.entries[self.youngest].leaves
    }

    /// The cycle in which the store ten before the next one has left; 0 where that one
    /// has not completed, being a word of the same instruction.
    pub(super) const fn free(&self) -> u64 {
        if self.executed >= DEPTH { 0 } else { self.aged(DEPTH - 1 - self.executed).leaves }
    }

    /// Goes through the times of the last ten. A load or store executes behind the base.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { entries, youngest, executed: _, leaves: _ } = self;
        for age in 0..DEPTH {
            let Entry { bytes: _, gathered: _, kind: _, completed, leaves } =
                &mut entries[(*youngest + REMEMBERED - age) % REMEMBERED];
            fields.cycle(leaves);
            fields.cycle(completed);
        }
    }

    /// Whether [`StoreQueue::relate`] leaves nothing out that is not a relation of bytes: no
    /// store waits behind ten others, and none gathers with the youngest.
    pub(super) fn can_be_related(&self, base: u64) -> bool {
        let gathers = self.aged(0).kind == Kind::Gathers && self.last_leaves() > base;
        self.executed == 0 && !gathers && self.aged(DEPTH).leaves <= base
    }

    /// How a load's bytes lie to those of the stores that have not left by `base`, two bits each,
    /// and how many bits. Of ten stores: where there are more it cannot be related.
    #[inline]
    pub(super) fn relations(&self, load: Bytes, base: u64) -> (u64, u32) {
        let mut relations = 0;
        let mut bits = 0;
        for entry in self.waiting(base).take(DEPTH) {
            relations |= u64::from(load.relation(entry.bytes)) << bits;
            bits += 2;
        }
        (relations, bits)
    }

    /// When the last so many stores completed and left, the oldest first.
    pub(super) fn last(&self, number: usize) -> impl Iterator<Item = [u64; 2]> {
        (0..number).rev().map(|age| [self.aged(age).completed, self.aged(age).leaves])
    }

    /// A store has executed.
    pub(super) const fn execute(&mut self) {
        self.executed += 1;
    }

    /// Stores from the youngest to the oldest that have not left by `cycle`.
    fn waiting(&self, cycle: u64) -> impl Iterator<Item = &Entry> {
        (0..REMEMBERED).map(|age| self.aged(age)).take_while(move |entry| entry.leaves > cycle)
    }

    /// Whether a store that has not left by `cycle` may have bytes of the line. Most loads
    /// meet none, and need not look at up to ten.
    #[inline]
    pub(super) const fn may_have(&self, line: u32, cycle: u64) -> bool {
        self.leaves[line as usize % GROUPS] > cycle
    }

    /// What a load at `cycle` meets.
    #[inline]
    pub(super) fn conflict(&self, load: Bytes, cycle: u64) -> Option<Conflict> {
        let entry = self.waiting(cycle).find(|entry| load.align(entry.bytes) & load.mask != 0)?;
        let completed = entry.completed <= cycle;
        let covers = load.mask & !load.align(entry.bytes) == 0;
        if completed && covers {
            Some(Conflict::Forward)
        } else {
            Some(Conflict::Wait { completed, leaves: entry.leaves })
        }
    }

    /// Whether a store that has not left by `cycle` has the line, or one of its two lines
    /// is it: completed by then, or not.
    pub(super) fn shares_line(&self, line: u32, cycle: u64) -> Option<bool> {
        self.waiting(cycle)
            .find(|entry| entry.bytes.mask != 0 && entry.bytes.lines().any(|own| own == line))
            .map(|entry| entry.completed <= cycle)
    }

    /// Whether the oldest store that has not left by `cycle` has completed and has the
    /// line.
    pub(super) fn oldest_has(&self, line: u32, cycle: u64) -> bool {
        self.waiting(cycle)
            .last()
            .is_some_and(|entry| entry.completed <= cycle && entry.bytes.mask != 0 && entry.bytes.line == line)
    }

    /// Whether a store that completes in `cycle` gathers with the youngest.
    pub(super) fn may_gather(&self, bytes: Bytes, cycle: u64) -> bool {
        let entry = self.aged(0);
        entry.kind == Kind::Gathers && entry.bytes.line == bytes.line && !bytes.crosses() && entry.leaves > cycle
    }

    /// Adds a store that gathers with the youngest. Whether they are a whole line by that.
    pub(super) fn gather(&mut self, bytes: Bytes, cycle: u64) -> bool {
        const WHOLE: u64 = 0xffff_ffff;
        let Entry { gathered, leaves, .. } = *self.aged(0);
        let together = gathered | bytes.mask;
        self.push(Entry { bytes, gathered: together, kind: Kind::Gathers, completed: cycle, leaves });
        gathered != WHOLE && together == WHOLE
    }

    /// The first cycle in which a store that completes in `cycle` is the oldest.
    pub(super) fn oldest_from(&self, cycle: u64) -> u64 {
        self.last_leaves().max(cycle + 1)
    }

    /// When a store leaves that completes in `cycle` and whose line is there at `there`.
    #[inline]
    pub(super) fn leaves(&self, cycle: u64, there: u64) -> u64 {
        (cycle + 4).max(self.last_leaves() + 1).max(there)
    }

    /// Adds a store that completed in `cycle` and leaves when [`Self::leaves`] said.
    #[inline]
    pub(super) fn complete(&mut self, bytes: Bytes, kind: Kind, cycle: u64, leaves: u64) {
        let kind = if bytes.crosses() { Kind::Alone } else { kind };
        self.push(Entry { bytes, gathered: bytes.mask, kind, completed: cycle, leaves });
    }

    #[inline]
    fn push(&mut self, entry: Entry) {
        self.executed = self.executed.saturating_sub(1);
        self.youngest = (self.youngest + 1) % REMEMBERED;
        self.entries[self.youngest] = entry;
        if entry.bytes.mask != 0 {
            self.leaves[entry.bytes.line as usize % GROUPS] = entry.leaves;
            if entry.bytes.crosses() {
                self.leaves[(entry.bytes.line as usize + 1) % GROUPS] = entry.leaves;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Conflict, Kind, StoreQueue};

    fn push(queue: &mut StoreQueue, address: u64, bytes: u8, cycle: u64, there: u64, kind: Kind) -> u64 {
        let leaves = queue.leaves(cycle, there);
        queue.complete(Bytes::new(address, bytes), kind, cycle, leaves);
        leaves
    }

    #[test]
    fn a_load_meets_the_youngest_store_with_one_of_its_bytes() {
        let mut queue = StoreQueue::new();
        assert_eq!(push(&mut queue, 0x100, 4, 10, 0, Kind::Alone), 14);
        assert_eq!(push(&mut queue, 0x102, 1, 11, 0, Kind::Alone), 15);
        let load = |address, bytes, cycle| queue.conflict(Bytes::new(address, bytes), cycle);
        assert_eq!(load(0x104, 4, 12), None);
        assert_eq!(load(0x100, 2, 12), Some(Conflict::Forward));
        assert_eq!(load(0x102, 1, 12), Some(Conflict::Forward));
        assert_eq!(load(0x100, 4, 12), Some(Conflict::Wait { completed: true, leaves: 15 }));
        assert_eq!(load(0x102, 1, 10), Some(Conflict::Wait { completed: false, leaves: 15 }));
        assert_eq!(load(0x100, 2, 13), Some(Conflict::Forward));
        assert_eq!(load(0x100, 2, 14), None, "the first has left");
        assert_eq!(load(0x100, 4, 15), None);
    }

    #[test]
    fn bytes_are_compared_across_lines() {
        let mut queue = StoreQueue::new();
        push(&mut queue, 0x11e, 4, 10, 0, Kind::Alone);
        let load = |address, bytes| queue.conflict(Bytes::new(address, bytes), 12).is_some();
        assert!(queue.may_have(8, 12) && queue.may_have(9, 12) && !queue.may_have(9, 14) && !queue.may_have(10, 12));
        assert!(load(0x11f, 1) && load(0x120, 2) && load(0x11c, 8) && load(0x121, 1));
        assert!(!load(0x122, 4) && !load(0x11d, 1) && !load(0x13e, 4));
    }

    #[test]
    fn ten_entries_are_there() {
        let mut queue = StoreQueue::new();
        for number in 0..9 {
            push(&mut queue, number * 32, 4, number, 0, Kind::Alone);
        }
        assert_eq!(queue.free(), 0);
        push(&mut queue, 0x1000, 4, 20, 0, Kind::Alone);
        assert_eq!(queue.free(), 4, "the first of ten leaves four cycles after its completion");
        queue.execute();
        assert_eq!(queue.free(), 5);
        for _ in 0..9 {
            queue.execute();
        }
        assert_eq!(queue.free(), 0, "the tenth before is a word of the same instruction");
    }

    #[test]
    fn a_store_gathers_only_with_one_that_missed_and_has_not_left() {
        let mut queue = StoreQueue::new();
        push(&mut queue, 0x100, 4, 10, 0, Kind::Alone);
        assert!(!queue.may_gather(Bytes::new(0x104, 4), 11));
        assert_eq!(push(&mut queue, 0x200, 16, 12, 60, Kind::Gathers), 60);
        assert!(queue.may_gather(Bytes::new(0x210, 4), 59));
        assert!(!queue.may_gather(Bytes::new(0x210, 4), 60));
        assert!(!queue.may_gather(Bytes::new(0x220, 4), 13));
        assert!(!queue.may_gather(Bytes::new(0x21e, 4), 13), "it crosses");
        assert!(!queue.gather(Bytes::new(0x214, 8), 14));
        assert!(queue.gather(Bytes::new(0x210, 16), 15));
        assert!(!queue.gather(Bytes::new(0x200, 16), 16), "it was whole before");
        assert_eq!(queue.last_leaves(), 60);
        assert_eq!(queue.conflict(Bytes::new(0x210, 4), 20), Some(Conflict::Forward));
    }
}
