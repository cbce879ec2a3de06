//! Completion (C1-C4, S2).

use model::signal::Signal;
use mpc7450::instruction::decode::{Kind, Unit};

use super::state::FetchState;
use super::{Machine, Shared};
use crate::broken::Broken;

impl Machine<'_> {
    pub fn complete(&mut self, shared: &mut Shared<'_>) {
        let now = self.now;
        let width = if self.broken == Some(Broken::CompletionWidth) { 4 } else { 3 };
        let most = if self.broken == Some(Broken::CompletionRenames) { 4 } else { 3 };
        let mut count = 0;
        let mut renames = [0; 3];
        let waiting = |slot: &super::Slot| !slot.taker || slot.times.c.is_none();
        let candidates: Vec<usize> = self.slots.iter().filter(|slot| waiting(slot)).map(|slot| slot.index).collect();
        for index in candidates {
            if self.facts[index].branch.is_some() && self.slot(index).times.be.is_none() {
                break;
            }
            if !self.slot(index).taker {
                continue;
            }
            let more = self.facts[index].renames;
            let alone = more.iter().any(|more| *more > most);
            let fits = (0..3).all(|kind| renames[kind] + more[kind] <= most);
            if count == width || !(fits || alone && count == 0) || !self.can_complete(index) {
                break;
            }
            count += 1;
            for kind in 0..3 {
                renames[kind] += more[kind];
            }
            self.complete_one(index, shared);
            if alone {
                break;
            }
        }
        shared.tell(|outcome| outcome.completed(now, count));
    }

    fn can_complete(&self, index: usize) -> bool {
        let now = self.now;
        let facts = &self.facts[index];
        let slot = self.slot(index);
        let Some(dispatched) = slot.times.d else { return false };
        if self.unresolved.iter().any(|held| held.index <= index) {
            return false;
        }
        if facts.branch.is_some() {
            let ready = slot.ready.is_none_or(|ready| ready <= now);
            return ready && now >= dispatched + u64::from(self.program.settings.branch_completion);
        }
        if facts.unit == Unit::None {
            let behind = !facts.refetch || self.last_taker.is_none() || self.last_completion < now;
            return now > dispatched && behind;
        }
        let refetch = !facts.refetch || self.last_taker.is_none() || self.last_completion < now;
        let data = if self.broken == Some(Broken::StoreData) { now } else { now - 1 };
        refetch
            && self.all_ready(index, &facts.data, data)
            && slot.done.is_some_and(|done| done <= now)
            && self.synchronized(index)
    }

    /// S3.
    fn synchronized(&self, index: usize) -> bool {
        let Some((sync, arrived)) = self.sync else { return true };
        sync != index || self.now > arrived && self.stores.iter().all(|store| store.index > index)
    }

    fn complete_one(&mut self, index: usize, shared: &mut Shared<'_>) {
        let now = self.now;
        self.slot_mut(index).times.c = Some(now);
        self.last_completion = now;
        self.last_taker = Some(index);
        for store in self.stores.iter_mut().filter(|store| store.index == index) {
            store.completed = Some(now);
        }
        if self.sync.is_some_and(|sync| sync.0 == index) {
            self.sync = None;
            self.lsu_free = now;
        }
        let facts = &self.facts[index];
        if facts.refetch {
            self.start_anew(index, FetchState::From(now + 1));
        }
        shared.tell(|outcome| {
            outcome.count(Signal::InstructionsCompleted, now, 1);
            outcome.count(Signal::RefetchSerialization, now, facts.refetch.into());
            let unit = match facts.unit {
                Unit::None => None,
                Unit::Branch => Some(Signal::CompletedBranchInstructions),
                Unit::Iu1 => Some(Signal::Iu1Instructions),
                Unit::Iu2 => Some(Signal::Iu2InstructionsCompleted),
                Unit::Lsu => Some(Signal::LsuInstructionsCompleted),
                Unit::Fpu => Some(Signal::FpuInstructions),
                Unit::Viu1 => Some(Signal::Viu1InstructionsCompleted),
                Unit::Viu2 => Some(Signal::Viu2InstructionsCompleted),
                Unit::Vpu => Some(Signal::VpuInstructionsCompleted),
                Unit::Vfpu => Some(Signal::VfpuInstructionsCompleted),
            };
            if let Some(unit) = unit {
                outcome.count(unit, now, 1);
            }
            let kind = match facts.kind {
                Kind::Load(_) => Some(Signal::LoadInstructions),
                Kind::Store(_) => Some(Signal::StoreInstructions),
                Kind::MoveToSpr(_) => Some(Signal::MtsprInstructionsCompleted),
                Kind::MoveFromSpr(_) => Some(Signal::MfsprInstructionsCompleted),
                Kind::SystemCall => Some(Signal::ScInstructionsCompleted),
                Kind::Sync => Some(Signal::SyncInstructions),
                Kind::Eieio => Some(Signal::EieioInstructionsCompleted),
                _ => None,
            };
            if let Some(kind) = kind {
                outcome.count(kind, now, 1);
            }
        });
    }
}
