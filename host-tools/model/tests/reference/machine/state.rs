//! The machine's state.

use std::collections::VecDeque;

use mpc7450::instruction::decode::{Kind, StreamOperation, Unit};

use crate::broken::Broken;
use crate::facts::{CR, Facts, REGISTERS, Register};
use crate::outcome::Times;
use crate::program::Program;

/// An instruction in flight.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    pub index: usize,
    pub times: Times,
    /// First cycle that B1 gives without waiting.
    pub seen: Option<u64>,
    /// First cycle after the waits of B4 to B6.
    pub ready_to_decide: Option<u64>,
    /// Takes a place in the completion queue.
    pub taker: bool,
    /// D5: cycles in which the first and the last part dispatch.
    pub first_part: Option<u64>,
    pub last_part: Option<u64>,
    /// Ready cycles: of the results, and of the base register.
    pub ready: Option<u64>,
    pub base_ready: Option<u64>,
    /// K of CTR or LR, where it is not the ready cycle.
    pub known: Option<u64>,
    /// First cycle in which it may complete, as far as execution goes.
    pub done: Option<u64>,
    /// The instruction that was issued to the unit before.
    pub before_in_unit: Option<usize>,
}

/// A predicted branch that waits for its resolution.
#[derive(Clone, Debug)]
pub struct Unresolved {
    pub index: usize,
    pub buffer: usize,
    pub condition: bool,
    pub link: bool,
    pub wrong_direction: bool,
    pub wrong_target: bool,
}

/// A fetch group on its way to the queue.
#[derive(Clone, Debug)]
pub struct Group {
    pub first: usize,
    pub end: usize,
    /// Words fetched, those that are not on the path included (F4).
    pub words: usize,
    pub ready: u64,
}

#[derive(Clone, Debug)]
pub enum FetchState {
    /// From that cycle on.
    From(u64),
    /// A search of the page table (M11): the group is fetched in that cycle.
    Searching(u64),
    /// Something before the next instruction will say when.
    Waits,
    /// The group at a target that the BTIC holds: in that cycle.
    Target(u64),
}

/// How far the machine is in its cycle, so that a copy can go on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Complete,
    Execute,
    Fetch,
}

/// A unit with its stations.
#[derive(Clone, Debug)]
pub struct Station {
    pub unit: Unit,
    pub places: usize,
    pub held: VecDeque<usize>,
    pub last: Option<usize>,
    pub last_execution: Option<u64>,
    /// First cycle in which the next can start.
    pub free: u64,
}

/// A store or cache operation from its execution until it leaves.
#[derive(Clone, Debug)]
pub struct Store {
    pub index: usize,
    pub word: u32,
    /// A cache operation, which asks for nothing.
    pub operation: bool,
    pub completed: Option<u64>,
    pub asked: bool,
    pub missed: bool,
    pub leaves: Option<u64>,
    /// Lines that were there, and lines that were not and need not be.
    pub hits: u64,
    pub absent: u64,
}

/// The access that the LSU is at.
#[derive(Clone, Debug)]
pub struct Access {
    pub index: usize,
    pub word: u32,
    /// M7: index and word of the store that it waits for.
    pub behind: Option<(usize, u32)>,
    pub checked: bool,
    /// Lines still to be looked up.
    pub lines: Vec<u64>,
    /// Usable cycle (of an integer load) and `next` so far.
    pub usable: u64,
    pub next: u64,
    /// First cycle of the next try.
    pub not_before: u64,
    /// Whether the page table was searched.
    pub searched: bool,
    /// M7: E, where the access waits for a store since then.
    pub since: u64,
    /// Up to this cycle its wait in the RA latch was counted.
    pub latched: u64,
}

#[derive(Clone)]
pub struct Machine<'a> {
    pub program: &'a Program,
    pub facts: &'a [Facts],
    pub broken: Option<Broken>,
    /// Instructions from here on do not exist.
    pub limit: usize,
    pub now: u64,
    pub phase: Phase,

    pub fetch: FetchState,
    pub next_fetch: usize,
    pub groups: VecDeque<Group>,
    pub queue: VecDeque<usize>,

    pub history: Vec<u8>,
    pub targets: Vec<Vec<u32>>,
    pub emptied_up_to: usize,
    /// Up to this instruction, writes of HID0[BHTCLR] have cleared the history.
    pub cleared_up_to: usize,
    pub links: Vec<Option<u32>>,
    pub link_top: usize,
    pub unresolved: Vec<Unresolved>,
    pub buffers: [bool; 3],
    pub last_branch: u64,
    pub last_resolution: u64,

    /// In flight, in program order: the first has number `base`.
    pub slots: VecDeque<Slot>,
    pub base: usize,
    /// Ready cycles and K of registers whose writers are no longer in flight.
    pub old_ready: [u64; REGISTERS],
    pub old_known: [u64; REGISTERS],

    pub general: VecDeque<usize>,
    pub vector: VecDeque<usize>,
    pub float: VecDeque<usize>,
    pub stations: Vec<Station>,
    pub float_starts: Vec<u64>,

    pub access: Option<Access>,
    /// Instruction and word that the LSU executes next of a string or multiple.
    pub words: Option<(usize, u32)>,
    pub lsu_free: u64,
    pub last_float_store: Option<u64>,
    pub stores: VecDeque<Store>,
    pub last_leave: u64,
    /// Usable cycle of the words so far of the instruction in the LSU.
    pub usable: u64,
    /// A `sync` that has not completed, and the cycle in which all misses have arrived.
    pub sync: Option<(usize, u64)>,

    pub last_completion: u64,
    pub last_taker: Option<usize>,
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, facts: &'a [Facts], broken: Option<Broken>) -> Self {
        let station =
            |unit, places| Station { unit, places, held: VecDeque::new(), last: None, last_execution: None, free: 0 };
        let lsu = if broken == Some(Broken::LsuStations) { 1 } else { 2 };
        Self {
            program,
            facts,
            broken,
            limit: facts.len(),
            now: program.start,
            phase: Phase::Execute,
            fetch: FetchState::From(program.start),
            next_fetch: 0,
            groups: VecDeque::new(),
            queue: VecDeque::new(),
            history: vec![0; 2048],
            targets: vec![Vec::new(); 32],
            emptied_up_to: 0,
            cleared_up_to: 0,
            links: Vec::new(),
            link_top: 0,
            unresolved: Vec::new(),
            buffers: [false; 3],
            last_branch: 0,
            last_resolution: 0,
            slots: VecDeque::new(),
            base: 0,
            old_ready: [0; REGISTERS],
            old_known: [0; REGISTERS],
            general: VecDeque::new(),
            vector: VecDeque::new(),
            float: VecDeque::new(),
            stations: vec![
                station(Unit::Iu1, 1),
                station(Unit::Iu1, 1),
                station(Unit::Iu1, 1),
                station(Unit::Iu2, 2),
                station(Unit::Lsu, lsu),
                station(Unit::Fpu, 2),
                station(Unit::Viu1, 1),
                station(Unit::Viu2, 1),
                station(Unit::Vpu, 1),
                station(Unit::Vfpu, 1),
            ],
            float_starts: Vec::new(),
            access: None,
            words: None,
            lsu_free: 0,
            last_float_store: None,
            stores: VecDeque::new(),
            last_leave: 0,
            usable: 0,
            sync: None,
            last_completion: 0,
            last_taker: None,
        }
    }

    pub fn slot(&self, index: usize) -> &Slot {
        &self.slots[index - self.base]
    }

    pub fn slot_mut(&mut self, index: usize) -> &mut Slot {
        &mut self.slots[index - self.base]
    }

    /// The youngest instruction in flight before `reader` that writes the register.
    fn writer(&self, reader: usize, register: Register) -> Option<&Slot> {
        let older = self.slots.iter().take(reader - self.base).rev();
        older.into_iter().find(|slot| self.facts[slot.index].write_mask >> register & 1 != 0)
    }

    /// First cycle in which `reader` can use the register, if that is known yet.
    pub fn ready(&self, reader: usize, register: Register) -> Option<u64> {
        match self.writer(reader, register) {
            Some(slot) if self.facts[slot.index].base == Some(register) => slot.base_ready,
            Some(slot) => slot.ready,
            None => Some(self.old_ready[usize::from(register)]),
        }
    }

    pub fn all_ready(&self, reader: usize, registers: &[Register], cycle: u64) -> bool {
        registers.iter().all(|register| self.ready(reader, *register).is_some_and(|ready| ready <= cycle))
    }

    /// K of a register for a branch (B11).
    pub fn known(&self, branch: usize, register: Register) -> Option<u64> {
        match self.writer(branch, register) {
            Some(slot) => self.known_from(slot, register),
            None => Some(self.old_known[usize::from(register)]),
        }
    }

    fn known_from(&self, slot: &Slot, register: Register) -> Option<u64> {
        if register < CR + 8 {
            let finish = self.facts[slot.index].float_compare && self.broken != Some(Broken::FinishStage);
            slot.ready.map(|ready| ready + u64::from(finish))
        } else {
            slot.known.or(slot.ready)
        }
    }

    /// Whether the instruction takes no further part.
    fn is_over(&self, slot: &Slot) -> bool {
        if slot.taker {
            return slot.times.c.is_some_and(|c| c <= self.now) && slot.known_or_none(&self.facts[slot.index]);
        }
        slot.times.be.is_some()
            && !self.queue.contains(&slot.index)
            && !self.unresolved.iter().any(|held| held.index == slot.index)
    }

    /// The end of a cycle: what has left queue and flight is taken away.
    pub fn clean_up(&mut self, shared: &mut super::Shared<'_>) {
        self.observe(shared);
        self.leave_queue(shared);
        while let Some(slot) = self.slots.front() {
            if !self.is_over(slot) || self.queue.contains(&slot.index) {
                break;
            }
            let slot = self.slots.pop_front().expect("looked at");
            let facts = &self.facts[slot.index];
            for register in &facts.writes {
                let place = usize::from(*register);
                let is_base = facts.base == Some(*register);
                self.old_ready[place] = if is_base { slot.base_ready } else { slot.ready }.unwrap_or(0);
                self.old_known[place] = self.known_from(&slot, *register).unwrap_or(0);
            }
            shared.tell(|outcome| outcome.times[slot.index] = slot.times);
            self.base = slot.index + 1;
        }
    }

    /// All instructions have left.
    pub fn is_done(&self) -> bool {
        self.next_fetch >= self.limit && self.groups.is_empty() && self.slots.is_empty() && self.stores.is_empty()
    }

    /// The oldest instruction, for the message that it never completes.
    pub fn stuck(&self) -> Option<&Slot> {
        self.slots.front()
    }

    /// A copy without the instructions from `limit` on.
    pub fn without(&self, limit: usize) -> Self {
        let mut copy = self.clone();
        copy.limit = copy.limit.min(limit);
        let older = |index: &usize| *index < limit;
        copy.queue.retain(older);
        copy.general.retain(older);
        copy.vector.retain(older);
        copy.float.retain(older);
        copy.slots.retain(|slot| slot.index < limit);
        copy.unresolved.retain(|held| held.index < limit);
        copy.stores.retain(|store| store.index < limit);
        for group in &mut copy.groups {
            group.end = group.end.min(limit);
        }
        copy.groups.retain(|group| group.first < limit);
        for station in &mut copy.stations {
            station.held.retain(older);
        }
        if copy.access.as_ref().is_some_and(|access| access.index >= limit) {
            copy.access = None;
        }
        if copy.words.is_some_and(|words| words.0 >= limit) {
            copy.words = None;
        }
        copy
    }

    /// What is left of the cycle, for a copy that was made in it.
    pub fn finish_cycle(&mut self, shared: &mut super::Shared<'_>) {
        if self.phase == Phase::Complete {
            self.move_stores(shared);
            self.phase = Phase::Execute;
            self.execute(shared);
        }
        if self.phase == Phase::Execute {
            self.enter_queue(shared);
            self.execute_branch(shared);
            self.dispatch(shared);
            self.issue(shared);
        }
        self.fetch(shared);
        self.clean_up(shared);
        self.now += 1;
    }

    /// Looks ahead until all accesses before `limit` have been made.
    pub fn settle(&self, limit: usize, shared: &mut super::Shared<'_>) {
        if !self.has_open_accesses(limit) {
            return;
        }
        let mut copy = self.without(limit);
        let mut shared = shared.silent();
        copy.finish_cycle(&mut shared);
        while copy.has_open_accesses(limit) {
            copy.step(&mut shared);
            assert!(copy.now < self.now + 1_000_000, "looking ahead hangs: {:?}", copy.stuck());
        }
    }

    /// Whether an instruction before `limit` has an access that it has not made.
    fn has_open_accesses(&self, limit: usize) -> bool {
        let open = |slot: &Slot| {
            let facts = &self.facts[slot.index];
            let stops = matches!(facts.kind, Kind::Stream(StreamOperation::Stop(_) | StreamOperation::StopAll));
            let open = slot.times.e.is_none() || stops && slot.times.c.is_none();
            slot.index < limit && facts.unit == Unit::Lsu && open
        };
        let fetched = self.groups.iter().flat_map(|group| group.first..group.end);
        self.stores.iter().any(|store| store.index < limit && !store.asked && !store.operation)
            || fetched.into_iter().any(|index| index < limit && self.facts[index].unit == Unit::Lsu)
            || self.access.as_ref().is_some_and(|access| access.index < limit)
            || self.slots.iter().any(open)
    }
}

impl Slot {
    /// Nothing waits any more for what the instruction gives the branch unit.
    fn known_or_none(&self, facts: &Facts) -> bool {
        facts.moves_to().is_none() || self.known.is_some()
    }
}
