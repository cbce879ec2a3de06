//! A cache below the L1s (M9, M10): lines of several 32-byte sectors under one tag.

use super::plru;
use super::random::Random;
use super::ways::{EMPTY, WAYS, find};
use crate::settings::Replacement;

/// A set: the tag and, one bit a sector, what is there and what is modified.
/// On a line of the host's cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Set {
    tags: [u32; WAYS],
    valid: [u8; WAYS],
    modified: [u8; WAYS],
    tree: u8,
}

impl Set {
    const EMPTY: Self = Self { tags: [EMPTY; WAYS], valid: [0; WAYS], modified: [0; WAYS], tree: 0 };
}

/// A line that had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Evicted {
    /// Number of its first 32-byte sector.
    first: u32,
    valid: u8,
    modified: u8,
}

impl Evicted {
    /// Its sectors that were there, as line number and whether it was modified.
    pub(super) fn sectors(self) -> impl Iterator<Item = (u32, bool)> {
        (0..u8::BITS)
            .filter(move |sector| self.valid >> sector & 1 != 0)
            .map(move |sector| (self.first + sector, self.modified >> sector & 1 != 0))
    }

    /// How many of its sectors must be written.
    pub(super) const fn modified(self) -> u32 {
        self.modified.count_ones()
    }
}

/// The directory of a sectored cache.
#[derive(Debug)]
pub(super) struct Sectored {
    sets: Vec<Set>,
    /// Base-2 logarithm of the sectors of a line.
    shift: u32,
    replacement: Replacement,
    random: Random,
}

impl Sectored {
    pub(super) fn new(bytes: u32, sectors: u32, replacement: Replacement) -> Self {
        let mut cache = Self { sets: Vec::new(), shift: 0, replacement, random: Random::new() };
        cache.reshape(bytes, sectors);
        cache
    }

    /// Takes another size and number of sectors; every line is forgotten.
    pub(super) fn reshape(&mut self, bytes: u32, sectors: u32) {
        self.sets = vec![Set::EMPTY; bytes as usize / (WAYS * sectors as usize * 32)];
        self.shift = sectors.trailing_zeros();
    }

    /// Sectors of a line.
    pub(super) const fn sectors(&self) -> u32 {
        1 << self.shift
    }

    /// Forgets every line; the trees start anew, the random register goes on.
    pub(super) fn clear(&mut self) {
        self.sets.fill(Set::EMPTY);
    }

    fn set(&mut self, line: u32) -> (&mut Set, u32, u8) {
        let tag = line >> self.shift;
        let sector = 1 << (line % self.sectors());
        let index = tag as usize % self.sets.len();
        (&mut self.sets[index], tag, sector)
    }

    /// Whether the sector is there; changes nothing.
    pub(super) fn holds(&self, line: u32) -> bool {
        let tag = line >> self.shift;
        let set = &self.sets[tag as usize % self.sets.len()];
        find(&set.tags, tag).is_some_and(|way| set.valid[way] >> (line % self.sectors()) & 1 != 0)
    }

    /// Whether the sector is there; if so, its line was used.
    pub(super) fn read(&mut self, line: u32) -> bool {
        let (set, tag, sector) = self.set(line);
        let found = find(&set.tags, tag).filter(|way| set.valid[*way] & sector != 0);
        if let Some(way) = found {
            set.tree = plru::used(set.tree, way);
        }
        found.is_some()
    }

    /// Puts a sector there, into its line if that is there, else into the first empty way
    /// or the one to be replaced; the line was used. What had to go.
    #[inline(never)]
    pub(super) fn fill(&mut self, line: u32, modified: bool) -> Option<Evicted> {
        let (shift, replacement) = (self.shift, self.replacement);
        let (set, tag, _) = self.set(line);
        let kept = find(&set.tags, tag);
        let chosen = kept.or_else(|| find(&set.tags, EMPTY));
        let way = match (chosen, replacement) {
            (Some(way), _) => way,
            (None, Replacement::Plru) => plru::victim(set.tree, 0).unwrap_or_default(),
            (None, Replacement::Random) => self.random.way(),
        };
        let (set, tag, sector) = self.set(line);
        let mut evicted = None;
        if kept.is_none() {
            if set.tags[way] != EMPTY {
                let first = set.tags[way] << shift;
                evicted = Some(Evicted { first, valid: set.valid[way], modified: set.modified[way] });
            }
            set.tags[way] = tag;
            set.valid[way] = 0;
            set.modified[way] = 0;
        }
        set.valid[way] |= sector;
        if modified {
            set.modified[way] |= sector;
        }
        set.tree = plru::used(set.tree, way);
        evicted
    }

    /// Marks a sector as written to memory. Whether it was modified.
    pub(super) fn clean(&mut self, line: u32) -> bool {
        let (set, tag, sector) = self.set(line);
        let Some(way) = find(&set.tags, tag) else { return false };
        let was = set.modified[way] & sector != 0;
        set.modified[way] &= !sector;
        was
    }

    /// Forgets a sector, and its line with the last one. Whether it was modified.
    pub(super) fn remove(&mut self, line: u32) -> bool {
        let was = self.clean(line);
        let (set, tag, sector) = self.set(line);
        if let Some(way) = find(&set.tags, tag) {
            set.valid[way] &= !sector;
            if set.valid[way] == 0 {
                set.tags[way] = EMPTY;
            }
        }
        was
    }
}

#[cfg(test)]
mod tests {
    use super::Sectored;
    use crate::settings::Replacement;

    #[test]
    fn a_line_has_one_tag_and_its_sectors_come_one_by_one() {
        let mut cache = Sectored::new(256 * 1024, 2, Replacement::Plru);
        assert_eq!(cache.fill(6, false), None);
        assert!(cache.read(6));
        assert!(!cache.read(7), "the other sector was not asked for");
        assert_eq!(cache.fill(7, true), None);
        // Seven more tags of the set fill it; the next one puts the first line out whole.
        for other in 1..8 {
            assert_eq!(cache.fill(6 + other * 1024, false), None);
        }
        let evicted = cache.fill(6 + 8 * 1024, false).expect("the set was full");
        assert_eq!(evicted.sectors().collect::<Vec<_>>(), [(6, false), (7, true)]);
        assert_eq!(evicted.modified(), 1);
    }

    #[test]
    fn a_sector_can_be_written_and_forgotten_alone() {
        let mut cache = Sectored::new(1024 * 1024, 4, Replacement::Random);
        for sector in 8..12 {
            assert_eq!(cache.fill(sector, true), None);
        }
        assert!(cache.clean(9));
        assert!(!cache.clean(9));
        assert!(cache.remove(10));
        assert!(!cache.holds(10));
        assert!(cache.holds(9) && cache.holds(11));
    }
}
