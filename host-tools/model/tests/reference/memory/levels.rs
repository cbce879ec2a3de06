//! What is behind the first level: L2, L3, memory, and the engines that prefetch.

use model::controls::Controls;
use model::settings::{Replacement, Settings};
use mpc7450::parts::{L3, Model};

use super::bit;
use super::sector_cache::SectorCache;
use crate::broken::Broken;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Instructions,
    Data,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Second,
    Third,
    Memory,
}

pub struct Levels {
    second: SectorCache,
    third: SectorCache,
    has_third: bool,
    slow: bool,
    third_latency: u64,
    memory_latency: u64,
    broken: Option<Broken>,
    /// Lines on their way from L3 and memory, with their arrivals.
    arriving: Vec<(u64, u64)>,
    /// Until when the engines that prefetch are busy.
    engines: [u64; 4],
}

/// Cycles from the use of the first words to the arrival of a line from memory (M4).
const REST_AND_RESTART: u64 = 8;

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

    fn second_on(side: Side, controls: &Controls) -> bool {
        let not_for = if side == Side::Data { 11 } else { 15 };
        bit(controls.l2cr, 0) && !bit(controls.l2cr, not_for)
    }

    fn third_on(&self, side: Side, controls: &Controls) -> bool {
        let not_for = if side == Side::Data { 9 } else { 25 };
        self.has_third && bit(controls.l3cr, 0) && !bit(controls.l3cr, not_for)
    }

    /// Where the line is, and from when.
    fn look(&mut self, line: u64, side: Side, controls: &Controls) -> (Source, u64) {
        self.third.shape(if bit(controls.l3cr, 3) { 4 } else { 2 });
        let second = Self::second_on(side, controls);
        let arriving = self.arriving.iter().filter(|held| held.0 == line).map(|held| held.1);
        let there = arriving.max().unwrap_or(0);
        if second && self.second.find(line) {
            return (Source::Second, there);
        }
        let third = self.third_on(side, controls) && self.third.find(line);
        if third { (Source::Third, there) } else { (Source::Memory, 0) }
    }

    /// After a miss, from below: L3, L2, and the other sector.
    fn fill(&mut self, line: u64, source: Source, times: (u64, u64), side: Side, controls: &Controls) {
        let (cycle, arrival) = times;
        if source == Source::Memory && self.third_on(side, controls) {
            self.third.fill(line);
        }
        if source != Source::Second {
            self.arriving.push((line, arrival));
            if Self::second_on(side, controls) {
                self.fill_second(line, controls);
            }
        }
        if source == Source::Memory {
            self.prefetch(line, cycle, arrival, side, controls);
        }
    }

    fn fill_second(&mut self, line: u64, controls: &Controls) {
        for old in self.second.fill(line) {
            if self.third_on(Side::Data, controls) {
                self.third.fill(old);
            }
        }
    }

    /// M13, after a miss everywhere whose line arrives then.
    fn prefetch(&mut self, line: u64, cycle: u64, arrival: u64, side: Side, controls: &Controls) {
        let other = line ^ 1;
        let engines = match controls.msscr0 & 3 {
            0 => return,
            some if self.broken == Some(Broken::Prefetch) => some + 1,
            some => some,
        };
        if self.broken == Some(Broken::Sectors) || !Self::second_on(side, controls) || self.second.holds(other) {
            return;
        }
        let free = self.engines.iter().take(engines as usize).position(|until| *until <= cycle);
        let Some(engine) = free else { return };
        self.engines[engine] = arrival + 8;
        if self.third_on(side, controls) && !self.third.holds(other) {
            self.third.fill(other);
        }
        self.arriving.push((other, arrival + 8));
        self.fill_second(other, controls);
    }

    /// A load's cycles: usable, and arrival (M4).
    pub fn load(&mut self, line: u64, cycle: u64, controls: &Controls) -> (u64, u64) {
        let (source, usable) = self.data(line, cycle, controls);
        let rest = if self.broken == Some(Broken::Restart) { REST_AND_RESTART - 1 } else { REST_AND_RESTART };
        let arrival = if source == Source::Memory { usable + rest } else { usable };
        self.fill(line, source, (cycle, arrival), Side::Data, controls);
        (usable, arrival)
    }

    /// When a store's line is there (M6).
    pub fn store(&mut self, line: u64, cycle: u64, controls: &Controls) -> u64 {
        let (source, arrival) = self.data(line, cycle, controls);
        self.fill(line, source, (cycle, arrival), Side::Data, controls);
        arrival
    }

    fn data(&mut self, line: u64, cycle: u64, controls: &Controls) -> (Source, u64) {
        let (source, there) = self.look(line, Side::Data, controls);
        let usable = match source {
            Source::Second => cycle.max(there) + if self.slow { 11 } else { 9 },
            Source::Third => cycle.max(there) + self.third_latency,
            Source::Memory => cycle + self.memory_latency,
        };
        (source, usable)
    }

    /// The cycle of the fetch, later by what M12 says.
    pub fn fetch(&mut self, line: u64, cycle: u64, controls: &Controls) -> u64 {
        let (source, there) = self.look(line, Side::Instructions, controls);
        let later = match source {
            Source::Second => cycle.max(there) + if self.slow { 13 } else { 11 },
            Source::Third => cycle.max(there) + self.third_latency,
            Source::Memory => cycle + self.memory_latency,
        };
        self.fill(line, source, (cycle, later + 2), Side::Instructions, controls);
        later
    }

    pub fn cast_out(&mut self, line: u64, controls: &Controls) {
        if Self::second_on(Side::Data, controls) {
            self.fill_second(line, controls);
        } else if self.third_on(Side::Data, controls) {
            self.third.fill(line);
        }
    }

    /// A write-through store uses the line if it is there.
    pub fn use_second(&mut self, line: u64, controls: &Controls) {
        if Self::second_on(Side::Data, controls) {
            self.second.find(line);
        }
    }

    pub fn drop_line(&mut self, line: u64) {
        self.second.drop_sector(line);
        self.third.drop_sector(line);
    }
}
