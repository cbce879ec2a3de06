//! The loop that counts in CTR: the frame of kernels that only repeat a body.

use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
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
