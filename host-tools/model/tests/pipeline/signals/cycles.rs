//! Dispatch, completion and waiting, cycle by cycle: Q = 2 for the first group, and
//! I = D + 1, E = D + 2, C = E + latency where nothing is in the way.

use model::signal::Signal as S;
use mpc7450::instruction::Word;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::{add, divw};
use mpc7450::instruction::memory::{lwz, stfd, stw};
use mpc7450::instruction::system::{isync, mfvscr};
use mpc7450::instruction::vector::{vaddfp, vaddubm, vmuloub, vperm};

use super::{Case, check};
use crate::calibration::{R3, R4, R5, jump};
use crate::guest::{Stream, fpr, gpr, vr};

fn row(words: &[Word]) -> Case {
    Case::of(Stream::new().run(0x1000, words))
}

fn free() -> Word {
    add(gpr(10), R4, R5)
}

/// Ends the cycle that the last instruction dispatches and completes in.
fn ended(words: &[Word]) -> Case {
    row(&[words, &[isync()]].concat())
}

#[test]
fn dispatches() {
    let folded = Case::of(Stream::new().goes(0x1000, jump(Jump::Always, 0x1000, 0x1000), 0x1000).times(3));
    check(S::InstructionsDispatched, 3, &row(&[free(); 3]), &folded);
    let float = row(&[fadd(fpr(1), fpr(2), fpr(3)); 2]);
    let vector = row(&[vaddubm(vr(1), vr(2), vr(3)); 5]);
    check(S::DispatchesToGprIssueQueue, 3, &row(&[free(); 3]), &float);
    check(S::DispatchesToFprIssueQueue, 2, &float, &vector);
    check(S::DispatchesToVrIssueQueue, 5, &vector, &float);
}

#[test]
fn instructions_in_one_cycle() {
    let adds = ended(&[free(); 9]);
    let loads = ended(&[lwz(R4, R3, 0); 3]);
    // Dispatched in 2, 2, 3, 3 and the isync in 3.
    let load = lwz(gpr(20), R3, 0);
    let pairs = ended(&[load, free(), load, free()]);
    check(S::CyclesWhere3InstructionsAreDispatched, 3, &adds, &loads);
    // The third is dispatched with the isync.
    check(S::OneInstructionDispatched, 2, &loads, &adds);
    check(S::TwoInstructionsDispatched, 1, &pairs, &adds);
    // isync completes in 3, fetch starts anew in 4, the next is in the queue in 6.
    check(S::Dispatching0Instructions, 3, &row(&[isync(), free()]), &adds);
    check(S::Completing3Instructions, 3, &adds, &loads);
    check(S::CompletingOneInstruction, 3, &loads, &adds);
    check(S::CompletingTwoInstructions, 2, &pairs, &adds);
    // The add completes in 5, the division in 27.
    check(S::CyclesWhereNoInstructionsCompleted, 21, &row(&[free(), divw(R3, R4, R5)]), &adds);
}

#[test]
fn waiting_for_an_operand() {
    let product = vmuloub(vr(1), vr(2), vr(3));
    let still =
        row(&[product, vaddubm(vr(5), vr(2), vr(3)), vperm(vr(6), vr(2), vr(3), vr(4)), vaddfp(vr(7), vr(2), vr(3))]);
    // The product is ready in 8; who wants it is in its station from 4 on.
    check(S::CyclesAVpuInstructionWaitsForAnOperand, 4, &row(&[product, vperm(vr(5), vr(1), vr(2), vr(3))]), &still);
    check(S::CyclesAVfpuInstructionWaitsForAnOperand, 4, &row(&[product, vaddfp(vr(5), vr(1), vr(2))]), &still);
    check(S::CyclesAViu1InstructionWaitsForAnOperand, 4, &row(&[product, vaddubm(vr(5), vr(1), vr(2))]), &still);
    // A permutation is ready in 6.
    let permuted = [vperm(vr(1), vr(2), vr(3), vr(4)), vmuloub(vr(5), vr(1), vr(2))];
    check(S::CyclesAViu2InstructionWaitsForAnOperand, 2, &row(&permuted), &still);
    // The add completes in 5, mfvscr may start in 7.
    check(S::MfvscrSynchronization, 3, &row(&[free(), mfvscr(vr(1))]), &row(&[mfvscr(vr(1))]));
}

#[test]
fn stalls_of_floating_point_stores() {
    // One each three cycles: two cycles each for all but the first. Loads do not wait.
    let stores = |count| row(&[stfd(fpr(1), R3, 0)].repeat(count));
    let still = row(&[stfd(fpr(1), R3, 0), lwz(R4, R3, 0), stw(R4, R3, 8)]);
    check(S::FloatingPointStoreCausesStallInLsu, 6, &stores(4), &still);
}

#[test]
fn stalls_of_the_issue_queues() {
    // Loads that wait for each other: E = 4, 7, 10. The fourth dispatches in 5 and finds a
    // station in 7, when the second has left it.
    let chain = row(&[lwz(R4, R4, 0); 4]);
    check(S::GprIssueQueueStalled, 1, &chain, &row(&[lwz(R4, R3, 0); 4]));
    // Additions: E = 4, 9, 14; the fourth dispatches in 5 and issues in 9.
    let adds = |count| row(&[fadd(fpr(1), fpr(1), fpr(2))].repeat(count));
    check(S::FprIssueStalled, 3, &adds(4), &adds(3));
    // Permutations: E = 4, 6; the third could issue in 5 and does in 6.
    let permutations = |count| row(&[vperm(vr(1), vr(1), vr(2), vr(3))].repeat(count));
    check(S::VrStalls, 1, &permutations(3), &permutations(2));
}
