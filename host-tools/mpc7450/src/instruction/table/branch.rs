//! Branches and operations on the condition register [PEM 4.2.4].

use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, Entry, Name};

/// A branch executes in one cycle; what it costs to go elsewhere is the fetcher's to say.
const BRANCH: Timing = Timing::new(Unit::Branch, 1, 1);
/// Logical operations and moves in the condition register wait until they are the oldest.
const CONDITION: Timing = Timing::new(Unit::Iu2, 2, 2).alone().likely();

const fn branch(name: Name, value: u32, operands: &'static [O], timing: Timing) -> Entry {
    Entry::new(name, value, operands, timing).action(Action::Branch)
}

const fn logical(name: &'static str, extended: u32) -> Entry {
    Entry::extended(19, extended, Name::Plain(name), &[O::CrbD, O::CrbA, O::CrbB], CONDITION)
}

pub(super) const ROWS: &[Entry] = &[
    branch(Name::LinkedAbsolute(["b", "bl", "ba", "bla"]), 18 << 26, &[O::Far], BRANCH),
    branch(
        Name::LinkedAbsolute(["bc", "bcl", "bca", "bcla"]),
        16 << 26,
        &[O::BranchOptions, O::BranchBit, O::Near],
        BRANCH,
    ),
    branch(Name::Linked(["bclr", "bclrl"]), 19 << 26 | 16 << 1, &[O::BranchOptions, O::BranchBit], BRANCH),
    branch(Name::Linked(["bcctr", "bcctrl"]), 19 << 26 | 528 << 1, &[O::BranchOptions, O::BranchBit], BRANCH),
    Entry::extended(19, 0, Name::Plain("mcrf"), &[O::CrfD, O::CrfS], CONDITION),
    logical("crnor", 33),
    logical("crandc", 129),
    logical("crxor", 193),
    logical("crnand", 225),
    logical("crand", 257),
    logical("creqv", 289),
    logical("crorc", 417),
    logical("cror", 449),
];
