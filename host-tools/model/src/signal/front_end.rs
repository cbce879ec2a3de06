//! Events of fetch, branches and the instruction queue.

use super::Exactness::{Exact, NotModelled, RightPathOnly, Structural};
use super::{Row, Signal};

pub(super) const ROWS: &[Row] = &[
    Row::new(Signal::L1InstructionCacheMisses, &[(1, 21), (2, 21)], RightPathOnly),
    Row::new(Signal::UnresolvedBranches, &[(1, 23)], RightPathOnly),
    Row::new(Signal::CyclesFirstSpeculationBufferActive, &[(1, 24)], RightPathOnly),
    Row::new(Signal::BranchUnitStall, &[(1, 25)], RightPathOnly),
    Row::new(Signal::TrueBranchTargetInstructionHits, &[(1, 26)], Structural),
    Row::new(Signal::BranchLinkStackPredicted, &[(1, 27)], RightPathOnly),
    Row::new(Signal::InstructionQueueEntriesOverThreshold, &[(1, 30)], RightPathOnly),
    Row::new(Signal::CompletedBranchInstructions, &[(1, 34)], Structural),
    Row::new(Signal::ItlbHardwareTableSearchCycles, &[(1, 39)], RightPathOnly),
    Row::new(Signal::L1InstructionCacheAccesses, &[(1, 41)], RightPathOnly),
    Row::new(Signal::RefetchSerialization, &[(2, 31)], Exact),
    Row::new(Signal::ItlbNonSpeculativeMisses, &[(2, 35)], Structural),
    Row::new(Signal::CyclesWaitingFromL1InstructionCacheMiss, &[(2, 36)], RightPathOnly),
    Row::new(Signal::L1InstructionCacheReloads, &[(2, 48)], RightPathOnly),
    Row::new(Signal::FallThroughBranchesProcessed, &[(2, 54)], RightPathOnly),
    Row::new(Signal::FirstSpeculativeBranchBufferResolvedCorrectly, &[(2, 55)], RightPathOnly),
    Row::new(Signal::SecondSpeculationBufferActive, &[(2, 56)], RightPathOnly),
    Row::new(Signal::BpuStallOnLrDependency, &[(2, 57)], RightPathOnly),
    Row::new(Signal::BticMiss, &[(2, 58)], Structural),
    Row::new(Signal::BranchLinkStackCorrectlyResolved, &[(2, 59)], Structural),
    Row::new(Signal::ItlbHardwareTableSearchCyclesOverThreshold, &[(3, 17)], RightPathOnly),
    Row::new(
        Signal::CancelledL1InstructionCacheMisses,
        &[(3, 19)],
        NotModelled("wrong paths are not walked, so nothing is cancelled"),
    ),
    Row::new(Signal::TakenBranchesThatAreProcessed, &[(3, 25)], RightPathOnly),
    Row::new(Signal::BranchFlushes, &[(3, 26)], Structural),
    Row::new(Signal::SecondSpeculativeBranchBufferResolvedCorrectly, &[(3, 27)], RightPathOnly),
    Row::new(Signal::ThirdSpeculationBufferActive, &[(3, 28)], RightPathOnly),
    Row::new(Signal::BranchUnitStallOnCtrDependency, &[(3, 29)], RightPathOnly),
    Row::new(Signal::FastBticHit, &[(3, 30)], NotModelled("no source says which hits are fast")),
    Row::new(Signal::BranchLinkStackMispredicted, &[(3, 31)], Structural),
    Row::new(Signal::ThirdSpeculativeBranchBufferResolvedCorrectly, &[(4, 27)], RightPathOnly),
    Row::new(Signal::MispredictedBranches, &[(4, 28)], Structural),
    Row::new(Signal::FoldedBranches, &[(4, 29)], Structural),
];
