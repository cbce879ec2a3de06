//! Moves to and from registers of the processor, synchronisation, interrupts and
//! translation [PEM 4.2.5 to 4.4].

use crate::instruction::decode::entry::Name::Plain;
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, Entry, Kind, SegmentOperation, Special, TlbOperation};

/// No unit: the instruction waits in the completion queue until it is the oldest.
const REFETCH: Timing = Timing::new(Unit::None, 0, 1).refetching();
/// Moves in the complex integer unit wait until they are the oldest.
const MOVE_2: Timing = Timing::new(Unit::Iu2, 2, 2).alone().likely();
const MOVE_3: Timing = Timing::new(Unit::Iu2, 3, 3).alone().likely();
const MOVE_4: Timing = Timing::new(Unit::Iu2, 4, 4).alone().likely();
const MOVE_5: Timing = Timing::new(Unit::Iu2, 5, 5).alone().likely();
const SYNC: Timing = Timing::new(Unit::Lsu, 35, 35).alone().storing().likely();
const BARRIER: Timing = Timing::new(Unit::Lsu, 3, 5).storing();
const TRANSLATION: Timing = Timing::new(Unit::Lsu, 3, 1).alone().storing().guess();

const fn row(name: &'static str, extended: u32, operands: &'static [O], timing: Timing, action: Action) -> Entry {
    Entry::extended(31, extended, Plain(name), operands, timing).action(action)
}

/// Bit 31 - 16 = 15: the two numbers of the time base, 268 and 269, differ in it.
const TIME_BASE: u32 = 0x000c_4000 & !(1 << 16);

const XER_SUMMARY: Special = Special::XER_CA.union(Special::XER_SO_OV);

pub(super) const ROWS: &[Entry] = &[
    row("mtspr", 467, &[O::SprDestination, O::RS], MOVE_2, Action::MoveToSpr),
    row("mfspr", 339, &[O::RD, O::SprSource], MOVE_3, Action::MoveFromSpr),
    Entry::new(Plain("mftb"), 31 << 26 | 371 << 1 | TIME_BASE, &[O::RD, O::TimeBase], MOVE_5)
        .action(Action::MoveFromTimeBase),
    row("mtmsr", 146, &[O::RS, O::Variant15], MOVE_2, Action::Is(Kind::MoveToMsr)),
    row("mfmsr", 83, &[O::RD], MOVE_3, Action::Is(Kind::MoveFromMsr)),
    row("mtcrf", 144, &[O::CrMask, O::RS], MOVE_2, Action::MoveToCrFields),
    row("mfcr", 19, &[O::RD], MOVE_2, Action::Plain).reading_cr(0xff),
    row("mcrxr", 512, &[O::CrfD], MOVE_2, Action::Plain).reading(XER_SUMMARY).writing(XER_SUMMARY),
    row("mtsr", 210, &[O::SegmentRegister, O::RS], MOVE_2, Action::MoveToSegment),
    row("mtsrin", 242, &[O::RS, O::RB], MOVE_2, Action::Is(Kind::Segment(SegmentOperation::MoveToIndirect))),
    row("mfsr", 595, &[O::RD, O::SegmentRegister], MOVE_4, Action::MoveFromSegment),
    row("mfsrin", 659, &[O::RD, O::RB], MOVE_4, Action::Is(Kind::Segment(SegmentOperation::MoveFromIndirect))),
    Entry::extended(19, 150, Plain("isync"), &[], REFETCH).action(Action::Is(Kind::Isync)),
    Entry::extended(19, 50, Plain("rfi"), &[], REFETCH).action(Action::Is(Kind::ReturnFromInterrupt)),
    Entry::new(Plain("sc"), 17 << 26 | 2, &[O::Level, O::Ignored(0xf01c)], REFETCH)
        .action(Action::Is(Kind::SystemCall)),
    row("sync", 598, &[O::Variant10], SYNC, Action::Is(Kind::Sync)),
    row("eieio", 854, &[], BARRIER.guess(), Action::Is(Kind::Eieio)),
    row("tlbsync", 566, &[], BARRIER.likely(), Action::Is(Kind::Tlb(TlbOperation::Synchronize))),
    row("tlbie", 306, &[O::RB, O::Variant10], TRANSLATION, Action::Is(Kind::Tlb(TlbOperation::InvalidateEntry))),
    row("tlbld", 978, &[O::RB], TRANSLATION, Action::Is(Kind::Tlb(TlbOperation::LoadData))),
    row("tlbli", 1010, &[O::RB], TRANSLATION, Action::Is(Kind::Tlb(TlbOperation::LoadInstruction))),
];
