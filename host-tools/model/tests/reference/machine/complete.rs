//! Completion (C1-C4, S2).

use model::signal::Signal;
use mpc7450::instruction::decode::{Kind, StreamOperation, Unit};

use super::state::FetchState;
use super::{Machine, Shared};
use crate::broken::Broken;

/// Asks the memory to stop streams.
const STOP: u8 = 13;

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

    /// M15: `dss` and `dssall`, behind all that is older.
    fn stop_streams(&self, index: usize, shared: &mut Shared<'_>) {
        let facts = &self.facts[index];
        let which = match facts.kind {
            Kind::Stream(StreamOperation::Stop(which)) => Some(which),
            Kind::Stream(StreamOperation::StopAll) => None,
            _ => return,
        };
        self.settle(index, shared);
        shared.memory.stop_streams((index, 0, STOP), self.now, which, &facts.step.controls);
    }

    /// What else an instruction counts as, by its mnemonic.
    fn note_kind(&self, index: usize, shared: &mut Shared<'_>) {
        let now = self.now;
        let facts = &self.facts[index];
        let Some(decoded) = facts.decoded else { return };
        let mnemonic = decoded.mnemonic().trim_end_matches('.');
        let accesses = &facts.step.accesses;
        let pieces = accesses.len() as u64;
        let mut counts: Vec<(Signal, u64)> = match mnemonic {
            "lmw" | "lswi" | "lswx" => vec![
                (Signal::LoadStringAndLoadMultipleInstructionsCompleted, 1),
                (Signal::LoadStringAndMultipleInstructionPieces, pieces),
            ],
            "stmw" | "stswi" | "stswx" => vec![
                (Signal::StoreStringAndStoreMultipleInstructions, 1),
                (Signal::StoreStringAndMultipleInstructionPieces, pieces),
            ],
            "lwarx" => vec![(Signal::LwarxInstructionsCompleted, 1)],
            "stwcx" => vec![(Signal::StwcxInstructions, 1), (Signal::SuccessfulStwcx, pieces)],
            "tlbie" => vec![(Signal::TlbieInstructionsCompleted, 1)],
            "tlbsync" => vec![(Signal::TlbsyncInstructions, 1)],
            "mtvscr" => vec![(Signal::MtvscrInstructionsCompleted, 1)],
            "lvx" | "lvxl" | "lvebx" | "lvehx" | "lvewx" => vec![(Signal::AltivecLoadInstructionsCompleted, 1)],
            "lfs" | "lfsu" | "lfsx" | "lfsux" => vec![
                (Signal::FloatingPointLoadInstructionCompletedInLsu, 1),
                (Signal::FloatingPointLoadSingleInstructionCompletedInLsu, 1),
            ],
            "lfd" | "lfdu" | "lfdx" | "lfdux" => vec![
                (Signal::FloatingPointLoadInstructionCompletedInLsu, 1),
                (Signal::FloatingPointLoadDoubleCompletedInLsu, 1),
            ],
            "stfs" | "stfsu" | "stfsx" | "stfsux" => vec![
                (Signal::FloatingPointStoreInstructionsCompletedInLsu, 1),
                (Signal::LsuCompletesFloatingPointStoreSingle, 1),
            ],
            "stfd" | "stfdu" | "stfdx" | "stfdux" => vec![
                (Signal::FloatingPointStoreInstructionsCompletedInLsu, 1),
                (Signal::FloatingPointStoreDoubleCompletesInLsu, 1),
            ],
            "stfiwx" => vec![(Signal::FloatingPointStoreInstructionsCompletedInLsu, 1)],
            _ => Vec::new(),
        };
        if facts.kind == Kind::MoveToSpr(256) {
            counts.push((Signal::MtvrsaveInstructionsCompleted, 1));
        }
        if let Kind::Store(_) = facts.kind {
            for (word, access) in accesses.iter().enumerate() {
                let attributes = access.place.attributes;
                let through = attributes.write_through && !attributes.inhibited;
                counts.push((Signal::CacheInhibitedStores, attributes.inhibited.into()));
                counts.push((Signal::WriteThroughStores, through.into()));
                counts.push((Signal::LsuMisalignStoreComplete, self.crosses(index, word as u32).into()));
            }
        }
        shared.tell(|outcome| counts.iter().for_each(|(signal, amount)| outcome.count(*signal, now, *amount)));
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
        self.stop_streams(index, shared);
        self.note_kind(index, shared);
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
