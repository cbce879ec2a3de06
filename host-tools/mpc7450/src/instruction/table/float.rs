//! The floating-point unit [PEM 4.2.2].

use crate::instruction::decode::entry::Name::{Plain, Record};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Entry, Special};

/// Five cycles; the unit starts four in five.
const PIPELINED: Timing = Timing::new(Unit::Fpu, 5, 1);
/// No vendor's word on these, but GCC and LLVM agree.
const SIMPLE: Timing = PIPELINED.likely();
const DIVIDE_SINGLE: Timing = Timing::new(Unit::Fpu, 21, 21);
const DIVIDE: Timing = Timing::new(Unit::Fpu, 35, 35);
const ESTIMATE: Timing = Timing::new(Unit::Fpu, 14, 14).likely();
/// Moves of FPSCR wait until they are the oldest.
const STATUS: Timing = Timing::new(Unit::Fpu, 5, 1).alone().likely();

const FPSCR: Special = Special::FPSCR;

const DOUBLE: u32 = 63;
const SINGLE: u32 = 59;

/// An arithmetic instruction, which collects exceptions in FPSCR.
const fn arithmetic(primary: u32, name: &'static str, extended: u32, operands: &'static [O]) -> Entry {
    Entry::extended(primary, extended, Record(name), operands, PIPELINED).writing(FPSCR)
}

const fn sum(primary: u32, name: &'static str, extended: u32) -> Entry {
    arithmetic(primary, name, extended, &[O::FD, O::FA, O::FB])
}

const fn product(primary: u32, name: &'static str) -> Entry {
    arithmetic(primary, name, 25, &[O::FD, O::FA, O::FC])
}

const fn fused(primary: u32, name: &'static str, extended: u32) -> Entry {
    arithmetic(primary, name, extended, &[O::FD, O::FA, O::FC, O::FB])
}

/// A move, which leaves FPSCR alone.
const fn simple(name: &'static str, extended: u32) -> Entry {
    Entry::extended(DOUBLE, extended, Record(name), &[O::FD, O::FB], SIMPLE)
}

const fn comparison(name: &'static str, extended: u32) -> Entry {
    Entry::extended(DOUBLE, extended, Plain(name), &[O::CrfD, O::FA, O::FB], PIPELINED).writing(FPSCR)
}

/// A move to FPSCR, of which other bits stay.
const fn status(name: &'static str, extended: u32, operands: &'static [O]) -> Entry {
    Entry::extended(DOUBLE, extended, Record(name), operands, STATUS).reading(FPSCR).writing(FPSCR)
}

pub(super) const ROWS: &[Entry] = &[
    sum(DOUBLE, "fadd.", 21),
    sum(SINGLE, "fadds.", 21),
    sum(DOUBLE, "fsub.", 20),
    sum(SINGLE, "fsubs.", 20),
    product(DOUBLE, "fmul."),
    product(SINGLE, "fmuls."),
    Entry { timing: DIVIDE, ..sum(DOUBLE, "fdiv.", 18) },
    Entry { timing: DIVIDE_SINGLE, ..sum(SINGLE, "fdivs.", 18) },
    fused(DOUBLE, "fmadd.", 29),
    fused(SINGLE, "fmadds.", 29),
    fused(DOUBLE, "fmsub.", 28),
    fused(SINGLE, "fmsubs.", 28),
    fused(DOUBLE, "fnmadd.", 31),
    fused(SINGLE, "fnmadds.", 31),
    fused(DOUBLE, "fnmsub.", 30),
    fused(SINGLE, "fnmsubs.", 30),
    Entry { timing: ESTIMATE, ..arithmetic(SINGLE, "fres.", 24, &[O::FD, O::FB, O::Variant15]) },
    Entry { timing: SIMPLE, ..arithmetic(DOUBLE, "frsqrte.", 26, &[O::FD, O::FB, O::Variant15]) },
    Entry::extended(DOUBLE, 23, Record("fsel."), &[O::FD, O::FA, O::FC, O::FB], SIMPLE),
    simple("frsp.", 12).writing(FPSCR),
    simple("fctiw.", 14).writing(FPSCR),
    simple("fctiwz.", 15).writing(FPSCR),
    simple("fmr.", 72),
    simple("fneg.", 40),
    simple("fabs.", 264),
    simple("fnabs.", 136),
    comparison("fcmpu", 0),
    comparison("fcmpo", 32),
    Entry::extended(DOUBLE, 583, Record("mffs."), &[O::FD], STATUS).reading(FPSCR),
    status("mtfsf.", 711, &[O::FpscrMask, O::FB, O::Ignored(1 << 25 | 1 << 16)]),
    status("mtfsfi.", 134, &[O::FpscrDestination, O::Value4]),
    status("mtfsb0.", 70, &[O::FpscrBit]),
    status("mtfsb1.", 38, &[O::FpscrBit]),
    Entry::extended(DOUBLE, 64, Plain("mcrfs"), &[O::CrfD, O::FpscrField], STATUS).reading(FPSCR).writing(FPSCR),
];
