//! Integer, carry, floating-point and vector arithmetic that the tests beside do not have.

use super::{check, cr, f, r, v};
use crate::instruction::carry::{addc, adde, addze, subfc, subfe};
use crate::instruction::float::{fabs, fadds, fdiv, fdivs, fmr, fres, frsqrte, fsel};
use crate::instruction::integer::{Amount, cmpwi, cntlzw, divw, divwu, extsb, srawi};
use crate::instruction::vector::{vaddfp, vcfux, vmaxfp, vmladduhm, vmrghb, vor, vrefp, vspltisw_one};

#[test]
fn divisions_and_single_operand_instructions_have_their_words() {
    check(&[
        (divw(r(3), r(4), r(5)), 0x7c64_2bd6, "divw r3, r4, r5"),
        (divwu(r(3), r(4), r(5)), 0x7c64_2b96, "divwu r3, r4, r5"),
        (cntlzw(r(3), r(4)), 0x7c83_0034, "cntlzw r3, r4"),
        (extsb(r(3), r(4)), 0x7c83_0774, "extsb r3, r4"),
        (srawi(r(3), r(4), Amount::of::<1>()), 0x7c83_0e70, "srawi r3, r4, 1"),
        (cmpwi(cr(0), r(3), 0), 0x2c03_0000, "cmpwi r3, 0x0"),
        (cmpwi(cr(7), r(31), -1), 0x2f9f_ffff, "cmpwi cr7, r31, -0x1"),
    ]);
}

#[test]
fn carry_instructions_have_their_words() {
    check(&[
        (addc(r(3), r(4), r(5)), 0x7c64_2814, "addc r3, r4, r5"),
        (subfc(r(3), r(4), r(5)), 0x7c64_2810, "subfc r3, r4, r5"),
        (adde(r(3), r(4), r(5)), 0x7c64_2914, "adde r3, r4, r5"),
        (subfe(r(3), r(4), r(5)), 0x7c64_2910, "subfe r3, r4, r5"),
        (addze(r(3), r(4)), 0x7c64_0194, "addze r3, r4"),
    ]);
}

#[test]
fn float_instructions_of_both_precisions_have_their_words() {
    check(&[
        (fadds(f(1), f(2), f(3)), 0xec22_182a, "fadds f1, f2, f3"),
        (fdiv(f(1), f(2), f(3)), 0xfc22_1824, "fdiv f1, f2, f3"),
        (fdivs(f(1), f(2), f(3)), 0xec22_1824, "fdivs f1, f2, f3"),
        (fabs(f(1), f(2)), 0xfc20_1210, "fabs f1, f2"),
        (fmr(f(1), f(2)), 0xfc20_1090, "fmr f1, f2"),
        (fsel(f(1), f(2), f(3), f(4)), 0xfc22_20ee, "fsel f1, f2, f3, f4"),
        (fres(f(1), f(2)), 0xec20_1030, "fres f1, f2"),
        (frsqrte(f(1), f(2)), 0xfc20_1034, "frsqrte f1, f2"),
    ]);
}

#[test]
fn vector_instructions_of_the_four_units_have_their_words() {
    check(&[
        (vor(v(1), v(2), v(3)), 0x1022_1c84, "vor v1, v2, v3"),
        (vmladduhm(v(1), v(2), v(3), v(4)), 0x1022_1922, "vmladduhm v1, v2, v3, v4"),
        (vmrghb(v(1), v(2), v(3)), 0x1022_180c, "vmrghb v1, v2, v3"),
        (vspltisw_one(v(1)), 0x1021_038c, "vspltisw v1, 0x1"),
        (vcfux(v(1), v(2)), 0x1020_130a, "vcfux v1, v2, 0x0"),
        (vaddfp(v(1), v(2), v(3)), 0x1022_180a, "vaddfp v1, v2, v3"),
        (vrefp(v(1), v(2)), 0x1020_110a, "vrefp v1, v2"),
        (vmaxfp(v(1), v(2), v(3)), 0x1022_1c0a, "vmaxfp v1, v2, v3"),
    ]);
}
