//! Everything below the L1s: L2, L3, the prefetch engines and the bus (M9, M10, M13).
//!
//! Directories change in the order in which accesses are told; cycles only say when a
//! line can be used. Castouts and writes take no time.

use mpc7450::parts::L3;
use mpc7450::registers::{L2CR, L3CR, MSSCR0};

use super::in_flight::{Cause, InFlight};
use super::latency::{FETCH, Latency, REST_OF_LINE};
use super::sectored::{Evicted, Sectored};
use crate::controls::Controls;
use crate::settings::Settings;
use crate::signal::Signal;
use crate::sink::Sink;

/// Who asks for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requester {
    Load,
    Store,
    Touch,
    Fetch,
}

/// When a line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coming {
    /// The first cycle in which the words asked for can be used.
    pub usable: u64,
    /// The first cycle in which the whole line is in the L1.
    pub arrival: u64,
}

/// Lines under way from L3 or memory that are remembered. At once there can be 5 load
/// misses, 20 lines of stores, 3 prefetched ones and those of a few fetches.
const UNDER_WAY: usize = 64;

/// L2, L3 and memory.
#[derive(Debug)]
pub(super) struct Below {
    l2: Option<Sectored>,
    l3: Option<Sectored>,
    latency: Latency,
    inbound: InFlight<UNDER_WAY>,
    /// The last cycle of a load, touch or fetch that came here. A fetch may lie before it,
    /// by fewer lines than are remembered.
    now: u64,
    /// For each prefetch engine, when the sector that it fetched last is there.
    engines: [u64; 3],
}

const KIB: u32 = 1024;

impl Below {
    pub(super) fn new(settings: &Settings) -> Self {
        let part = settings.part;
        let l3 = part.is_member() && part.l3() == L3::Possible;
        Self {
            l2: part.l2_bytes().map(|bytes| Sectored::new(bytes, 2, settings.replacement)),
            l3: l3.then(|| Sectored::new(1024 * KIB, 2, settings.replacement)),
            latency: Latency::new(settings),
            inbound: InFlight::new(),
            now: 0,
            engines: [0; 3],
        }
    }

    pub(super) fn clear_l2(&mut self) {
        if let Some(l2) = &mut self.l2 {
            l2.clear();
        }
    }

    pub(super) fn clear_l3(&mut self) {
        if let Some(l3) = &mut self.l3 {
            l3.clear();
        }
    }

    /// The L2, where it is on for this kind of access.
    #[inline]
    fn l2(&mut self, controls: &Controls, fetch: bool) -> Option<&mut Sectored> {
        let barred = if fetch { L2CR::L2DO.is_set(controls.l2cr) } else { L2CR::L2IO.is_set(controls.l2cr) };
        if L2CR::L2E.is_set(controls.l2cr) && !barred { self.l2.as_mut() } else { None }
    }

    /// The L3, where it is on for this kind of access.
    #[inline]
    fn l3(&mut self, controls: &Controls, fetch: bool) -> Option<&mut Sectored> {
        let barred = if fetch { L3CR::L3DO.is_set(controls.l3cr) } else { L3CR::L3IO.is_set(controls.l3cr) };
        if L3CR::L3E.is_set(controls.l3cr) && !barred { self.shaped_l3(controls) } else { None }
    }

    /// It is empty after L3SIZ changed.
    fn shaped_l3(&mut self, controls: &Controls) -> Option<&mut Sectored> {
        let (bytes, sectors) = if L3CR::L3SIZ.is_set(controls.l3cr) { (2048 * KIB, 4) } else { (1024 * KIB, 2) };
        let l3 = self.l3.as_mut()?;
        if l3.sectors() != sectors {
            l3.reshape(bytes, sectors);
        }
        Some(l3)
    }

    /// Asks for a line that an L1 does not have, at `at`.
    pub(super) fn ask<S: Sink>(
        &mut self,
        line: u32,
        requester: Requester,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Coming {
        let fetch = requester == Requester::Fetch;
        let Latency { l2, l2_fetch, l3, memory, .. } = self.latency;
        if requester != Requester::Store {
            self.now = at;
        }
        let from_fetch = if fetch { FETCH } else { 0 };
        if let Some(cache) = self.l2(controls, fetch) {
            sink.count(Signal::L2ValidRequest, at, 1);
            if cache.read(line) {
                count_hit(L2_HITS, requester, at, sink);
                let usable = self.there(line, requester, at, sink) + if fetch { l2_fetch } else { l2 };
                return Coming { usable, arrival: usable };
            }
            count_miss(L2_MISSES, requester, at, sink);
        }
        if let Some(cache) = self.l3(controls, fetch) {
            if cache.read(line) {
                count_hit(L3_HITS, requester, at, sink);
                let usable = self.inbound.behind(line, at).map_or(at, |(arrival, _)| arrival) + from_fetch + l3;
                self.fill_l2(line, false, fetch, at, controls, sink);
                self.inbound.ask(line, self.now, usable, Cause::Demand);
                return Coming { usable, arrival: usable };
            }
            count_miss(L3_MISSES, requester, at, sink);
        }
        let usable = at + from_fetch + memory;
        let rest = if matches!(requester, Requester::Load | Requester::Touch) { REST_OF_LINE } else { 0 };
        let arrival = usable + rest;
        bus_read(at, arrival, sink);
        self.fill_l3(line, fetch, at, controls, sink);
        self.fill_l2(line, false, fetch, at, controls, sink);
        self.inbound.ask(line, self.now, arrival, Cause::Demand);
        self.prefetch(line ^ 1, at, arrival + REST_OF_LINE, fetch, controls, sink);
        Coming { usable, arrival }
    }

    /// `at`, or the cycle in which a line that is still under way is there.
    fn there<S: Sink>(&self, line: u32, requester: Requester, at: u64, sink: &mut S) -> u64 {
        let Some((arrival, cause)) = self.inbound.behind(line, at) else { return at };
        if cause == Cause::Prefetch {
            let met = match requester {
                Requester::Load => Some(Signal::PrefetchEngineCollisionVersusLoad),
                Requester::Store => Some(Signal::PrefetchEngineCollisionVersusStore),
                Requester::Fetch => Some(Signal::PrefetchEngineCollisionVersusInstructionFetch),
                Requester::Touch => None,
            };
            if let Some(met) = met {
                sink.count(met, at, 1);
                sink.count(Signal::PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch, at, 1);
            }
        }
        arrival
    }

    /// Fetches the other sector of a line that came from memory (M13).
    fn prefetch<S: Sink>(&mut self, line: u32, at: u64, arrival: u64, fetch: bool, controls: &Controls, sink: &mut S) {
        let most = MSSCR0::L2PFE.read(controls.msscr0) as usize;
        if most == 0 || self.l2(controls, fetch).is_none_or(|l2| l2.holds(line)) {
            return;
        }
        if self.engines.iter().filter(|until| **until > at).count() >= most {
            sink.count(Signal::PrefetchEngineFull, at, 1);
            return;
        }
        if let Some(engine) = self.engines.iter_mut().find(|until| **until <= at) {
            *engine = arrival;
        }
        sink.count(Signal::PrefetchEngineRequest, at, 1);
        if self.l3(controls, fetch).is_none_or(|l3| !l3.holds(line)) {
            bus_read(at, arrival, sink);
            self.fill_l3(line, fetch, at, controls, sink);
        }
        self.fill_l2(line, false, fetch, at, controls, sink);
        self.inbound.ask(line, self.now, arrival, Cause::Prefetch);
    }

    #[inline]
    fn fill_l2<S: Sink>(&mut self, line: u32, modified: bool, fetch: bool, at: u64, controls: &Controls, sink: &mut S) {
        if let Some(evicted) = self.l2(controls, fetch).and_then(|l2| l2.fill(line, modified)) {
            self.evict_from_l2(evicted, at, controls, sink);
        }
    }

    /// A line leaves the L2: into the L3, or what is modified of it to memory.
    #[inline(never)]
    fn evict_from_l2<S: Sink>(&mut self, evicted: Evicted, at: u64, controls: &Controls, sink: &mut S) {
        if self.l3(controls, false).is_some() {
            sink.count(Signal::L2CacheCastouts, at, 1);
            for (line, modified) in evicted.sectors() {
                self.put_into_l3(line, modified, false, at, controls, sink);
            }
        } else if evicted.modified() != 0 {
            sink.count(Signal::L2CacheCastouts, at, 1);
            bus_write_lines(evicted.modified(), at, sink);
        }
    }

    #[inline]
    fn fill_l3<S: Sink>(&mut self, line: u32, fetch: bool, at: u64, controls: &Controls, sink: &mut S) {
        self.put_into_l3(line, false, fetch, at, controls, sink);
    }

    #[inline]
    fn put_into_l3<S: Sink>(
        &mut self,
        line: u32,
        modified: bool,
        fetch: bool,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) {
        let evicted = self.l3(controls, fetch).and_then(|l3| l3.fill(line, modified));
        if let Some(evicted) = evicted.filter(|evicted| evicted.modified() != 0) {
            sink.count(Signal::L3Castouts, at, 1);
            bus_write_lines(evicted.modified(), at, sink);
        }
    }

    /// A modified line leaves the L1 data cache: into the L2, else the L3, else memory.
    #[inline(never)]
    pub(super) fn cast_out<S: Sink>(&mut self, line: u32, at: u64, controls: &Controls, sink: &mut S) {
        if self.l2(controls, false).is_some() {
            sink.count(Signal::L1DataCacheCastoutsToL2, at, 1);
            sink.count(Signal::L2ValidRequest, at, 1);
            self.fill_l2(line, true, false, at, controls, sink);
        } else if self.l3(controls, false).is_some() {
            self.put_into_l3(line, true, false, at, controls, sink);
        } else {
            bus_write_lines(1, at, sink);
        }
    }

    /// A store that goes to memory: into the L2's lines too where they are there.
    pub(super) fn write<S: Sink>(
        &mut self,
        lines: impl Iterator<Item = u32>,
        bytes: u8,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) {
        if let Some(l2) = self.l2(controls, false) {
            for line in lines {
                sink.count(Signal::L2ValidRequest, at, 1);
                l2.read(line);
            }
        }
        bus_write_bytes(bytes, at, sink);
    }

    /// A line's data that the L1 data cache may not hold: into the L2 line if that is
    /// there, else to memory.
    pub(super) fn write_back<S: Sink>(&mut self, line: u32, bytes: u8, at: u64, controls: &Controls, sink: &mut S) {
        if let Some(l2) = self.l2(controls, false) {
            sink.count(Signal::L2ValidRequest, at, 1);
            if l2.holds(line) {
                l2.fill(line, true);
                return;
            }
        }
        bus_write_bytes(bytes, at, sink);
    }

    /// Marks a line as written to memory, in both caches. Whether either had it modified.
    pub(super) fn clean(&mut self, line: u32) -> bool {
        let in_l2 = self.l2.as_mut().is_some_and(|l2| l2.clean(line));
        let in_l3 = self.l3.as_mut().is_some_and(|l3| l3.clean(line));
        in_l2 || in_l3
    }

    /// Forgets a line in both caches. Whether either had it modified.
    pub(super) fn remove(&mut self, line: u32) -> bool {
        let in_l2 = self.l2.as_mut().is_some_and(|l2| l2.remove(line));
        let in_l3 = self.l3.as_mut().is_some_and(|l3| l3.remove(line));
        in_l2 || in_l3
    }
}

/// Beats of a line on the 64-bit bus.
const BEATS: u32 = 4;

/// A line is read from memory: asked for at `at`, all of it there at `arrival`.
pub(super) fn bus_read<S: Sink>(at: u64, arrival: u64, sink: &mut S) {
    bus_read_beats(BEATS, at, arrival, sink);
}

pub(super) fn bus_read_beats<S: Sink>(beats: u32, at: u64, arrival: u64, sink: &mut S) {
    sink.count(Signal::BusReadsNotRetried, at, 1);
    sink.count(Signal::BusReadsAndWritesNotRetried, at, 1);
    sink.count(Signal::BusTasForReads, arrival, beats);
}

pub(super) fn bus_write_lines<S: Sink>(lines: u32, at: u64, sink: &mut S) {
    sink.count(Signal::BusWritesNotRetried, at, lines);
    sink.count(Signal::BusReadsAndWritesNotRetried, at, lines);
    sink.count(Signal::BusTasForWrites, at, BEATS * lines);
}

pub(super) fn bus_write_bytes<S: Sink>(bytes: u8, at: u64, sink: &mut S) {
    sink.count(Signal::BusWritesNotRetried, at, 1);
    sink.count(Signal::BusReadsAndWritesNotRetried, at, 1);
    sink.count(Signal::BusTasForWrites, at, beats(bytes));
}

/// Beats of a single access of so many bytes.
pub(super) const fn beats(bytes: u8) -> u32 {
    if bytes > 8 { 2 } else { 1 }
}

/// Hits together, of loads, of stores, of touches.
type Hits = [Signal; 4];
const L2_HITS: Hits = [Signal::L2CacheHits, Signal::L2LoadHits, Signal::L2StoreHits, Signal::L2TouchHits];
const L3_HITS: Hits = [Signal::L3CacheHits, Signal::L3LoadHits, Signal::L3StoreHits, Signal::L3TouchHits];

/// Misses together, of fetches, of data accesses.
type Misses = [Signal; 3];
const L2_MISSES: Misses = [Signal::L2CacheMisses, Signal::L2InstructionCacheMisses, Signal::L2DataCacheMisses];
const L3_MISSES: Misses = [Signal::L3CacheMisses, Signal::L3InstructionCacheMisses, Signal::L3DataCacheMisses];

fn count_hit<S: Sink>([all, load, store, touch]: Hits, requester: Requester, at: u64, sink: &mut S) {
    sink.count(all, at, 1);
    match requester {
        Requester::Load => sink.count(load, at, 1),
        Requester::Store => sink.count(store, at, 1),
        Requester::Touch => sink.count(touch, at, 1),
        Requester::Fetch => {}
    }
}

fn count_miss<S: Sink>([all, fetches, data]: Misses, requester: Requester, at: u64, sink: &mut S) {
    sink.count(all, at, 1);
    sink.count(if requester == Requester::Fetch { fetches } else { data }, at, 1);
}
