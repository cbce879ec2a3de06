//! Stores: execution, completion and the way out of the queue (M6, M8).

use mpc7450::registers::HID0;

use super::Memory;
use super::below::{Requester, bus_write_bytes};
use super::load::{is_aligned, is_misaligned};
use super::store_queue::{Bytes, Kind};
use crate::controls::Controls;
use crate::record::{Access, AccessKind};
use crate::signal::Signal;
use crate::sink::Sink;

/// When a store, or a cache operation, has executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// Its execution cycle, behind a table search.
    pub executes: u64,
    /// The first cycle in which the next access of the load-store unit can execute.
    pub next: u64,
}

impl Memory {
    /// The earliest cycle in which the next store, or cache operation, can execute (M6).
    #[must_use]
    pub const fn store_may_execute(&self) -> u64 {
        self.stores.free()
    }

    /// Executes a store, or a cache operation, at `e`: translation and alignment.
    #[inline(always)]
    pub fn store<S: Sink>(&mut self, access: &Access, e: u64, controls: &Controls, sink: &mut S) -> Store {
        self.run_streams(e, controls, sink);
        let executes = self.translate_access(access, e, controls, sink);
        self.stores.execute();
        let crosses = access.kind == AccessKind::Store && is_misaligned(access);
        if crosses {
            sink.count(Signal::LsuMisalignStall, executes + 1, 1);
        }
        Store { executes, next: executes + 1 + u64::from(crosses) }
    }

    /// The store completed in `c`.
    #[inline(always)]
    pub fn commit<S: Sink>(&mut self, access: &Access, c: u64, controls: &Controls, sink: &mut S) {
        let bytes = Bytes::new(access.place.physical, access.bytes);
        match self.commit_hit(access, bytes, c, controls) {
            Some(leaves) => count_hits(1, leaves, sink),
            None => self.commit_any(access, bytes, c, controls, sink),
        }
    }

    /// The common case: an aligned store into a line that is there, or under way, and that
    /// gathers with none. When it leaves; `None` for all others, with nothing done yet that
    /// is not done again.
    #[inline(always)]
    fn commit_hit(&mut self, access: &Access, bytes: Bytes, c: u64, controls: &Controls) -> Option<u64> {
        let attributes = access.place.attributes;
        let common = is_aligned(access)
            && !attributes.inhibited
            && !attributes.write_through
            && HID0::DCE.is_set(controls.hid0)
            && !self.stores.may_gather(bytes, c);
        if !common {
            return None;
        }
        let leaves = self.stores.leaves(c, self.data.write(bytes.line)?);
        self.stores.complete(bytes, Kind::Alone, c, leaves);
        Some(leaves)
    }

    #[inline(never)]
    fn commit_any<S: Sink>(&mut self, access: &Access, bytes: Bytes, c: u64, controls: &Controls, sink: &mut S) {
        let attributes = access.place.attributes;
        if is_misaligned(access) {
            sink.count(Signal::LsuMisalignStoreComplete, c, 1);
        }
        if attributes.inhibited {
            sink.count(Signal::CacheInhibitedStores, c, 1);
        } else if attributes.write_through {
            sink.count(Signal::WriteThroughStores, c, 1);
        }
        if attributes.inhibited || !HID0::DCE.is_set(controls.hid0) {
            let leaves = self.stores.leaves(c, 0);
            self.stores.complete(bytes, Kind::Alone, c, leaves);
            bus_write_bytes(access.bytes, leaves, sink);
        } else if attributes.write_through {
            self.write_through(bytes, access.bytes, c, controls, sink);
        } else if HID0::SGE.is_set(controls.hid0) && self.stores.may_gather(bytes, c) {
            sink.count(Signal::StoreMergeOrGather, c, 1);
            if self.stores.gather(bytes, c) {
                sink.count(Signal::CacheableStoreMergeTo32Bytes, c, 1);
            }
        } else {
            self.copy_back(bytes, access.bytes, c, controls, sink);
        }
    }

    /// Into the L1 and L2 lines that are there, and to memory.
    fn write_through<S: Sink>(&mut self, bytes: Bytes, length: u8, c: u64, controls: &Controls, sink: &mut S) {
        let mut there = 0;
        let mut hits = 0;
        for line in bytes.lines() {
            if let Some(arrival) = self.data.read(line) {
                hits += 1;
                there = there.max(arrival);
            }
        }
        let leaves = self.stores.leaves(c, there);
        self.stores.complete(bytes, Kind::Alone, c, leaves);
        count_hits(hits, leaves, sink);
        count_misses(bytes.lines().count() as u32 - hits, leaves, sink);
        self.below.write(bytes.lines(), length, leaves, controls, sink);
    }

    /// Into the L1, whose lines are asked for where they are not there.
    fn copy_back<S: Sink>(&mut self, bytes: Bytes, length: u8, c: u64, controls: &Controls, sink: &mut S) {
        let oldest = self.stores.oldest_from(c);
        let mut leaves = 0;
        let mut kind = Kind::Alone;
        let mut hits = 0;
        let mut refused = [None; 2];
        for (line, refused) in bytes.lines().zip(&mut refused) {
            if let Some(arrival) = self.data.write(line) {
                hits += 1;
                leaves = leaves.max(self.stores.leaves(c, arrival));
                continue;
            }
            kind = Kind::Gathers;
            count_misses(1, oldest, sink);
            let coming = self.reload(line, Requester::Store, oldest, controls, sink);
            leaves = leaves.max(self.stores.leaves(c, coming.arrival));
            *refused = Some(line).filter(|line| self.data.write(*line).is_none());
        }
        // Into no line of the L1, once all are there.
        for line in refused.into_iter().flatten() {
            self.below.write_back(line, length, leaves, controls, sink);
        }
        self.stores.complete(bytes, kind, c, leaves);
        count_hits(hits, leaves, sink);
    }
}

fn count_hits<S: Sink>(hits: u32, at: u64, sink: &mut S) {
    sink.count(Signal::L1DataStoreHit, at, hits);
    sink.count(Signal::L1DataTotalHits, at, hits);
}

fn count_misses<S: Sink>(misses: u32, at: u64, sink: &mut S) {
    sink.count(Signal::L1DataStoreMiss, at, misses);
    sink.count(Signal::L1DataTotalMisses, at, misses);
}
