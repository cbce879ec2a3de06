//! Kernels that one limit decides, cycles for each group of instructions: the limits of
//! dispatch, units and serialization, and what the table of predictions says of them.

use mpc7450::instruction::carry::adde;
use mpc7450::instruction::float::{fadd, fmadd};
use mpc7450::instruction::integer::{add, addi, divw, mulli, mullw, nop, or};
use mpc7450::instruction::memory::{lwz, lwzu, stfd, stw};
use mpc7450::instruction::vector::{vaddfp, vaddubm, vmaddfp, vperm};
use mpc7450::instruction::{Gpr, Word};

use crate::calibration::{R3, R4, R5, counted};
use crate::guest::{cycles, cycles_with, fpr, gpr, settings, vr};

/// Cycles of one group: what 60 more of them cost a loop that has 60.
fn group(words: &[Word]) -> f64 {
    let [once, twice] = [60, 120].map(|count| cycles(&counted(0x1000, &words.repeat(count))));
    (twice - once) / 60.0
}

/// Independent operations on registers nobody waits for.
fn free(place: u8) -> Word {
    add(gpr(10 + place), R4, R5)
}

#[test]
fn integer() {
    assert_eq!(group(&[free(0), or(gpr(11), R4, R5), free(2)]), 1.0, "three a cycle");
    assert_eq!(group(&[add(R3, R3, R4)]), 1.0, "each waits for the one before");
    assert_eq!(group(&[mulli(gpr(10), R3, 7)]), 1.0);
    assert_eq!(group(&[mullw(gpr(10), R3, R4)]), 2.0);
    assert_eq!(group(&[mullw(R3, R3, R4)]), 4.0);
    assert_eq!(group(&[divw(gpr(10), R3, R4)]), 23.0);
}

#[test]
fn memory() {
    let load = lwz(gpr(20), R3, 0);
    let update = lwzu(gpr(20), R3, 0).expect("another base");
    assert_eq!(group(&[free(0), free(1), load]), 1.0, "three a cycle");
    assert_eq!(group(&[free(0), free(1), update]), 1.5, "four renames a group, three retired a cycle");
    assert_eq!(group(&[load]), 1.0);
    assert_eq!(group(&[stw(R4, R3, 0)]), 1.0);
    assert_eq!(group(&[load, stw(R4, R5, 0)]), 2.0, "one of them a cycle");
    assert_eq!(group(&[stfd(fpr(1), R3, 0)]), 3.0);
}

#[test]
fn floating_point() {
    assert_eq!(group(&[0, 1, 2, 3].map(|n| fadd(fpr(10 + n), fpr(0), fpr(1)))), 5.0, "four starts in five cycles");
    assert_eq!(group(&[0, 1, 2, 3].map(|n| fmadd(fpr(10 + n), fpr(0), fpr(1), fpr(2)))), 5.0);
    assert_eq!(group(&[fmadd(fpr(1), fpr(1), fpr(2), fpr(3))]), 5.0);
}

#[test]
fn vectors() {
    let simple = vaddubm(vr(10), vr(0), vr(1));
    let permute = vperm(vr(11), vr(0), vr(1), vr(2));
    assert_eq!(group(&[simple]), 1.0);
    assert_eq!(group(&[permute]), 1.0);
    assert_eq!(group(&[vaddfp(vr(12), vr(0), vr(1))]), 1.0);
    assert_eq!(group(&[simple, permute]), 1.0, "two a cycle");
    assert_eq!(group(&[simple, permute, free(0)]), 1.0, "three a cycle");
    assert_eq!(group(&[simple, simple, permute, permute]), 2.0, "in order, and paired across");
    assert_eq!(group(&[vmaddfp(vr(1), vr(1), vr(2), vr(3))]), 4.0);
    assert_eq!(group(&[vperm(vr(1), vr(1), vr(2), vr(3))]), 2.0);
    assert_eq!(group(&[vaddubm(vr(1), vr(1), vr(2))]), 1.0);
}

#[test]
fn a_carry_chain_starts_2_cycles_behind_each_completion() {
    // E, C = E + 1, E of the next = C + 2.
    assert_eq!(group(&[adde(R3, R3, R4)]), 3.0);
    let mut free = settings();
    free.set("serialization", "0").expect("legal");
    let adds = |count| counted(0x1000, &[adde(R3, R3, R4)].repeat(count));
    assert_eq!(cycles_with(&adds(120), &free) - cycles_with(&adds(60), &free), 60.0);
}

#[test]
fn a_nop_is_an_addition_to_r0_or_free() {
    assert_eq!(group(&[nop()]), 1.0);
    let mut free = settings();
    free.set("nop", "free").expect("legal");
    let nops = |count| counted(0x1000, &[nop()].repeat(count));
    let cycles = cycles_with(&nops(120), &free) - cycles_with(&nops(60), &free);
    assert!((cycles - 20.0).abs() < 1e-6, "{cycles}");
}

#[test]
fn loops() {
    let body = [free(0), free(1), lwz(gpr(20), R3, 0)];
    assert_eq!(cycles(&counted(0x1000, &body)), 2.0, "two additions, a load, a taken branch");
    let adds: Vec<_> = (0..96).map(|n| addi(gpr(4 + n % 16), R3, 1)).collect();
    assert!((cycles(&counted(0x1000, &adds)) - 32.33).abs() < 0.02, "96 additions");
    let products: Vec<_> = (0..64).map(|_| mullw(R3, R3, R4)).collect();
    assert_eq!(cycles(&counted(0x1000, &products)), 256.0);
    let loads: Vec<_> = (0..96).map(|n| lwz(Gpr::new(4 + n % 16).expect("register"), R3, 0)).collect();
    assert_eq!(cycles(&counted(0x1000, &loads)), 96.0);
}
