//! What an instruction counts as when it completes.

use mpc7450::instruction::decode::{Decoded, Extent, Kind, RegisterKind, Serialization, TlbOperation, Transfer, Unit};

use crate::signal::Signal;

/// The signals of completing instructions; a set of them is a mask with one bit a place.
pub(crate) const COMPLETION_SIGNALS: [Signal; 36] = [
    Signal::InstructionsCompleted,
    Signal::CompletedBranchInstructions,
    Signal::Iu1Instructions,
    Signal::Iu2InstructionsCompleted,
    Signal::LsuInstructionsCompleted,
    Signal::FpuInstructions,
    Signal::Viu1InstructionsCompleted,
    Signal::Viu2InstructionsCompleted,
    Signal::VpuInstructionsCompleted,
    Signal::VfpuInstructionsCompleted,
    Signal::LoadInstructions,
    Signal::StoreInstructions,
    Signal::AltivecLoadInstructionsCompleted,
    Signal::FloatingPointLoadInstructionCompletedInLsu,
    Signal::FloatingPointLoadSingleInstructionCompletedInLsu,
    Signal::FloatingPointLoadDoubleCompletedInLsu,
    Signal::FloatingPointStoreInstructionsCompletedInLsu,
    Signal::LsuCompletesFloatingPointStoreSingle,
    Signal::FloatingPointStoreDoubleCompletesInLsu,
    Signal::LoadStringAndLoadMultipleInstructionsCompleted,
    Signal::StoreStringAndStoreMultipleInstructions,
    Signal::LwarxInstructionsCompleted,
    Signal::StwcxInstructions,
    Signal::MtsprInstructionsCompleted,
    Signal::MfsprInstructionsCompleted,
    Signal::MtvrsaveInstructionsCompleted,
    Signal::MtvscrInstructionsCompleted,
    Signal::ScInstructionsCompleted,
    Signal::SyncInstructions,
    Signal::EieioInstructionsCompleted,
    Signal::TlbieInstructionsCompleted,
    Signal::TlbsyncInstructions,
    Signal::RefetchSerialization,
    // The amounts of these three are known only when the instruction runs.
    Signal::LoadStringAndMultipleInstructionPieces,
    Signal::StoreStringAndMultipleInstructionPieces,
    Signal::SuccessfulStwcx,
];

/// A set of [`COMPLETION_SIGNALS`].
pub(super) type Signals = u64;

fn bit(signal: Signal) -> Signals {
    let place = COMPLETION_SIGNALS.iter().position(|known| *known == signal);
    1 << place.expect("a signal of completion")
}

pub(super) fn of_nothing() -> Signals {
    bit(Signal::InstructionsCompleted)
}

pub(super) fn of(decoded: Decoded) -> Signals {
    of_nothing() | of_unit(decoded.unit()) | of_kind(decoded) | of_serialization(decoded)
}

fn of_unit(unit: Unit) -> Signals {
    bit(match unit {
        Unit::None => return 0,
        Unit::Branch => Signal::CompletedBranchInstructions,
        Unit::Iu1 => Signal::Iu1Instructions,
        Unit::Iu2 => Signal::Iu2InstructionsCompleted,
        Unit::Lsu => Signal::LsuInstructionsCompleted,
        Unit::Fpu => Signal::FpuInstructions,
        Unit::Viu1 => Signal::Viu1InstructionsCompleted,
        Unit::Viu2 => Signal::Viu2InstructionsCompleted,
        Unit::Vpu => Signal::VpuInstructionsCompleted,
        Unit::Vfpu => Signal::VfpuInstructionsCompleted,
    })
}

fn of_serialization(decoded: Decoded) -> Signals {
    if decoded.serialization().contains(Serialization::REFETCH) { bit(Signal::RefetchSerialization) } else { 0 }
}

fn of_kind(decoded: Decoded) -> Signals {
    match decoded.kind() {
        Kind::Load(transfer) => bit(Signal::LoadInstructions) | of_load(transfer),
        Kind::Store(transfer) => bit(Signal::StoreInstructions) | of_store(transfer),
        Kind::MoveToSpr(256) => bit(Signal::MtsprInstructionsCompleted) | bit(Signal::MtvrsaveInstructionsCompleted),
        Kind::MoveToSpr(_) => bit(Signal::MtsprInstructionsCompleted),
        Kind::MoveFromSpr(_) => bit(Signal::MfsprInstructionsCompleted),
        Kind::SystemCall => bit(Signal::ScInstructionsCompleted),
        Kind::Sync => bit(Signal::SyncInstructions),
        Kind::Eieio => bit(Signal::EieioInstructionsCompleted),
        Kind::Tlb(TlbOperation::InvalidateEntry) => bit(Signal::TlbieInstructionsCompleted),
        Kind::Tlb(TlbOperation::Synchronize) => bit(Signal::TlbsyncInstructions),
        Kind::Plain if super::operation::writes_vscr_only(decoded) => bit(Signal::MtvscrInstructionsCompleted),
        _ => 0,
    }
}

fn of_load(transfer: Transfer) -> Signals {
    let float = bit(Signal::FloatingPointLoadInstructionCompletedInLsu);
    let register = match transfer.register {
        RegisterKind::Single => float | bit(Signal::FloatingPointLoadSingleInstructionCompletedInLsu),
        RegisterKind::Double | RegisterKind::FloatWord => float | bit(Signal::FloatingPointLoadDoubleCompletedInLsu),
        RegisterKind::Vector | RegisterKind::VectorElement => bit(Signal::AltivecLoadInstructionsCompleted),
        RegisterKind::General => 0,
    };
    let pieces = bit(Signal::LoadStringAndLoadMultipleInstructionsCompleted)
        | bit(Signal::LoadStringAndMultipleInstructionPieces);
    let extent = if transfer.extent == Extent::Single { 0 } else { pieces };
    register | extent | if transfer.reserve { bit(Signal::LwarxInstructionsCompleted) } else { 0 }
}

fn of_store(transfer: Transfer) -> Signals {
    let float = bit(Signal::FloatingPointStoreInstructionsCompletedInLsu);
    let register = match transfer.register {
        RegisterKind::Single => float | bit(Signal::LsuCompletesFloatingPointStoreSingle),
        RegisterKind::Double => float | bit(Signal::FloatingPointStoreDoubleCompletesInLsu),
        RegisterKind::FloatWord => float,
        _ => 0,
    };
    let pieces =
        bit(Signal::StoreStringAndStoreMultipleInstructions) | bit(Signal::StoreStringAndMultipleInstructionPieces);
    let extent = if transfer.extent == Extent::Single { 0 } else { pieces };
    let conditional = bit(Signal::StwcxInstructions) | bit(Signal::SuccessfulStwcx);
    register | extent | if transfer.reserve { conditional } else { 0 }
}
