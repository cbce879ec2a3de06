//! Loops that count in CTR: the frames of kernels that only repeat a body.
//!
//! [`Counted`] counts behind its body, as compilers do. `bdnz` reaches 32 KiB, so that a
//! body that may be longer is a [`Round`], which counts before its body and whose last
//! branch goes back there. A body that changed from one to the other at 32 KiB would
//! change its shape just where the L1 ends.

use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::addi;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::counts::Tally;
use super::label::Label;
use super::workspace::Workspace;

/// Iterations, as every kernel gets them.
pub const ITERATIONS: Gpr = Gpr::at::<3>();

/// The `mtctr` that opens the loop, and that the last `bdnz` is not taken.
pub const OPEN: Tally = Tally { executed: 1, count_exits: 1, ..Tally::NONE };
/// One execution of the `bdnz`.
pub const CLOSE: Tally = Tally { executed: 1, branches: 1, updating: 1, ..Tally::NONE };

/// A loop that waits for its end.
#[must_use = "a loop that is open has no end"]
#[derive(Debug)]
pub struct Counted {
    entry: Label,
    top: Label,
}

impl Workspace<'_> {
    /// Appends `mtctr` and the set-up, so that the body behind them starts at a cache
    /// block.
    pub fn open_counted(&mut self, setup: &[Word]) -> Counted {
        self.align_code(1 + setup.len());
        let entry = self.label();
        self.emit(mtctr(ITERATIONS));
        self.emit_all(setup);
        Counted { entry, top: self.label() }
    }

    /// Appends `bdnz` and the return; gives the entry.
    pub fn close_counted(&mut self, counted: Counted) -> Label {
        self.jump(Jump::When(Condition::CountLeft), counted.top);
        self.emit(blr());
        counted.entry
    }
}

/// Words of `Round::open`.
pub const ROUND_HEAD: u32 = 4;
/// The count is loaded one too high, so that the first `bdnz` enters the first round and
/// the last one leaves.
pub const ROUNDS: Tally = Tally { executed: 3, branches: 1, updating: 1, count_exits: 1, ..Tally::NONE };
/// The `bdnz` before each round.
pub const A_ROUND: Tally = CLOSE;
/// A branch to what comes next in a round, or from its end back to the count.
pub const ONWARD: Tally = Tally { executed: 1, branches: 1, ..Tally::NONE };

/// A loop that counts at its start; what goes round follows.
#[must_use = "a round that is open has no end"]
#[derive(Debug)]
pub struct Round {
    entry: Label,
    count: Label,
}

impl Workspace<'_> {
    /// Appends entry, count and return: [`ROUND_HEAD`] words.
    pub fn open_round(&mut self) -> Round {
        let entry = self.label();
        self.emit(addi(ITERATIONS, ITERATIONS, 1));
        self.emit(mtctr(ITERATIONS));
        let count = self.label();
        let enter = self.jump_forward(Jump::When(Condition::CountLeft));
        self.emit(blr());
        self.land(enter);
        Round { entry, count }
    }

    /// Appends the branch back to the count; gives the entry.
    pub fn close_round(&mut self, round: Round) -> Label {
        self.jump(Jump::Always, round.count);
        round.entry
    }
}
