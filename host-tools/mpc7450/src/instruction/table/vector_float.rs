//! The vector floating-point unit, and the moves of VSCR [ALTIVECPEM 6].

use crate::instruction::decode::entry::Name::{Plain, VectorRecord};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Entry, Special};

/// Five in Java mode (VSCR[NJ] = 0).
const ARITHMETIC: Timing = Timing::new(Unit::Vfpu, 4, 1);
/// Comparison, minimum and maximum leave the pipeline early, and stall an older one
/// of four cycles by one when they do.
const EARLY: Timing = Timing::new(Unit::Vfpu, 2, 1);
/// Moves of VSCR wait until they are the oldest.
const STATUS: Timing = Timing::new(Unit::Vfpu, 2, 1).alone().likely();

/// Saturation is collected in VSCR.
const SAT: Special = Special::VSCR;

const fn row(name: &'static str, extended: u32, operands: &'static [O], timing: Timing) -> Entry {
    Entry::new(Plain(name), 4 << 26 | extended, operands, timing)
}

const fn of_one(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VB], ARITHMETIC)
}

const fn sum(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB], ARITHMETIC)
}

const fn fused(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VC, O::VB], ARITHMETIC)
}

/// Between integers and floating point, scaled by a power of 2.
const fn conversion(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VB, O::Unsigned5], ARITHMETIC)
}

/// Rc puts "all" and "none" into cr6.
const fn comparison(name: &'static str, extended: u32) -> Entry {
    Entry::new(VectorRecord(name), 4 << 26 | extended, &[O::VD, O::VA, O::VB], EARLY)
}

const fn extremum(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB], EARLY)
}

pub(super) const ROWS: &[Entry] = &[
    sum("vaddfp", 10),
    fused("vmaddfp", 46),
    fused("vnmsubfp", 47),
    sum("vsubfp", 74),
    comparison("vcmpeqfp.", 198),
    of_one("vrefp", 266),
    of_one("vrsqrtefp", 330),
    of_one("vexptefp", 394),
    comparison("vcmpgefp.", 454),
    of_one("vlogefp", 458),
    of_one("vrfin", 522),
    of_one("vrfiz", 586),
    of_one("vrfip", 650),
    comparison("vcmpgtfp.", 710),
    of_one("vrfim", 714),
    conversion("vcfux", 778),
    conversion("vcfsx", 842),
    conversion("vctuxs", 906).writing(SAT),
    comparison("vcmpbfp.", 966),
    conversion("vctsxs", 970).writing(SAT),
    extremum("vmaxfp", 1034),
    extremum("vminfp", 1098),
    row("mfvscr", 1540, &[O::VD], STATUS).reading(Special::VSCR),
    row("mtvscr", 1604, &[O::VB], STATUS).writing(Special::VSCR),
];
