//! Branches: how they are executed, predicted and resolved. A compare in the first group
//! executes in 4, so the branch unit knows in 5.

use model::signal::Signal as S;
use mpc7450::instruction::branch::{Jump, bctr, blr};
use mpc7450::instruction::integer::{add, cmpwi};
use mpc7450::instruction::special::{mtctr, mtlr};
use mpc7450::registers::HID0;

use super::{Case, check};
use crate::calibration::{CR0, R3, R4, R5, bdnz, bne, jump};
use crate::guest::Stream;

fn always() -> Stream {
    Stream::new().goes(0x1000, jump(Jump::Always, 0x1000, 0x1000), 0x1000)
}

/// Conditional branches, each behind its compare, none taken.
fn compared(count: u32) -> Stream {
    (0..count).fold(Stream::new(), |stream, place| {
        let at = 0x1000 + 8 * place;
        stream.one(at, cmpwi(CR0, R3, 0)).one(at + 4, bne(at + 4, 0x2000))
    })
}

fn taken_against_prediction() -> Stream {
    Stream::new().one(0x1000, cmpwi(CR0, R3, 0)).goes(0x1004, bne(0x1004, 0x2000), 0x2000)
}

#[test]
fn ways_of_branches() {
    let nobody = Stream::new().run(0x1000, &[bne(0x1000, 0x2000); 3]);
    check(S::TakenBranchesThatAreProcessed, 3, &Case::of(always().times(3)), &Case::of(nobody.clone()));
    check(S::FallThroughBranchesProcessed, 3, &Case::of(nobody), &Case::of(always().times(3)));
    let counted = Stream::new().goes(0x1000, bdnz(0x1000, 0x1000), 0x1000);
    check(S::FoldedBranches, 3, &Case::of(always().times(3)), &Case::of(counted));
    check(
        S::FoldedBranches,
        3,
        &Case::of(always().times(3)),
        &Case { off: HID0::FOLD::SET.value, ..Case::of(always()) },
    );
}

#[test]
fn the_btic() {
    let off = Case { off: HID0::BTIC::SET.value, ..Case::of(always()) };
    check(S::BticMiss, 1, &Case::of(always().times(3)), &off);
    check(S::TrueBranchTargetInstructionHits, 2, &Case::of(always().times(3)), &off);
}

#[test]
fn stalls_of_the_branch_unit() {
    // In the station with its source in 4, known in 5; the branch is there in 2.
    let count = Stream::new().one(0x1000, mtctr(R3)).goes(0x1004, bctr(), 0x2000);
    let link = Stream::new().one(0x1000, mtlr(R3)).goes(0x1004, blr(), 0x2000);
    let still = Case::of(always());
    check(S::BranchUnitStall, 3, &Case::of(count.clone()), &still);
    check(S::BranchUnitStall, 3, &Case::of(link.clone()), &still);
    check(S::BranchUnitStallOnCtrDependency, 3, &Case::of(count.clone()), &Case::of(link.clone()));
    check(S::BpuStallOnLrDependency, 3, &Case::of(link), &Case::of(count));
    // Executed in 2, 3, 4; all three places are taken until 5, and the branch could go in 5.
    check(S::BranchUnitStall, 0, &Case::of(compared(3)), &still);
}

#[test]
fn predictions() {
    let known = Case::of(Stream::new().one(0x1000, bne(0x1000, 0x2000)));
    check(S::UnresolvedBranches, 3, &Case::of(compared(3)), &known);
    // Executed in 2, 3 and 4; resolved in 5, 5 and 6.
    let [one, two, three] = [1, 2, 3].map(|count| Case::of(compared(count)));
    check(S::CyclesFirstSpeculationBufferActive, 3, &three, &known);
    check(S::SecondSpeculationBufferActive, 2, &three, &one);
    check(S::ThirdSpeculationBufferActive, 2, &three, &two);
    let wrong = Case::of(taken_against_prediction());
    check(S::FirstSpeculativeBranchBufferResolvedCorrectly, 1, &three, &wrong);
    check(S::SecondSpeculativeBranchBufferResolvedCorrectly, 1, &three, &one);
    check(S::ThirdSpeculativeBranchBufferResolvedCorrectly, 1, &three, &two);
    check(S::MispredictedBranches, 1, &wrong, &three);
    check(S::BranchFlushes, 1, &wrong, &three);
    let learned = Case { before: 2, ..Case::of(taken_against_prediction()) };
    check(S::MispredictedBranches, 1, &wrong, &learned);
}

/// A call, and a return to `back` whose LR is not known in time.
fn call(back: u32) -> Case {
    let call = Stream::new().goes(0x1000, jump(Jump::Call, 0x1000, 0x2000), 0x2000);
    Case::of(call.one(0x2000, mtlr(R3)).goes(0x2004, blr(), back).one(back, add(R3, R4, R5)))
}

#[test]
fn the_link_stack() {
    let known = Stream::new().goes(0x1000, jump(Jump::Call, 0x1000, 0x2000), 0x2000);
    let known = Case::of(known.goes(0x2000, blr(), 0x1004));
    check(S::BranchLinkStackPredicted, 1, &call(0x1004), &known);
    check(S::BranchLinkStackCorrectlyResolved, 1, &call(0x1004), &call(0x3000));
    check(S::BranchLinkStackMispredicted, 1, &call(0x3000), &call(0x1004));
    check(S::MispredictedBranches, 1, &call(0x3000), &call(0x1004));
    let off = Case { off: HID0::LRSTK::SET.value, ..call(0x1004) };
    check(S::BranchLinkStackPredicted, 1, &call(0x1004), &off);
}
