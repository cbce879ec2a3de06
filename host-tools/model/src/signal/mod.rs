//! What happens in the chip and can be counted: [`Signal`].
//!
//! The six counters name events by codes of their own; one [`Signal`] stands for the
//! codes that count the same thing. The table of each part of the chip says which codes
//! a signal has and how far its counts can be trusted ([`Exactness`]).

mod bus;
mod control;
mod execution;
mod front_end;
mod known;
mod memory;

use mpc7450::counter::Counter;

/// How far a count of the model can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// Follows from the executed instructions alone.
    Exact,
    /// Exact given the documented sizes and rules of a structure.
    Structural,
    /// Depends on timing that the model computes.
    Modelled,
    /// As [`Exactness::Modelled`], but work that the chip discards would count too.
    RightPathOnly,
    /// The model never counts it; why.
    NotModelled(&'static str),
}

/// A signal, its codes as (counter number, code), its exactness.
pub(crate) struct Row {
    signal: Signal,
    codes: &'static [(u8, u8)],
    exactness: Exactness,
}

impl Row {
    const fn new(signal: Signal, codes: &'static [(u8, u8)], exactness: Exactness) -> Self {
        Self { signal, codes, exactness }
    }
}

/// Something that can be counted, named after its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Signal {
    /// Processor cycles.
    ProcessorCycles,
    /// TBL bit transitions.
    TblBitTransitions,
    /// Processor performance monitor exception.
    ProcessorPerformanceMonitorException,
    /// External performance monitor signal.
    ExternalPerformanceMonitorSignal,
    /// Switches between privileged and user.
    SwitchesBetweenPrivilegedAndUser,
    /// L1 instruction cache misses.
    L1InstructionCacheMisses,
    /// Unresolved branches.
    UnresolvedBranches,
    /// Cycles first speculation buffer active.
    CyclesFirstSpeculationBufferActive,
    /// Branch unit stall.
    BranchUnitStall,
    /// True branch target instruction hits.
    TrueBranchTargetInstructionHits,
    /// Branch link stack predicted.
    BranchLinkStackPredicted,
    /// Instruction queue entries over threshold.
    InstructionQueueEntriesOverThreshold,
    /// Completed branch instructions.
    CompletedBranchInstructions,
    /// ITLB hardware table search cycles.
    ItlbHardwareTableSearchCycles,
    /// L1 instruction cache accesses.
    L1InstructionCacheAccesses,
    /// dst stream 0 cache line fetches.
    DstStream0CacheLineFetches,
    /// VTQ line fetch hit.
    VtqLineFetchHit,
    /// Refetch serialization.
    RefetchSerialization,
    /// ITLB non-speculative misses.
    ItlbNonSpeculativeMisses,
    /// Cycles waiting from L1 instruction cache miss.
    CyclesWaitingFromL1InstructionCacheMiss,
    /// dst stream 1 cache line fetches.
    DstStream1CacheLineFetches,
    /// VTQ line fetch miss.
    VtqLineFetchMiss,
    /// VTQ line fetch.
    VtqLineFetch,
    /// L1 instruction cache reloads.
    L1InstructionCacheReloads,
    /// Fall-through branches processed.
    FallThroughBranchesProcessed,
    /// First speculative branch buffer resolved correctly.
    FirstSpeculativeBranchBufferResolvedCorrectly,
    /// Second speculation buffer active.
    SecondSpeculationBufferActive,
    /// BPU stall on LR dependency.
    BpuStallOnLrDependency,
    /// BTIC miss.
    BticMiss,
    /// Branch link stack correctly resolved.
    BranchLinkStackCorrectlyResolved,
    /// ITLB hardware table search cycles over threshold.
    ItlbHardwareTableSearchCyclesOverThreshold,
    /// Cancelled L1 instruction cache misses.
    CancelledL1InstructionCacheMisses,
    /// VT2 fetches.
    Vt2Fetches,
    /// Taken branches that are processed.
    TakenBranchesThatAreProcessed,
    /// Branch flushes.
    BranchFlushes,
    /// Second speculative branch buffer resolved correctly.
    SecondSpeculativeBranchBufferResolvedCorrectly,
    /// Third speculation buffer active.
    ThirdSpeculationBufferActive,
    /// Branch unit stall on CTR dependency.
    BranchUnitStallOnCtrDependency,
    /// Fast BTIC hit.
    FastBticHit,
    /// Branch link stack mispredicted.
    BranchLinkStackMispredicted,
    /// dst stream 3 cache line fetches.
    DstStream3CacheLineFetches,
    /// Third speculative branch buffer resolved correctly.
    ThirdSpeculativeBranchBufferResolvedCorrectly,
    /// Mispredicted branches.
    MispredictedBranches,
    /// Folded branches.
    FoldedBranches,
    /// Instructions completed.
    InstructionsCompleted,
    /// Instructions dispatched.
    InstructionsDispatched,
    /// VPU instructions completed.
    VpuInstructionsCompleted,
    /// VFPU instructions completed.
    VfpuInstructionsCompleted,
    /// VIU1 instructions completed.
    Viu1InstructionsCompleted,
    /// VIU2 instructions completed.
    Viu2InstructionsCompleted,
    /// mtvscr instructions completed.
    MtvscrInstructionsCompleted,
    /// mtvrsave instructions completed.
    MtvrsaveInstructionsCompleted,
    /// Cycles a VPU instruction waits for an operand.
    CyclesAVpuInstructionWaitsForAnOperand,
    /// Cycles a VFPU instruction waits for an operand.
    CyclesAVfpuInstructionWaitsForAnOperand,
    /// Cycles a VIU1 instruction waits for an operand.
    CyclesAViu1InstructionWaitsForAnOperand,
    /// Cycles a VIU2 instruction waits for an operand.
    CyclesAViu2InstructionWaitsForAnOperand,
    /// mfvscr synchronization.
    MfvscrSynchronization,
    /// VSCR SAT set.
    VscrSatSet,
    /// Dispatches to GPR issue queue.
    DispatchesToGprIssueQueue,
    /// Cycles where 3 instructions are dispatched.
    CyclesWhere3InstructionsAreDispatched,
    /// AltiVec issue queue entries over threshold.
    AltivecIssueQueueEntriesOverThreshold,
    /// Cycles where no instructions completed.
    CyclesWhereNoInstructionsCompleted,
    /// IU2 instructions completed.
    Iu2InstructionsCompleted,
    /// eieio instructions completed.
    EieioInstructionsCompleted,
    /// mtspr instructions completed.
    MtsprInstructionsCompleted,
    /// sc instructions completed.
    ScInstructionsCompleted,
    /// Instruction breakpoint matches.
    InstructionBreakpointMatches,
    /// AltiVec load instructions completed.
    AltivecLoadInstructionsCompleted,
    /// Floating-point store instructions completed in LSU.
    FloatingPointStoreInstructionsCompletedInLsu,
    /// Floating-point renormalization.
    FloatingPointRenormalization,
    /// Floating-point denormalization.
    FloatingPointDenormalization,
    /// Floating-point load instruction completed in LSU.
    FloatingPointLoadInstructionCompletedInLsu,
    /// Floating-point load single instruction completed in LSU.
    FloatingPointLoadSingleInstructionCompletedInLsu,
    /// Floating-point load double completed in LSU.
    FloatingPointLoadDoubleCompletedInLsu,
    /// Floating-point one quarter FPSCR renames busy.
    FloatingPointOneQuarterFpscrRenamesBusy,
    /// Floating-point one half FPSCR renames busy.
    FloatingPointOneHalfFpscrRenamesBusy,
    /// Floating-point three quarters FPSCR renames busy.
    FloatingPointThreeQuartersFpscrRenamesBusy,
    /// Floating-point all FPSCR renames busy.
    FloatingPointAllFpscrRenamesBusy,
    /// Floating-point denormalized result.
    FloatingPointDenormalizedResult,
    /// Dispatches to FPR issue queue.
    DispatchesToFprIssueQueue,
    /// lwarx instructions completed.
    LwarxInstructionsCompleted,
    /// mfspr instructions completed.
    MfsprInstructionsCompleted,
    /// Completion queue entries over threshold.
    CompletionQueueEntriesOverThreshold,
    /// Completing one instruction.
    CompletingOneInstruction,
    /// Two instructions dispatched.
    TwoInstructionsDispatched,
    /// FPR issue stalled.
    FprIssueStalled,
    /// Completing two instructions.
    CompletingTwoInstructions,
    /// One instruction dispatched.
    OneInstructionDispatched,
    /// Dispatches to VR issue queue.
    DispatchesToVrIssueQueue,
    /// VR stalls.
    VrStalls,
    /// GPR rename buffer entries over threshold.
    GprRenameBufferEntriesOverThreshold,
    /// FPR issue queue entries.
    FprIssueQueueEntries,
    /// FPU instructions.
    FpuInstructions,
    /// stwcx. instructions.
    StwcxInstructions,
    /// Completing 3 instructions.
    Completing3Instructions,
    /// Dispatching 0 instructions.
    Dispatching0Instructions,
    /// GPR issue queue entries over threshold.
    GprIssueQueueEntriesOverThreshold,
    /// GPR issue queue stalled.
    GprIssueQueueStalled,
    /// IU1 instructions.
    Iu1Instructions,
    /// sync instructions.
    SyncInstructions,
    /// Successful stwcx.
    SuccessfulStwcx,
    /// Floating-point store double completes in LSU.
    FloatingPointStoreDoubleCompletesInLsu,
    /// Store instructions.
    StoreInstructions,
    /// L1 data snoops.
    L1DataSnoops,
    /// Load string and load multiple instructions completed.
    LoadStringAndLoadMultipleInstructionsCompleted,
    /// DTLB hardware table search cycles over threshold.
    DtlbHardwareTableSearchCyclesOverThreshold,
    /// L1 data cache load miss cycles over threshold.
    L1DataCacheLoadMissCyclesOverThreshold,
    /// L1 data snoop hit on modified.
    L1DataSnoopHitOnModified,
    /// Load miss alias.
    LoadMissAlias,
    /// Load miss alias on touch.
    LoadMissAliasOnTouch,
    /// Touch alias.
    TouchAlias,
    /// L1 data snoop hit in L1 castout queue.
    L1DataSnoopHitInL1CastoutQueue,
    /// L1 data snoop hit castout.
    L1DataSnoopHitCastout,
    /// L1 data snoop hits.
    L1DataSnoopHits,
    /// Write-through stores.
    WriteThroughStores,
    /// Cache-inhibited stores.
    CacheInhibitedStores,
    /// L1 data load hit.
    L1DataLoadHit,
    /// L1 data touch hit.
    L1DataTouchHit,
    /// L1 data store hit.
    L1DataStoreHit,
    /// L1 data total hits.
    L1DataTotalHits,
    /// dst instructions dispatched.
    DstInstructionsDispatched,
    /// Refreshed dsts.
    RefreshedDsts,
    /// Successful dst table searches.
    SuccessfulDstTableSearches,
    /// dss instructions completed.
    DssInstructionsCompleted,
    /// VTQ suspends due to change of context.
    VtqSuspendsDueToChangeOfContext,
    /// Floating-point store causes stall in LSU.
    FloatingPointStoreCausesStallInLsu,
    /// Load-store true alias stall.
    LoadStoreTrueAliasStall,
    /// LSU indexed alias stall.
    LsuIndexedAliasStall,
    /// LSU alias versus FSQ or WB0 or WB1.
    LsuAliasVersusFsqOrWb0OrWb1,
    /// LSU alias versus CSQ.
    LsuAliasVersusCsq,
    /// LSU load hit line alias versus CSQ0.
    LsuLoadHitLineAliasVersusCsq0,
    /// LSU load miss line alias versus CSQ0.
    LsuLoadMissLineAliasVersusCsq0,
    /// LSU touch alias versus FSQ or WB0 or WB1.
    LsuTouchAliasVersusFsqOrWb0OrWb1,
    /// LSU touch alias versus CSQ.
    LsuTouchAliasVersusCsq,
    /// LSU LMQ full stall.
    LsuLmqFullStall,
    /// LSU RA latch stall.
    LsuRaLatchStall,
    /// LSU load versus store queue alias stall.
    LsuLoadVersusStoreQueueAliasStall,
    /// LSU LMQ index alias.
    LsuLmqIndexAlias,
    /// LSU store queue index alias.
    LsuStoreQueueIndexAlias,
    /// LSU CSQ forwarding.
    LsuCsqForwarding,
    /// LSU misalign load finish.
    LsuMisalignLoadFinish,
    /// LSU misalign store complete.
    LsuMisalignStoreComplete,
    /// LSU misalign stall.
    LsuMisalignStall,
    /// L1 data total misses.
    L1DataTotalMisses,
    /// LSU instructions completed.
    LsuInstructionsCompleted,
    /// Load instructions.
    LoadInstructions,
    /// Store string and store multiple instructions.
    StoreStringAndStoreMultipleInstructions,
    /// tlbie instructions completed.
    TlbieInstructionsCompleted,
    /// L1 data load access miss.
    L1DataLoadAccessMiss,
    /// L1 data touch miss.
    L1DataTouchMiss,
    /// L1 data store miss.
    L1DataStoreMiss,
    /// L1 data touch miss cycles.
    L1DataTouchMissCycles,
    /// L1 data cycles used.
    L1DataCyclesUsed,
    /// VTQ stream canceled prematurely.
    VtqStreamCanceledPrematurely,
    /// VTQ resumes due to change of context.
    VtqResumesDueToChangeOfContext,
    /// TLBIE snoops.
    TlbieSnoops,
    /// L1 data cache reloads.
    L1DataCacheReloads,
    /// L1 data cache castouts to L2.
    L1DataCacheCastoutsToL2,
    /// Store merge or gather.
    StoreMergeOrGather,
    /// Cacheable store merge to 32 bytes.
    CacheableStoreMergeTo32Bytes,
    /// Data breakpoint matches.
    DataBreakpointMatches,
    /// LSU completes floating-point store single.
    LsuCompletesFloatingPointStoreSingle,
    /// Load string and multiple instruction pieces.
    LoadStringAndMultipleInstructionPieces,
    /// DTLB misses.
    DtlbMisses,
    /// L1 data cache operation hit.
    L1DataCacheOperationHit,
    /// L1 data load miss cycles.
    L1DataLoadMissCycles,
    /// L1 data pushes.
    L1DataPushes,
    /// dssall instructions.
    DssallInstructions,
    /// tlbsync instructions.
    TlbsyncInstructions,
    /// Store string and multiple instruction pieces.
    StoreStringAndMultipleInstructionPieces,
    /// DTLB hardware table search cycles.
    DtlbHardwareTableSearchCycles,
    /// L1 external interventions.
    L1ExternalInterventions,
    /// Snoop retries.
    SnoopRetries,
    /// L2 cache hits.
    L2CacheHits,
    /// L3 cache hits.
    L3CacheHits,
    /// L2 instruction cache misses.
    L2InstructionCacheMisses,
    /// L3 instruction cache misses.
    L3InstructionCacheMisses,
    /// L2 data cache misses.
    L2DataCacheMisses,
    /// L3 data cache misses.
    L3DataCacheMisses,
    /// L2 load hits.
    L2LoadHits,
    /// L2 store hits.
    L2StoreHits,
    /// L3 load hits.
    L3LoadHits,
    /// L3 store hits.
    L3StoreHits,
    /// L2 touch hits.
    L2TouchHits,
    /// L3 touch hits.
    L3TouchHits,
    /// Snoop modified.
    SnoopModified,
    /// Snoop valid.
    SnoopValid,
    /// Intervention.
    Intervention,
    /// L2 cache misses.
    L2CacheMisses,
    /// L3 cache misses.
    L3CacheMisses,
    /// L2 cache castouts.
    L2CacheCastouts,
    /// L3 castouts.
    L3Castouts,
    /// L2SQ full cycles.
    L2sqFullCycles,
    /// L3SQ full cycles.
    L3sqFullCycles,
    /// RAQ full cycles.
    RaqFullCycles,
    /// WAQ full cycles.
    WaqFullCycles,
    /// L2 external interventions.
    L2ExternalInterventions,
    /// L3 external interventions.
    L3ExternalInterventions,
    /// External interventions.
    ExternalInterventions,
    /// External pushes.
    ExternalPushes,
    /// External snoop retry.
    ExternalSnoopRetry,
    /// DTQ full cycles.
    DtqFullCycles,
    /// Bus retry.
    BusRetry,
    /// L2 valid request.
    L2ValidRequest,
    /// BORDQ full.
    BordqFull,
    /// Bus TAs for reads.
    BusTasForReads,
    /// Bus TAs for writes.
    BusTasForWrites,
    /// Bus reads not retried.
    BusReadsNotRetried,
    /// Bus writes not retried.
    BusWritesNotRetried,
    /// Bus reads and writes not retried.
    BusReadsAndWritesNotRetried,
    /// Bus retry due to L1 retry.
    BusRetryDueToL1Retry,
    /// Bus retry due to previous adjacent.
    BusRetryDueToPreviousAdjacent,
    /// Bus retry due to collision.
    BusRetryDueToCollision,
    /// Bus retry due to intervention ordering.
    BusRetryDueToInterventionOrdering,
    /// Snoop requests.
    SnoopRequests,
    /// Prefetch engine request.
    PrefetchEngineRequest,
    /// Prefetch engine collision versus load.
    PrefetchEngineCollisionVersusLoad,
    /// Prefetch engine collision versus store.
    PrefetchEngineCollisionVersusStore,
    /// Prefetch engine collision versus instruction fetch.
    PrefetchEngineCollisionVersusInstructionFetch,
    /// Prefetch engine collision versus load store or instruction fetch.
    PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch,
    /// Prefetch engine full.
    PrefetchEngineFull,
}

const TABLES: [&[Row]; 5] = [control::ROWS, front_end::ROWS, execution::ROWS, memory::ROWS, bus::ROWS];

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.into_iter().flatten()
}

impl Signal {
    /// How many signals there are; their numbers are below it.
    pub const COUNT: usize = 221;

    /// What a counter counts with this code; `None` for code 0 and codes without an event.
    #[must_use]
    pub fn of(counter: Counter, code: u8) -> Option<Self> {
        let place = (counter.number(), code);
        rows().find(|row| row.codes.contains(&place)).map(|row| row.signal)
    }

    /// How far its counts can be trusted.
    ///
    /// # Panics
    ///
    /// Never: every signal has a row, which a test holds.
    #[must_use]
    pub fn exactness(self) -> Exactness {
        rows().find(|row| row.signal == self).expect("every signal has a row").exactness
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::events::CATALOGUE;

    use super::{Signal, rows};

    #[test]
    fn every_code_of_the_catalogue_but_nothing_has_one_signal() {
        for event in CATALOGUE.iter().filter(|event| event.selector.code() != 0) {
            let place = (event.selector.counter().number(), event.selector.code());
            assert_eq!(rows().filter(|row| row.codes.contains(&place)).count(), 1, "{place:?}");
        }
        let codes: usize = rows().map(|row| row.codes.len()).sum();
        assert_eq!(codes, CATALOGUE.len() - 6, "no code beside the catalogue's");
    }

    #[test]
    fn every_signal_has_one_row() {
        let mut seen = [false; Signal::COUNT];
        for row in rows() {
            assert!(!std::mem::replace(&mut seen[row.signal as usize], true), "{:?}", row.signal);
        }
        assert!(seen.iter().all(|seen| *seen));
    }
}
