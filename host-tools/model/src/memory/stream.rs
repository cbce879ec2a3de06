//! Data stream touches (M15).

use mpc7450::registers::HID0;

use super::store::Store;
use super::{Memory, line};
use crate::controls::Controls;
use crate::record::Place;
use crate::signal::Signal;
use crate::sink::Sink;

/// What a `dst` or `dstst` asks for: the words of rB [ALTIVECPEM 5.2.1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The stream, 0 to 3.
    stream: usize,
    /// Bytes of a block, a multiple of 16.
    block: u32,
    /// Blocks.
    count: u32,
    /// Bytes from one block to the next.
    stride: i32,
}

impl Descriptor {
    /// Reads STRM (its lowest two bits) and rB. A field of 0 means 32 quad words, 256
    /// blocks or a stride of 32768 bytes.
    #[must_use]
    pub const fn new(stream: u8, rb: u32) -> Self {
        Self {
            stream: (stream & 3) as usize,
            block: 16 * nonzero(rb >> 24 & 0x1f, 32),
            count: nonzero(rb >> 16 & 0xff, 256),
            stride: if rb & 0xffff == 0 { 32768 } else { rb as u16 as i16 as i32 },
        }
    }
}

const fn nonzero(field: u32, instead: u32) -> u32 {
    if field == 0 { instead } else { field }
}

/// Which streams `dss` stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `dss`: one, 0 to 3.
    One(u8),
    /// `dssall`.
    All,
}

/// A stream that runs.
#[derive(Clone, Copy, Debug)]
struct Stream {
    descriptor: Descriptor,
    start: Place,
    /// Block and line in it that come next.
    block: u32,
    line: u32,
    /// When.
    at: u64,
}

impl Stream {
    /// The physical address of the next line, none where it is outside the first's page.
    fn address(&self) -> Option<u64> {
        let start = self.start.effective;
        let block = start.wrapping_add_signed(self.descriptor.stride.wrapping_mul(self.block as i32));
        let effective = (block & !31).wrapping_add(32 * self.line);
        (effective >> 12 == start >> 12).then(|| self.start.physical & !0xfff | u64::from(effective & 0xfff))
    }

    /// Goes on to the next line; `false` behind the last.
    fn advance(&mut self) -> bool {
        let start = self.start.effective;
        let block = start.wrapping_add_signed(self.descriptor.stride.wrapping_mul(self.block as i32));
        let lines = ((block & 31) + self.descriptor.block).div_ceil(32);
        self.at += PERIOD;
        self.line += 1;
        if self.line == lines {
            self.line = 0;
            self.block += 1;
        }
        self.block < self.descriptor.count
    }
}

/// Cycles from the execution of `dst` to its first line, and from one line to the next
/// [AN2203 for the latter].
const PERIOD: u64 = 3;

/// The four stream engines.
#[derive(Debug)]
pub(super) struct Streams {
    running: [Option<Stream>; 4],
    /// The next cycle in which one of them has something to do.
    due: u64,
}

impl Streams {
    pub(super) const fn new() -> Self {
        Self { running: [None; 4], due: u64::MAX }
    }

    /// Whether one of them has something to do up to `cycle`.
    pub(super) const fn is_due(&self, cycle: u64) -> bool {
        self.due <= cycle
    }

    fn find_due(&mut self) {
        self.due = self.running.iter().flatten().fold(u64::MAX, |due, stream| due.min(stream.at));
    }
}

impl Memory {
    /// Executes `dst` or `dstst` at `e`: translation, and the stream's start.
    pub fn stream<S: Sink>(
        &mut self,
        descriptor: Descriptor,
        place: &Place,
        e: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Store {
        self.run_streams(e, controls, sink);
        if HID0::NOPDST.is_set(controls.hid0) {
            return Store { executes: e, next: e + 1 };
        }
        let executes = self.translate_data(place, e, controls, sink);
        if executes > e {
            sink.count(Signal::SuccessfulDstTableSearches, executes, 1);
        }
        sink.count(Signal::DstInstructionsDispatched, executes, 1);
        let running = &mut self.streams.running[descriptor.stream];
        match running {
            Some(stream) if stream.descriptor == descriptor && stream.start == *place => {
                sink.count(Signal::RefreshedDsts, executes, 1);
            }
            _ => {
                if running.is_some() {
                    sink.count(Signal::VtqStreamCanceledPrematurely, executes, 1);
                }
                let cached = HID0::DCE.is_set(controls.hid0) && !place.attributes.inhibited;
                let stream = Stream { descriptor, start: *place, block: 0, line: 0, at: executes + PERIOD };
                *running = cached.then_some(stream);
                self.streams.find_due();
            }
        }
        Store { executes, next: executes + 1 }
    }

    /// `dss` or `dssall` completed in `c`.
    pub fn stop<S: Sink>(&mut self, which: Stop, c: u64, controls: &Controls, sink: &mut S) {
        self.run_streams(c, controls, sink);
        match which {
            Stop::One(_) => sink.count(Signal::DssInstructionsCompleted, c, 1),
            Stop::All => sink.count(Signal::DssallInstructions, c, 1),
        }
        for (number, running) in self.streams.running.iter_mut().enumerate() {
            if which == Stop::All || which == Stop::One(number as u8) {
                let stopped = running.take();
                sink.count(Signal::VtqStreamCanceledPrematurely, c, u32::from(stopped.is_some()));
            }
        }
        self.streams.find_due();
    }

    /// Does what the streams have to do up to `cycle`, which is an access's.
    #[inline(always)]
    pub(super) fn run_streams<S: Sink>(&mut self, cycle: u64, controls: &Controls, sink: &mut S) {
        if self.streams.is_due(cycle) {
            self.run_due_streams(cycle, controls, sink);
        }
    }

    #[inline(never)]
    fn run_due_streams<S: Sink>(&mut self, cycle: u64, controls: &Controls, sink: &mut S) {
        while self.streams.is_due(cycle) {
            self.run_stream(controls, sink);
            self.streams.find_due();
        }
    }

    /// One line of the stream that is due first, the lowest number among equals.
    fn run_stream<S: Sink>(&mut self, controls: &Controls, sink: &mut S) {
        let due = self.streams.due;
        let first = self.streams.running.iter().position(|stream| stream.is_some_and(|stream| stream.at == due));
        let Some((number, mut stream)) = first.and_then(|number| Some((number, self.streams.running[number]?))) else {
            return;
        };
        self.streams.running[number] = match stream.address() {
            None => {
                sink.count(Signal::VtqStreamCanceledPrematurely, due, 1);
                None
            }
            Some(address) => match self.fetch_for_stream(number, line(address), due, controls, sink) {
                Ok(()) => stream.advance().then_some(stream),
                Err(free) => {
                    stream.at = free;
                    Some(stream)
                }
            },
        };
    }

    /// Touches a line for a stream, if the cache is on; without a free load-miss entry,
    /// when one is.
    fn fetch_for_stream<S: Sink>(
        &mut self,
        stream: usize,
        line: u32,
        at: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Result<(), u64> {
        if !HID0::DCE.is_set(controls.hid0) {
            return Ok(());
        }
        let hit = self.data.read(line).is_some();
        if !hit {
            let free = self.misses.entry_free(at);
            if free > at {
                return Err(free);
            }
            self.reload_for_touch(line, at, controls, sink);
        }
        sink.count(LINE_FETCHES[stream], at, 1);
        sink.count(Signal::VtqLineFetch, at, 1);
        sink.count(if hit { Signal::VtqLineFetchHit } else { Signal::VtqLineFetchMiss }, at, 1);
        Ok(())
    }
}

const LINE_FETCHES: [Signal; 4] = [
    Signal::DstStream0CacheLineFetches,
    Signal::DstStream1CacheLineFetches,
    Signal::Vt2Fetches,
    Signal::DstStream3CacheLineFetches,
];
