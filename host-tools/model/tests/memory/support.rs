//! A memory system with its controls, a clock for its unit, and a list of what it told.

use model::controls::Controls;
use model::memory::{CacheOperation, Load, Memory, Store, Target};
use model::record::{Access, AccessKind, Place, Translation};
use model::settings::Settings;
use model::signal::Signal;
use model::sink::Sink;
use mpc7450::parts::Part;

/// PVRs: MPC7451, MPC7457, MPC7447A, MPC7448.
pub const MPC7451: u32 = 0x8000_0203;
pub const MPC7457: u32 = 0x8002_0101;
pub const MPC7447A: u32 = 0x8003_0101;
pub const MPC7448: u32 = 0x8004_0201;

/// HID0[ICE] and [DCE], as hexadecimal words.
pub const CACHES_ON: u32 = 0x0000_c000;
pub const SGE: u32 = 0x0000_0080;
pub const L2E: u32 = 0x8000_0000;
pub const L3E: u32 = 0x8000_0000;

/// Load-use cycles of a miss everywhere: 150 ns at 900 MHz.
pub const MEMORY: u64 = 135;

/// Spans that are remembered with their cycles; totals have no limit.
const REMEMBERED: usize = 10_000;

/// Everything that was told.
#[derive(Debug)]
pub struct List {
    totals: [u64; Signal::COUNT],
    /// Signal, first cycle and the one behind the last.
    spans: Vec<(Signal, u64, u64)>,
    pub threshold: u32,
}

impl List {
    fn new() -> Self {
        Self { totals: [0; Signal::COUNT], spans: Vec::new(), threshold: 0 }
    }

    /// Events of a kind, in all cycles.
    pub fn total(&self, signal: Signal) -> u64 {
        self.totals[signal as usize]
    }

    /// Cycles in which a kind was told, in order.
    pub fn cycles(&self, signal: Signal) -> Vec<u64> {
        assert!(self.spans.len() < REMEMBERED);
        let mut cycles: Vec<u64> =
            self.spans.iter().filter(|(kind, ..)| *kind == signal).flat_map(|(_, from, to)| *from..*to).collect();
        cycles.sort_unstable();
        cycles.dedup();
        cycles
    }

    fn tell(&mut self, signal: Signal, from: u64, to: u64, amount: u64) {
        self.totals[signal as usize] += amount;
        if amount != 0 && self.spans.len() < REMEMBERED {
            self.spans.push((signal, from, to));
        }
    }
}

impl Sink for List {
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        self.tell(signal, cycle, cycle + 1, u64::from(amount));
    }

    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.tell(signal, from, to, to.saturating_sub(from));
    }

    fn wants(&self, _signal: Signal) -> bool {
        true
    }

    fn threshold(&self) -> u32 {
        self.threshold
    }

    fn scaled_threshold(&self) -> u32 {
        self.threshold
    }
}

/// A memory system whose accesses follow each other as soon as they may.
pub struct Machine {
    pub memory: Memory,
    pub controls: Controls,
    pub list: List,
    /// The earliest cycle of the next data access.
    pub e: u64,
}

pub fn access(address: u32, bytes: u8, kind: AccessKind) -> Access {
    Access { place: Place::real(address), bytes, kind }
}

pub fn paged(address: u32) -> Place {
    Place { translation: Translation::Page, ..Place::real(address) }
}

impl Machine {
    /// L1 caches and L2 on, prefetch off.
    pub fn new(pvr: u32) -> Self {
        Self::with(&Settings::new(Part::from_pvr(pvr)))
    }

    pub fn with(settings: &Settings) -> Self {
        let controls = Controls { hid0: CACHES_ON, l2cr: L2E, ..Controls::default() };
        Self { memory: Memory::new(settings), controls, list: List::new(), e: 1000 }
    }

    pub fn load_as(&mut self, access: Access, target: Target) -> Load {
        let load = self.memory.load(&access, self.e, target, &self.controls, &mut self.list);
        self.e = load.next;
        load
    }

    /// Loads a word; cycles from the E that was possible to its use.
    pub fn load(&mut self, address: u32) -> u64 {
        let e = self.e;
        self.load_as(access(address, 4, AccessKind::Load), Target::Integer).ready - e
    }

    /// The same, and waits until everything has arrived.
    pub fn load_alone(&mut self, address: u32) -> u64 {
        let cycles = self.load(address);
        self.settle();
        cycles
    }

    pub fn touch(&mut self, address: u32) -> Load {
        self.load_as(access(address, 1, AccessKind::Touch), Target::None)
    }

    /// Executes a store when it may and completes it three cycles later.
    pub fn store_to(&mut self, access: Access) -> Store {
        self.e = self.e.max(self.memory.store_may_execute());
        let store = self.memory.store(&access, self.e, &self.controls, &mut self.list);
        self.e = store.next;
        self.memory.commit(&access, store.executes + 3, &self.controls, &mut self.list);
        store
    }

    /// Stores a word.
    pub fn store(&mut self, address: u32) {
        self.store_to(access(address, 4, AccessKind::Store));
    }

    pub fn operate(&mut self, operation: CacheOperation, address: u32) {
        let access = access(address, 1, AccessKind::Operation);
        self.e = self.e.max(self.memory.store_may_execute());
        let store = self.memory.store(&access, self.e, &self.controls, &mut self.list);
        self.e = store.next;
        self.memory.operate(operation, &access, store.executes + 3, &self.controls, &mut self.list);
    }

    /// Fetches at the data clock; cycles to the words.
    pub fn fetch(&mut self, address: u32) -> u64 {
        let e = self.e;
        let words = self.memory.fetch(&Place::real(address), e, &self.controls, &mut self.list);
        self.e = words;
        words - e
    }

    /// Lets time pass until nothing is under way, prefetched sectors included.
    pub fn settle(&mut self) {
        self.e = self.e.max(self.memory.drained()) + 1000;
    }

    pub fn forget_events(&mut self) {
        self.list = List { threshold: self.list.threshold, ..List::new() };
    }

    pub fn total(&self, signal: Signal) -> u64 {
        self.list.total(signal)
    }
}

/// Makes a linear congruential sequence: tests that need many addresses say which.
pub fn pseudo_random(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    }
}
