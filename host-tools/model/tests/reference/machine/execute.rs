//! The units but the LSU (X1-X3, S1, B11).

use model::signal::Signal;
use mpc7450::instruction::decode::Unit;

use super::{Machine, Shared};
use crate::broken::Broken;

impl Machine<'_> {
    pub fn execute(&mut self, shared: &mut Shared<'_>) {
        for place in 0..self.stations.len() {
            self.hand_over(place);
            if self.stations[place].unit != Unit::Lsu
                && let Some(index) = self.stations[place].held.front().copied()
                && self.can_execute(index, place, shared)
            {
                self.start(index, place, shared);
            }
        }
        self.execute_lsu(shared);
    }

    /// X1 as far as all units share it, and S1.
    pub fn may_start(&self, index: usize) -> bool {
        let now = self.now;
        let facts = &self.facts[index];
        let slot = self.slot(index);
        let issued = slot.times.i.is_some_and(|issue| issue < now);
        issued && self.all_ready(index, &facts.sources, now) && (!facts.execution || self.is_oldest(index))
    }

    /// S1: everything before has completed long enough ago.
    fn is_oldest(&self, index: usize) -> bool {
        let older = self.slots.iter().take(index - self.base);
        let all_completed = older.into_iter().all(|slot| !slot.taker || slot.times.c.is_some());
        let mut cost = u64::from(self.program.settings.serialization);
        if self.broken == Some(Broken::Serialization) {
            cost = cost.saturating_sub(1);
        }
        let none_before = self.last_taker.is_none();
        all_completed && (none_before || self.now >= self.last_completion + cost)
    }

    fn can_execute(&mut self, index: usize, place: usize, shared: &mut Shared<'_>) -> bool {
        let now = self.now;
        self.note_wait(index, shared);
        let unit = self.stations[place].unit;
        let starts = self.float_starts.iter().filter(|start| **start + 5 > now).count();
        let bubble = if self.broken == Some(Broken::FloatBubble) { 5 } else { 4 };
        now >= self.stations[place].free && (unit != Unit::Fpu || starts < bubble) && self.may_start(index)
    }

    /// Counts the cycles in which an instruction at its unit waits for operands.
    fn note_wait(&self, index: usize, shared: &mut Shared<'_>) {
        let signal = match self.facts[index].unit {
            Unit::Vpu => Signal::CyclesAVpuInstructionWaitsForAnOperand,
            Unit::Vfpu => Signal::CyclesAVfpuInstructionWaitsForAnOperand,
            Unit::Viu1 => Signal::CyclesAViu1InstructionWaitsForAnOperand,
            Unit::Viu2 => Signal::CyclesAViu2InstructionWaitsForAnOperand,
            _ => return,
        };
        let waits =
            self.slot(index).times.i < Some(self.now) && !self.all_ready(index, &self.facts[index].sources, self.now);
        shared.tell(|outcome| outcome.count(signal, self.now, waits.into()));
    }

    fn start(&mut self, index: usize, place: usize, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let station = &mut self.stations[place];
        station.held.pop_front();
        station.last_execution = Some(now);
        station.free = now + facts.throughput;
        if facts.unit == Unit::Fpu {
            self.float_starts.retain(|start| start + 5 > now);
            self.float_starts.push(now);
        }
        let slot = self.slot_mut(index);
        slot.times.e = Some(now);
        slot.ready = Some(now + facts.latency);
        slot.done = slot.ready;
        if facts.decoded.is_some_and(|decoded| decoded.mnemonic() == "mfvscr") {
            let issued = slot.times.i.expect("issued before");
            shared.tell(|outcome| outcome.span(Signal::MfvscrSynchronization, issued + 1, now));
        }
    }

    /// B11: the oldest instruction in a station gives CTR or LR to the branch unit before
    /// it executes. In IU2 one that waits behind another must see that one start first.
    fn hand_over(&mut self, place: usize) {
        let now = self.now;
        if self.stations[place].unit != Unit::Iu2 {
            return;
        }
        for index in self.stations[place].held.clone() {
            let facts = &self.facts[index];
            let slot = self.slot(index);
            if facts.moves_to().is_none() || slot.known.is_some() || slot.times.i >= Some(now) {
                continue;
            }
            let started =
                |before: usize| before < self.base || self.slot(before).times.e.is_some_and(|start| start < now);
            let first = slot.before_in_unit.is_none_or(started);
            if first && self.all_ready(index, &facts.sources, now) {
                self.slot_mut(index).known = Some(now + 1);
            }
        }
    }
}
