//! The load-store unit (X4-X6, M2-M8, M11, M14).

use model::record::AccessKind;
use mpc7450::instruction::decode::{CacheOperation, Kind, TlbOperation, Unit};

use super::state::Access;
use super::store_queue::lines;
use super::{Machine, Shared};
use crate::broken::Broken;
use crate::memory::{Found, LOAD, bit};

const SEARCH: u8 = 2;
const TOUCH: u8 = 6;
const OPERATION: u8 = 7;
const TLBIE: u8 = 8;

impl Machine<'_> {
    pub fn execute_lsu(&mut self, shared: &mut Shared<'_>) {
        if self.access.is_none() {
            self.begin_next(shared);
        }
        if self.access.is_some() {
            self.go_on(shared);
        }
    }

    fn lsu(&mut self) -> &mut super::state::Station {
        self.stations.iter_mut().find(|station| station.unit == Unit::Lsu).expect("there is one")
    }

    /// Starts the next word of a string or multiple, or the next instruction.
    fn begin_next(&mut self, shared: &mut Shared<'_>) {
        if self.now < self.lsu_free || self.sync.is_some() {
            return;
        }
        let next = self.lsu().held.front().map(|index| (*index, 0));
        let Some((index, word)) = self.words.or(next) else { return };
        if word == 0 && !self.may_start_access(index) {
            return;
        }
        let facts = &self.facts[index];
        let access = facts
            .step
            .accesses
            .get(word as usize)
            .filter(|_| matches!(facts.kind, Kind::Load(_) | Kind::Store(_) | Kind::Cache(_)));
        let queued = access.is_some_and(|access| self.is_queued(index, access.kind));
        if queued && !self.has_store_place(index) {
            return;
        }
        let touches = access.is_some_and(|access| access.kind == AccessKind::Touch);
        let last = u64::from(word) + 1 >= facts.words;
        if last && !queued && !touches {
            self.note_execution(index);
        }
        if word == 0 {
            self.usable = 0;
        }
        match access {
            Some(_) => self.begin_access(index, word, queued, shared),
            None => self.execute_without_access(index, shared),
        }
    }

    fn may_start_access(&self, index: usize) -> bool {
        let apart = if self.broken == Some(Broken::FloatStores) { 2 } else { 3 };
        let facts = &self.facts[index];
        let float_store = facts.float && matches!(facts.kind, Kind::Store(_));
        let far = self.last_float_store.is_none_or(|last| self.now >= last + apart);
        self.may_start(index) && (!float_store || far)
    }

    /// E: the last word's, for all that does not depend on memory.
    fn note_execution(&mut self, index: usize) {
        let now = self.now;
        let station = self.lsu();
        station.held.pop_front();
        station.last_execution = Some(now);
        let slot = self.slot_mut(index);
        slot.times.e = Some(now);
        slot.base_ready = Some(now + 1);
        let facts = &self.facts[index];
        if facts.float && matches!(facts.kind, Kind::Store(_)) {
            self.last_float_store = Some(now);
        }
    }

    /// Goes to the store queue.
    fn is_queued(&self, index: usize, kind: AccessKind) -> bool {
        let touches =
            matches!(self.facts[index].kind, Kind::Cache(CacheOperation::Touch | CacheOperation::TouchForStore));
        !touches && matches!(kind, AccessKind::Store | AccessKind::Operation)
    }

    fn execute_without_access(&mut self, index: usize, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let done = now + facts.latency;
        self.lsu_free = now + facts.throughput;
        let slot = self.slot_mut(index);
        slot.ready = Some(done);
        slot.done = Some(done);
        match facts.kind {
            Kind::Tlb(TlbOperation::InvalidateEntry) => {
                shared.memory.forget_translation((index, 0, TLBIE), facts.step.value);
            }
            Kind::Sync => {
                self.settle(index, shared);
                let arrived = shared.memory.all_arrived(index);
                self.sync = Some((index, arrived));
            }
            _ => {}
        }
    }

    fn begin_access(&mut self, index: usize, word: u32, queued: bool, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let access = &facts.step.accesses[word as usize];
        let operation = if let Kind::Cache(operation) = facts.kind { Some(operation) } else { None };
        let touches = operation.is_some() && !queued;
        let nothing = touches && bit(facts.step.controls.hid0, 31);
        let bytes = if operation.is_some() { 1 } else { access.bytes.into() };
        let search =
            if nothing { 0 } else { shared.memory.walk((index, word, SEARCH), now, &access.place, bytes, false) };
        if queued {
            self.add_store(index, word, operation.is_some());
        }
        if let Some(operation) = operation.filter(|_| queued) {
            self.settle(index, shared);
            shared.memory.operate((index, word, OPERATION), operation, &access.place, &facts.step.controls);
        }
        self.access = Some(Access {
            index,
            word,
            behind: None,
            checked: queued || touches,
            lines: lines(facts, access),
            usable: 0,
            next: 0,
            not_before: now + search,
        });
        if nothing {
            self.note_execution(index);
            self.finish(now + 3, now + facts.throughput.max(1));
        }
    }

    /// One cycle of the access in the unit.
    fn go_on(&mut self, shared: &mut Shared<'_>) {
        let now = self.now;
        let access = self.access.clone().expect("the caller looked");
        if now < access.not_before {
            return;
        }
        let facts = &self.facts[access.index];
        let told = &facts.step.accesses[access.word as usize];
        let more = u64::from(self.crosses(access.index, access.word));
        if self.is_queued(access.index, told.kind) {
            if u64::from(access.word) + 1 >= facts.words {
                self.note_execution(access.index);
            }
            let begun = if let Kind::Cache(_) = facts.kind { facts.throughput } else { 1 };
            let latency = if self.broken == Some(Broken::StoreLatency) { 2 } else { 3 };
            self.finish(now + latency + more, (now + 1 + more).max(now + begun));
            return;
        }
        if told.kind == AccessKind::Touch || matches!(facts.kind, Kind::Cache(_)) {
            self.settle(access.index, shared);
            self.note_execution(access.index);
            let key = (access.index, access.word, TOUCH);
            shared.memory.touch(key, now, &told.place, &facts.step.controls);
            self.finish(now + 3, now + 1);
            return;
        }
        if !access.checked && !self.pass_stores(more) {
            return;
        }
        if self.access.is_some() {
            self.look_up(more, shared);
        }
    }

    /// M3.
    fn crosses(&self, index: usize, word: u32) -> bool {
        let facts = &self.facts[index];
        let access = &facts.step.accesses[word as usize];
        let cache = matches!(facts.kind, Kind::Cache(_));
        let over = (access.place.effective & 7) + u32::from(access.bytes) > 8;
        !cache && facts.crosses && over && self.broken != Some(Broken::Misaligned)
    }

    /// M7; whether the access may go on in this cycle.
    fn pass_stores(&mut self, more: u64) -> bool {
        let now = self.now;
        let mut access = self.access.clone().expect("the caller looked");
        if let Some(behind) = access.behind {
            let gone = !self.stores.iter().any(|store| (store.index, store.word) == behind);
            if gone {
                access.not_before = now + 1;
                access.checked = true;
                self.access = Some(access);
            }
            return false;
        }
        let load = &self.facts[access.index].step.accesses[access.word as usize];
        let bytes =
            |access: &model::record::Access| access.place.physical..access.place.physical + u64::from(access.bytes);
        let wanted = bytes(load);
        let held = |store: &&super::state::Store| bytes(&self.facts[store.index].step.accesses[store.word as usize]);
        let overlaps = |store: &&super::state::Store| {
            let held = held(store);
            !store.operation && store.index < access.index && held.start < wanted.end && wanted.start < held.end
        };
        let Some(store) = self.stores.iter().rev().find(overlaps) else { return true };
        let whole = held(&store).start <= wanted.start && wanted.end <= held(&store).end;
        let whole = whole || self.broken == Some(Broken::Forwarding);
        if whole && store.completed.is_some_and(|completed| completed <= now) {
            let forward = u64::from(self.program.settings.forward);
            let float = u64::from(self.facts[access.index].float);
            self.finish(now + forward + float + more, now + 1 + more);
            return true;
        }
        access.behind = Some((store.index, store.word));
        self.access = Some(access);
        false
    }

    /// M2, M4, M5, M8.
    fn look_up(&mut self, more: u64, shared: &mut Shared<'_>) {
        let now = self.now;
        let mut access = self.access.clone().expect("the caller looked");
        access.checked = true;
        let facts = &self.facts[access.index];
        let told = &facts.step.accesses[access.word as usize];
        let total = lines(facts, told).len();
        self.settle(access.index, shared);
        while let Some(line) = access.lines.first().copied() {
            let half = (total - access.lines.len()) as u8;
            let key = (access.index, access.word, LOAD + half);
            let found = shared.memory.load(key, now, &told.place, line, &facts.step.controls);
            let (usable, next) = match found {
                Found::NoEntry(first) => {
                    access.not_before = first;
                    self.access = Some(access);
                    return;
                }
                Found::Hit => (now + 3, now + 1),
                Found::Latch(arrival) => {
                    let late = u64::from(self.broken == Some(Broken::Latch));
                    ((now + 3).max(arrival), (now + 1).max(arrival - 2 + late))
                }
                Found::Miss { usable, .. } => (usable, now + 1),
                Found::Past => (now + u64::from(self.program.settings.memory_latency()), now + 1),
            };
            access.usable = access.usable.max(usable);
            access.next = access.next.max(next);
            access.lines.remove(0);
        }
        let float = u64::from(facts.float && self.broken != Some(Broken::FloatLoad));
        self.finish(access.usable + float + more, access.next + more);
    }

    /// The access is through: the register is usable, and the unit takes the next.
    fn finish(&mut self, usable: u64, next: u64) {
        let access = self.access.take().expect("it was in the unit");
        let facts = &self.facts[access.index];
        self.lsu_free = next;
        self.usable = self.usable.max(usable);
        if u64::from(access.word) + 1 < facts.words {
            self.words = Some((access.index, access.word + 1));
            return;
        }
        self.words = None;
        let late = facts.multiple && self.broken != Some(Broken::WordsReady);
        let usable = self.usable + u64::from(late);
        let slot = self.slot_mut(access.index);
        slot.ready = Some(usable);
        slot.done = Some(usable.max(slot.base_ready.unwrap_or(0)));
    }
}
