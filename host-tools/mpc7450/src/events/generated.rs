//! Generated from `data/events.csv` by `cargo xtask generate`: change the table, not this file.

use super::{Event, Parts, Selector, Threshold};
use crate::counter::Counter;

/// Events of PMC1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc1Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// Instructions completed. Instructions retired from the completion queue; up to three per
    /// clock. Folded branches are not included [MPC7400UM 11; PERFCTR].
    InstructionsCompleted = 2,
    /// TBL bit transitions. 0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects
    /// (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).
    TblBitTransitions = 3,
    /// Instructions dispatched. Instructions sent from the instruction queue to the issue queues;
    /// up to three per clock, speculative ones included.
    InstructionsDispatched = 4,
    /// Processor performance monitor exception. Performance monitor exceptions signalled by this
    /// processor.
    ProcessorPerformanceMonitorException = 5,
    /// External performance monitor signal. Events on the external performance monitor input pin of
    /// the chip. Needs a board that wires the pin.
    ExternalPerformanceMonitorSignal = 7,
    /// VPU instructions completed. Completed instructions of the vector permute unit.
    VpuInstructionsCompleted = 8,
    /// VFPU instructions completed. Completed instructions of the vector floating-point unit.
    VfpuInstructionsCompleted = 9,
    /// VIU1 instructions completed. Completed instructions of vector integer unit 1 (simple vector
    /// integer).
    Viu1InstructionsCompleted = 10,
    /// VIU2 instructions completed. Completed instructions of vector integer unit 2 (complex vector
    /// integer).
    Viu2InstructionsCompleted = 11,
    /// mtvscr instructions completed. Completed moves to the vector status and control register.
    MtvscrInstructionsCompleted = 12,
    /// mtvrsave instructions completed. Completed moves to VRSAVE.
    MtvrsaveInstructionsCompleted = 13,
    /// Cycles a VPU instruction waits for an operand. Clocks in which an instruction sits in the
    /// vector permute reservation station without its operand.
    CyclesAVpuInstructionWaitsForAnOperand = 14,
    /// Cycles a VFPU instruction waits for an operand. Clocks in which an instruction sits in the
    /// vector float reservation station without its operand.
    CyclesAVfpuInstructionWaitsForAnOperand = 15,
    /// Cycles a VIU1 instruction waits for an operand. Clocks in which an instruction sits in the
    /// VIU1 reservation station without its operand.
    CyclesAViu1InstructionWaitsForAnOperand = 16,
    /// Cycles a VIU2 instruction waits for an operand. Clocks in which an instruction sits in the
    /// VIU2 reservation station without its operand.
    CyclesAViu2InstructionWaitsForAnOperand = 17,
    /// mfvscr synchronization. Clocks a move from VSCR is held back by its serialization
    /// requirement.
    MfvscrSynchronization = 18,
    /// VSCR SAT set. Times the saturation bit VSCR[SAT] goes from 0 to 1.
    VscrSatSet = 19,
    /// Store instructions. Completed store instructions.
    StoreInstructions = 20,
    /// L1 instruction cache misses. Instruction fetches that miss the L1 instruction cache.
    L1InstructionCacheMisses = 21,
    /// L1 data snoops. Snoop look-ups made in the L1 data cache.
    L1DataSnoops = 22,
    /// Unresolved branches. Branches whose outcome is not yet known when the branch unit processes
    /// them.
    UnresolvedBranches = 23,
    /// Cycles first speculation buffer active. Clocks with at least one unresolved predicted branch
    /// outstanding (first speculation slot in use).
    CyclesFirstSpeculationBufferActive = 24,
    /// Branch unit stall. Clocks the branch unit cannot make progress.
    BranchUnitStall = 25,
    /// True branch target instruction hits. Taken branches whose target instructions came from the
    /// branch target instruction cache.
    TrueBranchTargetInstructionHits = 26,
    /// Branch link stack predicted. Returns (branches to the link register) whose target the link
    /// stack predicted.
    BranchLinkStackPredicted = 27,
    /// Dispatches to GPR issue queue. Instructions placed in the general-purpose issue queue.
    DispatchesToGprIssueQueue = 28,
    /// Cycles where 3 instructions are dispatched. Clocks with the full dispatch width of three
    /// used.
    CyclesWhere3InstructionsAreDispatched = 29,
    /// Instruction queue entries over threshold. Clocks in which the instruction queue holds more
    /// entries than MMCR0[THRESHOLD]; the threshold is compared directly, without
    /// MMCR2[THRESHMULT].
    InstructionQueueEntriesOverThreshold = 30,
    /// AltiVec issue queue entries over threshold. Clocks in which the vector issue queue holds
    /// more entries than MMCR0[THRESHOLD]; the threshold is compared directly.
    AltivecIssueQueueEntriesOverThreshold = 31,
    /// Cycles where no instructions completed. Clocks in which nothing retires.
    CyclesWhereNoInstructionsCompleted = 32,
    /// IU2 instructions completed. Completed instructions of the complex integer unit (multiply,
    /// divide, special-register work).
    Iu2InstructionsCompleted = 33,
    /// Completed branch instructions. Branch instructions counted at completion. Linux uses it as
    /// the generic branch count. Whether folded branches are in it is not said by any source read;
    /// PMC4 code 29 counts those.
    CompletedBranchInstructions = 34,
    /// eieio instructions completed. Completed eieio barriers.
    EieioInstructionsCompleted = 35,
    /// mtspr instructions completed. Completed moves to a special-purpose register.
    MtsprInstructionsCompleted = 36,
    /// sc instructions completed. Completed system calls.
    ScInstructionsCompleted = 37,
    /// Load string and load multiple instructions completed. Completed lswi, lswx and lmw
    /// instructions (each counted once, however many words it moves).
    LoadStringAndLoadMultipleInstructionsCompleted = 38,
    /// ITLB hardware table search cycles. Clocks spent in hardware page-table searches for
    /// instruction translations.
    ItlbHardwareTableSearchCycles = 39,
    /// DTLB hardware table search cycles over threshold. Data-side hardware table searches that
    /// last longer than the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).
    DtlbHardwareTableSearchCyclesOverThreshold = 40,
    /// L1 instruction cache accesses. Instruction fetch accesses to the L1 instruction cache.
    L1InstructionCacheAccesses = 41,
    /// Instruction breakpoint matches. Matches of the instruction address breakpoint register
    /// (IABR).
    InstructionBreakpointMatches = 42,
    /// L1 data cache load miss cycles over threshold. Loads missing the L1 data cache whose latency
    /// exceeds the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).
    L1DataCacheLoadMissCyclesOverThreshold = 43,
    /// L1 data snoop hit on modified. Snoops that find a modified line in the L1 data cache.
    L1DataSnoopHitOnModified = 44,
    /// Load miss alias. Loads that miss and meet an already outstanding miss to an aliasing line.
    LoadMissAlias = 45,
    /// Load miss alias on touch. Load misses that alias with an outstanding touch (prefetch)
    /// request.
    LoadMissAliasOnTouch = 46,
    /// Touch alias. Touch requests that alias with an outstanding miss.
    TouchAlias = 47,
    /// L1 data snoop hit in L1 castout queue. Snoops that hit a line waiting in the L1 castout
    /// queue.
    L1DataSnoopHitInL1CastoutQueue = 48,
    /// L1 data snoop hit castout. Snoops that hit a castout in progress. Apple describes it as a
    /// castout-queue hit that forces a retry.
    L1DataSnoopHitCastout = 49,
    /// L1 data snoop hits. Snoops that hit the L1 data cache.
    L1DataSnoopHits = 50,
    /// Write-through stores. Stores to pages marked write-through.
    WriteThroughStores = 51,
    /// Cache-inhibited stores. Stores to pages marked caching-inhibited.
    CacheInhibitedStores = 52,
    /// L1 data load hit. Loads that hit the L1 data cache.
    L1DataLoadHit = 53,
    /// L1 data touch hit. Touch instructions that hit the L1 data cache.
    L1DataTouchHit = 54,
    /// L1 data store hit. Stores that hit the L1 data cache.
    L1DataStoreHit = 55,
    /// L1 data total hits. All L1 data cache hits together.
    L1DataTotalHits = 56,
    /// dst instructions dispatched. Data stream touch instructions (dst, dstt, dstst, dststt)
    /// dispatched.
    DstInstructionsDispatched = 57,
    /// Refreshed dsts. Stream touches that renew a stream already running with the same parameters.
    RefreshedDsts = 58,
    /// Successful dst table searches. Page-table searches started by a data stream touch that found
    /// a translation.
    SuccessfulDstTableSearches = 59,
    /// dss instructions completed. Completed dss (stop one stream) instructions; dssall is PMC4
    /// code 19.
    DssInstructionsCompleted = 60,
    /// dst stream 0 cache line fetches. Cache lines fetched for stream 0.
    DstStream0CacheLineFetches = 61,
    /// VTQ suspends due to change of context. Times the stream engine pauses because the machine
    /// state it was started in no longer holds.
    VtqSuspendsDueToChangeOfContext = 62,
    /// VTQ line fetch hit. Stream-engine line requests that hit the L1 data cache.
    VtqLineFetchHit = 63,
    /// AltiVec load instructions completed. Completed vector load instructions.
    AltivecLoadInstructionsCompleted = 64,
    /// Floating-point store instructions completed in LSU. Completed floating-point stores as seen
    /// by the load-store unit. Apple narrows it to aligned floating-point stores.
    FloatingPointStoreInstructionsCompletedInLsu = 65,
    /// Floating-point renormalization. Renormalization operations on floating-point operands.
    FloatingPointRenormalization = 66,
    /// Floating-point denormalization. Denormalization operations on floating-point values.
    FloatingPointDenormalization = 67,
    /// Floating-point store causes stall in LSU. Stalls in the load-store unit caused by a
    /// floating-point store. Apple: cycles.
    FloatingPointStoreCausesStallInLsu = 68,
    /// Load-store true alias stall. Stalls because a load and an older store really touch the same
    /// address.
    LoadStoreTrueAliasStall = 70,
    /// LSU indexed alias stall. Stalls because of a match on the cache index bits only.
    LsuIndexedAliasStall = 71,
    /// LSU alias versus FSQ or WB0 or WB1. Aliases against the finished-store queue or the
    /// write-back stages.
    LsuAliasVersusFsqOrWb0OrWb1 = 72,
    /// LSU alias versus CSQ. Aliases against the committed-store queue.
    LsuAliasVersusCsq = 73,
    /// LSU load hit line alias versus CSQ0. Loads that hit but share a line with the oldest
    /// committed-store queue entry.
    LsuLoadHitLineAliasVersusCsq0 = 74,
    /// LSU load miss line alias versus CSQ0. Loads that miss and share a line with the oldest
    /// committed-store queue entry.
    LsuLoadMissLineAliasVersusCsq0 = 75,
    /// LSU touch alias versus FSQ or WB0 or WB1. Touches aliasing with the finished-store queue or
    /// the write-back stages.
    LsuTouchAliasVersusFsqOrWb0OrWb1 = 76,
    /// LSU touch alias versus CSQ. Touches aliasing with the committed-store queue.
    LsuTouchAliasVersusCsq = 77,
    /// LSU LMQ full stall. Stalls because the load miss queue has no free entry.
    LsuLmqFullStall = 78,
    /// Floating-point load instruction completed in LSU. Completed floating-point loads, single and
    /// double.
    FloatingPointLoadInstructionCompletedInLsu = 79,
    /// Floating-point load single instruction completed in LSU. Completed single-precision
    /// floating-point loads.
    FloatingPointLoadSingleInstructionCompletedInLsu = 80,
    /// Floating-point load double completed in LSU. Completed double-precision floating-point
    /// loads.
    FloatingPointLoadDoubleCompletedInLsu = 81,
    /// LSU RA latch stall. Stalls on the RA latch, an internal load-store unit latch the sources do
    /// not explain further.
    LsuRaLatchStall = 82,
    /// LSU load versus store queue alias stall. Load stalls caused by an alias in the store queues.
    LsuLoadVersusStoreQueueAliasStall = 83,
    /// LSU LMQ index alias. Index matches against the load miss queue.
    LsuLmqIndexAlias = 84,
    /// LSU store queue index alias. Index matches against the store queue.
    LsuStoreQueueIndexAlias = 85,
    /// LSU CSQ forwarding. Loads that take their data from the committed-store queue.
    LsuCsqForwarding = 86,
    /// LSU misalign load finish. Misaligned loads that finish.
    LsuMisalignLoadFinish = 87,
    /// LSU misalign store complete. Misaligned stores that complete.
    LsuMisalignStoreComplete = 88,
    /// LSU misalign stall. Stalls caused by misaligned accesses. Apple calls it the count of
    /// unaligned load and store instructions.
    LsuMisalignStall = 89,
    /// Floating-point one quarter FPSCR renames busy. Clocks with a quarter of the FPSCR rename
    /// entries in use.
    FloatingPointOneQuarterFpscrRenamesBusy = 90,
    /// Floating-point one half FPSCR renames busy. Clocks with half of the FPSCR rename entries in
    /// use.
    FloatingPointOneHalfFpscrRenamesBusy = 91,
    /// Floating-point three quarters FPSCR renames busy. Clocks with three quarters of the FPSCR
    /// rename entries in use.
    FloatingPointThreeQuartersFpscrRenamesBusy = 92,
    /// Floating-point all FPSCR renames busy. Clocks with every FPSCR rename entry in use.
    FloatingPointAllFpscrRenamesBusy = 93,
    /// Floating-point denormalized result. Floating-point operations that deliver a denormalized
    /// result.
    FloatingPointDenormalizedResult = 94,
}

impl Pmc1Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc1Event> for Selector {
    fn from(event: Pmc1Event) -> Self {
        Self::listed(Counter::Pmc1, event.code())
    }
}

/// Events of PMC2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc2Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// Instructions completed. Instructions retired from the completion queue; up to three per
    /// clock. Folded branches are not included [MPC7400UM 11; PERFCTR].
    InstructionsCompleted = 2,
    /// TBL bit transitions. 0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects
    /// (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).
    TblBitTransitions = 3,
    /// Instructions dispatched. Instructions sent from the instruction queue to the issue queues;
    /// up to three per clock, speculative ones included.
    InstructionsDispatched = 4,
    /// Processor performance monitor exception. Performance monitor exceptions signalled by this
    /// processor.
    ProcessorPerformanceMonitorException = 5,
    /// External performance monitor signal. Events on the external performance monitor input pin of
    /// the chip. Needs a board that wires the pin.
    ExternalPerformanceMonitorSignal = 7,
    /// VPU instructions completed. Completed instructions of the vector permute unit.
    VpuInstructionsCompleted = 8,
    /// VFPU instructions completed. Completed instructions of the vector floating-point unit.
    VfpuInstructionsCompleted = 9,
    /// VIU1 instructions completed. Completed instructions of vector integer unit 1 (simple vector
    /// integer).
    Viu1InstructionsCompleted = 10,
    /// VIU2 instructions completed. Completed instructions of vector integer unit 2 (complex vector
    /// integer).
    Viu2InstructionsCompleted = 11,
    /// mtvscr instructions completed. Completed moves to the vector status and control register.
    MtvscrInstructionsCompleted = 12,
    /// mtvrsave instructions completed. Completed moves to VRSAVE.
    MtvrsaveInstructionsCompleted = 13,
    /// Cycles a VPU instruction waits for an operand. Clocks in which an instruction sits in the
    /// vector permute reservation station without its operand.
    CyclesAVpuInstructionWaitsForAnOperand = 14,
    /// Cycles a VFPU instruction waits for an operand. Clocks in which an instruction sits in the
    /// vector float reservation station without its operand.
    CyclesAVfpuInstructionWaitsForAnOperand = 15,
    /// Cycles a VIU1 instruction waits for an operand. Clocks in which an instruction sits in the
    /// VIU1 reservation station without its operand.
    CyclesAViu1InstructionWaitsForAnOperand = 16,
    /// Cycles a VIU2 instruction waits for an operand. Clocks in which an instruction sits in the
    /// VIU2 reservation station without its operand.
    CyclesAViu2InstructionWaitsForAnOperand = 17,
    /// mfvscr synchronization. Clocks a move from VSCR is held back by its serialization
    /// requirement.
    MfvscrSynchronization = 18,
    /// VSCR SAT set. Times the saturation bit VSCR[SAT] goes from 0 to 1.
    VscrSatSet = 19,
    /// Store instructions. Completed store instructions.
    StoreInstructions = 20,
    /// L1 instruction cache misses. Instruction fetches that miss the L1 instruction cache.
    L1InstructionCacheMisses = 21,
    /// L1 data snoops. Snoop look-ups made in the L1 data cache.
    L1DataSnoops = 22,
    /// L1 data total misses. All L1 data cache misses together. Also on PMC3 code 23; Linux treats
    /// the two as alternatives and uses this one as the generic cache-miss count.
    L1DataTotalMisses = 23,
    /// Dispatches to FPR issue queue. Instructions placed in the floating-point issue queue.
    DispatchesToFprIssueQueue = 24,
    /// LSU instructions completed. Completed instructions of the load-store unit.
    LsuInstructionsCompleted = 25,
    /// Load instructions. Completed load instructions.
    LoadInstructions = 26,
    /// Store string and store multiple instructions. Completed stswi, stswx and stmw instructions.
    StoreStringAndStoreMultipleInstructions = 27,
    /// tlbie instructions completed. Completed TLB invalidate instructions.
    TlbieInstructionsCompleted = 28,
    /// lwarx instructions completed. Completed load-and-reserve instructions.
    LwarxInstructionsCompleted = 29,
    /// mfspr instructions completed. Completed moves from a special-purpose register.
    MfsprInstructionsCompleted = 30,
    /// Refetch serialization. Refetch-serializing instructions, which drain the pipeline and fetch
    /// again after completing.
    RefetchSerialization = 31,
    /// Completion queue entries over threshold. Clocks in which the completion queue holds more
    /// entries than MMCR0[THRESHOLD]; compared directly, without the multiplier.
    CompletionQueueEntriesOverThreshold = 32,
    /// Completing one instruction. Clocks in which exactly one instruction retires. The dispatched
    /// form is PMC3 code 9.
    CompletingOneInstruction = 33,
    /// Two instructions dispatched. Clocks in which exactly two instructions are dispatched. The
    /// completed form is PMC3 code 8.
    TwoInstructionsDispatched = 34,
    /// ITLB non-speculative misses. Instruction TLB misses on the path that is really executed.
    /// Linux uses it as the generic instruction TLB miss.
    ItlbNonSpeculativeMisses = 35,
    /// Cycles waiting from L1 instruction cache miss. Clocks the fetcher waits for an L1
    /// instruction cache miss to be filled.
    CyclesWaitingFromL1InstructionCacheMiss = 36,
    /// L1 data load access miss. Loads that miss the L1 data cache. Linux uses it as the generic L1
    /// data read miss.
    L1DataLoadAccessMiss = 37,
    /// L1 data touch miss. Touch instructions that miss the L1 data cache.
    L1DataTouchMiss = 38,
    /// L1 data store miss. Stores that miss the L1 data cache. Linux uses it as the generic L1 data
    /// write miss.
    L1DataStoreMiss = 39,
    /// L1 data touch miss cycles. Clocks with a touch miss outstanding.
    L1DataTouchMissCycles = 40,
    /// L1 data cycles used. Clocks in which the L1 data cache is in use.
    L1DataCyclesUsed = 41,
    /// dst stream 1 cache line fetches. Cache lines fetched for stream 1.
    DstStream1CacheLineFetches = 42,
    /// VTQ stream canceled prematurely. Streams that end before their last line. Apple describes
    /// the cause as a cancelled speculative branch.
    VtqStreamCanceledPrematurely = 43,
    /// VTQ resumes due to change of context. Times the stream engine starts again after a context
    /// change.
    VtqResumesDueToChangeOfContext = 44,
    /// VTQ line fetch miss. Stream-engine line requests that miss the L1 data cache.
    VtqLineFetchMiss = 45,
    /// VTQ line fetch. Line requests of the stream engine, hit or miss.
    VtqLineFetch = 46,
    /// TLBIE snoops. TLB invalidations received from another bus master.
    TlbieSnoops = 47,
    /// L1 instruction cache reloads. Lines filled into the L1 instruction cache.
    L1InstructionCacheReloads = 48,
    /// L1 data cache reloads. Lines filled into the L1 data cache.
    L1DataCacheReloads = 49,
    /// L1 data cache castouts to L2. Lines the L1 data cache evicts to the L2.
    L1DataCacheCastoutsToL2 = 50,
    /// Store merge or gather. Stores combined with another store (store gathering, controlled by
    /// HID0[SGE], or merging).
    StoreMergeOrGather = 51,
    /// Cacheable store merge to 32 bytes. Cacheable stores that merge until they cover a whole
    /// 32-byte line.
    CacheableStoreMergeTo32Bytes = 52,
    /// Data breakpoint matches. Matches of the data address breakpoint register (DABR).
    DataBreakpointMatches = 53,
    /// Fall-through branches processed. Branches processed as not taken.
    FallThroughBranchesProcessed = 54,
    /// First speculative branch buffer resolved correctly. Predictions held in the first
    /// speculation slot that turn out right.
    FirstSpeculativeBranchBufferResolvedCorrectly = 55,
    /// Second speculation buffer active. Clocks with the second speculation slot in use.
    SecondSpeculationBufferActive = 56,
    /// BPU stall on LR dependency. Branch unit stalls waiting for the link register.
    BpuStallOnLrDependency = 57,
    /// BTIC miss. Look-ups that miss the branch target instruction cache.
    BticMiss = 58,
    /// Branch link stack correctly resolved. Link-stack predictions that turn out right.
    BranchLinkStackCorrectlyResolved = 59,
    /// FPR issue stalled. Clocks the floating-point issue queue cannot issue.
    FprIssueStalled = 60,
    /// Switches between privileged and user. Changes of privilege level (MSR[PR] toggles).
    SwitchesBetweenPrivilegedAndUser = 61,
    /// LSU completes floating-point store single. Completed single-precision floating-point stores.
    LsuCompletesFloatingPointStoreSingle = 62,
}

impl Pmc2Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc2Event> for Selector {
    fn from(event: Pmc2Event) -> Self {
        Self::listed(Counter::Pmc2, event.code())
    }
}

/// Events of PMC3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc3Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// Instructions completed. Instructions retired from the completion queue; up to three per
    /// clock. Folded branches are not included [MPC7400UM 11; PERFCTR].
    InstructionsCompleted = 2,
    /// TBL bit transitions. 0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects
    /// (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).
    TblBitTransitions = 3,
    /// Instructions dispatched. Instructions sent from the instruction queue to the issue queues;
    /// up to three per clock, speculative ones included.
    InstructionsDispatched = 4,
    /// Processor performance monitor exception. Performance monitor exceptions signalled by this
    /// processor.
    ProcessorPerformanceMonitorException = 5,
    /// External performance monitor signal. Events on the external performance monitor input pin of
    /// the chip. Needs a board that wires the pin.
    ExternalPerformanceMonitorSignal = 7,
    /// Completing two instructions. Clocks in which exactly two instructions retire.
    CompletingTwoInstructions = 8,
    /// One instruction dispatched. Clocks in which exactly one instruction is dispatched.
    OneInstructionDispatched = 9,
    /// Dispatches to VR issue queue. Instructions placed in the vector issue queue.
    DispatchesToVrIssueQueue = 10,
    /// VR stalls. Clocks the vector issue queue cannot issue.
    VrStalls = 11,
    /// GPR rename buffer entries over threshold. Clocks with more general-purpose rename buffers in
    /// use than MMCR0[THRESHOLD]; compared directly, without the multiplier.
    GprRenameBufferEntriesOverThreshold = 12,
    /// FPR issue queue entries. Occupancy event of the floating-point issue queue. Linux and Apple
    /// treat it as a threshold event (entries above MMCR0[THRESHOLD]); FreeBSD and PAPI give the
    /// name without a threshold, and Linux leaves open whether the multiplier applies.
    FprIssueQueueEntries = 13,
    /// FPU instructions. Completed instructions of the scalar floating-point unit (loads and stores
    /// are not FPU work).
    FpuInstructions = 14,
    /// stwcx. instructions. Store-conditional instructions, successful or not.
    StwcxInstructions = 15,
    /// Load string and multiple instruction pieces. Individual accesses that load-string and
    /// load-multiple instructions are broken into.
    LoadStringAndMultipleInstructionPieces = 16,
    /// ITLB hardware table search cycles over threshold. Instruction-side hardware table searches
    /// that last longer than the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).
    ItlbHardwareTableSearchCyclesOverThreshold = 17,
    /// DTLB misses. Data TLB misses. Linux uses it as the generic data TLB miss.
    DtlbMisses = 18,
    /// Cancelled L1 instruction cache misses. Instruction cache misses dropped before they are
    /// filled.
    CancelledL1InstructionCacheMisses = 19,
    /// L1 data cache operation hit. Cache-control operations that hit the L1 data cache. Apple
    /// narrows it to dcbf and dcbst.
    L1DataCacheOperationHit = 20,
    /// L1 data load miss cycles. Clocks with a load miss outstanding.
    L1DataLoadMissCycles = 21,
    /// L1 data pushes. Lines pushed out of the L1 data cache by a snoop.
    L1DataPushes = 22,
    /// L1 data total miss. All L1 data cache misses together; same as PMC2 code 23.
    L1DataTotalMisses = 23,
    /// VT2 fetches. Cache lines fetched for stream 2.
    Vt2Fetches = 24,
    /// Taken branches that are processed. Branches processed as taken.
    TakenBranchesThatAreProcessed = 25,
    /// Branch flushes. Pipeline flushes caused by a branch.
    BranchFlushes = 26,
    /// Second speculative branch buffer resolved correctly. Predictions held in the second
    /// speculation slot that turn out right.
    SecondSpeculativeBranchBufferResolvedCorrectly = 27,
    /// Third speculation buffer active. Clocks with the third speculation slot in use.
    ThirdSpeculationBufferActive = 28,
    /// Branch unit stall on CTR dependency. Branch unit stalls waiting for the count register.
    BranchUnitStallOnCtrDependency = 29,
    /// Fast BTIC hit. Branch target instruction cache hits served on the fast path.
    FastBticHit = 30,
    /// Branch link stack mispredicted. Link-stack predictions that turn out wrong.
    BranchLinkStackMispredicted = 31,
}

impl Pmc3Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc3Event> for Selector {
    fn from(event: Pmc3Event) -> Self {
        Self::listed(Counter::Pmc3, event.code())
    }
}

/// Events of PMC4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc4Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// Instructions completed. Instructions retired from the completion queue; up to three per
    /// clock. Folded branches are not included [MPC7400UM 11; PERFCTR].
    InstructionsCompleted = 2,
    /// TBL bit transitions. 0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects
    /// (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).
    TblBitTransitions = 3,
    /// Instructions dispatched. Instructions sent from the instruction queue to the issue queues;
    /// up to three per clock, speculative ones included.
    InstructionsDispatched = 4,
    /// Processor performance monitor exception. Performance monitor exceptions signalled by this
    /// processor.
    ProcessorPerformanceMonitorException = 5,
    /// External performance monitor signal. Events on the external performance monitor input pin of
    /// the chip. Needs a board that wires the pin.
    ExternalPerformanceMonitorSignal = 7,
    /// Instructions completed in VPU. Completed instructions of the vector permute unit.
    VpuInstructionsCompleted = 8,
    /// Instructions completed in VFPU. Completed instructions of the vector floating-point unit.
    VfpuInstructionsCompleted = 9,
    /// VIU1 instructions completed. Completed instructions of vector integer unit 1 (simple vector
    /// integer).
    Viu1InstructionsCompleted = 10,
    /// VIU2 instructions completed. Completed instructions of vector integer unit 2 (complex vector
    /// integer).
    Viu2InstructionsCompleted = 11,
    /// mtvscr instructions completed. Completed moves to the vector status and control register.
    MtvscrInstructionsCompleted = 12,
    /// mtvrsave instructions completed. Completed moves to VRSAVE.
    MtvrsaveInstructionsCompleted = 13,
    /// Completing 3 instructions. Clocks in which three instructions retire, the maximum.
    Completing3Instructions = 14,
    /// Dispatching 0 instructions. Clocks in which nothing is dispatched.
    Dispatching0Instructions = 15,
    /// GPR issue queue entries over threshold. Clocks in which the general-purpose issue queue
    /// holds more entries than MMCR0[THRESHOLD]; compared directly, without the multiplier.
    GprIssueQueueEntriesOverThreshold = 16,
    /// GPR issue queue stalled. Clocks the general-purpose issue queue cannot issue.
    GprIssueQueueStalled = 17,
    /// IU1 instructions. Completed instructions of the simple integer units.
    Iu1Instructions = 18,
    /// dssall instructions. Completed dssall (stop all streams) instructions.
    DssallInstructions = 19,
    /// tlbsync instructions. Completed tlbsync instructions.
    TlbsyncInstructions = 20,
    /// sync instructions. Completed sync instructions.
    SyncInstructions = 21,
    /// Store string and multiple instruction pieces. Individual accesses that store-string and
    /// store-multiple instructions are broken into.
    StoreStringAndMultipleInstructionPieces = 22,
    /// DTLB hardware table search cycles. Clocks spent in hardware page-table searches for data
    /// translations.
    DtlbHardwareTableSearchCycles = 23,
    /// Snoop retries. Snoops this processor answers with a retry. Linux lists PMC5 code 15 and PMC6
    /// code 15 as alternatives.
    SnoopRetries = 24,
    /// Successful stwcx. Store-conditional instructions that found their reservation and stored.
    SuccessfulStwcx = 25,
    /// dst stream 3 cache line fetches. Cache lines fetched for stream 3.
    DstStream3CacheLineFetches = 26,
    /// Third speculative branch buffer resolved correctly. Predictions held in the third
    /// speculation slot that turn out right.
    ThirdSpeculativeBranchBufferResolvedCorrectly = 27,
    /// Mispredicted branches. Branch mispredictions. Branches resolve out of order, so ones on a
    /// path that is itself discarded later may be included; no source read settles it. Linux uses
    /// it as the generic branch-miss count.
    MispredictedBranches = 28,
    /// Folded branches. Branches removed at fetch by branch folding (HID0[FOLD]); they never reach
    /// completion.
    FoldedBranches = 29,
    /// Floating-point store double completes in LSU. Completed double-precision floating-point
    /// stores.
    FloatingPointStoreDoubleCompletesInLsu = 30,
}

impl Pmc4Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc4Event> for Selector {
    fn from(event: Pmc4Event) -> Self {
        Self::listed(Counter::Pmc4, event.code())
    }
}

/// Events of PMC5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc5Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// L2 cache hits. Hits in the L2 cache.
    L2CacheHits = 2,
    /// L3 cache hits. Hits in the L3 cache. On parts without an L3 it should stay at zero. PMC6
    /// also has code 31 with this name; no source explains the difference.
    L3CacheHits = 3,
    /// L2 instruction cache misses. Instruction fetches that miss the L2.
    L2InstructionCacheMisses = 4,
    /// L3 instruction cache misses. Instruction fetches that miss the L3. On parts without an L3 it
    /// should stay at zero. PMC6 also has code 33 with this name.
    L3InstructionCacheMisses = 5,
    /// L2 data cache misses. Data accesses that miss the L2.
    L2DataCacheMisses = 6,
    /// L3 data cache misses. Data accesses that miss the L3. On parts without an L3 it should stay
    /// at zero. PMC6 also has code 34 with this name.
    L3DataCacheMisses = 7,
    /// L2 load hits. Loads that hit the L2.
    L2LoadHits = 8,
    /// L2 store hits. Stores that hit the L2.
    L2StoreHits = 9,
    /// L3 load hits. Loads that hit the L3. Linux names PMC6 code 35 as the alternative. On parts
    /// without an L3 it should stay at zero.
    L3LoadHits = 10,
    /// L3 store hits. Stores that hit the L3. Linux names PMC6 code 36 as the alternative. On parts
    /// without an L3 it should stay at zero.
    L3StoreHits = 11,
    /// L2 touch hits. Touch requests that hit the L2.
    L2TouchHits = 13,
    /// L3 touch hits. Touch requests that hit the L3. On parts without an L3 it should stay at
    /// zero. PMC6 also has code 37 with this name.
    L3TouchHits = 14,
    /// Snoop retries. Snoops this processor answers with a retry. Linux lists PMC4 code 24 as the
    /// alternative.
    SnoopRetries = 15,
    /// Snoop modified. Snoops that find the line modified.
    SnoopModified = 16,
    /// Snoop valid. Snoops that find the line valid.
    SnoopValid = 17,
    /// Intervention. Cases in which this processor supplies data to a snoop.
    Intervention = 18,
    /// L2 cache misses. All L2 misses. Linux names PMC6 code 29 as the alternative.
    L2CacheMisses = 19,
    /// L3 cache misses. All L3 misses. Linux names PMC6 code 30 as the alternative. On parts
    /// without an L3 it should stay at zero.
    L3CacheMisses = 20,
}

impl Pmc5Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc5Event> for Selector {
    fn from(event: Pmc5Event) -> Self {
        Self::listed(Counter::Pmc5, event.code())
    }
}

/// Events of PMC6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pmc6Event {
    /// Nothing. Selector value that counts no event; the register keeps the value it has.
    Nothing = 0,
    /// Processor cycles. One count per processor (core) clock. The only real event every one of the
    /// six counters offers.
    ProcessorCycles = 1,
    /// L2 cache hits. Hits in the L2 cache.
    L2CacheHits = 2,
    /// L3 cache hits. Hits in the L3 cache. On parts without an L3 it should stay at zero. PMC6
    /// also has code 31 with this name; no source explains the difference.
    L3CacheHits = 3,
    /// L2 instruction cache misses. Instruction fetches that miss the L2.
    L2InstructionCacheMisses = 4,
    /// L3 instruction cache misses. Instruction fetches that miss the L3. On parts without an L3 it
    /// should stay at zero. PMC6 also has code 33 with this name.
    L3InstructionCacheMisses = 5,
    /// L2 data cache misses. Data accesses that miss the L2.
    L2DataCacheMisses = 6,
    /// L3 data cache misses. Data accesses that miss the L3. On parts without an L3 it should stay
    /// at zero. PMC6 also has code 34 with this name.
    L3DataCacheMisses = 7,
    /// L2 cache castouts. Lines the L2 evicts.
    L2CacheCastouts = 8,
    /// L3 castouts. Lines the L3 evicts. On parts without an L3 it should stay at zero.
    L3Castouts = 9,
    /// L2SQ full cycles. Clocks the L2 store queue (L2SQ) is full. Apple calls it the L2 castout
    /// queue.
    L2sqFullCycles = 10,
    /// L3SQ full cycles. Clocks the L3 store queue (L3SQ) is full. Apple calls it the L3 castout
    /// queue. On parts without an L3 it should stay at zero.
    L3sqFullCycles = 11,
    /// L2 touch hits. Touch requests that hit the L2.
    L2TouchHits = 13,
    /// L3 touch hits. Touch requests that hit the L3. On parts without an L3 it should stay at
    /// zero. PMC6 also has code 37 with this name.
    L3TouchHits = 14,
    /// Snoop retries. Snoops this processor answers with a retry. Linux lists PMC4 code 24 as the
    /// alternative.
    SnoopRetries = 15,
    /// RAQ full cycles. Clocks the read address queue (RAQ) is full. Apple calls it the L3 read
    /// queue. On parts without an L3 it should stay at zero.
    RaqFullCycles = 16,
    /// WAQ full cycles. Clocks the write address queue (WAQ) is full. Apple calls it the L3 write
    /// queue. On parts without an L3 it should stay at zero.
    WaqFullCycles = 17,
    /// Intervention. Cases in which this processor supplies data to a snoop.
    Intervention = 18,
    /// L1 external interventions. External snoops answered with data from the L1.
    L1ExternalInterventions = 19,
    /// L2 external interventions. External snoops answered with data from the L2.
    L2ExternalInterventions = 20,
    /// L3 external interventions. External snoops answered with data from the L3. On parts without
    /// an L3 it should stay at zero.
    L3ExternalInterventions = 21,
    /// External interventions. External snoops this processor answers with data, whatever the cache
    /// level.
    ExternalInterventions = 22,
    /// External pushes. External snoops that make this processor push modified data to the bus.
    ExternalPushes = 23,
    /// External snoop retry. External snoops this processor retries.
    ExternalSnoopRetry = 24,
    /// DTQ full cycles. Clocks the data transaction queue (DTQ) is full; its size is set in
    /// MSSCR0[DTQ].
    DtqFullCycles = 25,
    /// Bus retry. Own bus transactions that get retried.
    BusRetry = 26,
    /// L2 valid request. Valid requests presented to the L2.
    L2ValidRequest = 27,
    /// BORDQ full. Clocks the bus outstanding read queue (BORDQ) is full.
    BordqFull = 28,
    /// L2 cache misses. All L2 misses; the PMC6 form of PMC5 code 19.
    L2CacheMisses = 29,
    /// L3 cache misses. All L3 misses; the PMC6 form of PMC5 code 20. On parts without an L3 it
    /// should stay at zero.
    L3CacheMisses = 30,
    /// L3 cache hits. L3 hits, second code (see code 3). On parts without an L3 it should stay at
    /// zero. No source explains how it differs from the lower code of the same name.
    L3CacheHitsCode31 = 31,
    /// L3 cache misses. L3 misses, second code (see code 30). On parts without an L3 it should stay
    /// at zero. No source explains how it differs from the lower code of the same name.
    L3CacheMissesCode32 = 32,
    /// L3 instruction cache misses. Instruction fetches that miss the L3, second code (see code 5).
    /// On parts without an L3 it should stay at zero. No source explains how it differs from the
    /// lower code of the same name.
    L3InstructionCacheMissesCode33 = 33,
    /// L3 data cache misses. Data accesses that miss the L3, second code (see code 7). On parts
    /// without an L3 it should stay at zero. No source explains how it differs from the lower code
    /// of the same name.
    L3DataCacheMissesCode34 = 34,
    /// L3 load hits. Loads that hit the L3; the PMC6 form of PMC5 code 10. On parts without an L3
    /// it should stay at zero.
    L3LoadHits = 35,
    /// L3 store hits. Stores that hit the L3; the PMC6 form of PMC5 code 11. On parts without an L3
    /// it should stay at zero.
    L3StoreHits = 36,
    /// L3 touch hits. Touch requests that hit the L3, second code (see code 14). On parts without
    /// an L3 it should stay at zero. No source explains how it differs from the lower code of the
    /// same name.
    L3TouchHitsCode37 = 37,
    /// Bus TAs for reads. Transfer acknowledges (data beats) of reads.
    BusTasForReads = 42,
    /// Bus TAs for writes. Transfer acknowledges (data beats) of writes.
    BusTasForWrites = 43,
    /// Bus reads not retried. Read transactions that go through without a retry.
    BusReadsNotRetried = 44,
    /// Bus writes not retried. Write transactions that go through without a retry.
    BusWritesNotRetried = 45,
    /// Bus reads and writes not retried. Reads and writes together that go through without a retry.
    BusReadsAndWritesNotRetried = 46,
    /// Bus retry due to L1 retry. Retries caused by an L1 retry.
    BusRetryDueToL1Retry = 47,
    /// Bus retry due to previous adjacent. Retries caused by the address tenure just before.
    BusRetryDueToPreviousAdjacent = 48,
    /// Bus retry due to collision. Retries caused by a collision with another outstanding
    /// transaction.
    BusRetryDueToCollision = 49,
    /// Bus retry due to intervention ordering. Retries needed to keep interventions in order.
    BusRetryDueToInterventionOrdering = 50,
    /// Snoop requests. Snoop requests seen on the bus.
    SnoopRequests = 51,
    /// Prefetch engine request. Requests of the L2 hardware prefetch engines (enabled by
    /// MSSCR0[L2PFE]). Linux reuses this code as its generic L1 instruction prefetch count, which
    /// is a loose fit.
    PrefetchEngineRequest = 52,
    /// Prefetch engine collision versus load. Prefetch requests that meet a load for the same line.
    PrefetchEngineCollisionVersusLoad = 53,
    /// Prefetch engine collision versus store. Prefetch requests that meet a store for the same
    /// line.
    PrefetchEngineCollisionVersusStore = 54,
    /// Prefetch engine collision versus instruction fetch. Prefetch requests that meet an
    /// instruction fetch for the same line.
    PrefetchEngineCollisionVersusInstructionFetch = 55,
    /// Prefetch engine collision versus load store or instruction fetch. All three kinds of
    /// prefetch collision together.
    PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch = 56,
    /// Prefetch engine full. Cases in which every prefetch engine is already busy.
    PrefetchEngineFull = 57,
}

impl Pmc6Event {
    /// Selector code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Pmc6Event> for Selector {
    fn from(event: Pmc6Event) -> Self {
        Self::listed(Counter::Pmc6, event.code())
    }
}

/// Every event there is, in order of counter and code.
pub static CATALOGUE: &[Event] = &[
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc1, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc1, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 2),
        name: "Instructions completed",
        unit: "completion",
        description: "Instructions retired from the completion queue; up to three per clock. Folded branches are not included [MPC7400UM 11; PERFCTR].",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "tbl-bit-transitions",
        selector: Selector::listed(Counter::Pmc1, 3),
        name: "TBL bit transitions",
        unit: "time base",
        description: "0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-dispatched",
        selector: Selector::listed(Counter::Pmc1, 4),
        name: "Instructions dispatched",
        unit: "dispatch",
        description: "Instructions sent from the instruction queue to the issue queues; up to three per clock, speculative ones included.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-performance-monitor-exception",
        selector: Selector::listed(Counter::Pmc1, 5),
        name: "Processor performance monitor exception",
        unit: "core",
        description: "Performance monitor exceptions signalled by this processor.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "external-performance-monitor-signal",
        selector: Selector::listed(Counter::Pmc1, 7),
        name: "External performance monitor signal",
        unit: "external",
        description: "Events on the external performance monitor input pin of the chip. Needs a board that wires the pin.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 8),
        name: "VPU instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of the vector permute unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "vfpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 9),
        name: "VFPU instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of the vector floating-point unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu1-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 10),
        name: "VIU1 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 1 (simple vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu2-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 11),
        name: "VIU2 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 2 (complex vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvscr-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 12),
        name: "mtvscr instructions completed",
        unit: "AltiVec",
        description: "Completed moves to the vector status and control register.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvrsave-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 13),
        name: "mtvrsave instructions completed",
        unit: "AltiVec",
        description: "Completed moves to VRSAVE.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-vpu-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc1, 14),
        name: "Cycles a VPU instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the vector permute reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-vfpu-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc1, 15),
        name: "Cycles a VFPU instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the vector float reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-viu1-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc1, 16),
        name: "Cycles a VIU1 instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the VIU1 reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-viu2-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc1, 17),
        name: "Cycles a VIU2 instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the VIU2 reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "mfvscr-synchronization",
        selector: Selector::listed(Counter::Pmc1, 18),
        name: "mfvscr synchronization",
        unit: "AltiVec",
        description: "Clocks a move from VSCR is held back by its serialization requirement.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vscr-sat-set",
        selector: Selector::listed(Counter::Pmc1, 19),
        name: "VSCR SAT set",
        unit: "AltiVec",
        description: "Times the saturation bit VSCR[SAT] goes from 0 to 1.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "store-instructions",
        selector: Selector::listed(Counter::Pmc1, 20),
        name: "Store instructions",
        unit: "load-store",
        description: "Completed store instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc1, 21),
        name: "L1 instruction cache misses",
        unit: "L1 instruction cache",
        description: "Instruction fetches that miss the L1 instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoops",
        selector: Selector::listed(Counter::Pmc1, 22),
        name: "L1 data snoops",
        unit: "snoop",
        description: "Snoop look-ups made in the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "unresolved-branches",
        selector: Selector::listed(Counter::Pmc1, 23),
        name: "Unresolved branches",
        unit: "branch",
        description: "Branches whose outcome is not yet known when the branch unit processes them.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-first-speculation-buffer-active",
        selector: Selector::listed(Counter::Pmc1, 24),
        name: "Cycles first speculation buffer active",
        unit: "branch",
        description: "Clocks with at least one unresolved predicted branch outstanding (first speculation slot in use).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-unit-stall",
        selector: Selector::listed(Counter::Pmc1, 25),
        name: "Branch unit stall",
        unit: "branch",
        description: "Clocks the branch unit cannot make progress.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "true-branch-target-instruction-hits",
        selector: Selector::listed(Counter::Pmc1, 26),
        name: "True branch target instruction hits",
        unit: "branch",
        description: "Taken branches whose target instructions came from the branch target instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-link-stack-predicted",
        selector: Selector::listed(Counter::Pmc1, 27),
        name: "Branch link stack predicted",
        unit: "branch",
        description: "Returns (branches to the link register) whose target the link stack predicted.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dispatches-to-gpr-issue-queue",
        selector: Selector::listed(Counter::Pmc1, 28),
        name: "Dispatches to GPR issue queue",
        unit: "dispatch",
        description: "Instructions placed in the general-purpose issue queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-where-3-instructions-are-dispatched",
        selector: Selector::listed(Counter::Pmc1, 29),
        name: "Cycles where 3 instructions are dispatched",
        unit: "dispatch",
        description: "Clocks with the full dispatch width of three used.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "instruction-queue-entries-over-threshold",
        selector: Selector::listed(Counter::Pmc1, 30),
        name: "Instruction queue entries over threshold",
        unit: "fetch",
        description: "Clocks in which the instruction queue holds more entries than MMCR0[THRESHOLD]; the threshold is compared directly, without MMCR2[THRESHMULT].",
        parts: Parts::All,
        threshold: Some(Threshold::Unscaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "altivec-issue-queue-entries-over-threshold",
        selector: Selector::listed(Counter::Pmc1, 31),
        name: "AltiVec issue queue entries over threshold",
        unit: "AltiVec",
        description: "Clocks in which the vector issue queue holds more entries than MMCR0[THRESHOLD]; the threshold is compared directly.",
        parts: Parts::All,
        threshold: Some(Threshold::Unscaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-where-no-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 32),
        name: "Cycles where no instructions completed",
        unit: "completion",
        description: "Clocks in which nothing retires.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "iu2-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 33),
        name: "IU2 instructions completed",
        unit: "integer",
        description: "Completed instructions of the complex integer unit (multiply, divide, special-register work).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "completed-branch-instructions",
        selector: Selector::listed(Counter::Pmc1, 34),
        name: "Completed branch instructions",
        unit: "branch",
        description: "Branch instructions counted at completion. Linux uses it as the generic branch count. Whether folded branches are in it is not said by any source read; PMC4 code 29 counts those.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "eieio-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 35),
        name: "eieio instructions completed",
        unit: "sync",
        description: "Completed eieio barriers.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "mtspr-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 36),
        name: "mtspr instructions completed",
        unit: "system",
        description: "Completed moves to a special-purpose register.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "sc-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 37),
        name: "sc instructions completed",
        unit: "system",
        description: "Completed system calls.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-string-and-load-multiple-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 38),
        name: "Load string and load multiple instructions completed",
        unit: "load-store",
        description: "Completed lswi, lswx and lmw instructions (each counted once, however many words it moves).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "itlb-hardware-table-search-cycles",
        selector: Selector::listed(Counter::Pmc1, 39),
        name: "ITLB hardware table search cycles",
        unit: "MMU",
        description: "Clocks spent in hardware page-table searches for instruction translations.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "dtlb-hardware-table-search-cycles-over-threshold",
        selector: Selector::listed(Counter::Pmc1, 40),
        name: "DTLB hardware table search cycles over threshold",
        unit: "MMU",
        description: "Data-side hardware table searches that last longer than the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).",
        parts: Parts::All,
        threshold: Some(Threshold::Scaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-instruction-cache-accesses",
        selector: Selector::listed(Counter::Pmc1, 41),
        name: "L1 instruction cache accesses",
        unit: "L1 instruction cache",
        description: "Instruction fetch accesses to the L1 instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instruction-breakpoint-matches",
        selector: Selector::listed(Counter::Pmc1, 42),
        name: "Instruction breakpoint matches",
        unit: "debug",
        description: "Matches of the instruction address breakpoint register (IABR).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-cache-load-miss-cycles-over-threshold",
        selector: Selector::listed(Counter::Pmc1, 43),
        name: "L1 data cache load miss cycles over threshold",
        unit: "L1 data cache",
        description: "Loads missing the L1 data cache whose latency exceeds the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).",
        parts: Parts::All,
        threshold: Some(Threshold::Scaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoop-hit-on-modified",
        selector: Selector::listed(Counter::Pmc1, 44),
        name: "L1 data snoop hit on modified",
        unit: "snoop",
        description: "Snoops that find a modified line in the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-miss-alias",
        selector: Selector::listed(Counter::Pmc1, 45),
        name: "Load miss alias",
        unit: "load-store",
        description: "Loads that miss and meet an already outstanding miss to an aliasing line.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-miss-alias-on-touch",
        selector: Selector::listed(Counter::Pmc1, 46),
        name: "Load miss alias on touch",
        unit: "load-store",
        description: "Load misses that alias with an outstanding touch (prefetch) request.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "touch-alias",
        selector: Selector::listed(Counter::Pmc1, 47),
        name: "Touch alias",
        unit: "load-store",
        description: "Touch requests that alias with an outstanding miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoop-hit-in-l1-castout-queue",
        selector: Selector::listed(Counter::Pmc1, 48),
        name: "L1 data snoop hit in L1 castout queue",
        unit: "snoop",
        description: "Snoops that hit a line waiting in the L1 castout queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoop-hit-castout",
        selector: Selector::listed(Counter::Pmc1, 49),
        name: "L1 data snoop hit castout",
        unit: "snoop",
        description: "Snoops that hit a castout in progress. Apple describes it as a castout-queue hit that forces a retry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoop-hits",
        selector: Selector::listed(Counter::Pmc1, 50),
        name: "L1 data snoop hits",
        unit: "snoop",
        description: "Snoops that hit the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "write-through-stores",
        selector: Selector::listed(Counter::Pmc1, 51),
        name: "Write-through stores",
        unit: "load-store",
        description: "Stores to pages marked write-through.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cache-inhibited-stores",
        selector: Selector::listed(Counter::Pmc1, 52),
        name: "Cache-inhibited stores",
        unit: "load-store",
        description: "Stores to pages marked caching-inhibited.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-load-hit",
        selector: Selector::listed(Counter::Pmc1, 53),
        name: "L1 data load hit",
        unit: "L1 data cache",
        description: "Loads that hit the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-touch-hit",
        selector: Selector::listed(Counter::Pmc1, 54),
        name: "L1 data touch hit",
        unit: "L1 data cache",
        description: "Touch instructions that hit the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-store-hit",
        selector: Selector::listed(Counter::Pmc1, 55),
        name: "L1 data store hit",
        unit: "L1 data cache",
        description: "Stores that hit the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-total-hits",
        selector: Selector::listed(Counter::Pmc1, 56),
        name: "L1 data total hits",
        unit: "L1 data cache",
        description: "All L1 data cache hits together.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "dst-instructions-dispatched",
        selector: Selector::listed(Counter::Pmc1, 57),
        name: "dst instructions dispatched",
        unit: "stream touch",
        description: "Data stream touch instructions (dst, dstt, dstst, dststt) dispatched.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "refreshed-dsts",
        selector: Selector::listed(Counter::Pmc1, 58),
        name: "Refreshed dsts",
        unit: "stream touch",
        description: "Stream touches that renew a stream already running with the same parameters.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "successful-dst-table-searches",
        selector: Selector::listed(Counter::Pmc1, 59),
        name: "Successful dst table searches",
        unit: "stream touch",
        description: "Page-table searches started by a data stream touch that found a translation.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dss-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 60),
        name: "dss instructions completed",
        unit: "stream touch",
        description: "Completed dss (stop one stream) instructions; dssall is PMC4 code 19.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dst-stream-0-cache-line-fetches",
        selector: Selector::listed(Counter::Pmc1, 61),
        name: "dst stream 0 cache line fetches",
        unit: "stream touch",
        description: "Cache lines fetched for stream 0.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-suspends-due-to-change-of-context",
        selector: Selector::listed(Counter::Pmc1, 62),
        name: "VTQ suspends due to change of context",
        unit: "stream touch",
        description: "Times the stream engine pauses because the machine state it was started in no longer holds.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-line-fetch-hit",
        selector: Selector::listed(Counter::Pmc1, 63),
        name: "VTQ line fetch hit",
        unit: "stream touch",
        description: "Stream-engine line requests that hit the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "altivec-load-instructions-completed",
        selector: Selector::listed(Counter::Pmc1, 64),
        name: "AltiVec load instructions completed",
        unit: "AltiVec",
        description: "Completed vector load instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-store-instructions-completed-in-lsu",
        selector: Selector::listed(Counter::Pmc1, 65),
        name: "Floating-point store instructions completed in LSU",
        unit: "floating point",
        description: "Completed floating-point stores as seen by the load-store unit. Apple narrows it to aligned floating-point stores.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-renormalization",
        selector: Selector::listed(Counter::Pmc1, 66),
        name: "Floating-point renormalization",
        unit: "floating point",
        description: "Renormalization operations on floating-point operands.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-denormalization",
        selector: Selector::listed(Counter::Pmc1, 67),
        name: "Floating-point denormalization",
        unit: "floating point",
        description: "Denormalization operations on floating-point values.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-store-causes-stall-in-lsu",
        selector: Selector::listed(Counter::Pmc1, 68),
        name: "Floating-point store causes stall in LSU",
        unit: "floating point",
        description: "Stalls in the load-store unit caused by a floating-point store. Apple: cycles.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-store-true-alias-stall",
        selector: Selector::listed(Counter::Pmc1, 70),
        name: "Load-store true alias stall",
        unit: "load-store",
        description: "Stalls because a load and an older store really touch the same address.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-indexed-alias-stall",
        selector: Selector::listed(Counter::Pmc1, 71),
        name: "LSU indexed alias stall",
        unit: "load-store",
        description: "Stalls because of a match on the cache index bits only.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-alias-versus-fsq-or-wb0-or-wb1",
        selector: Selector::listed(Counter::Pmc1, 72),
        name: "LSU alias versus FSQ or WB0 or WB1",
        unit: "load-store",
        description: "Aliases against the finished-store queue or the write-back stages.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-alias-versus-csq",
        selector: Selector::listed(Counter::Pmc1, 73),
        name: "LSU alias versus CSQ",
        unit: "load-store",
        description: "Aliases against the committed-store queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-load-hit-line-alias-versus-csq0",
        selector: Selector::listed(Counter::Pmc1, 74),
        name: "LSU load hit line alias versus CSQ0",
        unit: "load-store",
        description: "Loads that hit but share a line with the oldest committed-store queue entry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-load-miss-line-alias-versus-csq0",
        selector: Selector::listed(Counter::Pmc1, 75),
        name: "LSU load miss line alias versus CSQ0",
        unit: "load-store",
        description: "Loads that miss and share a line with the oldest committed-store queue entry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-touch-alias-versus-fsq-or-wb0-or-wb1",
        selector: Selector::listed(Counter::Pmc1, 76),
        name: "LSU touch alias versus FSQ or WB0 or WB1",
        unit: "load-store",
        description: "Touches aliasing with the finished-store queue or the write-back stages.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-touch-alias-versus-csq",
        selector: Selector::listed(Counter::Pmc1, 77),
        name: "LSU touch alias versus CSQ",
        unit: "load-store",
        description: "Touches aliasing with the committed-store queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-lmq-full-stall",
        selector: Selector::listed(Counter::Pmc1, 78),
        name: "LSU LMQ full stall",
        unit: "load-store",
        description: "Stalls because the load miss queue has no free entry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-load-instruction-completed-in-lsu",
        selector: Selector::listed(Counter::Pmc1, 79),
        name: "Floating-point load instruction completed in LSU",
        unit: "floating point",
        description: "Completed floating-point loads, single and double.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-load-single-instruction-completed-in-lsu",
        selector: Selector::listed(Counter::Pmc1, 80),
        name: "Floating-point load single instruction completed in LSU",
        unit: "floating point",
        description: "Completed single-precision floating-point loads.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-load-double-completed-in-lsu",
        selector: Selector::listed(Counter::Pmc1, 81),
        name: "Floating-point load double completed in LSU",
        unit: "floating point",
        description: "Completed double-precision floating-point loads.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-ra-latch-stall",
        selector: Selector::listed(Counter::Pmc1, 82),
        name: "LSU RA latch stall",
        unit: "load-store",
        description: "Stalls on the RA latch, an internal load-store unit latch the sources do not explain further.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-load-versus-store-queue-alias-stall",
        selector: Selector::listed(Counter::Pmc1, 83),
        name: "LSU load versus store queue alias stall",
        unit: "load-store",
        description: "Load stalls caused by an alias in the store queues.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-lmq-index-alias",
        selector: Selector::listed(Counter::Pmc1, 84),
        name: "LSU LMQ index alias",
        unit: "load-store",
        description: "Index matches against the load miss queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-store-queue-index-alias",
        selector: Selector::listed(Counter::Pmc1, 85),
        name: "LSU store queue index alias",
        unit: "load-store",
        description: "Index matches against the store queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-csq-forwarding",
        selector: Selector::listed(Counter::Pmc1, 86),
        name: "LSU CSQ forwarding",
        unit: "load-store",
        description: "Loads that take their data from the committed-store queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-misalign-load-finish",
        selector: Selector::listed(Counter::Pmc1, 87),
        name: "LSU misalign load finish",
        unit: "load-store",
        description: "Misaligned loads that finish.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-misalign-store-complete",
        selector: Selector::listed(Counter::Pmc1, 88),
        name: "LSU misalign store complete",
        unit: "load-store",
        description: "Misaligned stores that complete.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-misalign-stall",
        selector: Selector::listed(Counter::Pmc1, 89),
        name: "LSU misalign stall",
        unit: "load-store",
        description: "Stalls caused by misaligned accesses. Apple calls it the count of unaligned load and store instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-one-quarter-fpscr-renames-busy",
        selector: Selector::listed(Counter::Pmc1, 90),
        name: "Floating-point one quarter FPSCR renames busy",
        unit: "floating point",
        description: "Clocks with a quarter of the FPSCR rename entries in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-one-half-fpscr-renames-busy",
        selector: Selector::listed(Counter::Pmc1, 91),
        name: "Floating-point one half FPSCR renames busy",
        unit: "floating point",
        description: "Clocks with half of the FPSCR rename entries in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-three-quarters-fpscr-renames-busy",
        selector: Selector::listed(Counter::Pmc1, 92),
        name: "Floating-point three quarters FPSCR renames busy",
        unit: "floating point",
        description: "Clocks with three quarters of the FPSCR rename entries in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-all-fpscr-renames-busy",
        selector: Selector::listed(Counter::Pmc1, 93),
        name: "Floating-point all FPSCR renames busy",
        unit: "floating point",
        description: "Clocks with every FPSCR rename entry in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-denormalized-result",
        selector: Selector::listed(Counter::Pmc1, 94),
        name: "Floating-point denormalized result",
        unit: "floating point",
        description: "Floating-point operations that deliver a denormalized result.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc2, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc2, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 2),
        name: "Instructions completed",
        unit: "completion",
        description: "Instructions retired from the completion queue; up to three per clock. Folded branches are not included [MPC7400UM 11; PERFCTR].",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "tbl-bit-transitions",
        selector: Selector::listed(Counter::Pmc2, 3),
        name: "TBL bit transitions",
        unit: "time base",
        description: "0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-dispatched",
        selector: Selector::listed(Counter::Pmc2, 4),
        name: "Instructions dispatched",
        unit: "dispatch",
        description: "Instructions sent from the instruction queue to the issue queues; up to three per clock, speculative ones included.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-performance-monitor-exception",
        selector: Selector::listed(Counter::Pmc2, 5),
        name: "Processor performance monitor exception",
        unit: "core",
        description: "Performance monitor exceptions signalled by this processor.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "external-performance-monitor-signal",
        selector: Selector::listed(Counter::Pmc2, 7),
        name: "External performance monitor signal",
        unit: "external",
        description: "Events on the external performance monitor input pin of the chip. Needs a board that wires the pin.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 8),
        name: "VPU instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of the vector permute unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "vfpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 9),
        name: "VFPU instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of the vector floating-point unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu1-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 10),
        name: "VIU1 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 1 (simple vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu2-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 11),
        name: "VIU2 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 2 (complex vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvscr-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 12),
        name: "mtvscr instructions completed",
        unit: "AltiVec",
        description: "Completed moves to the vector status and control register.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvrsave-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 13),
        name: "mtvrsave instructions completed",
        unit: "AltiVec",
        description: "Completed moves to VRSAVE.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-vpu-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc2, 14),
        name: "Cycles a VPU instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the vector permute reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-vfpu-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc2, 15),
        name: "Cycles a VFPU instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the vector float reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-viu1-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc2, 16),
        name: "Cycles a VIU1 instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the VIU1 reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-a-viu2-instruction-waits-for-an-operand",
        selector: Selector::listed(Counter::Pmc2, 17),
        name: "Cycles a VIU2 instruction waits for an operand",
        unit: "AltiVec",
        description: "Clocks in which an instruction sits in the VIU2 reservation station without its operand.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "mfvscr-synchronization",
        selector: Selector::listed(Counter::Pmc2, 18),
        name: "mfvscr synchronization",
        unit: "AltiVec",
        description: "Clocks a move from VSCR is held back by its serialization requirement.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vscr-sat-set",
        selector: Selector::listed(Counter::Pmc2, 19),
        name: "VSCR SAT set",
        unit: "AltiVec",
        description: "Times the saturation bit VSCR[SAT] goes from 0 to 1.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "store-instructions",
        selector: Selector::listed(Counter::Pmc2, 20),
        name: "Store instructions",
        unit: "load-store",
        description: "Completed store instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc2, 21),
        name: "L1 instruction cache misses",
        unit: "L1 instruction cache",
        description: "Instruction fetches that miss the L1 instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-snoops",
        selector: Selector::listed(Counter::Pmc2, 22),
        name: "L1 data snoops",
        unit: "snoop",
        description: "Snoop look-ups made in the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-total-misses",
        selector: Selector::listed(Counter::Pmc2, 23),
        name: "L1 data total misses",
        unit: "L1 data cache",
        description: "All L1 data cache misses together. Also on PMC3 code 23; Linux treats the two as alternatives and uses this one as the generic cache-miss count.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "dispatches-to-fpr-issue-queue",
        selector: Selector::listed(Counter::Pmc2, 24),
        name: "Dispatches to FPR issue queue",
        unit: "dispatch",
        description: "Instructions placed in the floating-point issue queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 25),
        name: "LSU instructions completed",
        unit: "load-store",
        description: "Completed instructions of the load-store unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-instructions",
        selector: Selector::listed(Counter::Pmc2, 26),
        name: "Load instructions",
        unit: "load-store",
        description: "Completed load instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "store-string-and-store-multiple-instructions",
        selector: Selector::listed(Counter::Pmc2, 27),
        name: "Store string and store multiple instructions",
        unit: "load-store",
        description: "Completed stswi, stswx and stmw instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "tlbie-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 28),
        name: "tlbie instructions completed",
        unit: "MMU",
        description: "Completed TLB invalidate instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lwarx-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 29),
        name: "lwarx instructions completed",
        unit: "sync",
        description: "Completed load-and-reserve instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "mfspr-instructions-completed",
        selector: Selector::listed(Counter::Pmc2, 30),
        name: "mfspr instructions completed",
        unit: "system",
        description: "Completed moves from a special-purpose register.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "refetch-serialization",
        selector: Selector::listed(Counter::Pmc2, 31),
        name: "Refetch serialization",
        unit: "completion",
        description: "Refetch-serializing instructions, which drain the pipeline and fetch again after completing.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "completion-queue-entries-over-threshold",
        selector: Selector::listed(Counter::Pmc2, 32),
        name: "Completion queue entries over threshold",
        unit: "completion",
        description: "Clocks in which the completion queue holds more entries than MMCR0[THRESHOLD]; compared directly, without the multiplier.",
        parts: Parts::All,
        threshold: Some(Threshold::Unscaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "completing-one-instruction",
        selector: Selector::listed(Counter::Pmc2, 33),
        name: "Completing one instruction",
        unit: "completion",
        description: "Clocks in which exactly one instruction retires. The dispatched form is PMC3 code 9.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "two-instructions-dispatched",
        selector: Selector::listed(Counter::Pmc2, 34),
        name: "Two instructions dispatched",
        unit: "dispatch",
        description: "Clocks in which exactly two instructions are dispatched. The completed form is PMC3 code 8.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "itlb-non-speculative-misses",
        selector: Selector::listed(Counter::Pmc2, 35),
        name: "ITLB non-speculative misses",
        unit: "MMU",
        description: "Instruction TLB misses on the path that is really executed. Linux uses it as the generic instruction TLB miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cycles-waiting-from-l1-instruction-cache-miss",
        selector: Selector::listed(Counter::Pmc2, 36),
        name: "Cycles waiting from L1 instruction cache miss",
        unit: "L1 instruction cache",
        description: "Clocks the fetcher waits for an L1 instruction cache miss to be filled.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-load-access-miss",
        selector: Selector::listed(Counter::Pmc2, 37),
        name: "L1 data load access miss",
        unit: "L1 data cache",
        description: "Loads that miss the L1 data cache. Linux uses it as the generic L1 data read miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-touch-miss",
        selector: Selector::listed(Counter::Pmc2, 38),
        name: "L1 data touch miss",
        unit: "L1 data cache",
        description: "Touch instructions that miss the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-store-miss",
        selector: Selector::listed(Counter::Pmc2, 39),
        name: "L1 data store miss",
        unit: "L1 data cache",
        description: "Stores that miss the L1 data cache. Linux uses it as the generic L1 data write miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-touch-miss-cycles",
        selector: Selector::listed(Counter::Pmc2, 40),
        name: "L1 data touch miss cycles",
        unit: "L1 data cache",
        description: "Clocks with a touch miss outstanding.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-cycles-used",
        selector: Selector::listed(Counter::Pmc2, 41),
        name: "L1 data cycles used",
        unit: "L1 data cache",
        description: "Clocks in which the L1 data cache is in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dst-stream-1-cache-line-fetches",
        selector: Selector::listed(Counter::Pmc2, 42),
        name: "dst stream 1 cache line fetches",
        unit: "stream touch",
        description: "Cache lines fetched for stream 1.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-stream-canceled-prematurely",
        selector: Selector::listed(Counter::Pmc2, 43),
        name: "VTQ stream canceled prematurely",
        unit: "stream touch",
        description: "Streams that end before their last line. Apple describes the cause as a cancelled speculative branch.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-resumes-due-to-change-of-context",
        selector: Selector::listed(Counter::Pmc2, 44),
        name: "VTQ resumes due to change of context",
        unit: "stream touch",
        description: "Times the stream engine starts again after a context change.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-line-fetch-miss",
        selector: Selector::listed(Counter::Pmc2, 45),
        name: "VTQ line fetch miss",
        unit: "stream touch",
        description: "Stream-engine line requests that miss the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vtq-line-fetch",
        selector: Selector::listed(Counter::Pmc2, 46),
        name: "VTQ line fetch",
        unit: "stream touch",
        description: "Line requests of the stream engine, hit or miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "tlbie-snoops",
        selector: Selector::listed(Counter::Pmc2, 47),
        name: "TLBIE snoops",
        unit: "MMU",
        description: "TLB invalidations received from another bus master.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-instruction-cache-reloads",
        selector: Selector::listed(Counter::Pmc2, 48),
        name: "L1 instruction cache reloads",
        unit: "L1 instruction cache",
        description: "Lines filled into the L1 instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-cache-reloads",
        selector: Selector::listed(Counter::Pmc2, 49),
        name: "L1 data cache reloads",
        unit: "L1 data cache",
        description: "Lines filled into the L1 data cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-cache-castouts-to-l2",
        selector: Selector::listed(Counter::Pmc2, 50),
        name: "L1 data cache castouts to L2",
        unit: "L1 data cache",
        description: "Lines the L1 data cache evicts to the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "store-merge-or-gather",
        selector: Selector::listed(Counter::Pmc2, 51),
        name: "Store merge or gather",
        unit: "load-store",
        description: "Stores combined with another store (store gathering, controlled by HID0[SGE], or merging).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "cacheable-store-merge-to-32-bytes",
        selector: Selector::listed(Counter::Pmc2, 52),
        name: "Cacheable store merge to 32 bytes",
        unit: "load-store",
        description: "Cacheable stores that merge until they cover a whole 32-byte line.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "data-breakpoint-matches",
        selector: Selector::listed(Counter::Pmc2, 53),
        name: "Data breakpoint matches",
        unit: "debug",
        description: "Matches of the data address breakpoint register (DABR).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "fall-through-branches-processed",
        selector: Selector::listed(Counter::Pmc2, 54),
        name: "Fall-through branches processed",
        unit: "branch",
        description: "Branches processed as not taken.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "first-speculative-branch-buffer-resolved-correctly",
        selector: Selector::listed(Counter::Pmc2, 55),
        name: "First speculative branch buffer resolved correctly",
        unit: "branch",
        description: "Predictions held in the first speculation slot that turn out right.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "second-speculation-buffer-active",
        selector: Selector::listed(Counter::Pmc2, 56),
        name: "Second speculation buffer active",
        unit: "branch",
        description: "Clocks with the second speculation slot in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bpu-stall-on-lr-dependency",
        selector: Selector::listed(Counter::Pmc2, 57),
        name: "BPU stall on LR dependency",
        unit: "branch",
        description: "Branch unit stalls waiting for the link register.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "btic-miss",
        selector: Selector::listed(Counter::Pmc2, 58),
        name: "BTIC miss",
        unit: "branch",
        description: "Look-ups that miss the branch target instruction cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-link-stack-correctly-resolved",
        selector: Selector::listed(Counter::Pmc2, 59),
        name: "Branch link stack correctly resolved",
        unit: "branch",
        description: "Link-stack predictions that turn out right.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "fpr-issue-stalled",
        selector: Selector::listed(Counter::Pmc2, 60),
        name: "FPR issue stalled",
        unit: "issue",
        description: "Clocks the floating-point issue queue cannot issue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "switches-between-privileged-and-user",
        selector: Selector::listed(Counter::Pmc2, 61),
        name: "Switches between privileged and user",
        unit: "system",
        description: "Changes of privilege level (MSR[PR] toggles).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "lsu-completes-floating-point-store-single",
        selector: Selector::listed(Counter::Pmc2, 62),
        name: "LSU completes floating-point store single",
        unit: "floating point",
        description: "Completed single-precision floating-point stores.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc3, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc3, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-completed",
        selector: Selector::listed(Counter::Pmc3, 2),
        name: "Instructions completed",
        unit: "completion",
        description: "Instructions retired from the completion queue; up to three per clock. Folded branches are not included [MPC7400UM 11; PERFCTR].",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "tbl-bit-transitions",
        selector: Selector::listed(Counter::Pmc3, 3),
        name: "TBL bit transitions",
        unit: "time base",
        description: "0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-dispatched",
        selector: Selector::listed(Counter::Pmc3, 4),
        name: "Instructions dispatched",
        unit: "dispatch",
        description: "Instructions sent from the instruction queue to the issue queues; up to three per clock, speculative ones included.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-performance-monitor-exception",
        selector: Selector::listed(Counter::Pmc3, 5),
        name: "Processor performance monitor exception",
        unit: "core",
        description: "Performance monitor exceptions signalled by this processor.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "external-performance-monitor-signal",
        selector: Selector::listed(Counter::Pmc3, 7),
        name: "External performance monitor signal",
        unit: "external",
        description: "Events on the external performance monitor input pin of the chip. Needs a board that wires the pin.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "completing-two-instructions",
        selector: Selector::listed(Counter::Pmc3, 8),
        name: "Completing two instructions",
        unit: "completion",
        description: "Clocks in which exactly two instructions retire.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "one-instruction-dispatched",
        selector: Selector::listed(Counter::Pmc3, 9),
        name: "One instruction dispatched",
        unit: "dispatch",
        description: "Clocks in which exactly one instruction is dispatched.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dispatches-to-vr-issue-queue",
        selector: Selector::listed(Counter::Pmc3, 10),
        name: "Dispatches to VR issue queue",
        unit: "dispatch",
        description: "Instructions placed in the vector issue queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vr-stalls",
        selector: Selector::listed(Counter::Pmc3, 11),
        name: "VR stalls",
        unit: "issue",
        description: "Clocks the vector issue queue cannot issue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "gpr-rename-buffer-entries-over-threshold",
        selector: Selector::listed(Counter::Pmc3, 12),
        name: "GPR rename buffer entries over threshold",
        unit: "dispatch",
        description: "Clocks with more general-purpose rename buffers in use than MMCR0[THRESHOLD]; compared directly, without the multiplier.",
        parts: Parts::All,
        threshold: Some(Threshold::Unscaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "fpr-issue-queue-entries",
        selector: Selector::listed(Counter::Pmc3, 13),
        name: "FPR issue queue entries",
        unit: "issue",
        description: "Occupancy event of the floating-point issue queue. Linux and Apple treat it as a threshold event (entries above MMCR0[THRESHOLD]); FreeBSD and PAPI give the name without a threshold, and Linux leaves open whether the multiplier applies.",
        parts: Parts::All,
        threshold: Some(Threshold::Open),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "fpu-instructions",
        selector: Selector::listed(Counter::Pmc3, 14),
        name: "FPU instructions",
        unit: "floating point",
        description: "Completed instructions of the scalar floating-point unit (loads and stores are not FPU work).",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "stwcx-instructions",
        selector: Selector::listed(Counter::Pmc3, 15),
        name: "stwcx. instructions",
        unit: "sync",
        description: "Store-conditional instructions, successful or not.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "load-string-and-multiple-instruction-pieces",
        selector: Selector::listed(Counter::Pmc3, 16),
        name: "Load string and multiple instruction pieces",
        unit: "load-store",
        description: "Individual accesses that load-string and load-multiple instructions are broken into.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "itlb-hardware-table-search-cycles-over-threshold",
        selector: Selector::listed(Counter::Pmc3, 17),
        name: "ITLB hardware table search cycles over threshold",
        unit: "MMU",
        description: "Instruction-side hardware table searches that last longer than the threshold; scaled by MMCR2[THRESHMULT] (times 2 or 32).",
        parts: Parts::All,
        threshold: Some(Threshold::Scaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dtlb-misses",
        selector: Selector::listed(Counter::Pmc3, 18),
        name: "DTLB misses",
        unit: "MMU",
        description: "Data TLB misses. Linux uses it as the generic data TLB miss.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "cancelled-l1-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc3, 19),
        name: "Cancelled L1 instruction cache misses",
        unit: "L1 instruction cache",
        description: "Instruction cache misses dropped before they are filled.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-cache-operation-hit",
        selector: Selector::listed(Counter::Pmc3, 20),
        name: "L1 data cache operation hit",
        unit: "L1 data cache",
        description: "Cache-control operations that hit the L1 data cache. Apple narrows it to dcbf and dcbst.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-load-miss-cycles",
        selector: Selector::listed(Counter::Pmc3, 21),
        name: "L1 data load miss cycles",
        unit: "L1 data cache",
        description: "Clocks with a load miss outstanding.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-pushes",
        selector: Selector::listed(Counter::Pmc3, 22),
        name: "L1 data pushes",
        unit: "L1 data cache",
        description: "Lines pushed out of the L1 data cache by a snoop.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-data-total-misses",
        selector: Selector::listed(Counter::Pmc3, 23),
        name: "L1 data total miss",
        unit: "L1 data cache",
        description: "All L1 data cache misses together; same as PMC2 code 23.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vt2-fetches",
        selector: Selector::listed(Counter::Pmc3, 24),
        name: "VT2 fetches",
        unit: "stream touch",
        description: "Cache lines fetched for stream 2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "taken-branches-that-are-processed",
        selector: Selector::listed(Counter::Pmc3, 25),
        name: "Taken branches that are processed",
        unit: "branch",
        description: "Branches processed as taken.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-flushes",
        selector: Selector::listed(Counter::Pmc3, 26),
        name: "Branch flushes",
        unit: "branch",
        description: "Pipeline flushes caused by a branch.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "second-speculative-branch-buffer-resolved-correctly",
        selector: Selector::listed(Counter::Pmc3, 27),
        name: "Second speculative branch buffer resolved correctly",
        unit: "branch",
        description: "Predictions held in the second speculation slot that turn out right.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "third-speculation-buffer-active",
        selector: Selector::listed(Counter::Pmc3, 28),
        name: "Third speculation buffer active",
        unit: "branch",
        description: "Clocks with the third speculation slot in use.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-unit-stall-on-ctr-dependency",
        selector: Selector::listed(Counter::Pmc3, 29),
        name: "Branch unit stall on CTR dependency",
        unit: "branch",
        description: "Branch unit stalls waiting for the count register.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "fast-btic-hit",
        selector: Selector::listed(Counter::Pmc3, 30),
        name: "Fast BTIC hit",
        unit: "branch",
        description: "Branch target instruction cache hits served on the fast path.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "branch-link-stack-mispredicted",
        selector: Selector::listed(Counter::Pmc3, 31),
        name: "Branch link stack mispredicted",
        unit: "branch",
        description: "Link-stack predictions that turn out wrong.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc4, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc4, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 2),
        name: "Instructions completed",
        unit: "completion",
        description: "Instructions retired from the completion queue; up to three per clock. Folded branches are not included [MPC7400UM 11; PERFCTR].",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "tbl-bit-transitions",
        selector: Selector::listed(Counter::Pmc4, 3),
        name: "TBL bit transitions",
        unit: "time base",
        description: "0-to-1 changes of the lower time base bit that MMCR0[TBSEL] selects (bit 31, 23, 19 or 15 for TBSEL 0, 1, 2, 3).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "instructions-dispatched",
        selector: Selector::listed(Counter::Pmc4, 4),
        name: "Instructions dispatched",
        unit: "dispatch",
        description: "Instructions sent from the instruction queue to the issue queues; up to three per clock, speculative ones included.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-performance-monitor-exception",
        selector: Selector::listed(Counter::Pmc4, 5),
        name: "Processor performance monitor exception",
        unit: "core",
        description: "Performance monitor exceptions signalled by this processor.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "external-performance-monitor-signal",
        selector: Selector::listed(Counter::Pmc4, 7),
        name: "External performance monitor signal",
        unit: "external",
        description: "Events on the external performance monitor input pin of the chip. Needs a board that wires the pin.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "vpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 8),
        name: "Instructions completed in VPU",
        unit: "AltiVec",
        description: "Completed instructions of the vector permute unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "vfpu-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 9),
        name: "Instructions completed in VFPU",
        unit: "AltiVec",
        description: "Completed instructions of the vector floating-point unit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu1-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 10),
        name: "VIU1 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 1 (simple vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "viu2-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 11),
        name: "VIU2 instructions completed",
        unit: "AltiVec",
        description: "Completed instructions of vector integer unit 2 (complex vector integer).",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvscr-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 12),
        name: "mtvscr instructions completed",
        unit: "AltiVec",
        description: "Completed moves to the vector status and control register.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "mtvrsave-instructions-completed",
        selector: Selector::listed(Counter::Pmc4, 13),
        name: "mtvrsave instructions completed",
        unit: "AltiVec",
        description: "Completed moves to VRSAVE.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "completing-3-instructions",
        selector: Selector::listed(Counter::Pmc4, 14),
        name: "Completing 3 instructions",
        unit: "completion",
        description: "Clocks in which three instructions retire, the maximum.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dispatching-0-instructions",
        selector: Selector::listed(Counter::Pmc4, 15),
        name: "Dispatching 0 instructions",
        unit: "dispatch",
        description: "Clocks in which nothing is dispatched.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "gpr-issue-queue-entries-over-threshold",
        selector: Selector::listed(Counter::Pmc4, 16),
        name: "GPR issue queue entries over threshold",
        unit: "issue",
        description: "Clocks in which the general-purpose issue queue holds more entries than MMCR0[THRESHOLD]; compared directly, without the multiplier.",
        parts: Parts::All,
        threshold: Some(Threshold::Unscaled),
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "gpr-issue-queue-stalled",
        selector: Selector::listed(Counter::Pmc4, 17),
        name: "GPR issue queue stalled",
        unit: "issue",
        description: "Clocks the general-purpose issue queue cannot issue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "iu1-instructions",
        selector: Selector::listed(Counter::Pmc4, 18),
        name: "IU1 instructions",
        unit: "integer",
        description: "Completed instructions of the simple integer units.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dssall-instructions",
        selector: Selector::listed(Counter::Pmc4, 19),
        name: "dssall instructions",
        unit: "stream touch",
        description: "Completed dssall (stop all streams) instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "tlbsync-instructions",
        selector: Selector::listed(Counter::Pmc4, 20),
        name: "tlbsync instructions",
        unit: "MMU",
        description: "Completed tlbsync instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "sync-instructions",
        selector: Selector::listed(Counter::Pmc4, 21),
        name: "sync instructions",
        unit: "sync",
        description: "Completed sync instructions.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "store-string-and-multiple-instruction-pieces",
        selector: Selector::listed(Counter::Pmc4, 22),
        name: "Store string and multiple instruction pieces",
        unit: "load-store",
        description: "Individual accesses that store-string and store-multiple instructions are broken into.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dtlb-hardware-table-search-cycles",
        selector: Selector::listed(Counter::Pmc4, 23),
        name: "DTLB hardware table search cycles",
        unit: "MMU",
        description: "Clocks spent in hardware page-table searches for data translations.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-retries",
        selector: Selector::listed(Counter::Pmc4, 24),
        name: "Snoop retries",
        unit: "snoop",
        description: "Snoops this processor answers with a retry. Linux lists PMC5 code 15 and PMC6 code 15 as alternatives.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "successful-stwcx",
        selector: Selector::listed(Counter::Pmc4, 25),
        name: "Successful stwcx.",
        unit: "sync",
        description: "Store-conditional instructions that found their reservation and stored.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dst-stream-3-cache-line-fetches",
        selector: Selector::listed(Counter::Pmc4, 26),
        name: "dst stream 3 cache line fetches",
        unit: "stream touch",
        description: "Cache lines fetched for stream 3.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "third-speculative-branch-buffer-resolved-correctly",
        selector: Selector::listed(Counter::Pmc4, 27),
        name: "Third speculative branch buffer resolved correctly",
        unit: "branch",
        description: "Predictions held in the third speculation slot that turn out right.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "mispredicted-branches",
        selector: Selector::listed(Counter::Pmc4, 28),
        name: "Mispredicted branches",
        unit: "branch",
        description: "Branch mispredictions. Branches resolve out of order, so ones on a path that is itself discarded later may be included; no source read settles it. Linux uses it as the generic branch-miss count.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "folded-branches",
        selector: Selector::listed(Counter::Pmc4, 29),
        name: "Folded branches",
        unit: "branch",
        description: "Branches removed at fetch by branch folding (HID0[FOLD]); they never reach completion.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"],
    },
    Event {
        id: "floating-point-store-double-completes-in-lsu",
        selector: Selector::listed(Counter::Pmc4, 30),
        name: "Floating-point store double completes in LSU",
        unit: "floating point",
        description: "Completed double-precision floating-point stores.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc5, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc5, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-cache-hits",
        selector: Selector::listed(Counter::Pmc5, 2),
        name: "L2 cache hits",
        unit: "L2",
        description: "Hits in the L2 cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-hits",
        selector: Selector::listed(Counter::Pmc5, 3),
        name: "L3 cache hits",
        unit: "L3",
        description: "Hits in the L3 cache. On parts without an L3 it should stay at zero. PMC6 also has code 31 with this name; no source explains the difference.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 4),
        name: "L2 instruction cache misses",
        unit: "L2",
        description: "Instruction fetches that miss the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 5),
        name: "L3 instruction cache misses",
        unit: "L3",
        description: "Instruction fetches that miss the L3. On parts without an L3 it should stay at zero. PMC6 also has code 33 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-data-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 6),
        name: "L2 data cache misses",
        unit: "L2",
        description: "Data accesses that miss the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-data-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 7),
        name: "L3 data cache misses",
        unit: "L3",
        description: "Data accesses that miss the L3. On parts without an L3 it should stay at zero. PMC6 also has code 34 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-load-hits",
        selector: Selector::listed(Counter::Pmc5, 8),
        name: "L2 load hits",
        unit: "L2",
        description: "Loads that hit the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-store-hits",
        selector: Selector::listed(Counter::Pmc5, 9),
        name: "L2 store hits",
        unit: "L2",
        description: "Stores that hit the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-load-hits",
        selector: Selector::listed(Counter::Pmc5, 10),
        name: "L3 load hits",
        unit: "L3",
        description: "Loads that hit the L3. Linux names PMC6 code 35 as the alternative. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-store-hits",
        selector: Selector::listed(Counter::Pmc5, 11),
        name: "L3 store hits",
        unit: "L3",
        description: "Stores that hit the L3. Linux names PMC6 code 36 as the alternative. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-touch-hits",
        selector: Selector::listed(Counter::Pmc5, 13),
        name: "L2 touch hits",
        unit: "L2",
        description: "Touch requests that hit the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-touch-hits",
        selector: Selector::listed(Counter::Pmc5, 14),
        name: "L3 touch hits",
        unit: "L3",
        description: "Touch requests that hit the L3. On parts without an L3 it should stay at zero. PMC6 also has code 37 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-retries",
        selector: Selector::listed(Counter::Pmc5, 15),
        name: "Snoop retries",
        unit: "snoop",
        description: "Snoops this processor answers with a retry. Linux lists PMC4 code 24 as the alternative.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-modified",
        selector: Selector::listed(Counter::Pmc5, 16),
        name: "Snoop modified",
        unit: "snoop",
        description: "Snoops that find the line modified.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-valid",
        selector: Selector::listed(Counter::Pmc5, 17),
        name: "Snoop valid",
        unit: "snoop",
        description: "Snoops that find the line valid.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "intervention",
        selector: Selector::listed(Counter::Pmc5, 18),
        name: "Intervention",
        unit: "snoop",
        description: "Cases in which this processor supplies data to a snoop.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 19),
        name: "L2 cache misses",
        unit: "L2",
        description: "All L2 misses. Linux names PMC6 code 29 as the alternative.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-misses",
        selector: Selector::listed(Counter::Pmc5, 20),
        name: "L3 cache misses",
        unit: "L3",
        description: "All L3 misses. Linux names PMC6 code 30 as the alternative. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "nothing",
        selector: Selector::listed(Counter::Pmc6, 0),
        name: "Nothing",
        unit: "control",
        description: "Selector value that counts no event; the register keeps the value it has.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-CLASS", "PAPI", "SHARK"],
    },
    Event {
        id: "processor-cycles",
        selector: Selector::listed(Counter::Pmc6, 1),
        name: "Processor cycles",
        unit: "core",
        description: "One count per processor (core) clock. The only real event every one of the six counters offers.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-cache-hits",
        selector: Selector::listed(Counter::Pmc6, 2),
        name: "L2 cache hits",
        unit: "L2",
        description: "Hits in the L2 cache.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-hits",
        selector: Selector::listed(Counter::Pmc6, 3),
        name: "L3 cache hits",
        unit: "L3",
        description: "Hits in the L3 cache. On parts without an L3 it should stay at zero. PMC6 also has code 31 with this name; no source explains the difference.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 4),
        name: "L2 instruction cache misses",
        unit: "L2",
        description: "Instruction fetches that miss the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-instruction-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 5),
        name: "L3 instruction cache misses",
        unit: "L3",
        description: "Instruction fetches that miss the L3. On parts without an L3 it should stay at zero. PMC6 also has code 33 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-data-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 6),
        name: "L2 data cache misses",
        unit: "L2",
        description: "Data accesses that miss the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-data-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 7),
        name: "L3 data cache misses",
        unit: "L3",
        description: "Data accesses that miss the L3. On parts without an L3 it should stay at zero. PMC6 also has code 34 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-cache-castouts",
        selector: Selector::listed(Counter::Pmc6, 8),
        name: "L2 cache castouts",
        unit: "L2",
        description: "Lines the L2 evicts.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-castouts",
        selector: Selector::listed(Counter::Pmc6, 9),
        name: "L3 castouts",
        unit: "L3",
        description: "Lines the L3 evicts. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2sq-full-cycles",
        selector: Selector::listed(Counter::Pmc6, 10),
        name: "L2SQ full cycles",
        unit: "L2",
        description: "Clocks the L2 store queue (L2SQ) is full. Apple calls it the L2 castout queue.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3sq-full-cycles",
        selector: Selector::listed(Counter::Pmc6, 11),
        name: "L3SQ full cycles",
        unit: "L3",
        description: "Clocks the L3 store queue (L3SQ) is full. Apple calls it the L3 castout queue. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-touch-hits",
        selector: Selector::listed(Counter::Pmc6, 13),
        name: "L2 touch hits",
        unit: "L2",
        description: "Touch requests that hit the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-touch-hits",
        selector: Selector::listed(Counter::Pmc6, 14),
        name: "L3 touch hits",
        unit: "L3",
        description: "Touch requests that hit the L3. On parts without an L3 it should stay at zero. PMC6 also has code 37 with this name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-retries",
        selector: Selector::listed(Counter::Pmc6, 15),
        name: "Snoop retries",
        unit: "snoop",
        description: "Snoops this processor answers with a retry. Linux lists PMC4 code 24 as the alternative.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "raq-full-cycles",
        selector: Selector::listed(Counter::Pmc6, 16),
        name: "RAQ full cycles",
        unit: "L3",
        description: "Clocks the read address queue (RAQ) is full. Apple calls it the L3 read queue. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "waq-full-cycles",
        selector: Selector::listed(Counter::Pmc6, 17),
        name: "WAQ full cycles",
        unit: "L3",
        description: "Clocks the write address queue (WAQ) is full. Apple calls it the L3 write queue. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "intervention",
        selector: Selector::listed(Counter::Pmc6, 18),
        name: "Intervention",
        unit: "snoop",
        description: "Cases in which this processor supplies data to a snoop.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l1-external-interventions",
        selector: Selector::listed(Counter::Pmc6, 19),
        name: "L1 external interventions",
        unit: "snoop",
        description: "External snoops answered with data from the L1.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-external-interventions",
        selector: Selector::listed(Counter::Pmc6, 20),
        name: "L2 external interventions",
        unit: "snoop",
        description: "External snoops answered with data from the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-external-interventions",
        selector: Selector::listed(Counter::Pmc6, 21),
        name: "L3 external interventions",
        unit: "snoop",
        description: "External snoops answered with data from the L3. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "external-interventions",
        selector: Selector::listed(Counter::Pmc6, 22),
        name: "External interventions",
        unit: "snoop",
        description: "External snoops this processor answers with data, whatever the cache level.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "external-pushes",
        selector: Selector::listed(Counter::Pmc6, 23),
        name: "External pushes",
        unit: "snoop",
        description: "External snoops that make this processor push modified data to the bus.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "external-snoop-retry",
        selector: Selector::listed(Counter::Pmc6, 24),
        name: "External snoop retry",
        unit: "snoop",
        description: "External snoops this processor retries.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "dtq-full-cycles",
        selector: Selector::listed(Counter::Pmc6, 25),
        name: "DTQ full cycles",
        unit: "bus",
        description: "Clocks the data transaction queue (DTQ) is full; its size is set in MSSCR0[DTQ].",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-retry",
        selector: Selector::listed(Counter::Pmc6, 26),
        name: "Bus retry",
        unit: "bus",
        description: "Own bus transactions that get retried.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-valid-request",
        selector: Selector::listed(Counter::Pmc6, 27),
        name: "L2 valid request",
        unit: "L2",
        description: "Valid requests presented to the L2.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bordq-full",
        selector: Selector::listed(Counter::Pmc6, 28),
        name: "BORDQ full",
        unit: "bus",
        description: "Clocks the bus outstanding read queue (BORDQ) is full.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "l2-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 29),
        name: "L2 cache misses",
        unit: "L2",
        description: "All L2 misses; the PMC6 form of PMC5 code 19.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-misses",
        selector: Selector::listed(Counter::Pmc6, 30),
        name: "L3 cache misses",
        unit: "L3",
        description: "All L3 misses; the PMC6 form of PMC5 code 20. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-hits-code-31",
        selector: Selector::listed(Counter::Pmc6, 31),
        name: "L3 cache hits",
        unit: "L3",
        description: "L3 hits, second code (see code 3). On parts without an L3 it should stay at zero. No source explains how it differs from the lower code of the same name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["PAPI", "SHARK"],
    },
    Event {
        id: "l3-cache-misses-code-32",
        selector: Selector::listed(Counter::Pmc6, 32),
        name: "L3 cache misses",
        unit: "L3",
        description: "L3 misses, second code (see code 30). On parts without an L3 it should stay at zero. No source explains how it differs from the lower code of the same name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["PAPI", "SHARK"],
    },
    Event {
        id: "l3-instruction-cache-misses-code-33",
        selector: Selector::listed(Counter::Pmc6, 33),
        name: "L3 instruction cache misses",
        unit: "L3",
        description: "Instruction fetches that miss the L3, second code (see code 5). On parts without an L3 it should stay at zero. No source explains how it differs from the lower code of the same name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["PAPI", "SHARK"],
    },
    Event {
        id: "l3-data-cache-misses-code-34",
        selector: Selector::listed(Counter::Pmc6, 34),
        name: "L3 data cache misses",
        unit: "L3",
        description: "Data accesses that miss the L3, second code (see code 7). On parts without an L3 it should stay at zero. No source explains how it differs from the lower code of the same name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["PAPI", "SHARK"],
    },
    Event {
        id: "l3-load-hits",
        selector: Selector::listed(Counter::Pmc6, 35),
        name: "L3 load hits",
        unit: "L3",
        description: "Loads that hit the L3; the PMC6 form of PMC5 code 10. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-store-hits",
        selector: Selector::listed(Counter::Pmc6, 36),
        name: "L3 store hits",
        unit: "L3",
        description: "Stores that hit the L3; the PMC6 form of PMC5 code 11. On parts without an L3 it should stay at zero.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["LINUX-PMU", "PAPI", "SHARK"],
    },
    Event {
        id: "l3-touch-hits-code-37",
        selector: Selector::listed(Counter::Pmc6, 37),
        name: "L3 touch hits",
        unit: "L3",
        description: "Touch requests that hit the L3, second code (see code 14). On parts without an L3 it should stay at zero. No source explains how it differs from the lower code of the same name.",
        parts: Parts::WithL3,
        threshold: None,
        sources: &["PAPI", "SHARK"],
    },
    Event {
        id: "bus-tas-for-reads",
        selector: Selector::listed(Counter::Pmc6, 42),
        name: "Bus TAs for reads",
        unit: "bus",
        description: "Transfer acknowledges (data beats) of reads.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-tas-for-writes",
        selector: Selector::listed(Counter::Pmc6, 43),
        name: "Bus TAs for writes",
        unit: "bus",
        description: "Transfer acknowledges (data beats) of writes.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-reads-not-retried",
        selector: Selector::listed(Counter::Pmc6, 44),
        name: "Bus reads not retried",
        unit: "bus",
        description: "Read transactions that go through without a retry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-writes-not-retried",
        selector: Selector::listed(Counter::Pmc6, 45),
        name: "Bus writes not retried",
        unit: "bus",
        description: "Write transactions that go through without a retry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-reads-and-writes-not-retried",
        selector: Selector::listed(Counter::Pmc6, 46),
        name: "Bus reads and writes not retried",
        unit: "bus",
        description: "Reads and writes together that go through without a retry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-retry-due-to-l1-retry",
        selector: Selector::listed(Counter::Pmc6, 47),
        name: "Bus retry due to L1 retry",
        unit: "bus",
        description: "Retries caused by an L1 retry.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-retry-due-to-previous-adjacent",
        selector: Selector::listed(Counter::Pmc6, 48),
        name: "Bus retry due to previous adjacent",
        unit: "bus",
        description: "Retries caused by the address tenure just before.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-retry-due-to-collision",
        selector: Selector::listed(Counter::Pmc6, 49),
        name: "Bus retry due to collision",
        unit: "bus",
        description: "Retries caused by a collision with another outstanding transaction.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "bus-retry-due-to-intervention-ordering",
        selector: Selector::listed(Counter::Pmc6, 50),
        name: "Bus retry due to intervention ordering",
        unit: "bus",
        description: "Retries needed to keep interventions in order.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "snoop-requests",
        selector: Selector::listed(Counter::Pmc6, 51),
        name: "Snoop requests",
        unit: "snoop",
        description: "Snoop requests seen on the bus.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-request",
        selector: Selector::listed(Counter::Pmc6, 52),
        name: "Prefetch engine request",
        unit: "L2 prefetch",
        description: "Requests of the L2 hardware prefetch engines (enabled by MSSCR0[L2PFE]). Linux reuses this code as its generic L1 instruction prefetch count, which is a loose fit.",
        parts: Parts::All,
        threshold: None,
        sources: &["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-collision-versus-load",
        selector: Selector::listed(Counter::Pmc6, 53),
        name: "Prefetch engine collision versus load",
        unit: "L2 prefetch",
        description: "Prefetch requests that meet a load for the same line.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-collision-versus-store",
        selector: Selector::listed(Counter::Pmc6, 54),
        name: "Prefetch engine collision versus store",
        unit: "L2 prefetch",
        description: "Prefetch requests that meet a store for the same line.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-collision-versus-instruction-fetch",
        selector: Selector::listed(Counter::Pmc6, 55),
        name: "Prefetch engine collision versus instruction fetch",
        unit: "L2 prefetch",
        description: "Prefetch requests that meet an instruction fetch for the same line.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-collision-versus-load-store-or-instruction-fetch",
        selector: Selector::listed(Counter::Pmc6, 56),
        name: "Prefetch engine collision versus load store or instruction fetch",
        unit: "L2 prefetch",
        description: "All three kinds of prefetch collision together.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
    Event {
        id: "prefetch-engine-full",
        selector: Selector::listed(Counter::Pmc6, 57),
        name: "Prefetch engine full",
        unit: "L2 prefetch",
        description: "Cases in which every prefetch engine is already busy.",
        parts: Parts::All,
        threshold: None,
        sources: &["FREEBSD-PMC", "PAPI", "SHARK"],
    },
];
