//! `fetch/*`: what instruction fetch delivers, and where it falters.
//!
//! | kernel | probes |
//! | --- | --- |
//! | [`RING`] | blocks two pages apart: page crossings, cache sets, instruction TLB |
//! | [`STRAIGHT`] | code without branches: the capacity of the L1 and what is behind it |
//! | [`ENTRY`] | a small loop entered at each word of a cache block |
//!
//! Hypothesis: fetch delivers four instructions a cycle from one cache block and ends
//! at the block's end, dispatch takes three [AN2203 2.3.3.1, 3.1.1]. So filler that
//! needs no unit can show that fetch is at least as wide as dispatch, and not how much
//! wider; what can be seen is where fetch falls behind.
//!
//! Filler is `nop` or sums that depend on nothing, for whether a `nop` depends on the
//! one before no source says (see `branch/chain`). It is not removed anywhere: every
//! one is dispatched and retired.
//!
//! The kernels `ring` and `straight` count at their start, like `branch/chain`, because
//! `bdnz` reaches 32 KiB and they are longer.

mod entry;
mod ring;
mod straight;

pub use entry::ENTRY;
pub use ring::RING;
pub use straight::STRAIGHT;

use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{add, addi, nop};
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::counted::ITERATIONS;
use super::counts::Tally;
use super::label::Label;
use super::parameters::{Parameter, Range};
use super::preset::Presets;
use super::workspace::Workspace;

/// Position of `independent` among the choices of `fill`.
const INDEPENDENT: u32 = 1;

/// The parameter that chooses the filler; `usual` is its value in every preset.
const fn fill(usual: u32) -> Parameter {
    Parameter {
        name: "fill",
        meaning: "the filler: ori 0,0,0 or adds that depend on nothing",
        range: Range::Choice(&["nop", "independent"]),
        presets: Presets::all(usual),
    }
}

/// Sums into eight registers in turn that nothing reads.
const SUMS: [Word; 8] = {
    let mut words = [nop(); 8];
    let mut index = 0;
    while index < words.len() {
        let result = Gpr::new(14 + index as u8).expect("results are in r14 to r21");
        words[index] = add(result, Gpr::at::<4>(), Gpr::at::<5>());
        index += 1;
    }
    words
};
const NOP: [Word; 1] = [nop()];

/// Filler without end.
fn filler(fill: u32) -> impl Iterator<Item = Word> {
    let words: &[Word] = if fill == INDEPENDENT { &SUMS } else { &NOP };
    words.iter().copied().cycle()
}

/// Words of [`Round::open`].
const HEAD: u32 = 4;
/// The count is loaded one too high, so that the first `bdnz` enters the first round and
/// the last one leaves.
const ONCE: Tally = Tally { executed: 3, branches: 1, updating: 1, count_exits: 1, ..Tally::NONE };
/// The `bdnz` before each round.
const A_ROUND: Tally = Tally { executed: 1, branches: 1, updating: 1, ..Tally::NONE };
/// A branch to the next block, or from the last one back.
const ONWARD: Tally = Tally { executed: 1, branches: 1, ..Tally::NONE };

/// A loop that counts at its start; what goes round follows.
#[must_use = "a round that is open has no end"]
struct Round {
    entry: Label,
    count: Label,
}

impl Round {
    /// Appends entry, count and return: [`HEAD`] words.
    fn open(workspace: &mut Workspace<'_>) -> Self {
        let entry = workspace.label();
        workspace.emit(addi(ITERATIONS, ITERATIONS, 1));
        workspace.emit(mtctr(ITERATIONS));
        let count = workspace.label();
        let enter = workspace.jump_forward(Jump::When(Condition::CountLeft));
        workspace.emit(blr());
        workspace.land(enter);
        Self { entry, count }
    }

    /// Appends the branch back to the count; gives the entry.
    fn close(self, workspace: &mut Workspace<'_>) -> Label {
        workspace.jump(Jump::Always, self.count);
        self.entry
    }
}

/// Appends `nop`s, which never execute, up to an address that is not behind.
fn pad_to(workspace: &mut Workspace<'_>, address: u32) {
    let words = address.wrapping_sub(workspace.code_here()) / 4;
    (0..words).for_each(|_| workspace.emit(nop()));
}
