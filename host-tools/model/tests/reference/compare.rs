//! Runs the model on a program and looks for the first difference to the reference.

use model::code::NoCode;
use model::controls::Controls;
use model::memory::Memory;
use model::pipeline::Pipeline;
use model::signal::Signal;
use model::sink::Sink;

use crate::facts::{Facts, Shown};
use crate::outcome::Outcome;
use crate::program::Program;

/// E and C of each instruction, and the events.
pub struct Fast {
    pub times: Vec<(u64, u64)>,
    pub events: Outcome,
    counted: Counted,
}

struct List<'a> {
    events: &'a mut Outcome,
    counted: Counted,
    threshold: u32,
}

impl Sink for List<'_> {
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        self.events.count(signal, cycle, amount.into());
    }

    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.events.span(signal, from, to);
    }

    fn wants(&self, signal: Signal) -> bool {
        self.counted.holds(signal)
    }

    fn threshold(&self) -> u32 {
        self.threshold
    }

    fn scaled_threshold(&self) -> u32 {
        2 * self.threshold
    }
}

/// What somebody counts: where that is not all, the model goes shorter ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    All,
    /// All but dispatches, completions in a cycle and places taken.
    NoQueues,
}

/// What [`Counted::NoQueues`] leaves out.
const QUEUES: [Signal; 18] = [
    Signal::InstructionsDispatched,
    Signal::DispatchesToGprIssueQueue,
    Signal::DispatchesToFprIssueQueue,
    Signal::DispatchesToVrIssueQueue,
    Signal::Dispatching0Instructions,
    Signal::OneInstructionDispatched,
    Signal::TwoInstructionsDispatched,
    Signal::CyclesWhere3InstructionsAreDispatched,
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
    Signal::InstructionQueueEntriesOverThreshold,
    Signal::CompletionQueueEntriesOverThreshold,
    Signal::GprRenameBufferEntriesOverThreshold,
    Signal::GprIssueQueueEntriesOverThreshold,
    Signal::AltivecIssueQueueEntriesOverThreshold,
    Signal::FprIssueQueueEntries,
];

impl Counted {
    fn holds(self, signal: Signal) -> bool {
        self == Self::All || !QUEUES.contains(&signal)
    }
}

pub fn run(program: &Program, counted: Counted) -> Fast {
    let mut pipeline = Pipeline::new(&program.settings);
    pipeline.start(program.start);
    let mut memory = Memory::new(&program.settings);
    let mut events = Outcome::new(0);
    let mut sink = List { events: &mut events, counted, threshold: program.threshold };
    pipeline.listen(&sink);
    let mut times = Vec::new();
    let mut controls = program.steps.first().map_or_else(Controls::default, |step| step.controls);
    for step in &program.steps {
        assert_eq!(controls, step.controls, "the registers hold what the program wrote");
        if step.exception.is_some() {
            pipeline.exception();
        }
        let told = pipeline.retire(&step.record(), &mut memory, &controls, &mut NoCode, &mut sink);
        times.push((told.execute, told.complete));
        if let Some(actions) = step.written.and_then(|(register, value)| controls.write(register, value)) {
            memory.act(&actions);
            if actions.clear_history {
                pipeline.clear_history();
            }
            if actions.invalidate_instructions {
                pipeline.empty_btic();
            }
        }
    }
    Fast { times, events, counted }
}

/// The first difference, readable; `None` if there is none.
pub fn difference(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast) -> Option<String> {
    for (index, times) in slow.times.iter().enumerate() {
        let (execute, complete) = fast.times[index];
        let own = times.be.or(times.e).or(times.d).unwrap_or(0);
        let same = own == execute && times.c.is_none_or(|c| c == complete);
        if !same {
            return Some(listing(program, facts, slow, fast, index));
        }
    }
    // Every freeze cycle up to the last dispatch.
    let last = slow.times.iter().rev().find_map(|times| times.d).unwrap_or(0);
    let differs = |signal: &Signal| {
        fast.counted.holds(*signal) && !slow.all(*signal).range(..last).eq(fast.events.all(*signal).range(..last))
    };
    let signal = SIGNALS.iter().find(|signal| differs(signal))?;
    Some(event_difference(program, facts, slow, fast, *signal))
}

/// Cycles around a difference that are shown.
const AROUND: u64 = 12;

fn event_difference(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast, signal: Signal) -> String {
    let last = slow.times.iter().filter_map(|times| times.c).max().unwrap_or(0);
    let first = (program.start..=last)
        .find(|cycle| slow.until(signal, *cycle) != fast.events.until(signal, *cycle))
        .unwrap_or(0);
    let near = slow.times.iter().position(|times| times.c.is_some_and(|c| c >= first)).unwrap_or(0);
    let (expected, found) = (slow.until(signal, first), fast.events.until(signal, first));
    let list = listing(program, facts, slow, fast, near);
    let around = |events: &Outcome| {
        let near = events.all(signal).range(first.saturating_sub(AROUND)..first + AROUND);
        near.map(|(cycle, amount)| format!("{cycle}: {amount}")).collect::<Vec<_>>().join(", ")
    };
    let (slow, fast) = (around(slow), around(&fast.events));
    format!(
        "{signal:?} up to cycle {first}: reference {expected}, model {found}\n\
         around it, reference: {slow}; model: {fast}\n{list}"
    )
}

fn listing(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast, index: usize) -> String {
    let mut text = format!("threshold {}, {:?}\n", program.threshold, program.settings);
    let controls = program.steps[index].controls;
    text += &format!("{controls:x?}\nreference: q be r l d i e c; model: e c\n");
    for (near, known) in facts.iter().enumerate().take(index + 9).skip(index.saturating_sub(24)) {
        let times = slow.times[near];
        let step = &program.steps[near];
        let show = |time: Option<u64>| time.map_or("-".to_owned(), |time| time.to_string());
        let mark = if near == index { '>' } else { ' ' };
        let numbers = [Some(times.q), times.be, times.r, Some(times.l), times.d, times.i, times.e, times.c];
        let shown = numbers.map(show).join(" ");
        let (execute, complete) = fast.times[near];
        let exception = if step.exception.is_some() { "exception, " } else { "" };
        let accesses: Vec<String> =
            step.accesses.iter().map(|access| format!("{:x}+{}", access.place.physical, access.bytes)).collect();
        text += &format!(
            "{mark}{near:5} {:08x} {exception}{:?} {}{:?}: {shown}; {execute} {complete}\n",
            step.at.effective,
            Shown(known),
            if step.taken { "taken " } else { "" },
            accesses
        );
    }
    text
}

/// The events that are compared: all that the model knows but the monitor's own.
pub const SIGNALS: [Signal; 169] = [
    Signal::InstructionsDispatched,
    Signal::DispatchesToGprIssueQueue,
    Signal::DispatchesToFprIssueQueue,
    Signal::DispatchesToVrIssueQueue,
    Signal::Dispatching0Instructions,
    Signal::OneInstructionDispatched,
    Signal::TwoInstructionsDispatched,
    Signal::CyclesWhere3InstructionsAreDispatched,
    Signal::InstructionsCompleted,
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
    Signal::CompletedBranchInstructions,
    Signal::Iu1Instructions,
    Signal::Iu2InstructionsCompleted,
    Signal::LsuInstructionsCompleted,
    Signal::FpuInstructions,
    Signal::Viu1InstructionsCompleted,
    Signal::Viu2InstructionsCompleted,
    Signal::VpuInstructionsCompleted,
    Signal::VfpuInstructionsCompleted,
    Signal::LoadInstructions,
    Signal::StoreInstructions,
    Signal::MtsprInstructionsCompleted,
    Signal::MfsprInstructionsCompleted,
    Signal::ScInstructionsCompleted,
    Signal::SyncInstructions,
    Signal::EieioInstructionsCompleted,
    Signal::RefetchSerialization,
    Signal::MfvscrSynchronization,
    Signal::FoldedBranches,
    Signal::FallThroughBranchesProcessed,
    Signal::TakenBranchesThatAreProcessed,
    Signal::UnresolvedBranches,
    Signal::CyclesFirstSpeculationBufferActive,
    Signal::SecondSpeculationBufferActive,
    Signal::ThirdSpeculationBufferActive,
    Signal::FirstSpeculativeBranchBufferResolvedCorrectly,
    Signal::SecondSpeculativeBranchBufferResolvedCorrectly,
    Signal::ThirdSpeculativeBranchBufferResolvedCorrectly,
    Signal::BranchUnitStall,
    Signal::BranchUnitStallOnCtrDependency,
    Signal::BpuStallOnLrDependency,
    Signal::TrueBranchTargetInstructionHits,
    Signal::BticMiss,
    Signal::BranchLinkStackPredicted,
    Signal::BranchLinkStackCorrectlyResolved,
    Signal::BranchLinkStackMispredicted,
    Signal::MispredictedBranches,
    Signal::BranchFlushes,
    Signal::GprIssueQueueStalled,
    Signal::FprIssueStalled,
    Signal::VrStalls,
    Signal::CyclesAVpuInstructionWaitsForAnOperand,
    Signal::CyclesAVfpuInstructionWaitsForAnOperand,
    Signal::CyclesAViu1InstructionWaitsForAnOperand,
    Signal::CyclesAViu2InstructionWaitsForAnOperand,
    Signal::InstructionQueueEntriesOverThreshold,
    Signal::CompletionQueueEntriesOverThreshold,
    Signal::GprRenameBufferEntriesOverThreshold,
    Signal::AltivecIssueQueueEntriesOverThreshold,
    Signal::FprIssueQueueEntries,
    Signal::L1InstructionCacheMisses,
    Signal::ItlbHardwareTableSearchCycles,
    Signal::L1InstructionCacheAccesses,
    Signal::ItlbNonSpeculativeMisses,
    Signal::CyclesWaitingFromL1InstructionCacheMiss,
    Signal::L1InstructionCacheReloads,
    Signal::ItlbHardwareTableSearchCyclesOverThreshold,
    Signal::MtvscrInstructionsCompleted,
    Signal::MtvrsaveInstructionsCompleted,
    Signal::AltivecLoadInstructionsCompleted,
    Signal::FloatingPointStoreInstructionsCompletedInLsu,
    Signal::FloatingPointLoadInstructionCompletedInLsu,
    Signal::FloatingPointLoadSingleInstructionCompletedInLsu,
    Signal::FloatingPointLoadDoubleCompletedInLsu,
    Signal::LwarxInstructionsCompleted,
    Signal::StwcxInstructions,
    Signal::GprIssueQueueEntriesOverThreshold,
    Signal::SuccessfulStwcx,
    Signal::FloatingPointStoreDoubleCompletesInLsu,
    Signal::LoadStringAndLoadMultipleInstructionsCompleted,
    Signal::DtlbHardwareTableSearchCyclesOverThreshold,
    Signal::L1DataCacheLoadMissCyclesOverThreshold,
    Signal::LoadMissAlias,
    Signal::LoadMissAliasOnTouch,
    Signal::TouchAlias,
    Signal::WriteThroughStores,
    Signal::CacheInhibitedStores,
    Signal::L1DataLoadHit,
    Signal::L1DataTouchHit,
    Signal::L1DataStoreHit,
    Signal::L1DataTotalHits,
    Signal::DstInstructionsDispatched,
    Signal::RefreshedDsts,
    Signal::SuccessfulDstTableSearches,
    Signal::DssInstructionsCompleted,
    Signal::LoadStoreTrueAliasStall,
    Signal::LsuAliasVersusFsqOrWb0OrWb1,
    Signal::LsuAliasVersusCsq,
    Signal::LsuLoadHitLineAliasVersusCsq0,
    Signal::LsuLoadMissLineAliasVersusCsq0,
    Signal::LsuTouchAliasVersusFsqOrWb0OrWb1,
    Signal::LsuTouchAliasVersusCsq,
    Signal::LsuLmqFullStall,
    Signal::LsuRaLatchStall,
    Signal::LsuLoadVersusStoreQueueAliasStall,
    Signal::LsuCsqForwarding,
    Signal::LsuMisalignLoadFinish,
    Signal::LsuMisalignStoreComplete,
    Signal::LsuMisalignStall,
    Signal::L1DataTotalMisses,
    Signal::StoreStringAndStoreMultipleInstructions,
    Signal::TlbieInstructionsCompleted,
    Signal::L1DataLoadAccessMiss,
    Signal::L1DataTouchMiss,
    Signal::L1DataStoreMiss,
    Signal::L1DataTouchMissCycles,
    Signal::VtqStreamCanceledPrematurely,
    Signal::L1DataCacheReloads,
    Signal::L1DataCacheCastoutsToL2,
    Signal::StoreMergeOrGather,
    Signal::CacheableStoreMergeTo32Bytes,
    Signal::LsuCompletesFloatingPointStoreSingle,
    Signal::LoadStringAndMultipleInstructionPieces,
    Signal::DtlbMisses,
    Signal::L1DataCacheOperationHit,
    Signal::L1DataLoadMissCycles,
    Signal::DssallInstructions,
    Signal::TlbsyncInstructions,
    Signal::StoreStringAndMultipleInstructionPieces,
    Signal::DtlbHardwareTableSearchCycles,
    Signal::DstStream0CacheLineFetches,
    Signal::VtqLineFetchHit,
    Signal::DstStream1CacheLineFetches,
    Signal::VtqLineFetchMiss,
    Signal::VtqLineFetch,
    Signal::Vt2Fetches,
    Signal::DstStream3CacheLineFetches,
    Signal::L2CacheHits,
    Signal::L3CacheHits,
    Signal::L2InstructionCacheMisses,
    Signal::L3InstructionCacheMisses,
    Signal::L2DataCacheMisses,
    Signal::L3DataCacheMisses,
    Signal::L2LoadHits,
    Signal::L2StoreHits,
    Signal::L3LoadHits,
    Signal::L3StoreHits,
    Signal::L2TouchHits,
    Signal::L3TouchHits,
    Signal::L2CacheMisses,
    Signal::L3CacheMisses,
    Signal::L2CacheCastouts,
    Signal::L3Castouts,
    Signal::L2ValidRequest,
    Signal::BusTasForReads,
    Signal::BusTasForWrites,
    Signal::BusReadsNotRetried,
    Signal::BusWritesNotRetried,
    Signal::BusReadsAndWritesNotRetried,
    Signal::PrefetchEngineRequest,
    Signal::PrefetchEngineCollisionVersusLoad,
    Signal::PrefetchEngineCollisionVersusStore,
    Signal::PrefetchEngineCollisionVersusInstructionFetch,
    Signal::PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch,
    Signal::PrefetchEngineFull,
    Signal::FloatingPointStoreCausesStallInLsu,
];
