//! Dispatch (D1-D6).

use model::signal::Signal;
use mpc7450::instruction::decode::Unit;

use super::{Machine, Shared};
use crate::broken::Broken;
use crate::facts::Queue;

/// What one cycle can still dispatch (D2).
struct Room {
    general: u32,
    vector: u32,
    float: u32,
    lsu: u32,
    renames: [u32; 3],
}

impl Machine<'_> {
    pub fn dispatch(&mut self, shared: &mut Shared<'_>) {
        let mut room = Room {
            general: 3,
            vector: if self.broken == Some(Broken::VectorDispatch) { 3 } else { 2 },
            float: 1,
            lsu: if self.broken == Some(Broken::LsuDispatch) { 2 } else { 1 },
            renames: [4, 2, 3],
        };
        let mut dispatched = 0;
        for index in self.queue.iter().take(3).copied().collect::<Vec<_>>() {
            let slot = self.slot(index);
            if self.facts[index].branch.is_some() && slot.times.be.is_none() {
                break;
            }
            if !slot.taker {
                continue;
            }
            if !self.dispatch_one(index, &mut room, shared) {
                break;
            }
            dispatched += 1;
        }
        shared.tell(|outcome| outcome.dispatched(self.now, dispatched));
    }

    /// Whether the instruction dispatches now.
    fn dispatch_one(&mut self, index: usize, room: &mut Room, shared: &mut Shared<'_>) -> bool {
        let now = self.now;
        if let Some(last) = self.slot(index).last_part {
            if now < last {
                return false;
            }
        } else {
            if !self.fits(index, room) || !self.has_places(index) {
                return false;
            }
            let words = if self.broken == Some(Broken::Parts) { 1 } else { self.facts[index].words };
            let slot = self.slot_mut(index);
            slot.first_part = Some(now);
            slot.last_part = Some(now + words - 1);
            match self.facts[index].queue {
                Queue::General => self.general.push_back(index),
                Queue::Vector => self.vector.push_back(index),
                Queue::Float => self.float.push_back(index),
                Queue::None => {}
            }
            if words > 1 {
                return false;
            }
        }
        self.take(index, room);
        self.slot_mut(index).times.d = Some(now);
        let signal = match self.facts[index].queue {
            Queue::General => Some(Signal::DispatchesToGprIssueQueue),
            Queue::Vector => Some(Signal::DispatchesToVrIssueQueue),
            Queue::Float => Some(Signal::DispatchesToFprIssueQueue),
            Queue::None => None,
        };
        shared.tell(|outcome| {
            outcome.count(Signal::InstructionsDispatched, now, 1);
            if let Some(signal) = signal {
                outcome.count(signal, now, 1);
            }
        });
        true
    }

    fn renames_at_dispatch(&self, index: usize) -> [u32; 3] {
        let facts = &self.facts[index];
        if facts.multiple { facts.renames.map(|renames| renames.min(1)) } else { facts.renames }
    }

    fn fits(&self, index: usize, room: &Room) -> bool {
        let facts = &self.facts[index];
        let renames = self.renames_at_dispatch(index);
        let queue = match facts.queue {
            Queue::General => room.general > 0,
            Queue::Vector => room.vector > 0,
            Queue::Float => room.float > 0,
            Queue::None => true,
        };
        queue && (facts.unit != Unit::Lsu || room.lsu > 0) && (0..3).all(|kind| renames[kind] <= room.renames[kind])
    }

    fn take(&self, index: usize, room: &mut Room) {
        let renames = self.renames_at_dispatch(index);
        match self.facts[index].queue {
            Queue::General => room.general = room.general.saturating_sub(1),
            Queue::Vector => room.vector -= 1,
            Queue::Float => room.float -= 1,
            Queue::None => {}
        }
        if self.facts[index].unit == Unit::Lsu {
            room.lsu = room.lsu.saturating_sub(1);
        }
        for (room, renames) in room.renames.iter_mut().zip(renames) {
            *room = room.saturating_sub(renames);
        }
    }

    /// Takers that are dispatched and have not completed before this cycle.
    fn in_flight(&self) -> impl Iterator<Item = usize> + '_ {
        let held = self
            .slots
            .iter()
            .filter(|slot| slot.taker && slot.times.d.is_some() && slot.times.c.is_none_or(|c| c == self.now));
        held.map(|slot| slot.index)
    }

    /// Rename registers of a kind in use.
    fn renamed(&self, kind: usize) -> u32 {
        self.in_flight().map(|index| self.facts[index].renames[kind].min(16)).sum()
    }

    /// Instructions of the general queue that have been dispatched into it, but for those
    /// that have issued, as have all before them, before this cycle.
    fn in_general_queue(&self) -> u64 {
        let of_queue = self
            .slots
            .iter()
            .filter(|slot| slot.first_part.is_some() && self.facts[slot.index].queue == Queue::General);
        of_queue.skip_while(|slot| slot.times.i.is_some_and(|i| i < self.now)).count() as u64
    }

    /// D3 and D4.
    fn has_places(&self, index: usize) -> bool {
        let facts = &self.facts[index];
        let completion = if self.broken == Some(Broken::CompletionQueue) { 15 } else { 16 };
        let renames = if self.broken == Some(Broken::Renames) { 15 } else { 16 };
        let general = if self.broken == Some(Broken::GeneralQueue) { 5 } else { 6 };
        let queue = match facts.queue {
            Queue::General => self.general.len() < general,
            Queue::Vector => self.vector.len() < 4,
            Queue::Float => self.float.len() < 2,
            Queue::None => true,
        };
        queue
            && self.in_flight().count() < completion
            && (0..3).all(|kind| {
                let more = facts.renames[kind].min(renames);
                more == 0 || self.renamed(kind) + more <= renames
            })
    }

    /// Counts what more than the threshold holds: at the end of a cycle, before anything
    /// leaves.
    pub fn observe(&mut self, shared: &mut Shared<'_>) {
        let threshold = u64::from(self.program.threshold);
        let counts = [
            (Signal::InstructionQueueEntriesOverThreshold, self.queue.len() as u64),
            (Signal::CompletionQueueEntriesOverThreshold, self.in_flight().count() as u64),
            (Signal::GprRenameBufferEntriesOverThreshold, self.renamed(0).into()),
        ];
        let general = (Signal::GprIssueQueueEntriesOverThreshold, self.in_general_queue());
        for (signal, count) in counts.into_iter().chain([general]) {
            shared.tell(|outcome| outcome.count(signal, self.now, (count > threshold).into()));
        }
    }
}
