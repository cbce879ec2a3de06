//! The vector permute unit [ALTIVECPEM 6].

use crate::instruction::decode::entry::Name::Plain;
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Entry, Special};

const PERMUTE: Timing = Timing::new(Unit::Vpu, 2, 1);

/// Saturation is collected in VSCR.
const SAT: Special = Special::VSCR;

const fn row(name: &'static str, extended: u32, operands: &'static [O]) -> Entry {
    Entry::new(Plain(name), 4 << 26 | extended, operands, PERMUTE)
}

const fn of_one(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VB])
}

const fn of_two(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB])
}

const fn of_three(name: &'static str, extended: u32) -> Entry {
    row(name, extended, &[O::VD, O::VA, O::VB, O::VC])
}

pub(super) const ROWS: &[Entry] = &[
    of_two("vmrghb", 12),
    of_two("vpkuhum", 14),
    of_three("vperm", 43),
    row("vsldoi", 44, &[O::VD, O::VA, O::VB, O::ByteShift]),
    of_two("vmrghh", 76),
    of_two("vpkuwum", 78),
    of_two("vmrghw", 140),
    of_two("vpkuhus", 142).writing(SAT),
    of_two("vpkuwus", 206).writing(SAT),
    of_two("vmrglb", 268),
    of_two("vpkshus", 270).writing(SAT),
    of_two("vmrglh", 332),
    of_two("vpkswus", 334).writing(SAT),
    of_two("vmrglw", 396),
    of_two("vpkshss", 398).writing(SAT),
    of_two("vsl", 452),
    of_two("vpkswss", 462).writing(SAT),
    row("vspltb", 524, &[O::VD, O::VB, O::Byte]),
    of_one("vupkhsb", 526),
    row("vsplth", 588, &[O::VD, O::VB, O::Halfword]),
    of_one("vupkhsh", 590),
    row("vspltw", 652, &[O::VD, O::VB, O::Word]),
    of_one("vupklsb", 654),
    of_two("vsr", 708),
    of_one("vupklsh", 718),
    row("vspltisb", 780, &[O::VD, O::Signed5]),
    of_two("vpkpx", 782),
    row("vspltish", 844, &[O::VD, O::Signed5]),
    of_one("vupkhpx", 846),
    row("vspltisw", 908, &[O::VD, O::Signed5]),
    of_one("vupklpx", 974),
    of_two("vslo", 1036),
    of_two("vsro", 1100),
];
