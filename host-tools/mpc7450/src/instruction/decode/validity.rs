//! Forms that the architecture calls invalid, although no reserved bit is set.

use super::entry::{Action, Entry};
use super::kind::{Extent, RegisterKind, Transfer};
use super::operand::{Operand, a, b, d};

pub(super) fn is_valid(entry: &Entry, word: u32) -> bool {
    entry.operands.iter().all(|operand| is_operand_valid(*operand, word))
        && match entry.action {
            Action::Branch => is_branch_valid(word),
            Action::Load(transfer) => is_load_valid(transfer, word),
            _ => true,
        }
}

fn is_operand_valid(operand: Operand, word: u32) -> bool {
    match operand {
        Operand::RAUpdate => a(word) != 0,
        Operand::RDMultiple => a(word) < d(word),
        Operand::RDString => a(word) != d(word),
        Operand::RDCounted => a(word) != d(word) && b(word) != d(word),
        Operand::Variant9 => d(word) & 3 != 2,
        _ => true,
    }
}

/// A load may not replace its base twice.
const fn is_load_valid(transfer: Transfer, word: u32) -> bool {
    let general = matches!(transfer, Transfer { register: RegisterKind::General, extent: Extent::Single, .. });
    !(general && transfer.update && a(word) == d(word))
}

/// Values of BO with the bits that the architecture wants 0 [PEM 4.2.4.2]. `bc` has
/// more of them, which objdump knows by an extended mnemonic.
const fn is_branch_valid(word: u32) -> bool {
    let (primary, options, bit) = (word >> 26, d(word), a(word));
    match options {
        _ if primary == 18 => true,
        0..=5 | 8..=13 | 16..=20 => true,
        6 | 7 | 14 | 15 => primary == 16,
        24..=27 => primary == 16 && bit == 0,
        _ => false,
    }
}
