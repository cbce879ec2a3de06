//! The branch unit (B1-B12).

use model::settings::{BhtIndex, BticIndex, LinkStackOverflow};
use model::signal::Signal;
use mpc7450::instruction::decode::{CacheOperation, Kind};

use super::state::{FetchState, Unresolved};
use super::{Machine, Shared};
use crate::broken::Broken;
use crate::facts::{CR, CTR, LR};
use crate::memory::bit;

/// What a branch still needs to know.
struct Needs {
    condition: bool,
    link: bool,
}

impl Machine<'_> {
    fn hid0(&self, index: usize, n: u32) -> bool {
        bit(self.facts[index].step.controls.hid0, n)
    }

    /// Executes the oldest branch, if it can be executed in this cycle (B1).
    pub fn execute_branch(&mut self, shared: &mut Shared<'_>) {
        let window = if self.broken == Some(Broken::BranchWindow) { 9 } else { 8 };
        let unexecuted = |index: &usize| self.facts[*index].branch.is_some() && self.slot(*index).times.be.is_none();
        let Some(index) = self.queue.iter().take(window).copied().find(unexecuted) else { return };
        let now = self.now;
        self.slot_mut(index).seen.get_or_insert(now);
        let Some(needs) = self.needs(index, shared) else { return };
        let places = if self.broken == Some(Broken::Unresolved) { 4 } else { 3 };
        if (needs.condition || needs.link) && self.unresolved.len() >= places {
            return;
        }
        self.branch(index, &needs, shared);
    }

    /// What is not known, of what can be predicted; `None` while the branch must wait
    /// (B4-B6).
    fn needs(&mut self, index: usize, shared: &mut Shared<'_>) -> Option<Needs> {
        let now = self.now;
        let facts = &self.facts[index];
        let form = facts.branch.expect("a branch");
        let unknown = |machine: &Self, register| machine.known(index, register).is_none_or(|known| known > now);
        let told = |shared: &mut Shared<'_>, signal| shared.tell(|outcome| outcome.count(signal, now, 1));
        if self.slot(index).ready_to_decide.is_none() {
            if (form.decrements_ctr() || facts.goes_to_ctr()) && unknown(self, CTR) {
                told(shared, Signal::BranchUnitStallOnCtrDependency);
                return None;
            }
            let stack = self.hid0(index, 27) && self.top_link().is_some();
            if facts.returns() && unknown(self, LR) && !stack {
                told(shared, Signal::BpuStallOnLrDependency);
                return None;
            }
            self.slot_mut(index).ready_to_decide = Some(now);
        }
        let condition = form.field().is_some_and(|field| unknown(self, CR + field));
        Some(Needs { condition, link: facts.returns() && unknown(self, LR) })
    }

    fn branch(&mut self, index: usize, needs: &Needs, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let form = facts.branch.expect("a branch");
        let truth = facts.taken();
        let goes = if needs.condition { self.predict(index) } else { truth };
        let wrong_direction = goes != truth;
        let wrong_target = needs.link && truth && self.top_link() != Some(facts.step.next);
        shared.memory.wrong_ways.insert(index, goes && !truth);
        self.empty_btic(index);
        if facts.has_displacement() && self.hid0(index, 26) {
            self.look_in_btic(index, goes, shared);
        }
        if self.hid0(index, 27) {
            self.move_links(index, wrong_target);
        }
        self.slot_mut(index).times.be = Some(now);
        let writes = form.decrements_ctr() || form.link;
        let position = self.queue.iter().position(|held| *held == index).expect("in the queue");
        let early = position >= 3 && self.broken != Some(Broken::RemovedEarly);
        let disappears = self.hid0(index, 28) && !writes && (goes || early);
        let slot = self.slot_mut(index);
        slot.taker = !disappears;
        slot.known = Some(now + 1);
        slot.ready = Some(now + 1);
        let stalled_from = slot.seen.expect("set when it was seen");
        let predicted = needs.condition || needs.link;
        if goes && truth && !wrong_target && !matches!(self.fetch, FetchState::Target(_)) {
            self.start_anew(index, FetchState::From(now + 1));
        }
        let buffer = self.buffers.iter().position(|busy| !busy);
        if predicted {
            let buffer = buffer.unwrap_or(3);
            if let Some(busy) = self.buffers.get_mut(buffer) {
                *busy = true;
            }
            self.unresolved.push(Unresolved {
                index,
                buffer,
                condition: needs.condition,
                link: needs.link,
                wrong_direction,
                wrong_target,
            });
        }
        self.last_branch = now;
        shared.tell(|outcome| {
            outcome.span(Signal::BranchUnitStall, stalled_from, now);
            let way = if truth { Signal::TakenBranchesThatAreProcessed } else { Signal::FallThroughBranchesProcessed };
            outcome.count(way, now, 1);
            outcome.count(Signal::UnresolvedBranches, now, predicted.into());
            outcome.count(Signal::BranchLinkStackPredicted, now, needs.link.into());
            outcome.count(Signal::FoldedBranches, now, (disappears && goes).into());
        });
    }

    /// HID0[BHTCLR] written before a branch that is predicted.
    fn clear_history(&mut self, index: usize) {
        let clears = |before: usize| {
            let written = self.facts[before].step.written;
            written.is_some_and(|(register, value)| register == 1008 && bit(value, 13))
        };
        if (self.cleared_up_to..index).any(clears) {
            self.history.fill(0);
        }
        self.cleared_up_to = index;
    }

    /// B3: the direction, and what the history learns.
    fn predict(&mut self, index: usize) -> bool {
        let facts = &self.facts[index];
        let form = facts.branch.expect("a branch");
        self.clear_history(index);
        if !self.hid0(index, 29) {
            return if facts.has_displacement() { form.statically_taken() } else { form.hint() };
        }
        let word = facts.step.at.effective >> 2;
        let entry = match self.program.settings.bht_index {
            BhtIndex::Word => word,
            BhtIndex::Hashed => word ^ word >> 11,
        };
        let entries = if self.broken == Some(Broken::HistorySize) { 1024 } else { 2048 };
        let truth = facts.taken();
        let counter = &mut self.history[(entry % entries) as usize];
        let goes = *counter >= 2;
        *counter = if truth { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
        goes
    }

    /// B12, for what stands before the branch.
    fn empty_btic(&mut self, index: usize) {
        for before in self.emptied_up_to..=index {
            let facts = &self.facts[before];
            let exception = facts.step.exception.is_some();
            let empties =
                matches!(facts.kind, Kind::ReturnFromInterrupt | Kind::Cache(CacheOperation::InstructionInvalidate));
            let written = facts.step.written.is_some_and(|(register, value)| register == 1008 && bit(value, 20));
            if exception || empties || written {
                self.targets.iter_mut().for_each(Vec::clear);
            }
        }
        self.emptied_up_to = index + 1;
    }

    /// B7 and B9.
    fn look_in_btic(&mut self, index: usize, goes: bool, shared: &mut Shared<'_>) {
        let facts = &self.facts[index];
        let now = self.now;
        let address = facts.step.at.effective;
        let set = match self.program.settings.btic_index {
            BticIndex::Word => address >> 2,
            BticIndex::Block => address >> 5,
        };
        let ways = if self.broken == Some(Broken::BticWays) { 3 } else { 4 };
        let set = &mut self.targets[(set & 31) as usize];
        let held = set.iter().position(|held| *held == address);
        if !goes {
            if facts.taken() && held.is_none() {
                set.insert(0, address);
                set.truncate(ways);
            }
            return;
        }
        if let Some(place) = held {
            set.remove(place);
        }
        set.insert(0, address);
        set.truncate(ways);
        let signal = if held.is_some() { Signal::TrueBranchTargetInstructionHits } else { Signal::BticMiss };
        shared.tell(|outcome| outcome.count(signal, now, 1));
        if held.is_some() && facts.taken() {
            self.start_anew(index, FetchState::Target(now));
        }
    }

    /// The link stack's entry for the next return.
    fn top_link(&self) -> Option<u32> {
        match self.program.settings.link_stack {
            LinkStackOverflow::Stall => self.links.last().copied().flatten(),
            LinkStackOverflow::Wrap => self.links.get(self.link_top).copied().flatten(),
        }
    }

    /// B5 and B10.
    fn move_links(&mut self, index: usize, wrong_target: bool) {
        let facts = &self.facts[index];
        let form = facts.branch.expect("a branch");
        let wraps = self.program.settings.link_stack == LinkStackOverflow::Wrap;
        if wraps && self.links.is_empty() {
            self.links = vec![None; 8];
        }
        if facts.returns() && facts.taken() {
            if wraps {
                self.link_top = (self.link_top + 7) % 8;
            } else {
                self.links.pop();
            }
        }
        if wrong_target {
            if wraps {
                self.links.fill(None);
            } else {
                self.links.clear();
            }
        }
        if form.link && !form.reads_own_address() {
            let back = Some(facts.step.at.effective.wrapping_add(4));
            let size = if self.broken == Some(Broken::LinkStack) { 7 } else { 8 };
            if wraps {
                self.link_top = (self.link_top + 1) % 8;
                self.links[self.link_top] = back;
            } else {
                self.links.push(back);
                if self.links.len() > size {
                    self.links.remove(0);
                }
            }
        }
    }

    /// Resolves the predicted branches that can be resolved.
    pub fn resolve(&mut self, shared: &mut Shared<'_>) {
        let now = self.now;
        let known =
            |machine: &Self, index: usize, register| machine.known(index, register).is_some_and(|known| known <= now);
        for held in self.unresolved.clone() {
            let form = self.facts[held.index].branch.expect("a branch");
            let condition = form.field().filter(|_| held.condition);
            let open = condition.is_some_and(|field| !known(self, held.index, CR + field))
                || held.link && !known(self, held.index, LR);
            if open {
                continue;
            }
            let wrong = held.wrong_direction || held.wrong_target;
            self.slot_mut(held.index).times.r = Some(now);
            self.unresolved.retain(|other| other.index != held.index);
            if let Some(busy) = self.buffers.get_mut(held.buffer) {
                *busy = false;
            }
            self.last_resolution = now;
            let executed = self.slot(held.index).times.be.expect("it was predicted");
            if wrong {
                let late = u64::from(self.broken == Some(Broken::Flush));
                self.start_anew(held.index, FetchState::From(now + 1 + late));
            }
            shared.tell(|outcome| {
                let active = [
                    Signal::CyclesFirstSpeculationBufferActive,
                    Signal::SecondSpeculationBufferActive,
                    Signal::ThirdSpeculationBufferActive,
                ];
                let correct = [
                    Signal::FirstSpeculativeBranchBufferResolvedCorrectly,
                    Signal::SecondSpeculativeBranchBufferResolvedCorrectly,
                    Signal::ThirdSpeculativeBranchBufferResolvedCorrectly,
                ];
                if held.buffer < 3 {
                    outcome.span(active[held.buffer], executed, now);
                    outcome.count(correct[held.buffer], now, (!wrong).into());
                }
                outcome.count(Signal::MispredictedBranches, now, wrong.into());
                outcome.count(Signal::BranchFlushes, now, wrong.into());
                if held.link {
                    outcome.count(Signal::BranchLinkStackCorrectlyResolved, now, (!held.wrong_target).into());
                    outcome.count(Signal::BranchLinkStackMispredicted, now, held.wrong_target.into());
                }
            });
        }
    }
}
