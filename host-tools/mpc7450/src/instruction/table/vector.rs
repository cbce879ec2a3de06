//! The vector integer units [ALTIVECPEM 6]: unit 1 computes in one cycle, unit 2
//! multiplies and sums across in four.

use crate::instruction::decode::entry::Name::{Plain, VectorRecord};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Entry, Special};

const SIMPLE: Timing = Timing::new(Unit::Viu1, 1, 1);
const COMPLEX: Timing = Timing::new(Unit::Viu2, 4, 1);

/// Saturation is collected in VSCR.
const SAT: Special = Special::VSCR;

const fn row(name: &'static str, extended: u32, operands: &'static [O], timing: Timing) -> Entry {
    Entry::new(Plain(name), 4 << 26 | extended, operands, timing)
}

const fn of_two(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB], SIMPLE)
}

const fn of_three(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB, O::VC], SIMPLE)
}

/// Rc puts "all" and "none" into cr6.
const fn comparison(name: &'static str, extended: u32) -> Entry {
    Entry::new(VectorRecord(name), 4 << 26 | extended, &[O::VD, O::VA, O::VB], SIMPLE)
}

const fn product(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB], COMPLEX)
}

const fn product_sum(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB, O::VC], COMPLEX)
}

pub(super) const ROWS: &[Entry] = &[
    of_two("vaddubm", 0),
    of_two("vmaxub", 2),
    of_two("vrlb", 4),
    comparison("vcmpequb.", 6),
    of_three("vsel", 42),
    of_two("vadduhm", 64),
    of_two("vmaxuh", 66),
    of_two("vrlh", 68),
    comparison("vcmpequh.", 70),
    of_two("vadduwm", 128),
    of_two("vmaxuw", 130),
    of_two("vrlw", 132),
    comparison("vcmpequw.", 134),
    of_two("vmaxsb", 258),
    of_two("vslb", 260),
    of_two("vmaxsh", 322),
    of_two("vslh", 324),
    of_two("vaddcuw", 384),
    of_two("vmaxsw", 386),
    of_two("vslw", 388),
    of_two("vaddubs", 512).writing(SAT),
    of_two("vminub", 514),
    of_two("vsrb", 516),
    comparison("vcmpgtub.", 518),
    of_two("vadduhs", 576).writing(SAT),
    of_two("vminuh", 578),
    of_two("vsrh", 580),
    comparison("vcmpgtuh.", 582),
    of_two("vadduws", 640).writing(SAT),
    of_two("vminuw", 642),
    of_two("vsrw", 644),
    comparison("vcmpgtuw.", 646),
    of_two("vaddsbs", 768).writing(SAT),
    of_two("vminsb", 770),
    of_two("vsrab", 772),
    comparison("vcmpgtsb.", 774),
    of_two("vaddshs", 832).writing(SAT),
    of_two("vminsh", 834),
    of_two("vsrah", 836),
    comparison("vcmpgtsh.", 838),
    of_two("vaddsws", 896).writing(SAT),
    of_two("vminsw", 898),
    of_two("vsraw", 900),
    comparison("vcmpgtsw.", 902),
    of_two("vsububm", 1024),
    of_two("vavgub", 1026),
    of_two("vand", 1028),
    of_two("vsubuhm", 1088),
    of_two("vavguh", 1090),
    of_two("vandc", 1092),
    of_two("vsubuwm", 1152),
    of_two("vavguw", 1154),
    of_two("vor", 1156),
    of_two("vxor", 1220),
    of_two("vavgsb", 1282),
    of_two("vnor", 1284),
    of_two("vavgsh", 1346),
    of_two("vsubcuw", 1408),
    of_two("vavgsw", 1410),
    of_two("vsububs", 1536).writing(SAT),
    of_two("vsubuhs", 1600).writing(SAT),
    of_two("vsubuws", 1664).writing(SAT),
    of_two("vsubsbs", 1792).writing(SAT),
    of_two("vsubshs", 1856).writing(SAT),
    of_two("vsubsws", 1920).writing(SAT),
    product("vmuloub", 8),
    product_sum("vmhaddshs", 32).writing(SAT),
    product_sum("vmhraddshs", 33).writing(SAT),
    product_sum("vmladduhm", 34),
    product_sum("vmsumubm", 36),
    product_sum("vmsummbm", 37),
    product_sum("vmsumuhm", 38),
    product_sum("vmsumuhs", 39).writing(SAT),
    product_sum("vmsumshm", 40),
    product_sum("vmsumshs", 41).writing(SAT),
    product("vmulouh", 72),
    product("vmulosb", 264),
    product("vmulosh", 328),
    product("vmuleub", 520),
    product("vmuleuh", 584),
    product("vmulesb", 776),
    product("vmulesh", 840),
    product("vsum4ubs", 1544).writing(SAT),
    product("vsum4shs", 1608).writing(SAT),
    product("vsum2sws", 1672).writing(SAT),
    product("vsum4sbs", 1800).writing(SAT),
    product("vsumsws", 1928).writing(SAT),
];
