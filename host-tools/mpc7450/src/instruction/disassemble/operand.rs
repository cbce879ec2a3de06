//! One operand as text.

use crate::instruction::decode::operand::Operand::{self as O};
use crate::instruction::decode::operand::{a, b, c, d, spr, string_bytes};
use core::fmt;

/// Whether the operand is printed: bits without meaning are not, and variants only where
/// they are not 0.
pub(super) fn is_shown(operand: O, word: u32) -> bool {
    match operand {
        O::Ignored(_) | O::StreamFlag => false,
        O::Level | O::Variant9 | O::Variant10 | O::Variant15 | O::Variant31 => field(operand, word) != 0,
        _ => true,
    }
}

/// The operand's bits as a number.
fn field(operand: O, word: u32) -> u32 {
    let mask = operand.mask();
    (word & mask) >> mask.trailing_zeros()
}

/// Prints the operand of `word`, which stands at `address` if that is known.
pub(super) fn write(f: &mut fmt::Formatter<'_>, operand: O, word: u32, address: Option<u32>) -> fmt::Result {
    match operand {
        O::RD | O::RS | O::RSData | O::RDMultiple | O::RSMultiple => write!(f, "r{}", d(word)),
        O::RDString | O::RSString | O::RDCounted | O::RSCounted => write!(f, "r{}", d(word)),
        O::RA0 if a(word) == 0 => f.write_str("0"),
        O::RA | O::RA0 | O::RADestination | O::RAInsert | O::RAUpdate => write!(f, "r{}", a(word)),
        O::RB => write!(f, "r{}", b(word)),
        O::FD | O::FSData => write!(f, "f{}", d(word)),
        O::FA => write!(f, "f{}", a(word)),
        O::FB => write!(f, "f{}", b(word)),
        O::FC => write!(f, "f{}", c(word)),
        O::VD | O::VSData => write!(f, "v{}", d(word)),
        O::VA => write!(f, "v{}", a(word)),
        O::VB => write!(f, "v{}", b(word)),
        O::VC => write!(f, "v{}", c(word)),
        O::CrfD | O::CrfS | O::FpscrField => write!(f, "cr{}", field(operand, word)),
        O::CrbD | O::CrbA | O::CrbB | O::BranchBit => write_bit(f, field(operand, word)),
        O::Signed | O::Displacement => write!(f, "{}", word as u16 as i16),
        O::Signed5 => write!(f, "{}", (word << 11) as i32 >> 27),
        O::Count => write!(f, "{}", string_bytes(word)),
        O::SprSource | O::SprDestination | O::TimeBase => write!(f, "{}", spr(word)),
        O::Far => write_target(f, (word << 6) as i32 >> 6 & !3, word, address),
        O::Near => write_target(f, i32::from(word as u16 as i16) & !3, word, address),
        _ => write!(f, "{}", field(operand, word)),
    }
}

/// A bit of the condition register: `eq` of field 0, `4*cr1+eq` of others.
fn write_bit(f: &mut fmt::Formatter<'_>, bit: u32) -> fmt::Result {
    let name = ["lt", "gt", "eq", "so"][bit as usize % 4];
    match bit / 4 {
        0 => f.write_str(name),
        field => write!(f, "4*cr{field}+{name}"),
    }
}

fn write_target(f: &mut fmt::Formatter<'_>, displacement: i32, word: u32, address: Option<u32>) -> fmt::Result {
    let absolute = word & 2 != 0;
    match address {
        _ if absolute => write!(f, "{:#x}", displacement as u32),
        Some(address) => write!(f, "{:#x}", address.wrapping_add(displacement as u32)),
        None => write!(f, ".{displacement:+}"),
    }
}
