//! Caches and TLBs as plain lists, asked in program order (head of `memory.md`).
//!
//! The simulator steps through cycles, in which accesses come in another order: it looks
//! ahead (see [`crate::machine`]) until all older accesses have been made. What was
//! answered once is remembered, for it will be asked again when the time comes.

mod levels;
mod line_cache;
mod sector_cache;
mod tlb;
mod tree;

use std::collections::HashMap;

use model::controls::Controls;
use model::record::{Place, Translation};
use model::settings::Settings;
use mpc7450::instruction::decode::CacheOperation;

use crate::broken::Broken;
use levels::Levels;
use line_cache::{Filled, LineCache};
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
    /// M4: no entry before that cycle.
    NoEntry(u64),
}

/// One question: instruction, part of it, and what is asked.
pub type Key = (usize, u32, u8);

/// Asks for a load's lower line; the next number for the upper.
pub const LOAD: u8 = 4;

pub struct Memory {
    settings: Settings,
    pub broken: Option<Broken>,
    instructions: LineCache,
    data: LineCache,
    levels: Levels,
    instruction_tlb: Tlb,
    data_tlb: Tlb,
    /// Arrivals of the load-miss entries.
    entries: Vec<u64>,
    /// Lines on their way and their arrivals.
    outstanding: Vec<(u64, u64)>,
    /// Of all data misses so far.
    latest_arrival: u64,
    /// Instruction lines on their way and the cycle in which their words can be in the queue.
    fetching: Vec<(u64, u64)>,
    answers: HashMap<Key, (u64, Found)>,
    walks: HashMap<Key, (u64, u64)>,
    arrivals: HashMap<usize, u64>,
    /// Whether a branch not taken is executed as taken: also found by looking ahead.
    pub wrong_ways: HashMap<usize, bool>,
}

impl Memory {
    pub fn new(settings: &Settings, broken: Option<Broken>) -> Self {
        Self {
            settings: settings.clone(),
            broken,
            instructions: LineCache::default(),
            data: LineCache::default(),
            levels: Levels::new(settings, broken),
            instruction_tlb: Tlb::default(),
            data_tlb: Tlb::default(),
            entries: Vec::new(),
            outstanding: Vec::new(),
            latest_arrival: 0,
            fetching: Vec::new(),
            answers: HashMap::new(),
            walks: HashMap::new(),
            arrivals: HashMap::new(),
            wrong_ways: HashMap::new(),
        }
    }

    /// The answer that was given already, in the same cycle.
    pub fn answered(&self, key: Key, cycle: u64) -> Option<Found> {
        let (then, found) = self.answers.get(&key)?;
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
    pub fn walk(&mut self, key: Key, cycle: u64, place: &Place, bytes: u32, fetch: bool) -> u64 {
        if let Some((then, cycles)) = self.walks.get(&key) {
            assert_eq!(*then, cycle, "looking ahead translated {key:?} in another cycle");
            return *cycles;
        }
        let mut cycles = 0;
        if place.translation == Translation::Page {
            let first = (place.effective >> 12, place.physical >> 12);
            let crosses = (place.effective & 0xfff) + bytes > 0x1000;
            let by_entry = self.broken == Some(Broken::TlbReplacement);
            let tlb = if fetch { &mut self.instruction_tlb } else { &mut self.data_tlb };
            for page in 0..=u32::from(crosses) {
                let page = (first.0.wrapping_add(page) & 0xf_ffff, first.1 + u64::from(page));
                if !tlb.look(page, by_entry) {
                    cycles += u64::from(self.settings.table_walk);
                }
            }
        }
        self.walks.insert(key, (cycle, cycles));
        cycles
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
            _ => u64::from(self.settings.memory_latency()),
        }
    }

    fn find_instruction(&mut self, line: u64, cycle: u64, inhibited: bool, controls: &Controls) -> Found {
        let ice = bit(controls.hid0, 16);
        if !ice || inhibited {
            return Found::Past;
        }
        if self.instructions.touch(line) {
            let on_its_way = self.fetching.iter().rev().find(|held| held.0 == line && held.1 > cycle);
            return on_its_way.map_or(Found::Hit, |held| Found::Miss { usable: held.1, arrival: held.1 });
        }
        let arrival = self.levels.fetch(line, cycle, controls);
        if !bit(controls.hid0, 18) {
            self.instructions.fill(line, false, controls.ictrl as u8);
            self.fetching.push((line, arrival));
        }
        Found::Miss { usable: arrival, arrival }
    }

    /// A load's look into the caches (M2, M4, M5); `None` where none may be asked (M8).
    pub fn load(&mut self, key: Key, cycle: u64, place: &Place, line: u64, controls: &Controls) -> Found {
        if let Some(found) = self.answered(key, cycle) {
            return found;
        }
        let found = self.find_data(line, cycle, place.attributes.inhibited, controls);
        self.remember(key, cycle, found)
    }

    /// `dcbt`: the same, but it does not wait for an entry (M14).
    pub fn touch(&mut self, key: Key, cycle: u64, place: &Place, controls: &Controls) {
        if self.answered(key, cycle).is_none() {
            let found = self.find_data(place.physical >> 5, cycle, place.attributes.inhibited, controls);
            self.answers.insert(key, (cycle, found));
        }
    }

    fn arrival(&self, line: u64, cycle: u64) -> Option<u64> {
        let latest = self.outstanding.iter().rev().find(|held| held.0 == line)?.1;
        (latest > cycle).then_some(latest)
    }

    fn find_data(&mut self, line: u64, cycle: u64, inhibited: bool, controls: &Controls) -> Found {
        if !bit(controls.hid0, 17) || inhibited {
            return Found::Past;
        }
        if self.data.touch(line) {
            return self.arrival(line, cycle).map_or(Found::Hit, Found::Latch);
        }
        let limit = if self.broken == Some(Broken::LoadMissEntries) { 6 } else { 5 };
        let mut busy: Vec<u64> = self.entries.iter().copied().filter(|arrival| *arrival > cycle).collect();
        if busy.len() >= limit {
            busy.sort_unstable();
            return Found::NoEntry(busy[busy.len() - limit]);
        }
        let (usable, arrival) = self.levels.load(line, cycle, controls);
        self.entries = busy;
        self.entries.push(arrival);
        self.fill_arriving(line, arrival, false, controls);
        Found::Miss { usable, arrival }
    }

    /// Fills a line that arrives then. It is under way as long as the cache holds it.
    fn fill_arriving(&mut self, line: u64, arrival: u64, modified: bool, controls: &Controls) {
        self.latest_arrival = self.latest_arrival.max(arrival);
        self.outstanding.push((line, arrival));
        self.fill_data(line, modified, controls);
    }

    fn fill_data(&mut self, line: u64, modified: bool, controls: &Controls) {
        if bit(controls.hid0, 19) {
            return;
        }
        if let Filled::CastOut(old) = self.data.fill(line, modified, controls.ldstcr as u8) {
            self.levels.cast_out(old, controls);
        }
    }

    /// A store that is the oldest in the queue (M6): `Hit`, `Latch` or `Miss` with the
    /// cycle in which its line is there.
    pub fn store(&mut self, key: Key, cycle: u64, place: &Place, line: u64, controls: &Controls) -> Found {
        if let Some(found) = self.answered(key, cycle) {
            return found;
        }
        let found = self.find_for_store(line, cycle, place, controls);
        self.remember(key, cycle, found)
    }

    fn find_for_store(&mut self, line: u64, cycle: u64, place: &Place, controls: &Controls) -> Found {
        if !bit(controls.hid0, 17) || place.attributes.inhibited {
            return Found::Past;
        }
        if place.attributes.write_through {
            let held = self.data.touch(line);
            self.levels.use_second(line, controls);
            return self.arrival(line, cycle).filter(|_| held).map_or(Found::Past, Found::Latch);
        }
        if self.data.touch(line) {
            self.data.mark(line, true);
            return self.arrival(line, cycle).map_or(Found::Hit, Found::Latch);
        }
        let arrival = self.levels.store(line, cycle, controls);
        self.fill_arriving(line, arrival, true, controls);
        Found::Miss { usable: arrival, arrival }
    }

    /// A cache operation at its place in program order (M14).
    pub fn operate(&mut self, key: Key, operation: CacheOperation, place: &Place, controls: &Controls) {
        if self.answers.insert(key, (0, Found::Past)).is_some() {
            return;
        }
        let line = place.physical >> 5;
        let cached = bit(controls.hid0, 17) && !place.attributes.inhibited;
        match operation {
            CacheOperation::Zero | CacheOperation::Allocate if !cached => {}
            CacheOperation::Zero | CacheOperation::Allocate => {
                if self.data.touch(line) {
                    self.data.mark(line, true);
                } else if bit(controls.hid0, 19) || controls.ldstcr as u8 == 0xff {
                    self.levels.drop_line(line);
                } else {
                    self.fill_data(line, true, controls);
                }
            }
            CacheOperation::Flush | CacheOperation::Invalidate => {
                self.data.drop_line(line);
                self.outstanding.retain(|held| held.0 != line);
                self.levels.drop_line(line);
            }
            CacheOperation::Store => self.data.mark(line, false),
            CacheOperation::InstructionInvalidate => self.instructions.drop_line(line),
            CacheOperation::Touch | CacheOperation::TouchForStore => {}
        }
    }

    /// The cycle by which all misses before a `sync` have arrived (S3).
    pub fn all_arrived(&mut self, sync: usize) -> u64 {
        *self.arrivals.entry(sync).or_insert(self.latest_arrival)
    }
}
