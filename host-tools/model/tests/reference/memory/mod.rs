//! Caches and TLBs as plain lists, asked in program order (head of `memory.md`).
//!
//! The simulator steps through cycles, in which accesses come in another order: it looks
//! ahead (see [`crate::machine`]) until all older accesses have been made. What was
//! answered once is remembered, for it will be asked again when the time comes; what the
//! answer counts is counted once.

mod events;
mod levels;
mod line_cache;
mod sector_cache;
mod streams;
mod tlb;
mod tree;

use std::collections::HashMap;

use model::controls::Controls;
use model::record::{Place, Translation};
use model::signal::Signal;
use mpc7450::instruction::decode::CacheOperation;

use crate::broken::Broken;
use crate::program::Program;
use events::Events;
pub use events::beats;
use levels::{Asker, Levels};
use line_cache::{Filled, LineCache};
use streams::Streams;
use tlb::Tlb;

/// The bit that the manual calls n.
pub const fn bit(register: u32, n: u32) -> bool {
    register >> (31 - n) & 1 != 0
}

/// What a load, touch or store found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Hit,
    /// The line is on its way.
    Latch(u64),
    Miss {
        /// Cycle in which an integer load can use it.
        usable: u64,
        arrival: u64,
    },
    /// No cache was asked.
    Past,
    /// A write-through store's line is not there.
    Absent,
    /// M4: no entry before that cycle.
    NoEntry(u64),
}

/// One question: instruction, part of it, and what is asked.
pub type Key = (usize, u32, u8);

/// Asks for a load's lower line; the next number for the upper.
pub const LOAD: u8 = 4;

/// Asks for the translation of a fetch.
pub const FETCH_SEARCH: u8 = 0;

/// Asks whether a load finds a line that a store is going to write.
const ALIAS: u8 = 12;

pub struct Memory {
    table_walk: u64,
    memory_latency: u64,
    pub broken: Option<Broken>,
    pub events: Events,
    instructions: LineCache,
    data: LineCache,
    levels: Levels,
    streams: Streams,
    instruction_tlb: Tlb,
    data_tlb: Tlb,
    /// Arrivals of the load-miss entries.
    entries: [u64; 6],
    /// Lines on their way, their arrivals, and whether a touch asked.
    outstanding: Vec<(u64, u64, bool)>,
    /// Of all data misses so far.
    latest_arrival: u64,
    /// Instruction lines on their way and the cycle in which their words can be in the queue.
    fetching: Vec<(u64, u64)>,
    answers: HashMap<Key, (u64, Found)>,
    walks: HashMap<Key, (u64, u64)>,
    arrivals: HashMap<usize, u64>,
    /// What stores and operations count when they leave.
    leaving: HashMap<(usize, u32), Vec<(Signal, u64)>>,
    /// Writes to control registers that no access has come behind: the instruction, and
    /// the word written.
    writes: Vec<(usize, Write)>,
    /// Whether a branch not taken is executed as taken: also found by looking ahead.
    pub wrong_ways: HashMap<usize, bool>,
}

/// A write to HID0, L2CR or L3CR.
#[derive(Clone, Copy)]
enum Write {
    Hid0(u32),
    L2cr(u32),
    L3cr(u32),
}

impl Memory {
    pub fn new(program: &Program, broken: Option<Broken>) -> Self {
        let settings = &program.settings;
        let writes = program.steps.iter().enumerate().filter_map(|(index, step)| {
            let write = match step.written? {
                (1008, value) => Write::Hid0(value),
                (1017, value) => Write::L2cr(value),
                (1018, value) => Write::L3cr(value),
                _ => return None,
            };
            Some((index, write))
        });
        Self {
            table_walk: settings.table_walk.into(),
            memory_latency: settings.memory_latency().into(),
            broken,
            events: Events::new(2 * u64::from(program.threshold)),
            instructions: LineCache::default(),
            data: LineCache::default(),
            levels: Levels::new(settings, broken),
            streams: Streams::default(),
            instruction_tlb: Tlb::default(),
            data_tlb: Tlb::default(),
            entries: [0; 6],
            outstanding: Vec::new(),
            latest_arrival: 0,
            fetching: Vec::new(),
            answers: HashMap::new(),
            walks: HashMap::new(),
            arrivals: HashMap::new(),
            leaving: HashMap::new(),
            writes: writes.collect(),
            wrong_ways: HashMap::new(),
        }
    }

    /// An instruction's access comes: what writes before it started is done.
    fn reach(&mut self, index: usize) {
        while let Some((_, write)) = self.writes.first().filter(|write| write.0 < index).copied() {
            self.writes.remove(0);
            match write {
                Write::Hid0(value) => {
                    if bit(value, 20) {
                        self.instructions.empty();
                    }
                    if bit(value, 21) {
                        self.data.empty();
                    }
                }
                Write::L2cr(value) => {
                    if bit(value, 10) || bit(value, 20) {
                        self.levels.empty_second();
                    }
                }
                Write::L3cr(value) => {
                    if bit(value, 21) || bit(value, 20) {
                        self.levels.empty_third();
                    }
                }
            }
        }
    }

    /// The answer that was given already, in the same cycle.
    pub fn answered(&mut self, key: Key, cycle: u64) -> Option<Found> {
        let Some((then, found)) = self.answers.get(&key) else {
            self.reach(key.0);
            return None;
        };
        if cycle < *then && key.2 >> 1 == LOAD >> 1 {
            // It found no entry free until then (M4).
            return Some(Found::NoEntry(*then));
        }
        assert_eq!(*then, cycle, "looking ahead saw {key:?} in another cycle");
        Some(*found)
    }

    fn remember(&mut self, key: Key, cycle: u64, found: Found) -> Found {
        if !matches!(found, Found::NoEntry(_)) {
            self.answers.insert(key, (cycle, found));
        }
        found
    }

    /// Cycles of table search for the pages of an access (M11).
    pub fn walk(&mut self, key: Key, cycle: u64, place: &Place, bytes: u32, controls: &Controls) -> u64 {
        if let Some((then, cycles)) = self.walks.get(&key) {
            assert_eq!(*then, cycle, "looking ahead translated {key:?} in another cycle");
            return *cycles;
        }
        let cycles = if place.translation == Translation::Page {
            self.look_up_pages(key.2 == FETCH_SEARCH, cycle, place, bytes, controls)
        } else {
            0
        };
        self.walks.insert(key, (cycle, cycles));
        cycles
    }

    fn look_up_pages(&mut self, fetch: bool, cycle: u64, place: &Place, bytes: u32, controls: &Controls) -> u64 {
        let first = (place.effective >> 12, place.physical >> 12);
        let crosses = (place.effective & 0xfff) + bytes > 0x1000;
        let by_entry = self.broken == Some(Broken::TlbReplacement);
        let search =
            if bit(controls.hid0, 7) && self.broken != Some(Broken::SoftwareSearch) { 0 } else { self.table_walk };
        let [missed, searching, long] = if fetch {
            [
                Signal::ItlbNonSpeculativeMisses,
                Signal::ItlbHardwareTableSearchCycles,
                Signal::ItlbHardwareTableSearchCyclesOverThreshold,
            ]
        } else {
            [
                Signal::DtlbMisses,
                Signal::DtlbHardwareTableSearchCycles,
                Signal::DtlbHardwareTableSearchCyclesOverThreshold,
            ]
        };
        let mut now = cycle;
        for page in 0..=u32::from(crosses) {
            let page = (first.0.wrapping_add(page) & 0xf_ffff, first.1 + u64::from(page));
            let tlb = if fetch { &mut self.instruction_tlb } else { &mut self.data_tlb };
            if tlb.look(page, by_entry) {
                continue;
            }
            self.events.count(missed, now, 1);
            self.events.span(searching, now, now + search);
            now += search;
            self.events.count(long, now, (search > self.events.long).into());
        }
        now - cycle
    }

    /// `tlbie`.
    pub fn forget_translation(&mut self, key: Key, effective: u32) {
        if self.walks.insert(key, (0, 0)).is_none() {
            self.instruction_tlb.forget(effective >> 12);
            self.data_tlb.forget(effective >> 12);
        }
    }

    /// Cycles that a fetch takes longer than a hit (M12).
    pub fn fetch(&mut self, key: Key, cycle: u64, place: &Place, controls: &Controls) -> u64 {
        let line = place.physical >> 5;
        let found = self.answered(key, cycle).unwrap_or_else(|| {
            let found = self.find_instruction(line, cycle, place.attributes.inhibited, controls);
            self.remember(key, cycle, found)
        });
        match found {
            Found::Hit => 0,
            Found::Miss { usable, .. } => usable - cycle,
            _ => self.memory_latency,
        }
    }

    fn find_instruction(&mut self, line: u64, cycle: u64, inhibited: bool, controls: &Controls) -> Found {
        const HIT: u64 = 2;
        self.events.count(Signal::L1InstructionCacheAccesses, cycle, 1);
        let waiting = Signal::CyclesWaitingFromL1InstructionCacheMiss;
        if !bit(controls.hid0, 16) || inhibited {
            let words = cycle + HIT + self.memory_latency;
            self.events.bus_read(cycle, words, 4);
            self.events.span(waiting, cycle + HIT, words);
            return Found::Past;
        }
        if self.instructions.touch(line) {
            let on_its_way = self.fetching.iter().rev().find(|held| held.0 == line && held.1 > cycle).copied();
            return on_its_way.map_or(Found::Hit, |held| {
                self.events.span(waiting, cycle + HIT, held.1 + HIT);
                Found::Miss { usable: held.1, arrival: held.1 }
            });
        }
        self.events.count(Signal::L1InstructionCacheMisses, cycle, 1);
        let arrival = self.levels.fetch(line, cycle, controls, &mut self.events);
        self.events.span(waiting, cycle + HIT, arrival + HIT);
        let locked = if bit(controls.hid0, 18) { 0xff } else { controls.ictrl as u8 };
        if let Filled::Instead(_) = self.instructions.fill(line, false, locked) {
            self.fetching.push((line, arrival));
            self.events.count(Signal::L1InstructionCacheReloads, arrival + HIT, 1);
        }
        Found::Miss { usable: arrival, arrival }
    }

    /// A load's look into the caches (M2, M4, M5); `Past` where none may be asked (M8).
    pub fn load(&mut self, key: Key, cycle: u64, place: &Place, line: u64, controls: &Controls) -> Found {
        if let Some(found) = self.answered(key, cycle) {
            return found;
        }
        let found = self.find_data(line, Asker::Load, cycle, place.attributes.inhibited, controls);
        self.remember(key, cycle, found)
    }

    /// `dcbt`: the same, but it does not wait for an entry (M14).
    pub fn touch(&mut self, key: Key, cycle: u64, place: &Place, controls: &Controls) {
        if self.answered(key, cycle).is_none() {
            let found = self.find_data(place.physical >> 5, Asker::Touch, cycle, place.attributes.inhibited, controls);
            self.answers.insert(key, (cycle, found));
        }
    }

    /// Whether a line is there and not on its way: asked by a load of the line of the
    /// oldest store.
    pub fn finds(&mut self, index: usize, word: u32, cycle: u64, line: u64) -> bool {
        let key = (index, word, ALIAS);
        let found = self.answered(key, cycle).unwrap_or_else(|| {
            let there = self.data.holds(line) && self.arrival(line, cycle).is_none();
            let found = if there { Found::Hit } else { Found::Absent };
            self.remember(key, cycle, found)
        });
        found == Found::Hit
    }

    fn on_its_way(&self, line: u64, cycle: u64) -> Option<(u64, bool)> {
        let (_, arrival, touched) = *self.outstanding.iter().rev().find(|held| held.0 == line)?;
        (arrival > cycle).then_some((arrival, touched))
    }

    fn arrival(&self, line: u64, cycle: u64) -> Option<u64> {
        Some(self.on_its_way(line, cycle)?.0)
    }

    fn find_data(&mut self, line: u64, asker: Asker, cycle: u64, inhibited: bool, controls: &Controls) -> Found {
        if !bit(controls.hid0, 17) || inhibited {
            return Found::Past;
        }
        let touches = asker == Asker::Touch;
        if self.data.touch(line) {
            let hit = if touches { Signal::L1DataTouchHit } else { Signal::L1DataLoadHit };
            self.events.count(hit, cycle, 1);
            self.events.count(Signal::L1DataTotalHits, cycle, 1);
            let Some((arrival, touched)) = self.on_its_way(line, cycle) else { return Found::Hit };
            let alias = match (touches, touched) {
                (true, _) => Signal::TouchAlias,
                (false, true) => Signal::LoadMissAliasOnTouch,
                (false, false) => Signal::LoadMissAlias,
            };
            self.events.count(alias, cycle, 1);
            return Found::Latch(arrival);
        }
        let entry = match self.free_entry(cycle) {
            Ok(entry) => entry,
            Err(first) => return Found::NoEntry(first),
        };
        let miss = if touches { Signal::L1DataTouchMiss } else { Signal::L1DataLoadAccessMiss };
        self.events.count(miss, cycle, 1);
        self.events.count(Signal::L1DataTotalMisses, cycle, 1);
        let (usable, arrival) = self.ask_below(line, asker, entry, cycle, controls);
        Found::Miss { usable, arrival }
    }

    /// M4: an entry that is free, or the first cycle in which one is.
    fn free_entry(&self, cycle: u64) -> Result<usize, u64> {
        let limit = if self.broken == Some(Broken::LoadMissEntries) { 6 } else { 5 };
        let entries = &self.entries[..limit];
        let free = entries.iter().position(|arrival| *arrival <= cycle);
        free.ok_or_else(|| entries.iter().copied().min().expect("there are some"))
    }

    /// A load's or touch's miss, which takes an entry.
    fn ask_below(&mut self, line: u64, asker: Asker, entry: usize, cycle: u64, controls: &Controls) -> (u64, u64) {
        let (usable, arrival) = self.levels.load(line, asker, cycle, controls, &mut self.events);
        self.entries[entry] = arrival;
        self.fill_arriving(line, asker, (cycle, arrival), controls);
        if asker == Asker::Touch {
            self.events.cover(Signal::L1DataTouchMissCycles, cycle, arrival);
        } else {
            self.events.cover(Signal::L1DataLoadMissCycles, cycle, arrival);
            let long = arrival - cycle > self.events.long;
            self.events.count(Signal::L1DataCacheLoadMissCyclesOverThreshold, arrival, long.into());
        }
        (usable, arrival)
    }

    /// Fills a line that arrives then. It is under way as long as the cache holds it.
    /// Whether it may be filled.
    fn fill_arriving(&mut self, line: u64, asker: Asker, times: (u64, u64), controls: &Controls) -> bool {
        let (cycle, arrival) = times;
        self.latest_arrival = self.latest_arrival.max(arrival);
        let filled = self.fill_data(line, asker == Asker::Store, cycle, controls);
        if filled {
            self.outstanding.push((line, arrival, asker == Asker::Touch));
            self.events.count(Signal::L1DataCacheReloads, arrival, 1);
        }
        filled
    }

    fn fill_data(&mut self, line: u64, modified: bool, cycle: u64, controls: &Controls) -> bool {
        let locked = if bit(controls.hid0, 19) { 0xff } else { controls.ldstcr as u8 };
        match self.data.fill(line, modified, locked) {
            Filled::Refused => false,
            Filled::Instead(old) => {
                if let Some((old, modified)) = old {
                    self.outstanding.retain(|held| held.0 != old);
                    if modified {
                        self.levels.cast_out(old, cycle, controls, &mut self.events);
                    }
                }
                true
            }
        }
    }

    /// A store that is the oldest in the queue (M6): `Hit`, `Latch`, `Absent`, or `Miss`
    /// with the cycle in which its line is there.
    pub fn store(&mut self, key: Key, cycle: u64, place: &Place, bytes: u8, line: u64, controls: &Controls) -> Found {
        if let Some(found) = self.answered(key, cycle) {
            return found;
        }
        if !bit(controls.hid0, 17) || place.attributes.inhibited {
            return self.remember(key, cycle, Found::Past);
        }
        let write_through = place.attributes.write_through;
        let mut found = Found::Absent;
        if self.data.touch(line) {
            if !write_through {
                self.data.mark(line, true);
            }
            found = self.arrival(line, cycle).map_or(Found::Hit, Found::Latch);
        }
        let mut counts = Vec::new();
        if write_through {
            self.events.defer();
            self.levels.use_second(line, controls, &mut self.events);
            counts = self.events.deferred();
        } else if found == Found::Absent {
            let arrival = self.levels.store(line, cycle, controls, &mut self.events);
            if !self.fill_arriving(line, Asker::Store, (cycle, arrival), controls) {
                self.events.defer();
                self.levels.write_back(line, controls, bytes, &mut self.events);
                counts = self.events.deferred();
            }
            found = Found::Miss { usable: arrival, arrival };
        }
        self.leaving.entry((key.0, key.1)).or_default().extend(counts);
        self.remember(key, cycle, found)
    }

    /// What a store or operation counts when it leaves.
    pub fn counts_of(&self, index: usize, word: u32) -> &[(Signal, u64)] {
        self.leaving.get(&(index, word)).map_or(&[], Vec::as_slice)
    }

    /// A cache operation at its place in program order (M14).
    pub fn operate(&mut self, key: Key, operation: CacheOperation, place: &Place, controls: &Controls) {
        self.reach(key.0);
        if self.answers.insert(key, (0, Found::Past)).is_some() {
            return;
        }
        self.events.defer();
        self.act_on_line(operation, place, controls);
        let counts = self.events.deferred();
        self.leaving.insert((key.0, key.1), counts);
    }

    fn act_on_line(&mut self, operation: CacheOperation, place: &Place, controls: &Controls) {
        let line = place.physical >> 5;
        let cached = bit(controls.hid0, 17) && !place.attributes.inhibited;
        match operation {
            CacheOperation::Zero | CacheOperation::Allocate if !cached => {}
            CacheOperation::Zero | CacheOperation::Allocate => {
                if self.data.touch(line) {
                    self.data.mark(line, true);
                } else if !self.fill_data(line, true, 0, controls) {
                    self.levels.drop_line(line);
                    self.events.bus_writes(0, 1, 4);
                }
            }
            CacheOperation::Flush | CacheOperation::Store => {
                let flushes = operation == CacheOperation::Flush;
                let held = if flushes { self.data.drop_line(line) } else { self.data.mark(line, false) };
                let below = if flushes { self.levels.drop_line(line) } else { self.levels.clean(line) };
                self.events.count(Signal::L1DataCacheOperationHit, 0, held.is_some().into());
                self.events.bus_writes(0, (held == Some(true) || below).into(), 4);
                if flushes {
                    self.outstanding.retain(|held| held.0 != line);
                }
            }
            CacheOperation::Invalidate => {
                self.data.drop_line(line);
                self.outstanding.retain(|held| held.0 != line);
                self.levels.drop_line(line);
            }
            CacheOperation::InstructionInvalidate => drop(self.instructions.drop_line(line)),
            CacheOperation::Touch | CacheOperation::TouchForStore => {}
        }
    }

    /// The cycle by which all misses before a `sync` have arrived (S3).
    pub fn all_arrived(&mut self, sync: usize) -> u64 {
        *self.arrivals.entry(sync).or_insert(self.latest_arrival)
    }
}
