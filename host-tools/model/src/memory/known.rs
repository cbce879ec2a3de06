//! Fetches and accesses that are known to hit, for blocks whose timing is remembered.

use mpc7450::registers::HID0;

use super::load::is_misaligned;
use super::store_queue::{Bytes, Kind};
use super::{Memory, line};
use crate::controls::Controls;
use crate::record::{Access, AccessKind, Place, Translation};
use crate::remembered::Fields;

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

    /// Goes through what the times of accesses that hit depend on.
    pub(crate) fn relate(&mut self, fields: &mut impl Fields) {
        fields.part("stores");
        self.stores.relate(fields);
    }

    /// Whether [`Memory::relate`] leaves nothing out, but what [`Memory::relations`] says.
    pub(crate) fn can_be_related(&self, base: u64) -> bool {
        self.stores.can_be_related(base) && !self.streams.is_due(u64::MAX - 1)
    }

    /// Where all accesses of a block are aligned loads and stores that hit in the L1 data
    /// cache and the TLB and wait for nothing but stores: how the bytes of each load lie to those
    /// of the stores before it. With the state it determines all times.
    #[inline]
    pub(crate) fn relations(&self, accesses: &[(u16, Access)], base: u64, controls: &Controls) -> Option<u64> {
        let mut relations = 0;
        let mut bits = 0;
        for (number, (_, access)) in accesses.iter().enumerate() {
            if !self.hits(access, base, controls) {
                return None;
            }
            if access.kind != AccessKind::Load {
                continue;
            }
            let load = Bytes::new(access.place.physical, access.bytes);
            let (waiting, more) = self.stores.relations(load, base);
            if bits + more > u64::BITS {
                return None;
            }
            relations |= waiting.checked_shl(bits).unwrap_or(0);
            bits += more;
            for (_, store) in accesses[..number].iter().filter(|(_, access)| access.kind == AccessKind::Store) {
                if bits == u64::BITS {
                    return None;
                }
                let relation = load.relation(Bytes::new(store.place.physical, store.bytes));
                relations |= u64::from(relation) << bits;
                bits += 2;
            }
        }
        Some(relations)
    }

    #[inline]
    fn hits(&self, access: &Access, base: u64, controls: &Controls) -> bool {
        let Access { place, bytes, kind } = access;
        let attributes = place.attributes;
        place.physical % 16 + u64::from(*bytes) <= 16
            && !is_misaligned(access)
            && matches!(kind, AccessKind::Load | AccessKind::Store)
            && !attributes.inhibited
            && !attributes.write_through
            && HID0::DCE.is_set(controls.hid0)
            && (place.translation != Translation::Page || self.data_tlb.used_last(place))
            && self.data.arrival(line(place.physical)).is_some_and(|arrival| arrival <= base)
    }

    /// The accesses of a block happen, of which all is known; the stores complete and leave
    /// at these times.
    #[inline]
    pub(crate) fn access_known(&mut self, accesses: &[(u16, Access)], mut stores: impl Iterator<Item = [u64; 2]>) {
        for (_, access) in accesses {
            let bytes = Bytes::new(access.place.physical, access.bytes);
            if access.kind == AccessKind::Load {
                self.data.read(bytes.line);
            } else if let Some([completed, leaves]) = stores.next() {
                self.data.write(bytes.line);
                self.stores.complete(bytes, Kind::Alone, completed, leaves);
            }
        }
    }

    /// When the last so many stores completed and left, the oldest first.
    pub(crate) fn last_stores(&self, number: usize) -> impl Iterator<Item = [u64; 2]> {
        self.stores.last(number)
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
