//! Extended mnemonics of conditional branches [PEM F.4].
//!
//! `+` and `-` tell the static prediction: the hint bit, turned by the sign of the
//! displacement.

use super::{Line, Mnemonic};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::{BranchForm, BranchTarget, Decoded, Kind};

/// How the conditions of a mnemonic's stem are printed.
enum Condition {
    /// None, or all in the stem.
    None,
    /// The field, where it is not cr0.
    Field,
    /// The bit.
    Bit,
}

/// The branch as objdump prints it; `None` if it is no conditional branch.
pub(super) fn line(decoded: Decoded) -> Option<Line> {
    let Kind::Branch(branch) = decoded.kind() else { return None };
    if branch.unconditional {
        return None;
    }
    let backward = matches!(branch.target, BranchTarget::Displacement { bytes, .. } if bytes < 0);
    let (stem, condition) = match stem(branch) {
        Some(named) => named,
        None => {
            let sign = if branch.hint() && !backward { "+" } else { "" };
            let mnemonic = Mnemonic([decoded.mnemonic(), sign, "", ""]);
            return Some(Line { mnemonic, operands: decoded.entry.operands, number: None });
        }
    };
    let sign = match branch.hint() != backward {
        _ if branch.is_always_taken() => "",
        true => "+",
        false => "-",
    };
    let mnemonic = Mnemonic([stem, suffix(branch), sign, ""]);
    Some(Line { mnemonic, operands: operands(branch, &condition), number: None })
}

/// The part of the mnemonic that tells the conditions; `None` if there is no extended
/// one.
fn stem(branch: BranchForm) -> Option<(&'static str, Condition)> {
    let relative = matches!(branch.target, BranchTarget::Displacement { .. });
    if branch.target == BranchTarget::CountRegister && branch.decrements_ctr() {
        return None;
    }
    let bit = branch.bit as usize % 4;
    Some(match branch.options {
        0 | 1 => ("bdnzf", Condition::Bit),
        2 | 3 => ("bdzf", Condition::Bit),
        4..=7 => (["bge", "ble", "bne", "bns"][bit], Condition::Field),
        8 | 9 => ("bdnzt", Condition::Bit),
        10 | 11 => ("bdzt", Condition::Bit),
        12..=15 => (["blt", "bgt", "beq", "bso"][bit], Condition::Field),
        16 | 17 | 24 | 25 if branch.bit == 0 => ("bdnz", Condition::None),
        18 | 19 | 26 | 27 if branch.bit == 0 => ("bdz", Condition::None),
        20 if branch.bit == 0 && !relative => ("b", Condition::None),
        _ => return None,
    })
}

fn suffix(branch: BranchForm) -> &'static str {
    match (branch.target, branch.link) {
        (BranchTarget::Displacement { absolute: false, .. }, false) => "",
        (BranchTarget::Displacement { absolute: false, .. }, true) => "l",
        (BranchTarget::Displacement { absolute: true, .. }, false) => "a",
        (BranchTarget::Displacement { absolute: true, .. }, true) => "la",
        (BranchTarget::LinkRegister, false) => "lr",
        (BranchTarget::LinkRegister, true) => "lrl",
        (BranchTarget::CountRegister, false) => "ctr",
        (BranchTarget::CountRegister, true) => "ctrl",
    }
}

fn operands(branch: BranchForm, condition: &Condition) -> &'static [O] {
    let relative = matches!(branch.target, BranchTarget::Displacement { .. });
    match (condition, relative) {
        (Condition::Bit, true) => &[O::BranchBit, O::Near],
        (Condition::Bit, false) => &[O::BranchBit],
        (Condition::Field, true) if branch.bit >= 4 => &[O::CrfS, O::Near],
        (Condition::Field, false) if branch.bit >= 4 => &[O::CrfS],
        (Condition::Field | Condition::None, true) => &[O::Near],
        (Condition::Field | Condition::None, false) => &[],
    }
}
