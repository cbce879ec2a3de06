//! Integer arithmetic, logic, comparison, rotation and traps [PEM 4.2.1].

use crate::instruction::decode::entry::Name::{Overflow, Plain, Record, Recording};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, Entry, Kind, Name, Special};

/// The simple units: usable in the next cycle.
const SIMPLE: Timing = Timing::new(Unit::Iu1, 1, 1);
/// Results that GCC expects a cycle later than the vendor's words say.
const RECORD: Timing = SIMPLE.likely();
/// Instructions that read the carry wait until they are the oldest.
const CARRY: Timing = SIMPLE.alone();
/// LLVM has 2 cycles, GCC 1.
const ALGEBRAIC_SHIFT: Timing = Timing::new(Unit::Iu1, 2, 1).likely();
const TRAP: Timing = Timing::new(Unit::Iu1, 2, 1).likely();
const MULTIPLY_SHORT: Timing = Timing::new(Unit::Iu2, 3, 1);
const MULTIPLY: Timing = Timing::new(Unit::Iu2, 4, 2);
const DIVIDE: Timing = Timing::new(Unit::Iu2, 23, 23);

/// d = a op b.
const fn arithmetic(base: &'static str, overflow: &'static str, extended: u32, timing: Timing) -> Entry {
    Entry::extended(31, extended, Overflow(base, overflow), &[O::RD, O::RA, O::RB], timing)
}

/// d = op a.
const fn of_one(base: &'static str, overflow: &'static str, extended: u32, timing: Timing) -> Entry {
    Entry::extended(31, extended, Overflow(base, overflow), &[O::RD, O::RA], timing)
}

const fn high(name: &'static str, extended: u32) -> Entry {
    Entry::extended(31, extended, Record(name), &[O::RD, O::RA, O::RB], MULTIPLY).action(Action::Multiply)
}

/// a = s op b.
const fn logical(name: &'static str, extended: u32) -> Entry {
    Entry::extended(31, extended, Record(name), &[O::RADestination, O::RS, O::RB], SIMPLE)
}

/// a = op s.
const fn extension(name: &'static str, extended: u32) -> Entry {
    Entry::extended(31, extended, Record(name), &[O::RADestination, O::RS], SIMPLE)
}

/// d = a op immediate.
const fn immediate(name: Name, primary: u32, timing: Timing) -> Entry {
    Entry::new(name, primary << 26, &[O::RD, O::RA, O::Signed], timing)
}

/// d = (a or 0) + immediate.
const fn from_base(name: &'static str, primary: u32) -> Entry {
    Entry::new(Plain(name), primary << 26, &[O::RD, O::RA0, O::Signed], SIMPLE)
}

/// a = s op immediate.
const fn logical_immediate(name: Name, primary: u32, timing: Timing) -> Entry {
    Entry::new(name, primary << 26, &[O::RADestination, O::RS, O::Unsigned], timing)
}

const fn comparison(name: &'static str, value: u32, operands: &'static [O]) -> Entry {
    Entry::new(Plain(name), value, operands, SIMPLE).reading(Special::XER_SO_OV)
}

/// Bit 9, which objdump ignores in comparisons with an immediate.
const RESERVED: O = O::Ignored(1 << 22);

const CA: Special = Special::XER_CA;

pub(super) const ROWS: &[Entry] = &[
    from_base("addi", 14),
    from_base("addis", 15),
    immediate(Plain("addic"), 12, SIMPLE).writing(CA),
    immediate(Recording("addic."), 13, RECORD).writing(CA),
    immediate(Plain("subfic"), 8, SIMPLE).writing(CA),
    immediate(Plain("mulli"), 7, MULTIPLY_SHORT),
    arithmetic("add.", "addo.", 266, SIMPLE),
    arithmetic("addc.", "addco.", 10, SIMPLE).writing(CA),
    arithmetic("adde.", "addeo.", 138, CARRY).reading(CA).writing(CA),
    arithmetic("subf.", "subfo.", 40, SIMPLE),
    arithmetic("subfc.", "subfco.", 8, SIMPLE).writing(CA),
    arithmetic("subfe.", "subfeo.", 136, CARRY).reading(CA).writing(CA),
    of_one("addme.", "addmeo.", 234, CARRY).reading(CA).writing(CA),
    of_one("addze.", "addzeo.", 202, CARRY).reading(CA).writing(CA),
    of_one("subfme.", "subfmeo.", 232, CARRY).reading(CA).writing(CA),
    of_one("subfze.", "subfzeo.", 200, CARRY).reading(CA).writing(CA),
    of_one("neg.", "nego.", 104, SIMPLE),
    arithmetic("mullw.", "mullwo.", 235, MULTIPLY).action(Action::Multiply),
    high("mulhw.", 75),
    high("mulhwu.", 11),
    arithmetic("divw.", "divwo.", 491, DIVIDE),
    arithmetic("divwu.", "divwuo.", 459, DIVIDE),
    logical("and.", 28),
    logical("andc.", 60),
    logical("or.", 444),
    logical("orc.", 412),
    logical("xor.", 316),
    logical("nand.", 476),
    logical("nor.", 124),
    logical("eqv.", 284),
    logical("slw.", 24),
    logical("srw.", 536),
    Entry { timing: ALGEBRAIC_SHIFT, ..logical("sraw.", 792).writing(CA) },
    Entry::extended(31, 824, Record("srawi."), &[O::RADestination, O::RS, O::Shift], ALGEBRAIC_SHIFT).writing(CA),
    extension("extsb.", 954),
    extension("extsh.", 922),
    extension("cntlzw.", 26),
    logical_immediate(Plain("ori"), 24, SIMPLE),
    logical_immediate(Plain("oris"), 25, SIMPLE),
    logical_immediate(Plain("xori"), 26, SIMPLE),
    logical_immediate(Plain("xoris"), 27, SIMPLE),
    logical_immediate(Recording("andi."), 28, RECORD),
    logical_immediate(Recording("andis."), 29, RECORD),
    Entry::new(Record("rlwimi."), 20 << 26, &[O::RAInsert, O::RS, O::Shift, O::MaskBegin, O::MaskEnd], SIMPLE),
    Entry::new(Record("rlwinm."), 21 << 26, &[O::RADestination, O::RS, O::Shift, O::MaskBegin, O::MaskEnd], SIMPLE),
    Entry::new(Record("rlwnm."), 23 << 26, &[O::RADestination, O::RS, O::RB, O::MaskBegin, O::MaskEnd], SIMPLE),
    comparison("cmpi", 11 << 26, &[O::CrfD, O::Long, O::RA, O::Signed, RESERVED]),
    comparison("cmpli", 10 << 26, &[O::CrfD, O::Long, O::RA, O::Unsigned, RESERVED]),
    comparison("cmp", 31 << 26, &[O::CrfD, O::Long, O::RA, O::RB]),
    comparison("cmpl", 31 << 26 | 32 << 1, &[O::CrfD, O::Long, O::RA, O::RB]),
    Entry::new(Plain("twi"), 3 << 26, &[O::TrapCondition, O::RA, O::Signed], TRAP).action(Action::Is(Kind::Trap)),
    Entry::extended(31, 4, Plain("tw"), &[O::TrapCondition, O::RA, O::RB], TRAP).action(Action::Is(Kind::Trap)),
];
