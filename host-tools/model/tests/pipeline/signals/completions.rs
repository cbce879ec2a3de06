//! Completed instructions by unit and kind.

use model::signal::Signal as S;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::{add, mullw};
use mpc7450::instruction::memory::{lfd, lvx, lwarx, lwz, stfd, stfs, stvx, stw, stwcx};
use mpc7450::instruction::special::{mflr, mtctr};
use mpc7450::instruction::system::{eieio, isync, mtvscr, sc, sync, tlbsync};
use mpc7450::instruction::vector::{vaddfp, vaddubm, vmuloub, vperm};

use super::{Case, check};
use crate::calibration::{R3, R4, R5, bdnz, jump};
use crate::guest::{Encoded, Stream, fpr, vr};

fn thrice<W: Encoded>(word: W) -> Case {
    Case::of(Stream::new().run(0x1000, &[word; 3]))
}

/// `lfs 1,0(3)`.
const LFS: u32 = 0xc023_0000;
/// `lmw 28,0(3)`.
const LMW: u32 = 0xbb83_0000;
/// `stmw 28,0(3)`.
const STMW: u32 = 0xbf83_0000;
/// `mtspr 256,3`.
const MTVRSAVE: u32 = 0x7c60_43a6;
/// `tlbie 3`.
const TLBIE: u32 = 0x7c00_1a64;

/// Four words, as `lmw 28` and `stmw 28` touch them.
fn four_words(word: u32) -> Case {
    let words = (0..4).map(|place| (4 * place, 4)).collect();
    Case::of(Stream::new().one(0x1000, word).with(|step| step.accesses = words))
}

#[test]
fn units() {
    let add = thrice(add(R3, R4, R5));
    let product = thrice(mullw(R3, R4, R5));
    check(S::Iu1Instructions, 3, &add, &product);
    check(S::Iu2InstructionsCompleted, 3, &product, &add);
    check(S::LsuInstructionsCompleted, 3, &thrice(lwz(R4, R3, 0)), &add);
    check(S::FpuInstructions, 3, &thrice(fadd(fpr(1), fpr(2), fpr(3))), &thrice(lfd(fpr(1), R3, 0)));
    let viu1 = thrice(vaddubm(vr(1), vr(2), vr(3)));
    let viu2 = thrice(vmuloub(vr(1), vr(2), vr(3)));
    check(S::Viu1InstructionsCompleted, 3, &viu1, &viu2);
    check(S::Viu2InstructionsCompleted, 3, &viu2, &viu1);
    check(S::VpuInstructionsCompleted, 3, &thrice(vperm(vr(1), vr(2), vr(3), vr(4))), &viu1);
    check(S::VfpuInstructionsCompleted, 3, &thrice(vaddfp(vr(1), vr(2), vr(3))), &viu1);
}

#[test]
fn all_and_branches() {
    let folded = Case::of(Stream::new().goes(0x1000, jump(Jump::Always, 0x1000, 0x1000), 0x1000).times(3));
    let counted = Case::of(Stream::new().goes(0x1000, bdnz(0x1000, 0x1000), 0x1000).times(3));
    check(S::InstructionsCompleted, 3, &counted, &folded);
    check(S::CompletedBranchInstructions, 3, &counted, &folded);
}

#[test]
fn loads() {
    let word = thrice(lwz(R4, R3, 0));
    let store = thrice(stw(R4, R3, 0));
    check(S::LoadInstructions, 3, &word, &store);
    check(S::AltivecLoadInstructionsCompleted, 3, &thrice(lvx(vr(1), R3, R4)), &thrice(stvx(vr(1), R3, R4)));
    let (single, double) = (thrice(LFS), thrice(lfd(fpr(1), R3, 0)));
    check(S::FloatingPointLoadInstructionCompletedInLsu, 3, &single, &word);
    check(S::FloatingPointLoadInstructionCompletedInLsu, 3, &double, &word);
    check(S::FloatingPointLoadSingleInstructionCompletedInLsu, 3, &single, &double);
    check(S::FloatingPointLoadDoubleCompletedInLsu, 3, &double, &single);
    check(S::LwarxInstructionsCompleted, 3, &thrice(lwarx(R4, R3)), &word);
    let multiple = four_words(LMW);
    check(S::LoadStringAndLoadMultipleInstructionsCompleted, 1, &multiple, &word);
    check(S::LoadStringAndMultipleInstructionPieces, 4, &multiple, &four_words(STMW));
}

#[test]
fn stores() {
    let word = thrice(stw(R4, R3, 0));
    check(S::StoreInstructions, 3, &word, &thrice(lwz(R4, R3, 0)));
    let (single, double) = (thrice(stfs(fpr(1), R3, 0)), thrice(stfd(fpr(1), R3, 0)));
    check(S::FloatingPointStoreInstructionsCompletedInLsu, 3, &single, &word);
    check(S::FloatingPointStoreInstructionsCompletedInLsu, 3, &double, &word);
    check(S::LsuCompletesFloatingPointStoreSingle, 3, &single, &double);
    check(S::FloatingPointStoreDoubleCompletesInLsu, 3, &double, &single);
    let multiple = four_words(STMW);
    check(S::StoreStringAndStoreMultipleInstructions, 1, &multiple, &word);
    check(S::StoreStringAndMultipleInstructionPieces, 4, &multiple, &four_words(LMW));
    let conditional = thrice(stwcx(R4, R3));
    check(S::StwcxInstructions, 3, &conditional, &word);
    let failed = Case::of(conditional.stream.clone().without_accesses());
    check(S::StwcxInstructions, 3, &failed, &word);
    check(S::SuccessfulStwcx, 3, &conditional, &failed);
}

#[test]
fn moves_and_barriers() {
    let add = thrice(add(R3, R4, R5));
    check(S::MtsprInstructionsCompleted, 3, &thrice(mtctr(R3)), &thrice(mflr(R3)));
    check(S::MfsprInstructionsCompleted, 3, &thrice(mflr(R3)), &thrice(mtctr(R3)));
    check(S::MtvrsaveInstructionsCompleted, 3, &thrice(MTVRSAVE), &thrice(mtctr(R3)));
    check(S::MtvscrInstructionsCompleted, 3, &thrice(mtvscr(vr(1))), &add);
    check(S::ScInstructionsCompleted, 3, &thrice(sc()), &thrice(isync()));
    check(S::SyncInstructions, 3, &thrice(sync()), &thrice(eieio()));
    check(S::EieioInstructionsCompleted, 3, &thrice(eieio()), &thrice(sync()));
    check(S::TlbieInstructionsCompleted, 3, &thrice(TLBIE), &thrice(tlbsync()));
    check(S::TlbsyncInstructions, 3, &thrice(tlbsync()), &thrice(TLBIE));
    check(S::RefetchSerialization, 3, &thrice(isync()), &thrice(sync()));
}
