//! Stores and cache operations from execution until they leave (M6, M14).

use super::state::Store;
use super::{Machine, Shared};
use crate::broken::Broken;
use crate::facts::Facts;
use crate::memory::{Found, beats, bit};
use model::record::Access;
use model::signal::Signal;

const STORE: u8 = 10;

/// The lines of an access (M3).
pub fn lines(facts: &Facts, access: &Access) -> Vec<u64> {
    let physical = access.place.physical;
    let first = physical >> 5;
    let last = (physical + u64::from(access.bytes) - 1) >> 5;
    if facts.crosses && first != last { vec![first, last] } else { vec![first] }
}

impl Machine<'_> {
    fn stored(&self, store: &Store) -> (&Facts, &Access) {
        let facts = &self.facts[store.index];
        (facts, &facts.step.accesses[store.word as usize])
    }

    /// What happens in this cycle at the head of the queue.
    pub fn move_stores(&mut self, shared: &mut Shared<'_>) {
        while let Some(oldest) = self.stores.front().cloned() {
            if oldest.leaves == Some(self.now) {
                self.stores.pop_front();
                self.last_leave = self.now;
                self.leave(&oldest, shared);
                let mut whole = self.bytes_in_line(&oldest);
                while self.stores.front().is_some_and(|next| self.gathers(&oldest, next)) {
                    let next = self.stores.pop_front().expect("looked at");
                    let more = whole | self.bytes_in_line(&next);
                    let filled = whole != u32::MAX && more == u32::MAX;
                    whole = more;
                    let completed = next.completed.expect("it gathers");
                    shared.tell(|outcome| {
                        outcome.count(Signal::StoreMergeOrGather, completed, 1);
                        outcome.count(Signal::CacheableStoreMergeTo32Bytes, completed, filled.into());
                    });
                }
                continue;
            }
            if oldest.leaves.is_none() && oldest.completed.is_some_and(|completed| completed < self.now) {
                self.ask(&oldest, shared);
            }
            break;
        }
    }

    /// The bytes of its line that a store in one line writes, a bit each.
    fn bytes_in_line(&self, store: &Store) -> u32 {
        let access = self.stored(store).1;
        let first = access.place.physical & 31;
        (first..first + u64::from(access.bytes))
            .fold(0, |bytes, byte| bytes | 1_u32.checked_shl(byte as u32).unwrap_or(0))
    }

    /// What counts in the cycle in which a store or operation leaves.
    fn leave(&self, store: &Store, shared: &mut Shared<'_>) {
        let now = self.now;
        let counts = shared.memory.counts_of(store.index, store.word).to_vec();
        let (facts, access) = self.stored(store);
        let attributes = access.place.attributes;
        let past = attributes.inhibited || attributes.write_through || !bit(facts.step.controls.hid0, 17);
        let writes = u64::from(past && !store.operation);
        let misses = if attributes.write_through { store.absent } else { 0 };
        shared.tell(|outcome| {
            counts.iter().for_each(|(signal, amount)| outcome.count(*signal, now, *amount));
            outcome.count(Signal::L1DataStoreHit, now, store.hits);
            outcome.count(Signal::L1DataTotalHits, now, store.hits);
            outcome.count(Signal::L1DataStoreMiss, now, misses);
            outcome.count(Signal::L1DataTotalMisses, now, misses);
            outcome.count(Signal::BusWritesNotRetried, now, writes);
            outcome.count(Signal::BusReadsAndWritesNotRetried, now, writes);
            outcome.count(Signal::BusTasForWrites, now, writes * beats(access.bytes));
        });
    }

    fn gathers(&self, before: &Store, store: &Store) -> bool {
        let late = store.completed.is_some_and(|completed| completed < self.now);
        if self.broken == Some(Broken::Gathering) || !late || before.operation || store.operation || !before.missed {
            return false;
        }
        let ((facts, access), (before, held)) = (self.stored(store), self.stored(before));
        let attributes = access.place.attributes;
        bit(facts.step.controls.hid0, 24)
            && bit(facts.step.controls.hid0, 17)
            && !attributes.inhibited
            && !attributes.write_through
            && lines(before, held).len() == 1
            && lines(facts, access) == lines(before, held)
    }

    fn ask(&mut self, oldest: &Store, shared: &mut Shared<'_>) {
        let now = self.now;
        let stay = if self.broken == Some(Broken::StoreLeave) { 3 } else { 4 };
        let completed = oldest.completed.expect("it has completed");
        let mut leaves = (completed + stay).max(self.last_leave_or(completed) + 1);
        let mut missed = false;
        let (mut hits, mut absent) = (0, 0);
        if !oldest.operation {
            let (facts, access) = self.stored(oldest);
            let controls = &facts.step.controls;
            for (half, line) in lines(facts, access).into_iter().enumerate() {
                let key = (oldest.index, oldest.word, STORE + half as u8);
                match shared.memory.store(key, now, &access.place, access.bytes, line, controls) {
                    Found::Hit => hits += 1,
                    Found::Latch(arrival) => {
                        hits += 1;
                        leaves = leaves.max(arrival);
                    }
                    Found::Miss { arrival, .. } => {
                        missed = true;
                        leaves = leaves.max(arrival);
                        shared.tell(|outcome| {
                            outcome.count(Signal::L1DataStoreMiss, now, 1);
                            outcome.count(Signal::L1DataTotalMisses, now, 1);
                        });
                    }
                    Found::Absent => absent += 1,
                    Found::Past | Found::NoEntry(_) => {}
                }
            }
        }
        let head = self.stores.front_mut().expect("the oldest");
        head.asked = true;
        head.missed = missed;
        (head.hits, head.absent) = (hits, absent);
        head.leaves = Some(leaves);
    }

    fn last_leave_or(&self, completed: u64) -> u64 {
        self.last_leave.max(completed)
    }

    /// M6: whether the store 10 before, of an earlier instruction, has left.
    pub fn has_store_place(&self, index: usize) -> bool {
        let places = if self.broken == Some(Broken::StoreEntries) { 9 } else { 10 };
        let count = self.stores.len();
        count < places || self.stores[count - places].index == index
    }

    pub fn add_store(&mut self, index: usize, word: u32, operation: bool) {
        let (completed, leaves) = (None, None);
        let store =
            Store { index, word, operation, completed, asked: false, missed: false, leaves, hits: 0, absent: 0 };
        self.stores.push_back(store);
    }
}
