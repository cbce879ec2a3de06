//! What is behind the first level: L2, L3, memory, and the engines that prefetch.

use model::controls::Controls;
use model::settings::{Replacement, Settings};
use model::signal::Signal;
use mpc7450::parts::{L3, Model};

use super::bit;
use super::events::{Events, beats};
use super::sector_cache::SectorCache;
use crate::broken::Broken;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    Fetch,
    Load,
    Store,
    Touch,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Second,
    Third,
    Memory,
}

/// A line on its way from L3 or memory.
struct Arriving {
    line: u64,
    arrival: u64,
    prefetched: bool,
}

pub struct Levels {
    second: SectorCache,
    third: SectorCache,
    has_third: bool,
    slow: bool,
    third_latency: u64,
    memory_latency: u64,
    broken: Option<Broken>,
    arriving: Vec<Arriving>,
    /// Until when the engines that prefetch are busy.
    engines: [u64; 4],
}

/// Cycles from the use of the first words to the arrival of a line from memory (M4).
const REST_AND_RESTART: u64 = 8;

/// Beats of a line.
const LINE: u64 = 4;

fn second_on(asker: Asker, controls: &Controls) -> bool {
    let not_for = if asker == Asker::Fetch { 15 } else { 11 };
    bit(controls.l2cr, 0) && !bit(controls.l2cr, not_for)
}

/// Hits of both levels, as the askers' events.
fn count_hit(level: Source, asker: Asker, cycle: u64, events: &mut Events) {
    let [all, load, store, touch] = if level == Source::Second {
        [Signal::L2CacheHits, Signal::L2LoadHits, Signal::L2StoreHits, Signal::L2TouchHits]
    } else {
        [Signal::L3CacheHits, Signal::L3LoadHits, Signal::L3StoreHits, Signal::L3TouchHits]
    };
    events.count(all, cycle, 1);
    match asker {
        Asker::Fetch => {}
        Asker::Load => events.count(load, cycle, 1),
        Asker::Store => events.count(store, cycle, 1),
        Asker::Touch => events.count(touch, cycle, 1),
    }
}

fn count_miss(level: Source, asker: Asker, cycle: u64, events: &mut Events) {
    let [all, code, data] = if level == Source::Second {
        [Signal::L2CacheMisses, Signal::L2InstructionCacheMisses, Signal::L2DataCacheMisses]
    } else {
        [Signal::L3CacheMisses, Signal::L3InstructionCacheMisses, Signal::L3DataCacheMisses]
    };
    events.count(all, cycle, 1);
    events.count(if asker == Asker::Fetch { code } else { data }, cycle, 1);
}

impl Levels {
    pub fn new(settings: &Settings, broken: Option<Broken>) -> Self {
        let bytes = settings.part.l2_bytes().unwrap_or(256 << 10);
        let replacement: Replacement = settings.replacement;
        Self {
            second: SectorCache::new(u64::from(bytes) / 8 / 64, 2, replacement),
            third: SectorCache::new(2048, 2, replacement),
            has_third: settings.part.l3() == L3::Possible,
            slow: matches!(settings.part.model(), Model::Mpc7448 | Model::E600),
            third_latency: settings.l3_latency.into(),
            memory_latency: settings.memory_latency().into(),
            broken,
            arriving: Vec::new(),
            engines: [0; 4],
        }
    }

    pub fn empty_second(&mut self) {
        self.second.empty();
    }

    pub fn empty_third(&mut self) {
        self.third.empty();
    }

    /// Whether the third level is on for the access; a change of its size empties it.
    fn third_on(&mut self, asker: Asker, controls: &Controls) -> bool {
        let not_for = if asker == Asker::Fetch { 25 } else { 9 };
        let on = self.has_third && bit(controls.l3cr, 0) && !bit(controls.l3cr, not_for);
        if on {
            self.third.shape(if bit(controls.l3cr, 3) { 4 } else { 2 });
        }
        on
    }

    /// Where the line is, and from when.
    fn look(&mut self, line: u64, asker: Asker, cycle: u64, controls: &Controls, events: &mut Events) -> (Source, u64) {
        let last = self.arriving.iter().filter(|held| held.line == line).max_by_key(|held| held.arrival);
        let (there, prefetched) = last.map_or((0, false), |held| (held.arrival, held.prefetched));
        if second_on(asker, controls) {
            events.count(Signal::L2ValidRequest, cycle, 1);
            if self.second.find(line) {
                count_hit(Source::Second, asker, cycle, events);
                if prefetched && there > cycle {
                    count_collision(asker, cycle, events);
                }
                return (Source::Second, there);
            }
            count_miss(Source::Second, asker, cycle, events);
        }
        if self.third_on(asker, controls) {
            if self.third.find(line) {
                count_hit(Source::Third, asker, cycle, events);
                return (Source::Third, there);
            }
            count_miss(Source::Third, asker, cycle, events);
        }
        (Source::Memory, 0)
    }

    /// After a miss, from below: L3, L2, and the other sector.
    fn fill(
        &mut self,
        line: u64,
        source: Source,
        times: (u64, u64),
        asker: Asker,
        controls: &Controls,
        events: &mut Events,
    ) {
        let (cycle, arrival) = times;
        if source == Source::Memory {
            events.bus_read(cycle, arrival, LINE);
            if self.third_on(asker, controls) {
                self.fill_third(line, false, cycle, events);
            }
        }
        if source != Source::Second {
            self.arriving.push(Arriving { line, arrival, prefetched: false });
            if second_on(asker, controls) {
                self.fill_second(line, false, cycle, controls, events);
            }
        }
        if source == Source::Memory {
            self.prefetch(line, cycle, arrival, asker, controls, events);
        }
    }

    fn fill_second(&mut self, line: u64, modified: bool, cycle: u64, controls: &Controls, events: &mut Events) {
        let old = self.second.fill(line, modified);
        if old.is_empty() {
            return;
        }
        if self.third_on(Asker::Load, controls) {
            events.count(Signal::L2CacheCastouts, cycle, 1);
            for (line, modified) in old {
                let keeps = modified && self.broken != Some(Broken::CastoutModified);
                self.fill_third(line, keeps, cycle, events);
            }
            return;
        }
        let writes = old.iter().filter(|sector| sector.1).count() as u64;
        events.count(Signal::L2CacheCastouts, cycle, u64::from(writes > 0));
        events.bus_writes(cycle, writes, LINE);
    }

    fn fill_third(&mut self, line: u64, modified: bool, cycle: u64, events: &mut Events) {
        let old = self.third.fill(line, modified);
        let writes = old.iter().filter(|sector| sector.1).count() as u64;
        events.count(Signal::L3Castouts, cycle, u64::from(writes > 0));
        events.bus_writes(cycle, writes, LINE);
    }

    /// M13, after a miss everywhere whose line arrives then.
    fn prefetch(
        &mut self,
        line: u64,
        cycle: u64,
        arrival: u64,
        asker: Asker,
        controls: &Controls,
        events: &mut Events,
    ) {
        let other = line ^ 1;
        let engines = match controls.msscr0 & 3 {
            0 => return,
            some if self.broken == Some(Broken::Prefetch) => some + 1,
            some => some,
        };
        if self.broken == Some(Broken::Sectors) || !second_on(asker, controls) || self.second.holds(other) {
            return;
        }
        let busy = self.engines.iter().filter(|until| **until > cycle).count();
        let free = self.engines.iter().position(|until| *until <= cycle);
        let Some(engine) = free.filter(|_| busy < engines as usize) else {
            events.count(Signal::PrefetchEngineFull, cycle, 1);
            return;
        };
        events.count(Signal::PrefetchEngineRequest, cycle, 1);
        self.engines[engine] = arrival + 8;
        let third = self.third_on(asker, controls);
        if !third || !self.third.holds(other) {
            events.bus_read(cycle, arrival + 8, LINE);
            if third {
                self.fill_third(other, false, cycle, events);
            }
        }
        self.arriving.push(Arriving { line: other, arrival: arrival + 8, prefetched: true });
        self.fill_second(other, false, cycle, controls, events);
    }

    /// A load's or touch's cycles: usable, and arrival (M4).
    pub fn load(
        &mut self,
        line: u64,
        asker: Asker,
        cycle: u64,
        controls: &Controls,
        events: &mut Events,
    ) -> (u64, u64) {
        let (source, usable) = self.data(line, asker, cycle, controls, events);
        let rest = if self.broken == Some(Broken::Restart) { REST_AND_RESTART - 1 } else { REST_AND_RESTART };
        let arrival = if source == Source::Memory { usable + rest } else { usable };
        self.fill(line, source, (cycle, arrival), asker, controls, events);
        (usable, arrival)
    }

    /// When a store's line is there (M6).
    pub fn store(&mut self, line: u64, cycle: u64, controls: &Controls, events: &mut Events) -> u64 {
        let (source, arrival) = self.data(line, Asker::Store, cycle, controls, events);
        self.fill(line, source, (cycle, arrival), Asker::Store, controls, events);
        arrival
    }

    fn data(&mut self, line: u64, asker: Asker, cycle: u64, controls: &Controls, events: &mut Events) -> (Source, u64) {
        let (source, there) = self.look(line, asker, cycle, controls, events);
        let usable = match source {
            Source::Second => cycle.max(there) + if self.slow { 11 } else { 9 },
            Source::Third => cycle.max(there) + self.third_latency,
            Source::Memory => cycle + self.memory_latency,
        };
        (source, usable)
    }

    /// The cycle of the fetch, later by what M12 says.
    pub fn fetch(&mut self, line: u64, cycle: u64, controls: &Controls, events: &mut Events) -> u64 {
        let (source, there) = self.look(line, Asker::Fetch, cycle, controls, events);
        let later = match source {
            Source::Second => cycle.max(there) + if self.slow { 13 } else { 11 },
            Source::Third => cycle.max(there) + self.third_latency,
            Source::Memory => cycle + self.memory_latency,
        };
        self.fill(line, source, (cycle, later + 2), Asker::Fetch, controls, events);
        later
    }

    /// A modified line that the first level gives up.
    pub fn cast_out(&mut self, line: u64, cycle: u64, controls: &Controls, events: &mut Events) {
        if second_on(Asker::Load, controls) {
            events.count(Signal::L1DataCacheCastoutsToL2, cycle, 1);
            events.count(Signal::L2ValidRequest, cycle, 1);
            self.fill_second(line, true, cycle, controls, events);
        } else if self.third_on(Asker::Load, controls) {
            self.fill_third(line, true, cycle, events);
        } else {
            events.bus_writes(cycle, 1, LINE);
        }
    }

    /// A write-through store uses the line if it is there.
    pub fn use_second(&mut self, line: u64, controls: &Controls, events: &mut Events) {
        if second_on(Asker::Store, controls) {
            events.count(Signal::L2ValidRequest, 0, 1);
            self.second.find(line);
        }
    }

    /// Bytes of a store whose line the first level may not hold (M6).
    pub fn write_back(&mut self, line: u64, controls: &Controls, bytes: u8, events: &mut Events) {
        if second_on(Asker::Store, controls) {
            events.count(Signal::L2ValidRequest, 0, 1);
            if self.second.holds(line) {
                self.second.fill(line, true);
                return;
            }
        }
        events.bus_writes(0, 1, beats(bytes));
    }

    /// Whether it was modified in either.
    pub fn clean(&mut self, line: u64) -> bool {
        let second = self.second.clean(line);
        self.third.clean(line) || second
    }

    /// Whether it was modified in either.
    pub fn drop_line(&mut self, line: u64) -> bool {
        let second = self.second.drop_sector(line);
        self.third.drop_sector(line) || second
    }
}

fn count_collision(asker: Asker, cycle: u64, events: &mut Events) {
    let signal = match asker {
        Asker::Fetch => Signal::PrefetchEngineCollisionVersusInstructionFetch,
        Asker::Load => Signal::PrefetchEngineCollisionVersusLoad,
        Asker::Store => Signal::PrefetchEngineCollisionVersusStore,
        Asker::Touch => return,
    };
    events.count(signal, cycle, 1);
    events.count(Signal::PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch, cycle, 1);
}
