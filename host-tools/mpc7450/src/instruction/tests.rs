//! Every encoder against raw words and against the text of an independent disassembler.

mod arithmetic;
mod memory;
mod system;

use powerpc::{Extension, Extensions, Ins};
use proptest::prelude::*;

use super::branch::{DistanceError, Jump, bctr, bctrl, blr};
use super::condition::{Condition, CrField};
use super::float::{fadd, fmadd, fmul};
use super::integer::{
    Amount, add, addi, addic_record, and, cmplw, cmpw, li, mr, mulhwu, mulli, mullw, nop, or, rlwinm, rlwnm, rotlwi,
    slwi, srwi, subf, subfic, xor,
};
use super::memory::{lfd, lwz, lwzu, lwzx, stw};
use super::register::{Fpr, Gpr, Vr};
use super::special::{mflr, mtctr, mtlr};
use super::vector::{vaddubm, vmaddfp, vmuloub, vperm, vxor};
use super::word::Word;

fn text(word: u32) -> String {
    Ins::new(word, Extensions::from_extension(Extension::AltiVec)).simplified().to_string()
}

fn r(number: u8) -> Gpr {
    Gpr::new(number).unwrap()
}

fn f(number: u8) -> Fpr {
    Fpr::new(number).unwrap()
}

fn v(number: u8) -> Vr {
    Vr::new(number).unwrap()
}

fn cr(number: u8) -> CrField {
    CrField::new(number).unwrap()
}

/// The raw words are what GNU as makes of the same line.
fn check(vectors: &[(Word, u32, &str)]) {
    for (word, raw, expected) in vectors {
        assert_eq!(word.bits(), *raw, "{expected}: {:08x} instead of {raw:08x}", word.bits());
        assert_eq!(text(*raw), *expected);
    }
}

#[test]
fn integer_instructions_have_their_words() {
    let zero = Amount::of::<0>();
    let two = Amount::of::<2>();
    check(&[
        (addi(r(3), r(4), -32768), 0x3864_8000, "addi r3, r4, -0x8000"),
        (addi(r(31), r(3), 32767), 0x3be3_7fff, "addi r31, r3, 0x7fff"),
        (li(r(29), 0), 0x3ba0_0000, "li r29, 0x0"),
        (addic_record(r(29), r(29), -1), 0x37bd_ffff, "subic. r29, r29, 0x1"),
        (subfic(r(3), r(3), 7), 0x2063_0007, "subfic r3, r3, 0x7"),
        (mulli(r(9), r(9), 5), 0x1d29_0005, "mulli r9, r9, 0x5"),
        (add(r(3), r(4), r(5)), 0x7c64_2a14, "add r3, r4, r5"),
        (add(r(31), r(30), r(29)), 0x7ffe_ea14, "add r31, r30, r29"),
        (subf(r(9), r(9), r(26)), 0x7d29_d050, "subf r9, r9, r26"),
        (mullw(r(31), r(31), r(3)), 0x7fff_19d6, "mullw r31, r31, r3"),
        (mulhwu(r(9), r(26), r(7)), 0x7d3a_3816, "mulhwu r9, r26, r7"),
        (or(r(5), r(4), r(6)), 0x7c85_3378, "or r5, r4, r6"),
        (mr(r(30), r(3)), 0x7c7e_1b78, "mr r30, r3"),
        (and(r(3), r(4), r(5)), 0x7c83_2838, "and r3, r4, r5"),
        (xor(r(31), r(31), r(3)), 0x7fff_1a78, "xor r31, r31, r3"),
        (nop(), 0x6000_0000, "nop"),
        (rlwinm(r(9), r(26), two, Amount::of::<28>(), Amount::of::<29>()), 0x5749_173a, "clrlslwi r9, r26, 30, 2"),
        (rlwnm(r(11), r(9), r(10), Amount::of::<28>(), Amount::of::<29>()), 0x5d2b_573a, "rlwnm r11, r9, r10, 28, 29"),
        (slwi(r(9), r(9), two), 0x5529_103a, "slwi r9, r9, 2"),
        (slwi(r(9), r(9), zero), 0x5529_003e, "clrrwi r9, r9, 0"),
        (srwi(r(9), r(9), two), 0x5529_f0be, "srwi r9, r9, 2"),
        (srwi(r(9), r(9), zero), 0x5529_003e, "clrrwi r9, r9, 0"),
        (rotlwi(r(31), r(31), Amount::of::<3>()), 0x57ff_183e, "rotlwi r31, r31, 3"),
        (cmpw(CrField::CR0, r(28), r(4)), 0x7c1c_2000, "cmpw r28, r4"),
        (cmpw(cr(7), r(0), r(31)), 0x7f80_f800, "cmpw cr7, r0, r31"),
        (cmplw(CrField::CR0, r(28), r(5)), 0x7c1c_2840, "cmplw r28, r5"),
        (cmplw(cr(1), r(31), r(0)), 0x7c9f_0040, "cmplw cr1, r31, r0"),
    ]);
}

#[test]
fn loads_and_stores_have_their_words() {
    check(&[
        (lwz(r(9), r(3), 0), 0x8123_0000, "lwz r9, 0x0(r3)"),
        (lwz(r(3), r(31), -4), 0x807f_fffc, "lwz r3, -0x4(r31)"),
        (lwzu(r(3), r(28), 4).unwrap(), 0x847c_0004, "lwzu r3, 0x4(r28)"),
        (lwzx(r(0), r(7), r(9)), 0x7c07_482e, "lwzx r0, r7, r9"),
        (stw(r(31), r(6), 0), 0x93e6_0000, "stw r31, 0x0(r6)"),
        (stw(r(0), r(1), -32768), 0x9001_8000, "stw r0, -0x8000(r1)"),
        (lfd(f(1), r(4), 8), 0xc824_0008, "lfd f1, 0x8(r4)"),
        (lfd(f(31), r(31), -8), 0xcbff_fff8, "lfd f31, -0x8(r31)"),
    ]);
}

#[test]
fn lwzu_refuses_its_invalid_forms() {
    assert_eq!(lwzu(r(3), r(0), 4), None);
    assert_eq!(lwzu(r(3), r(3), 4), None);
}

#[test]
fn branches_have_their_words() {
    let over = |jump: Jump, distance| jump.over(distance).unwrap();
    let equal = |field| Jump::When(Condition::Equal(field));
    let not_equal = |field| Jump::When(Condition::NotEqual(field));
    let count = Jump::When(Condition::CountLeft);
    check(&[
        (over(Jump::Always, 4), 0x4800_0004, "b 0x4"),
        (over(Jump::Always, -33_554_432), 0x4a00_0000, "b -0x2000000"),
        (over(Jump::Always, 33_554_428), 0x49ff_fffc, "b 0x1fffffc"),
        (over(Jump::Call, -32), 0x4bff_ffe1, "bl -0x20"),
        (over(Jump::Call, 64), 0x4800_0041, "bl 0x40"),
        (over(equal(CrField::CR0), 8), 0x4182_0008, "beq 0x8"),
        (over(not_equal(CrField::CR0), -40), 0x4082_ffd8, "bne -0x28"),
        (over(equal(cr(7)), 32764), 0x419e_7ffc, "beq cr7, 0x7ffc"),
        (over(not_equal(cr(1)), -32768), 0x4086_8000, "bne cr1, -0x8000"),
        (over(Jump::When(Condition::Less(CrField::CR0)), 8), 0x4180_0008, "blt 0x8"),
        (over(Jump::When(Condition::NotLess(cr(7))), -4), 0x409c_fffc, "bge cr7, -0x4"),
        (over(count, -32), 0x4200_ffe0, "bdnz -0x20"),
        (over(count, 8), 0x4200_0008, "bdnz 0x8"),
        (blr(), 0x4e80_0020, "blr"),
        (bctr(), 0x4e80_0420, "bctr"),
        (bctrl(), 0x4e80_0421, "bctrl"),
    ]);
}

#[test]
fn branches_out_of_reach_are_refused_with_their_limit() {
    let far = 1 << 25;
    assert_eq!(Jump::Always.over(far), Err(DistanceError::TooFar { distance: far, reach: far }));
    assert_eq!(Jump::Call.over(-far - 4), Err(DistanceError::TooFar { distance: -far - 4, reach: far }));
    let near = Jump::When(Condition::CountLeft);
    let error = near.over(32768).unwrap_err();
    assert_eq!(error, DistanceError::TooFar { distance: 32768, reach: 32768 });
    assert_eq!(error.to_string(), "a branch over 32768 bytes: this one reaches from -32768 to 32764");
    let error = near.over(6).unwrap_err();
    assert_eq!(error.to_string(), "a branch over 6 bytes: instructions stand at multiples of 4");
}

#[test]
fn special_register_moves_have_their_words() {
    check(&[
        (mflr(r(31)), 0x7fe8_02a6, "mflr r31"),
        (mtlr(r(31)), 0x7fe8_03a6, "mtlr r31"),
        (mtctr(r(0)), 0x7c09_03a6, "mtctr r0"),
        (mtctr(r(31)), 0x7fe9_03a6, "mtctr r31"),
    ]);
}

#[test]
fn float_and_vector_instructions_have_their_words() {
    check(&[
        (fadd(f(1), f(9), f(10)), 0xfc29_502a, "fadd f1, f9, f10"),
        (fmul(f(2), f(9), f(10)), 0xfc49_02b2, "fmul f2, f9, f10"),
        (fmadd(f(3), f(9), f(10), f(11)), 0xfc69_5aba, "fmadd f3, f9, f10, f11"),
        (fmadd(f(31), f(30), f(29), f(28)), 0xfffe_e77a, "fmadd f31, f30, f29, f28"),
        (vaddubm(v(0), v(16), v(17)), 0x1010_8800, "vaddubm v0, v16, v17"),
        (vmuloub(v(1), v(16), v(17)), 0x1030_8808, "vmuloub v1, v16, v17"),
        (vperm(v(2), v(16), v(17), v(18)), 0x1050_8cab, "vperm v2, v16, v17, v18"),
        (vmaddfp(v(3), v(16), v(17), v(18)), 0x1070_946e, "vmaddfp v3, v16, v17, v18"),
        (vmaddfp(v(31), v(30), v(29), v(28)), 0x13fe_e76e, "vmaddfp v31, v30, v29, v28"),
        (vxor(v(16), v(16), v(16)), 0x1210_84c4, "vxor v16, v16, v16"),
    ]);
}

proptest! {
    /// Whatever distance is accepted, an independent decoder reads it back.
    #[test]
    fn encoded_distances_read_back(words in -(1i64 << 24)..(1i64 << 24), kind in 0usize..3) {
        let jump = [Jump::Always, Jump::Call, Jump::When(Condition::Equal(CrField::CR0))][kind];
        let distance = 4 * words;
        match jump.over(distance) {
            Ok(word) => {
                let decoded = Ins::new(word.bits(), Extensions::none());
                prop_assert_eq!(decoded.branch_offset().map(i64::from), Some(distance));
            }
            Err(_) => prop_assert!(distance < -jump.reach() || distance >= jump.reach()),
        }
    }

    /// No operand spills into a neighbouring field.
    #[test]
    fn operands_stay_in_their_fields(a in 0u8..32, b in 0u8..32, c in 0u8..32, d in 0u8..32, value: i16) {
        let hex = |value: i16| {
            if value < 0 { format!("-{:#x}", -i32::from(value)) } else { format!("{value:#x}") }
        };
        prop_assert_eq!(text(subf(r(a), r(b), r(c)).bits()), format!("subf r{a}, r{b}, r{c}"));
        prop_assert_eq!(text(mulli(r(a), r(b), value).bits()), format!("mulli r{a}, r{b}, {}", hex(value)));
        prop_assert_eq!(text(lwz(r(a), r(b), value).bits()), format!("lwz r{a}, {}(r{b})", hex(value)));
        prop_assert_eq!(text(lwzx(r(a), r(b), r(c)).bits()), format!("lwzx r{a}, r{b}, r{c}"));
        prop_assert_eq!(
            text(fmadd(f(a), f(b), f(c), f(d)).bits()),
            format!("fmadd f{a}, f{b}, f{c}, f{d}")
        );
        prop_assert_eq!(
            text(vperm(v(a), v(b), v(c), v(d)).bits()),
            format!("vperm v{a}, v{b}, v{c}, v{d}")
        );
    }
}
