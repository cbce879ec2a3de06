//! What all kernels that call share: registers, what opens and ends a call and a
//! round, and the methods.
//!
//! The object is in r3, as `this` or as a plain argument, and the method returns its
//! result there. CTR is taken by the calls, so the loops count in registers, as a
//! compiler does.

use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{Amount, add, addi, addic_record, cmplw, li, mr, mulli, slwi, subfic};
use mpc7450::instruction::memory::{lwz, lwzu, stw};
use mpc7450::instruction::special::{mflr, mtlr};
use mpc7450::instruction::{CrField, Gpr, Word};

use super::objects::MOST_CLASSES;
use crate::kernels::counts::Tally;
use crate::kernels::label::Label;
use crate::kernels::workspace::Workspace;

pub const OBJECT: Gpr = Gpr::at::<3>();
/// Result of a method, in the register that held the object.
pub const RETURNED: Gpr = OBJECT;
/// Argument: address of the word before the array of objects.
pub const BEFORE: Gpr = Gpr::at::<4>();
/// Argument: address of the array's last word.
pub const LAST: Gpr = Gpr::at::<5>();
/// Argument: where the sum goes.
pub const RESULT: Gpr = Gpr::at::<6>();
pub const FUNCTION: Gpr = Gpr::at::<0>();
pub const POINTER: Gpr = Gpr::at::<28>();
pub const ROUNDS: Gpr = Gpr::at::<29>();
pub const SUM: Gpr = Gpr::at::<30>();
const RETURN: Gpr = Gpr::at::<31>();

pub const ENTER: [Word; 3] = [mflr(RETURN), mr(ROUNDS, OBJECT), li(SUM, 0)];
pub const ROUND: Word = mr(POINTER, BEFORE);
pub const NEXT_OBJECT: Word = lwzu(OBJECT, POINTER, 4).unwrap();
pub const ADD_UP: [Word; 2] = [add(SUM, SUM, RETURNED), cmplw(CrField::CR0, POINTER, LAST)];
pub const END_ROUND: Word = addic_record(ROUNDS, ROUNDS, -1);
pub const LEAVE: [Word; 3] = [stw(SUM, RESULT, 0), mtlr(RETURN), blr()];
pub const AGAIN: Jump = Jump::When(Condition::NotEqual(CrField::CR0));

/// `ENTER`, the store and the `mtlr` of `LEAVE`; the last round's branch falls through.
pub const CALL: Tally = Tally { executed: 5, stores: 1, fall_through: 1, ..Tally::NONE };
/// `ROUND`, `END_ROUND` and its branch; the last object's branch falls through.
pub const A_ROUND: Tally = Tally { executed: 3, branches: 1, fall_through: 1, ..Tally::NONE };
/// `NEXT_OBJECT`, `ADD_UP`, the branch back, and the method with its `blr`.
pub const AN_OBJECT: Tally = Tally { executed: 7, branches: 2, loads: 2, ..Tally::NONE };
/// A `bl`.
pub const DIRECTLY: Tally = Tally { executed: 1, branches: 1, updating: 1, ..Tally::NONE };

/// The methods: value + 7, 7 - value, value x 7, value << 3.
const METHODS: [[Word; 3]; MOST_CLASSES] = {
    const VALUE: Word = lwz(RETURNED, OBJECT, 4);
    [
        [VALUE, addi(RETURNED, RETURNED, 7), blr()],
        [VALUE, subfic(RETURNED, RETURNED, 7), blr()],
        [VALUE, mulli(RETURNED, RETURNED, 7), blr()],
        [VALUE, slwi(RETURNED, RETURNED, Amount::of::<3>()), blr()],
    ]
};

/// Writes the first `count` methods, each at a cache block's start; classes beyond have
/// the first.
pub fn methods(workspace: &mut Workspace<'_>, count: usize) -> [Label; MOST_CLASSES] {
    let mut method = |words: &[Word]| {
        workspace.align_code(0);
        let label = workspace.label();
        workspace.emit_all(words);
        label
    };
    let mut labels = [method(&METHODS[0]); MOST_CLASSES];
    for (label, words) in labels.iter_mut().zip(&METHODS).take(count).skip(1) {
        *label = method(words);
    }
    labels
}
