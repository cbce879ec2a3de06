//! Operands: where an operand stands in the word, and which register it reads or
//! writes there.
//!
//! One list of operands a row serves three ends, so that they cannot disagree: bits
//! that no operand covers are fixed or reserved, registers that operands name are the
//! instruction's reads and writes, and the disassembler prints the operands in the
//! order of the list.

use super::resources::{Resources, Special, XER};

/// One operand. `D`, `A`, `B` and `C` are the four register fields of the manual:
/// bits 6-10, 11-15, 16-20 and 21-25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::instruction) enum Operand {
    /// General register in D, written.
    RD,
    /// General register in D, read.
    RS,
    /// General register in D that a store writes to memory.
    RSData,
    /// General register in D to r31, written.
    RDMultiple,
    /// General register in D to r31, stored.
    RSMultiple,
    /// As many general registers from D as the byte count in B fills, written.
    RDString,
    /// As many general registers from D as the byte count in B needs, stored.
    RSString,
    /// As many general registers from D as the byte count in XER fills, written.
    RDCounted,
    /// As many general registers from D as the byte count in XER needs, stored.
    RSCounted,
    /// General register in A, read.
    RA,
    /// General register in A, read; r0 means the value 0.
    RA0,
    /// General register in A, written.
    RADestination,
    /// General register in A, read and written.
    RAInsert,
    /// General register in A, an address that is read and replaced.
    RAUpdate,
    /// General register in B, read.
    RB,
    /// Floating-point register in D, written.
    FD,
    /// Floating-point register in D that a store writes to memory.
    FSData,
    /// Floating-point register in A, read.
    FA,
    /// Floating-point register in B, read.
    FB,
    /// Floating-point register in C, read.
    FC,
    /// Vector register in D, written.
    VD,
    /// Vector register in D that a store writes to memory.
    VSData,
    /// Vector register in A, read.
    VA,
    /// Vector register in B, read.
    VB,
    /// Vector register in C, read.
    VC,
    /// Condition field, the upper three bits of D, written.
    CrfD,
    /// Condition field, the upper three bits of A, read.
    CrfS,
    /// Field of FPSCR, the upper three bits of A.
    FpscrField,
    /// Condition bit in D, written; the field's other bits stay.
    CrbD,
    /// Condition bit in A, read.
    CrbA,
    /// Condition bit in B, read.
    CrbB,
    /// Field of FPSCR, the upper three bits of D, to be replaced.
    FpscrDestination,
    /// Bit of FPSCR in D.
    FpscrBit,
    /// Eight-bit mask of condition fields to write, bits 12-19.
    CrMask,
    /// Eight-bit mask of FPSCR fields, bits 7-14.
    FpscrMask,
    /// Four-bit value, bits 16-19.
    Value4,
    /// Signed 16-bit value.
    Signed,
    /// Unsigned 16-bit value.
    Unsigned,
    /// Signed 16-bit displacement; the base follows in the list.
    Displacement,
    /// Shift amount in B.
    Shift,
    /// First bit of a mask, in C.
    MaskBegin,
    /// Last bit of a mask, bits 26-30.
    MaskEnd,
    /// Byte count in B, 0 means 32.
    Count,
    /// Conditions of a trap, in D.
    TrapCondition,
    /// Width bit of a comparison, bit 10: must be 0 on a 32-bit processor.
    Long,
    /// Special-purpose register, bits 11-20 with their halves exchanged, read.
    SprSource,
    /// Special-purpose register, bits 11-20 with their halves exchanged, written.
    SprDestination,
    /// Pair of block-address translation registers, bits 13 and 14 of their special-purpose
    /// register's field.
    BatNumber,
    /// Number of a register SPRG0 to SPRG3, bits 14 and 15.
    SprgNumber,
    /// Half of the time base, bit 15.
    TimeBase,
    /// Segment register, bits 12-15.
    SegmentRegister,
    /// Five-bit unsigned value in A.
    Unsigned5,
    /// Five-bit signed value in A.
    Signed5,
    /// Vector element in A, four bits.
    Byte,
    /// Vector element in A, three bits.
    Halfword,
    /// Vector element in A, two bits.
    Word,
    /// Byte shift of two vectors, bits 22-25.
    ByteShift,
    /// Data stream, bits 9-10.
    Stream,
    /// Transient bit of a data stream, or "all" of `dss`, bit 6.
    StreamFlag,
    /// Target of `b`, bits 6-29.
    Far,
    /// BO, in D.
    BranchOptions,
    /// BI, in A.
    BranchBit,
    /// Target of `bc`, bits 16-29.
    Near,
    /// Level of a system call, bits 20-26.
    Level,
    /// Bit 10 as a variant of the instruction, 0 in the manuals of the MPC7450.
    Variant10,
    /// Bits 9 and 10 as a variant of the instruction, 0 in the manuals of the MPC7450.
    Variant9,
    /// Bit 15 as a variant of the instruction, 0 in the manuals of the MPC7450.
    Variant15,
    /// Bit 31 as a variant of the instruction, 0 in the manuals of the MPC7450.
    Variant31,
    /// These bits mean nothing here, and the disassembler that this table is checked
    /// against accepts them.
    Ignored(u32),
}

use Operand as O;

const D: u32 = 0x1f << 21;
const A: u32 = 0x1f << 16;
const B: u32 = 0x1f << 11;
const C: u32 = 0x1f << 6;

/// The field D of a word.
pub(in crate::instruction) const fn d(word: u32) -> u32 {
    word >> 21 & 0x1f
}

/// The field A of a word.
pub(in crate::instruction) const fn a(word: u32) -> u32 {
    word >> 16 & 0x1f
}

/// The field B of a word.
pub(in crate::instruction) const fn b(word: u32) -> u32 {
    word >> 11 & 0x1f
}

/// The field C of a word.
pub(in crate::instruction) const fn c(word: u32) -> u32 {
    word >> 6 & 0x1f
}

/// The number of a special-purpose register, whose halves stand exchanged.
pub(in crate::instruction) const fn spr(word: u32) -> u16 {
    (b(word) << 5 | a(word)) as u16
}

/// The byte count of `lswi` and `stswi`: 0 means 32.
pub(in crate::instruction) const fn string_bytes(word: u32) -> u32 {
    if b(word) == 0 { 32 } else { b(word) }
}

/// A mask of `count` registers from `first` on; r0 follows r31.
const fn registers(first: u32, count: u32) -> u32 {
    let ones = if count >= 32 { u32::MAX } else { (1 << count) - 1 };
    ones.rotate_left(first)
}

/// The parts of a special-purpose register that [`Special`] names.
const fn named_spr(number: u16) -> Resources {
    Resources::special(match number {
        1 => XER,
        8 => Special::LR,
        9 => Special::CTR,
        256 => Special::VRSAVE,
        _ => Special::empty(),
    })
}

impl Operand {
    /// The bits of the word that the operand covers.
    pub(in crate::instruction) const fn mask(self) -> u32 {
        match self {
            O::RD | O::RS | O::RSData | O::RDMultiple | O::RSMultiple => D,
            O::RDString | O::RSString | O::RDCounted | O::RSCounted => D,
            O::FD | O::FSData | O::VD | O::VSData => D,
            O::CrbD | O::FpscrBit | O::TrapCondition | O::BranchOptions => D,
            O::RA | O::RA0 | O::RADestination | O::RAInsert | O::RAUpdate => A,
            O::FA | O::VA | O::CrbA | O::Unsigned5 | O::Signed5 | O::BranchBit => A,
            O::RB | O::FB | O::VB | O::CrbB | O::Shift | O::Count => B,
            O::FC | O::VC | O::MaskBegin => C,
            O::CrfD | O::FpscrDestination => 7 << 23,
            O::CrfS | O::FpscrField => 7 << 18,
            O::CrMask => 0xff << 12,
            O::FpscrMask => 0xff << 17,
            O::Value4 => 0xf << 12,
            O::Signed | O::Unsigned | O::Displacement => 0xffff,
            O::MaskEnd => 0x1f << 1,
            O::Long | O::Variant10 => 1 << 21,
            O::SprSource | O::SprDestination => A | B,
            O::BatNumber => 3 << 17,
            O::SprgNumber => 3 << 16,
            O::TimeBase | O::Variant15 => 1 << 16,
            O::SegmentRegister | O::Byte => 0xf << 16,
            O::Halfword => 7 << 16,
            O::Word => 3 << 16,
            O::ByteShift => 0xf << 6,
            O::Stream | O::Variant9 => 3 << 21,
            O::StreamFlag => 1 << 25,
            O::Far => 0x03ff_fffc,
            O::Near => 0xfffc,
            O::Level => 0x7f << 5,
            O::Variant31 => 1,
            O::Ignored(mask) => mask,
        }
    }

    /// The registers that the operand reads, data of a store included.
    pub(super) fn reads(self, word: u32) -> Resources {
        match self {
            O::RS => Resources::gpr(d(word)),
            O::RA | O::RAInsert | O::RAUpdate => Resources::gpr(a(word)),
            O::RA0 if a(word) != 0 => Resources::gpr(a(word)),
            O::RB => Resources::gpr(b(word)),
            O::FA => Resources::fpr(a(word)),
            O::FB => Resources::fpr(b(word)),
            O::FC => Resources::fpr(c(word)),
            O::VA => Resources::vr(a(word)),
            O::VB => Resources::vr(b(word)),
            O::VC => Resources::vr(c(word)),
            O::CrfS => Resources::field(a(word) >> 2),
            O::CrbA => Resources::field(a(word) >> 2),
            O::CrbB => Resources::field(b(word) >> 2),
            O::CrbD => Resources::field(d(word) >> 2),
            O::SprSource => named_spr(spr(word)),
            O::RDCounted | O::RSCounted => Resources::special(Special::XER_COUNT) | self.store_data(word),
            _ => self.store_data(word),
        }
    }

    /// The registers that the operand writes.
    pub(super) fn writes(self, word: u32) -> Resources {
        match self {
            O::RD => Resources::gpr(d(word)),
            O::RADestination | O::RAInsert | O::RAUpdate => Resources::gpr(a(word)),
            O::RDMultiple => Resources { gprs: u32::MAX << d(word), ..Resources::NONE },
            O::RDString => Resources { gprs: registers(d(word), string_bytes(word).div_ceil(4)), ..Resources::NONE },
            O::RDCounted => Resources { gprs: u32::MAX, ..Resources::NONE },
            O::FD => Resources::fpr(d(word)),
            O::VD => Resources::vr(d(word)),
            O::CrfD => Resources::field(d(word) >> 2),
            O::CrbD => Resources::field(d(word) >> 2),
            O::CrMask => Resources::fields(((word >> 12) as u8).reverse_bits()),
            O::SprDestination => named_spr(spr(word)),
            _ => Resources::NONE,
        }
    }

    /// The registers that the operand reads only to store them.
    pub(super) fn store_data(self, word: u32) -> Resources {
        match self {
            O::RSData => Resources::gpr(d(word)),
            O::RSMultiple => Resources { gprs: u32::MAX << d(word), ..Resources::NONE },
            O::RSString => Resources { gprs: registers(d(word), string_bytes(word).div_ceil(4)), ..Resources::NONE },
            O::RSCounted => Resources { gprs: u32::MAX, ..Resources::NONE },
            O::FSData => Resources::fpr(d(word)),
            O::VSData => Resources::vr(d(word)),
            _ => Resources::NONE,
        }
    }
}
