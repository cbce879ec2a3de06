//! Loads and touches (M2 to M5, M7, M8, M14).

use mpc7450::registers::HID0;

use super::below::{Requester, beats, bus_read_beats};
use super::store_queue::{Bytes, Conflict};
use super::{Memory, line};
use crate::controls::Controls;
use crate::record::{Access, Translation};
use crate::signal::Signal;
use crate::sink::Sink;

/// Where a load puts its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A general-purpose register.
    Integer,
    /// A floating-point register: one cycle later.
    Float,
    /// A vector register: such an access is always aligned.
    Vector,
    /// Nowhere: `dcbt` and `dcbtst`.
    None,
}

/// When a load is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The first cycle in which an instruction that needs the result can execute.
    pub ready: u64,
    /// The first cycle in which the next access of the load-store unit can execute.
    pub next: u64,
}

/// Cycles from the execution of a load that hits to the use of its data [AN2203].
const HIT: u64 = 3;

impl Memory {
    /// Executes a load at `e`. All stores before it have been told to complete.
    #[inline(always)]
    pub fn load<S: Sink>(
        &mut self,
        access: &Access,
        e: u64,
        target: Target,
        controls: &Controls,
        sink: &mut S,
    ) -> Load {
        if target != Target::None && self.is_common(access, e, controls) {
            let load = self.load_line(line(access.place.physical), e, controls, sink);
            return Load { ready: load.ready + u64::from(target == Target::Float), next: load.next };
        }
        self.load_any(access, e, target, controls, sink)
    }

    /// The common case: an aligned, cacheable load that need not be translated anew and
    /// meets no store.
    #[inline(always)]
    fn is_common(&self, access: &Access, e: u64, controls: &Controls) -> bool {
        let place = &access.place;
        is_aligned(access)
            && !place.attributes.inhibited
            && HID0::DCE.is_set(controls.hid0)
            && !self.stores.may_have(line(place.physical), e)
            && !self.streams.is_due(e)
            && (place.translation != Translation::Page || self.data_tlb.used_last(place))
    }

    #[inline(never)]
    fn load_any<S: Sink>(
        &mut self,
        access: &Access,
        e: u64,
        target: Target,
        controls: &Controls,
        sink: &mut S,
    ) -> Load {
        self.run_streams(e, controls, sink);
        if target == Target::None {
            return self.touch(access, e, controls, sink);
        }
        let mut e = self.translate_access(access, e, controls, sink);
        let bytes = Bytes::new(access.place.physical, access.bytes);
        let crosses = target != Target::Vector && is_misaligned(access);
        let float = u64::from(target == Target::Float);
        if self.stores.last_leaves() > e {
            match self.stores.conflict(bytes, e) {
                Some(Conflict::Forward) => {
                    count_forward(e, sink);
                    let load = Load { ready: e + self.latency.forward, next: e + 1 };
                    return later(load, float, crosses, sink);
                }
                Some(Conflict::Wait { completed, leaves }) => {
                    count_wait(completed, e, leaves + 1, sink);
                    e = leaves + 1;
                }
                None => self.count_shared_line(bytes.line, e, sink),
            }
        }
        let load = if access.place.attributes.inhibited || !HID0::DCE.is_set(controls.hid0) {
            let ready = e + self.latency.memory;
            bus_read_beats(beats(access.bytes), e, ready, sink);
            Load { ready, next: e + 1 }
        } else if bytes.crosses() {
            let lower = self.load_line(bytes.line, e, controls, sink);
            // M3: in the lower line's E'.
            let e = e.max(self.misses.full_until());
            let upper = self.load_line(bytes.line + 1, e, controls, sink);
            Load { ready: lower.ready.max(upper.ready), next: lower.next.max(upper.next) }
        } else {
            self.load_line(bytes.line, e, controls, sink)
        };
        later(load, float, crosses, sink)
    }

    /// Loads from one line, as an aligned integer.
    #[inline(always)]
    fn load_line<S: Sink>(&mut self, line: u32, e: u64, controls: &Controls, sink: &mut S) -> Load {
        let Some(arrival) = self.data.read(line) else { return self.load_miss(line, e, controls, sink) };
        sink.count(Signal::L1DataLoadHit, e, 1);
        sink.count(Signal::L1DataTotalHits, e, 1);
        if arrival <= e {
            return Load { ready: e + HIT, next: e + 1 };
        }
        let touched = self.data.is_touched(line);
        sink.count(if touched { Signal::LoadMissAliasOnTouch } else { Signal::LoadMissAlias }, e, 1);
        let next = (e + 1).max(arrival.saturating_sub(2));
        self.misses.count_latch(e + 1, next, sink);
        Load { ready: arrival.max(e + HIT), next }
    }

    #[inline(never)]
    fn load_miss<S: Sink>(&mut self, line: u32, e: u64, controls: &Controls, sink: &mut S) -> Load {
        let free = self.misses.entry_free(e);
        self.misses.count_full(e, free, sink);
        let e = free;
        sink.count(Signal::L1DataLoadAccessMiss, e, 1);
        sink.count(Signal::L1DataTotalMisses, e, 1);
        let coming = self.reload(line, Requester::Load, e, controls, sink);
        self.misses.take_entry(e, coming.arrival);
        self.misses.count_load_miss(e, coming.arrival, sink);
        Load { ready: coming.usable, next: e + 1 }
    }

    /// `dcbt` and `dcbtst`.
    fn touch<S: Sink>(&mut self, access: &Access, e: u64, controls: &Controls, sink: &mut S) -> Load {
        if HID0::NOPTI.is_set(controls.hid0) {
            return Load { ready: e + 1, next: e + 1 };
        }
        let place = &access.place;
        let e = self.translate_access(access, e, controls, sink);
        let done = Load { ready: e + HIT, next: e + 1 };
        if place.attributes.inhibited || !HID0::DCE.is_set(controls.hid0) {
            return done;
        }
        let line = line(place.physical);
        match self.stores.shares_line(line, e) {
            Some(true) => sink.count(Signal::LsuTouchAliasVersusCsq, e, 1),
            Some(false) => sink.count(Signal::LsuTouchAliasVersusFsqOrWb0OrWb1, e, 1),
            None => {}
        }
        if let Some(arrival) = self.data.read(line) {
            sink.count(Signal::L1DataTouchHit, e, 1);
            sink.count(Signal::L1DataTotalHits, e, 1);
            if arrival > e {
                sink.count(Signal::TouchAlias, e, 1);
            }
        } else if self.misses.entry_free(e) == e {
            sink.count(Signal::L1DataTouchMiss, e, 1);
            sink.count(Signal::L1DataTotalMisses, e, 1);
            self.reload_for_touch(line, e, controls, sink);
        }
        done
    }

    /// Asks for a line that a touch misses; an entry is free.
    pub(super) fn reload_for_touch<S: Sink>(&mut self, line: u32, at: u64, controls: &Controls, sink: &mut S) {
        let coming = self.reload(line, Requester::Touch, at, controls, sink);
        self.misses.take_entry(at, coming.arrival);
        self.misses.count_touch_miss(at, coming.arrival, sink);
    }

    /// A load that meets no store's bytes, but the line of the oldest.
    fn count_shared_line<S: Sink>(&self, line: u32, e: u64, sink: &mut S) {
        let [hit, miss] = [Signal::LsuLoadHitLineAliasVersusCsq0, Signal::LsuLoadMissLineAliasVersusCsq0];
        if (sink.wants(hit) || sink.wants(miss)) && self.stores.oldest_has(line, e) {
            let hits = self.data.arrival(line).is_some_and(|arrival| arrival <= e);
            sink.count(if hits { hit } else { miss }, e, 1);
        }
    }
}

/// Whether an access is aligned to its size: then it crosses nothing. Others may not either;
/// this is the quickest to find out.
pub(super) const fn is_aligned(access: &Access) -> bool {
    access.place.physical as u8 & (access.bytes - 1) == 0
}

/// Whether an integer or floating-point access crosses an 8-byte boundary.
pub(super) const fn is_misaligned(access: &Access) -> bool {
    access.bytes <= 8 && access.place.physical as u8 % 8 + access.bytes > 8
}

fn count_forward<S: Sink>(e: u64, sink: &mut S) {
    sink.count(Signal::LsuAliasVersusCsq, e, 1);
    sink.count(Signal::LsuCsqForwarding, e, 1);
}

fn count_wait<S: Sink>(completed: bool, from: u64, to: u64, sink: &mut S) {
    let queue = if completed { Signal::LsuAliasVersusCsq } else { Signal::LsuAliasVersusFsqOrWb0OrWb1 };
    sink.count(queue, from, 1);
    sink.span(Signal::LoadStoreTrueAliasStall, from, to);
    sink.span(Signal::LsuLoadVersusStoreQueueAliasStall, from, to);
}

/// The load, one cycle later into a floating-point register; a misaligned one is one
/// cycle later too, and holds the unit for one more.
fn later<S: Sink>(load: Load, float: u64, crosses: bool, sink: &mut S) -> Load {
    let ready = load.ready + float + u64::from(crosses);
    if crosses {
        sink.count(Signal::LsuMisalignLoadFinish, ready, 1);
        sink.count(Signal::LsuMisalignStall, load.next, 1);
    }
    Load { ready, next: load.next + u64::from(crosses) }
}
