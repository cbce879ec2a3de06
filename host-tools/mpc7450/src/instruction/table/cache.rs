//! Cache blocks and data streams [PEM 4.3, ALTIVECPEM 5.2]; all execute in the load/store unit.

use crate::instruction::decode::entry::Name::{Plain, Transient};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, CacheOperation, Entry, Kind};

const HINT: Timing = Timing::new(Unit::Lsu, 3, 1).likely();
const CHANGE: Timing = HINT.storing();
/// The throughput is a recollection of the manual.
const PUSH: Timing = Timing::new(Unit::Lsu, 3, 11).storing().guess();

const fn block(
    name: &'static str,
    extended: u32,
    operands: &'static [O],
    operation: CacheOperation,
    timing: Timing,
) -> Entry {
    Entry::extended(31, extended, Plain(name), operands, timing).action(Action::Is(Kind::Cache(operation)))
}

const ADDRESS: &[O] = &[O::RA0, O::RB];
/// A hint's field D has no meaning here.
const HINTED: &[O] = &[O::RA0, O::RB, O::Ignored(0x1f << 21)];

/// `dst a,b,stream`; bits 7, 8 and 31 have no meaning.
const START: &[O] = &[O::RA, O::RB, O::Stream, O::StreamFlag, O::Ignored(0x0180_0001)];
/// `dss stream`; bits 7, 8, 11 to 20 and 31 have no meaning.
const STOP: &[O] = &[O::Stream, O::StreamFlag, O::Ignored(0x019f_f801)];

pub(super) const ROWS: &[Entry] = &[
    block("dcbt", 278, HINTED, CacheOperation::Touch, HINT),
    block("dcbtst", 246, HINTED, CacheOperation::TouchForStore, HINT),
    block("dcbz", 1014, ADDRESS, CacheOperation::Zero, CHANGE),
    block("dcba", 758, ADDRESS, CacheOperation::Allocate, CHANGE),
    block("dcbf", 86, &[O::RA0, O::RB, O::Variant9], CacheOperation::Flush, PUSH),
    block("dcbst", 54, ADDRESS, CacheOperation::Store, PUSH),
    block("dcbi", 470, ADDRESS, CacheOperation::Invalidate, PUSH),
    block("icbi", 982, ADDRESS, CacheOperation::InstructionInvalidate, CHANGE.guess()),
    Entry::extended(31, 342, Transient(["dst", "dstt"]), START, HINT).action(Action::StreamStart { store: false }),
    Entry::extended(31, 374, Transient(["dstst", "dststt"]), START, HINT).action(Action::StreamStart { store: true }),
    Entry::extended(31, 822, Transient(["dss", "dssall"]), STOP, HINT).action(Action::StreamStop),
];
