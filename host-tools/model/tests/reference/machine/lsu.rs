//! The load-store unit (X4-X6, M2-M8, M11, M14).

use model::record::AccessKind;
use model::signal::Signal;
use mpc7450::instruction::decode::{CacheOperation, Kind, StreamOperation, TlbOperation, Unit};

use super::state::Access;
use super::store_queue::lines;
use super::{Machine, Shared};
use crate::broken::Broken;
use crate::memory::{Found, LOAD, beats, bit};

const SEARCH: u8 = 2;
const TOUCH: u8 = 6;
const OPERATION: u8 = 7;
const TLBIE: u8 = 8;
const STREAMS: u8 = 9;

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
        if word == 0 && !self.may_start_access(index, shared) {
            return;
        }
        let facts = &self.facts[index];
        let access = facts
            .step
            .accesses
            .get(word as usize)
            .filter(|_| !matches!(facts.kind, Kind::Plain | Kind::Sync | Kind::Eieio | Kind::Tlb(_)));
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

    fn may_start_access(&self, index: usize, shared: &mut Shared<'_>) -> bool {
        let apart = if self.broken == Some(Broken::FloatStores) { 2 } else { 3 };
        let facts = &self.facts[index];
        let float_store = facts.float && matches!(facts.kind, Kind::Store(_));
        let far = self.last_float_store.is_none_or(|last| self.now >= last + apart);
        let may = self.may_start(index);
        let waits = may && float_store && !far && !facts.step.accesses.is_empty();
        shared.tell(|outcome| outcome.count(Signal::FloatingPointStoreCausesStallInLsu, self.now, waits.into()));
        may && (!float_store || far)
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
        let streams = matches!(facts.kind, Kind::Stream(_));
        let controls = &facts.step.controls;
        let nothing = touches && bit(controls.hid0, 31) || streams && bit(controls.hid0, 30);
        let bytes = if operation.is_some() || streams { 1 } else { access.bytes.into() };
        if shared.memory.streams_run() {
            self.settle(index, shared);
            shared.memory.run_streams((index, word, STREAMS), now, controls);
        }
        let search =
            if nothing { 0 } else { shared.memory.walk((index, word, SEARCH), now, &access.place, bytes, controls) };
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
            checked: queued || touches || streams,
            lines: lines(facts, access),
            usable: 0,
            next: 0,
            not_before: now + search,
            searched: search > 0,
            since: 0,
            latched: 0,
        });
        if nothing {
            self.note_execution(index);
            let busy = if streams { 1 } else { facts.throughput.max(1) };
            self.finish(now + facts.latency, now + busy);
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
            shared.tell(|outcome| outcome.count(Signal::LsuMisalignStall, now + 1, more));
            self.finish(now + latency + more, (now + 1 + more).max(now + begun));
            return;
        }
        if let Kind::Stream(operation) = facts.kind {
            let StreamOperation::Start { stream, .. } = operation else { unreachable!("only these have an access") };
            self.settle(access.index, shared);
            self.note_execution(access.index);
            let (key, rb) = ((access.index, access.word, TOUCH), facts.step.value);
            let (place, controls) = (&told.place, &facts.step.controls);
            shared.memory.start_stream(key, now, (stream, rb), place, access.searched, controls);
            self.finish(now + facts.latency, now + 1);
            return;
        }
        if told.kind == AccessKind::Touch || matches!(facts.kind, Kind::Cache(_)) {
            self.note_touch(access.index, shared);
            self.settle(access.index, shared);
            self.note_execution(access.index);
            let key = (access.index, access.word, TOUCH);
            shared.memory.touch(key, now, &told.place, &facts.step.controls);
            self.finish(now + 3, now + 1);
            return;
        }
        if !access.checked && !self.pass_stores(more, shared) {
            return;
        }
        if self.access.is_some() {
            self.look_up(more, shared);
        }
    }

    /// M3.
    pub fn crosses(&self, index: usize, word: u32) -> bool {
        let facts = &self.facts[index];
        let access = &facts.step.accesses[word as usize];
        let cache = matches!(facts.kind, Kind::Cache(_));
        let over = (access.place.effective & 7) + u32::from(access.bytes) > 8;
        !cache && facts.crosses && over && self.broken != Some(Broken::Misaligned)
    }

    /// M7; whether the access may go on in this cycle.
    fn pass_stores(&mut self, more: u64, shared: &mut Shared<'_>) -> bool {
        let now = self.now;
        let mut access = self.access.clone().expect("the caller looked");
        if let Some(behind) = access.behind {
            let gone = !self.stores.iter().any(|store| (store.index, store.word) == behind);
            if gone {
                access.not_before = now + 1;
                access.checked = true;
                let from = access.since;
                shared.tell(|outcome| {
                    outcome.span(Signal::LoadStoreTrueAliasStall, from, now + 1);
                    outcome.span(Signal::LsuLoadVersusStoreQueueAliasStall, from, now + 1);
                });
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
        let Some(store) = self.stores.iter().rev().find(overlaps) else {
            self.note_shared_line(access.index, access.word, shared);
            return true;
        };
        let completed = store.completed.is_some_and(|completed| completed <= now);
        let alias = if completed { Signal::LsuAliasVersusCsq } else { Signal::LsuAliasVersusFsqOrWb0OrWb1 };
        shared.tell(|outcome| outcome.count(alias, now, 1));
        let whole = held(&store).start <= wanted.start && wanted.end <= held(&store).end;
        let whole = whole || self.broken == Some(Broken::Forwarding);
        if whole && completed {
            let forward = u64::from(self.program.settings.forward);
            let float = u64::from(self.facts[access.index].float);
            let usable = now + forward + float + more;
            shared.tell(|outcome| {
                outcome.count(Signal::LsuCsqForwarding, now, 1);
                outcome.count(Signal::LsuMisalignLoadFinish, usable, more);
                outcome.count(Signal::LsuMisalignStall, now + 1, more);
            });
            self.finish(usable, now + 1 + more);
            return true;
        }
        access.behind = Some((store.index, store.word));
        access.since = now;
        self.access = Some(access);
        false
    }

    /// A load that meets no store's bytes, but perhaps the line of the oldest.
    fn note_shared_line(&mut self, index: usize, word: u32, shared: &mut Shared<'_>) {
        let now = self.now;
        let line = self.facts[index].step.accesses[word as usize].place.physical >> 5;
        let same = self.stores.front().is_some_and(|store| {
            let held = &self.facts[store.index].step.accesses[store.word as usize];
            !store.operation && store.completed.is_some_and(|c| c <= now) && held.place.physical >> 5 == line
        });
        if same {
            self.settle(index, shared);
            let hit = shared.memory.finds(index, word, now, line);
            let signal =
                if hit { Signal::LsuLoadHitLineAliasVersusCsq0 } else { Signal::LsuLoadMissLineAliasVersusCsq0 };
            shared.tell(|outcome| outcome.count(signal, now, 1));
        }
    }

    /// A touch of a line that a store has.
    fn note_touch(&self, index: usize, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let place = &facts.step.accesses[0].place;
        if !bit(facts.step.controls.hid0, 17) || place.attributes.inhibited {
            return;
        }
        let has = |store: &&super::state::Store| {
            let facts = &self.facts[store.index];
            let held = &facts.step.accesses[store.word as usize];
            !store.operation && store.index < index && lines(facts, held).contains(&(place.physical >> 5))
        };
        let Some(store) = self.stores.iter().rev().find(has) else { return };
        let completed = store.completed.is_some_and(|completed| completed <= now);
        let signal = if completed { Signal::LsuTouchAliasVersusCsq } else { Signal::LsuTouchAliasVersusFsqOrWb0OrWb1 };
        shared.tell(|outcome| outcome.count(signal, now, 1));
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
                    shared.tell(|outcome| outcome.span(Signal::LsuLmqFullStall, now, first));
                    access.not_before = first;
                    self.access = Some(access);
                    return;
                }
                Found::Hit => (now + 3, now + 1),
                Found::Latch(arrival) => {
                    let late = u64::from(self.broken == Some(Broken::Latch));
                    let next = (now + 1).max(arrival - 2 + late);
                    let from = access.latched.max(now + 1);
                    shared.tell(|outcome| outcome.span(Signal::LsuRaLatchStall, from, next));
                    access.latched = access.latched.max(next);
                    ((now + 3).max(arrival), next)
                }
                Found::Miss { usable, .. } => (usable, now + 1),
                Found::Past | Found::Absent => {
                    let usable = now + u64::from(self.program.settings.memory_latency());
                    let reads = u64::from(half == 0);
                    shared.tell(|outcome| {
                        outcome.count(Signal::BusReadsNotRetried, now, reads);
                        outcome.count(Signal::BusReadsAndWritesNotRetried, now, reads);
                        outcome.count(Signal::BusTasForReads, usable, reads * beats(told.bytes));
                    });
                    (usable, now + 1)
                }
            };
            access.usable = access.usable.max(usable);
            access.next = access.next.max(next);
            access.lines.remove(0);
        }
        let float = u64::from(facts.float && self.broken != Some(Broken::FloatLoad));
        let usable = access.usable + float + more;
        shared.tell(|outcome| {
            outcome.count(Signal::LsuMisalignLoadFinish, usable, more);
            outcome.count(Signal::LsuMisalignStall, access.next, more);
        });
        self.finish(usable, access.next + more);
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
