//! Data streams (M15): each a list of the lines that it will touch.

use std::collections::VecDeque;

use model::controls::Controls;
use model::record::Place;
use model::signal::Signal;

use super::levels::Asker;
use super::{Found, Key, Memory, bit};
use crate::broken::Broken;

struct Stream {
    start: Place,
    rb: u32,
    /// Lines to come; `None` for one outside the page, where it ends.
    lines: VecDeque<Option<u64>>,
    at: u64,
}

#[derive(Default)]
pub struct Streams([Option<Stream>; 4]);

/// Cycles from `dst` to the first line, and from line to line.
const PERIOD: u64 = 3;

const fn or(field: u32, if_zero: u32) -> u32 {
    if field == 0 { if_zero } else { field }
}

/// The lines of a stream: a field of 0 is the largest there is [ALTIVECPEM].
fn lines(start: &Place, rb: u32) -> VecDeque<Option<u64>> {
    let bytes = 16 * or(rb >> 24 & 31, 32);
    let stride = if rb & 0xffff == 0 { 0x8000 } else { i32::from(rb as u16 as i16) };
    let mut lines = VecDeque::new();
    for block in 0..or(rb >> 16 & 255, 256) as i32 {
        let first = i64::from(start.effective.wrapping_add_signed(stride.wrapping_mul(block)));
        for line in first >> 5..=(first + i64::from(bytes) - 1) >> 5 {
            let address = (line << 5) as u32;
            let inside = address >> 12 == start.effective >> 12;
            lines.push_back(inside.then_some((start.physical & !0xfff | u64::from(address & 0xfff)) >> 5));
            if !inside {
                return lines;
            }
        }
    }
    lines
}

impl Memory {
    pub fn streams_run(&self) -> bool {
        self.streams.0.iter().any(Option::is_some)
    }

    /// What the streams do up to an access.
    pub fn run_streams(&mut self, key: Key, cycle: u64, controls: &Controls) {
        if self.answered(key, cycle).is_some() {
            return;
        }
        self.remember(key, cycle, Found::Past);
        self.run_to(cycle, controls);
    }

    fn run_to(&mut self, cycle: u64, controls: &Controls) {
        loop {
            let due = |number: &usize| self.streams.0[*number].as_ref().map_or(u64::MAX, |stream| stream.at);
            let Some(number) = (0..4).min_by_key(due).filter(|number| due(number) <= cycle) else { return };
            self.run_one(number, controls);
        }
    }

    fn run_one(&mut self, number: usize, controls: &Controls) {
        let Some(mut stream) = self.streams.0[number].take() else { return };
        let at = stream.at;
        match stream.lines.front().copied().flatten() {
            None => {
                self.events.count(Signal::VtqStreamCanceledPrematurely, at, 1);
                return;
            }
            Some(line) if bit(controls.hid0, 17) => {
                if let Err(first) = self.take_line(number, line, at, controls) {
                    stream.at = first;
                    self.streams.0[number] = Some(stream);
                    return;
                }
            }
            Some(_) => {}
        }
        stream.lines.pop_front();
        stream.at += if self.broken == Some(Broken::StreamPeriod) { PERIOD - 1 } else { PERIOD };
        self.streams.0[number] = Some(stream).filter(|stream| !stream.lines.is_empty());
    }

    fn take_line(&mut self, number: usize, line: u64, at: u64, controls: &Controls) -> Result<(), u64> {
        let hit = self.data.touch(line);
        if !hit {
            let entry = self.free_entry(at)?;
            self.ask_below(line, Asker::Touch, entry, at, controls);
        }
        let fetches = [
            Signal::DstStream0CacheLineFetches,
            Signal::DstStream1CacheLineFetches,
            Signal::Vt2Fetches,
            Signal::DstStream3CacheLineFetches,
        ];
        self.events.count(fetches[number], at, 1);
        self.events.count(Signal::VtqLineFetch, at, 1);
        self.events.count(if hit { Signal::VtqLineFetchHit } else { Signal::VtqLineFetchMiss }, at, 1);
        Ok(())
    }

    /// `dst` executes, after a search of the page table or without.
    pub fn start_stream(
        &mut self,
        key: Key,
        cycle: u64,
        (number, rb): (u8, u32),
        place: &Place,
        searched: bool,
        controls: &Controls,
    ) {
        let number = usize::from(number);
        if self.answered(key, cycle).is_some() {
            return;
        }
        self.remember(key, cycle, Found::Past);
        self.events.count(Signal::SuccessfulDstTableSearches, cycle, searched.into());
        self.events.count(Signal::DstInstructionsDispatched, cycle, 1);
        if let Some(old) = &self.streams.0[number] {
            if old.rb & 0x1fff_ffff == rb & 0x1fff_ffff && old.start == *place {
                self.events.count(Signal::RefreshedDsts, cycle, 1);
                return;
            }
            self.events.count(Signal::VtqStreamCanceledPrematurely, cycle, 1);
        }
        let cached = bit(controls.hid0, 17) && !place.attributes.inhibited;
        let stream = Stream { start: *place, rb, lines: lines(place, rb), at: cycle + PERIOD };
        self.streams.0[number] = cached.then_some(stream);
    }

    /// `dss` (one) or `dssall` completes.
    pub fn stop_streams(&mut self, key: Key, cycle: u64, which: Option<u8>, controls: &Controls) {
        if self.answered(key, cycle).is_some() {
            return;
        }
        self.remember(key, cycle, Found::Past);
        self.run_to(cycle, controls);
        let signal = if which.is_some() { Signal::DssInstructionsCompleted } else { Signal::DssallInstructions };
        self.events.count(signal, cycle, 1);
        for number in 0..4 {
            if which.is_none_or(|which| usize::from(which) == number) && self.streams.0[number].take().is_some() {
                self.events.count(Signal::VtqStreamCanceledPrematurely, cycle, 1);
            }
        }
    }
}
