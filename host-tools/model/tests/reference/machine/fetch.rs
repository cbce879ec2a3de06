//! Fetch and the instruction queue (F1-F5, M12).

use super::state::{FetchState, Group, Slot};
use super::{Machine, Shared};
use crate::broken::Broken;
use crate::memory::FETCH_SEARCH;
use crate::outcome::Times;

/// What a fetch asks the memory.
const LINE: u8 = 1;

impl Machine<'_> {
    pub fn fetch(&mut self, shared: &mut Shared<'_>) {
        if self.next_fetch >= self.limit {
            return;
        }
        self.take_exception();
        let first = self.next_fetch;
        let controls = &self.facts[first].step.controls;
        let place = self.facts[first].step.at;
        match self.fetch {
            FetchState::Target(cycle) => {
                assert_eq!(cycle, self.now, "the target's group is fetched in BE");
                self.fetch_group(first, self.now + 2, shared);
                return;
            }
            FetchState::From(cycle) if cycle <= self.now => {
                let behind = if self.broken == Some(Broken::FetchStage) { 2 } else { 1 };
                if self.groups.len() > behind {
                    return;
                }
                self.settle(first, shared);
                let search = shared.memory.walk((first, 0, FETCH_SEARCH), self.now, &place, 4, controls);
                if search > 0 {
                    self.fetch = FetchState::Searching(self.now + search);
                    return;
                }
            }
            FetchState::Searching(cycle) if cycle <= self.now => {}
            _ => return,
        }
        self.settle(first, shared);
        let longer = shared.memory.fetch((first, 0, LINE), self.now, &place, controls);
        self.fetch_group(first, self.now + 2 + longer, shared);
    }

    fn fetch_group(&mut self, first: usize, ready: u64, shared: &mut Shared<'_>) {
        let at = self.facts[first].step.at.effective;
        let to_end = if self.broken == Some(Broken::BlockEnd) { 4 } else { (32 - (at & 31)) / 4 };
        let words = to_end.min(4) as usize;
        let mut end = first;
        let mut waits = false;
        while end < (first + words).min(self.limit) && !waits {
            waits = self.ends_group(end, shared);
            end += 1;
        }
        self.groups.push_back(Group { first, end, words, ready });
        self.next_fetch = end;
        self.fetch = if waits { FetchState::Waits } else { FetchState::From(self.now + 1) };
    }

    /// Whether fetch starts anew behind the instruction.
    fn ends_group(&mut self, index: usize, shared: &mut Shared<'_>) -> bool {
        let facts = &self.facts[index];
        if index + 1 >= self.limit {
            return false;
        }
        facts.taken()
            || facts.refetch
            || self.facts[index + 1].step.exception.is_some()
            || facts.branch.is_some_and(|branch| branch.tests_cr()) && self.goes_wrong_way(index, shared)
    }

    /// Whether a branch that is not taken will be executed as taken: looks ahead.
    fn goes_wrong_way(&mut self, index: usize, shared: &mut Shared<'_>) -> bool {
        if let Some(wrong) = shared.memory.wrong_ways.get(&index) {
            return *wrong;
        }
        let mut copy = self.without(index + 1);
        let mut shared = shared.silent();
        copy.finish_cycle(&mut shared);
        loop {
            if let Some(wrong) = shared.memory.wrong_ways.get(&index) {
                return *wrong;
            }
            copy.step(&mut shared);
            assert!(copy.now < self.now + 1_000_000, "looking ahead hangs: {:?}", copy.stuck());
        }
    }

    /// X7: once everything before is over.
    fn take_exception(&mut self) {
        let entry = u64::from(self.program.settings.exception_entry);
        let pending = self.facts[self.next_fetch].step.exception.is_some();
        if !pending || !matches!(self.fetch, FetchState::Waits) || !self.groups.is_empty() {
            return;
        }
        let over = |slot: &Slot| if slot.taker { slot.times.c.is_some() } else { slot.times.be.is_some() };
        if self.unresolved.is_empty() && self.slots.iter().all(over) {
            let last = self.last_completion.max(self.last_branch).max(self.last_resolution);
            self.fetch = FetchState::From(last + entry);
        }
    }

    /// Fetch starts anew behind an instruction, unless an exception follows (X7).
    pub fn start_anew(&mut self, behind: usize, state: FetchState) {
        if behind + 1 < self.limit && self.facts[behind + 1].step.exception.is_none() {
            self.fetch = state;
        }
    }

    pub fn enter_queue(&mut self, _: &mut Shared<'_>) {
        let size = if self.broken == Some(Broken::QueueSize) { 13 } else { 12 };
        let Some(group) = self.groups.front() else { return };
        if group.ready > self.now || self.queue.len() + group.words > size {
            return;
        }
        let group = self.groups.pop_front().expect("looked at");
        for index in group.first..group.end {
            if self.slots.is_empty() {
                self.base = index;
            }
            let taker = self.facts[index].branch.is_none();
            let times = Times { q: self.now, ..Times::default() };
            self.slots.push_back(Slot { index, times, taker, ..Slot::default() });
            self.queue.push_back(index);
        }
    }

    /// F5: what is through leaves the front of the queue.
    pub fn leave_queue(&mut self, _: &mut Shared<'_>) {
        while let Some(index) = self.queue.front().copied() {
            let slot = self.slot(index);
            let through = if slot.taker { slot.times.d.is_some() } else { slot.times.be.is_some() };
            if !through {
                break;
            }
            self.slot_mut(index).times.l = self.now;
            self.queue.pop_front();
        }
    }
}
