//! Loads, stores and cache hints of every width.

use proptest::prelude::*;

use super::{check, f, r, text, v};
use crate::instruction::cache::{dcbf, dcbt, dcbtst, dssall, dst, icbi, stream};
use crate::instruction::memory::{
    lbz, lbzx, lfdu, lfdux, lfdx, lfsx, lhax, lhzx, lvx, lwarx, lwbrx, lwzux, stb, stfd, stfdu, stfs, sth, stvx, stwcx,
    stwux,
};

#[test]
fn loads_of_every_width_have_their_words() {
    check(&[
        (lbz(r(3), r(4), 7), 0x8864_0007, "lbz r3, 0x7(r4)"),
        (lbzx(r(3), r(4), r(5)), 0x7c64_28ae, "lbzx r3, r4, r5"),
        (lhzx(r(3), r(4), r(5)), 0x7c64_2a2e, "lhzx r3, r4, r5"),
        (lhax(r(3), r(4), r(5)), 0x7c64_2aae, "lhax r3, r4, r5"),
        (lwbrx(r(3), r(4), r(5)), 0x7c64_2c2c, "lwbrx r3, r4, r5"),
        (lwzux(r(3), r(4), r(5)).unwrap(), 0x7c64_286e, "lwzux r3, r4, r5"),
        (lwarx(r(3), r(5)), 0x7c60_2828, "lwarx r3, r0, r5"),
        (lfsx(f(1), r(4), r(5)), 0x7c24_2c2e, "lfsx f1, r4, r5"),
        (lfdx(f(1), r(4), r(5)), 0x7c24_2cae, "lfdx f1, r4, r5"),
        (lfdu(f(1), r(4), 8).unwrap(), 0xcc24_0008, "lfdu f1, 0x8(r4)"),
        (lfdux(f(1), r(4), r(5)).unwrap(), 0x7c24_2cee, "lfdux f1, r4, r5"),
        (lvx(v(1), r(4), r(5)), 0x7c24_28ce, "lvx v1, r4, r5"),
    ]);
}

#[test]
fn stores_of_every_width_have_their_words() {
    check(&[
        (stb(r(3), r(4), 7), 0x9864_0007, "stb r3, 0x7(r4)"),
        (sth(r(3), r(4), 6), 0xb064_0006, "sth r3, 0x6(r4)"),
        (stwux(r(3), r(4), r(5)).unwrap(), 0x7c64_296e, "stwux r3, r4, r5"),
        (stwcx(r(3), r(5)), 0x7c60_292d, "stwcx. r3, r0, r5"),
        (stfs(f(1), r(4), 4), 0xd024_0004, "stfs f1, 0x4(r4)"),
        (stfd(f(1), r(4), 8), 0xd824_0008, "stfd f1, 0x8(r4)"),
        (stfdu(f(1), r(4), 8).unwrap(), 0xdc24_0008, "stfdu f1, 0x8(r4)"),
        (stvx(v(1), r(4), r(5)), 0x7c24_29ce, "stvx v1, r4, r5"),
    ]);
}

#[test]
fn update_forms_refuse_what_the_architecture_calls_invalid() {
    let (base, other) = (r(0), r(5));
    assert_eq!(lwzux(r(3), base, other), None);
    assert_eq!(lwzux(r(3), r(3), other), None);
    assert_eq!(stwux(r(3), base, other), None);
    assert_eq!(lfdu(f(1), base, 8), None);
    assert_eq!(lfdux(f(1), base, other), None);
    assert_eq!(stfdu(f(1), base, 8), None);
    assert!(stwux(r(3), r(3), other).is_some(), "a store may store its own base");
}

#[test]
fn cache_instructions_have_their_words() {
    check(&[
        (dcbt(r(4), r(5)), 0x7c04_2a2c, "dcbt r4, r5"),
        (dcbtst(r(4), r(5)), 0x7c04_29ec, "dcbtst r4, r5"),
        (dcbf(r(4), r(5)), 0x7c04_28ac, "dcbf r4, r5"),
        (dcbf(r(0), r(14)), 0x7c00_70ac, "dcbf r0, r14"),
        (icbi(r(4), r(5)), 0x7c04_2fac, "icbi r4, r5"),
        (dst(r(4), r(5)), 0x7c04_2aac, "dst r4, r5, 0"),
        (dssall(), 0x7e00_066c, "dssall"),
    ]);
}

#[test]
fn a_stream_is_blocks_one_behind_the_other() {
    assert_eq!(stream(1), 0x0201_0020);
    assert_eq!(stream(255), 0x02ff_0020);
    assert_eq!(stream(256), 0x0200_0020);
}

proptest! {
    #[test]
    fn operands_stay_in_their_fields(a in 1u8..32, b in 0u8..32, d in 0u8..32) {
        prop_assert_eq!(text(lfdux(f(d), r(a), r(b)).unwrap().bits()), format!("lfdux f{d}, r{a}, r{b}"));
        prop_assert_eq!(text(stvx(v(d), r(a), r(b)).bits()), format!("stvx v{d}, r{a}, r{b}"));
        prop_assert_eq!(text(stwcx(r(d), r(b)).bits()), format!("stwcx. r{d}, r0, r{b}"));
    }
}
