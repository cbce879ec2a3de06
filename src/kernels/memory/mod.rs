//! `memory/*`: loads and stores that leave the L1, and what hides their latency.
//!
//! | kernel | probes |
//! | --- | --- |
//! | [`CHASE`] | latency of each level: loads whose address is the value just loaded |
//! | [`TLB`] | the same, one block in each page: reach of the data TLB |
//! | [`MISSES`] | several chains at a time: how many misses overlap |
//! | [`LOAD_STRIDE`], [`STORE_STRIDE`] | throughput at a distance between accesses |
//! | [`GATHER`] | whether stores to one block merge |
//! | [`FORWARD`] | a load of what was just stored |
//! | [`PREFETCH`] | hints: `dcbt`, `dcbtst`, `dst` |
//!
//! Hypothesis: 3 cycles in the L1, 9 in the L2 (7448: 11), 28 to 45 in an L3 where there
//! is one, 110 to 180 ns in memory [AN2203 3.7.6, 3.8; MPC7455EC]. Up to five loads miss
//! at a time [AN2203 3.7.6]. No hardware follows strides: a miss beyond the L2 and L3
//! fetches the other half of its 64-byte line and nothing else [AN2203 3.8.4].
//!
//! An iteration is a round over all data, so that one round of warm-up has touched
//! everything. Rounds count in a general register, what is within them in CTR. Data that
//! does not fit the area is refused with the exact need, and the kernel is skipped.
//!
//! Surprises:
//! - A second load from a block that is on its way waits for the whole block and holds
//!   up the loads behind it [AN2203 3.7.6], so that reading in order does not overlap
//!   misses and prefetch pays even there.
//! - The L1 replaces by pseudo-LRU, and a cycle one block too long misses always; the L2
//!   replaces at random, and its knee is round [AN2203 3.8.2].

mod chase;
mod forward;
mod gather;
mod misses;
mod prefetch;
mod ring;
mod stride;
mod tlb;

pub use chase::CHASE;
pub use forward::FORWARD;
pub use gather::GATHER;
pub use misses::MISSES;
pub use prefetch::PREFETCH;
pub use stride::{LOAD_STRIDE, STORE_STRIDE};
pub use tlb::TLB;

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::addic_record;
use mpc7450::instruction::{CrField, Word};

use super::counts::Tally;
use super::label::Label;
use super::loops::{CLOSE, ITERATIONS};
use super::parameters::{Parameter, Range};
use super::preset::Presets;
use super::workspace::Workspace;

/// Seed of the order in which a chain visits its nodes.
const SEED: Parameter = Parameter {
    name: "seed",
    meaning: host::text("seed of the random order"),
    range: Range::Number(0, u32::MAX),
    presets: Presets::all(42),
};

/// The last branch of a call is not taken.
const ONCE: Tally = Tally { fall_through: 1, ..Tally::NONE };
/// The end of a round, and that the last `bdnz` within it is not taken.
const A_ROUND: Tally = Tally { executed: 2, branches: 1, count_exits: 1, ..Tally::NONE };
/// The `bdnz` of the loop within a round.
const A_PASS: Tally = CLOSE;
const END_ROUND: Word = addic_record(ITERATIONS, ITERATIONS, -1);

/// Appends what opens a round, so that the loop within it starts at a cache block; gives
/// the entry, where every round starts, and the start of the inner loop.
fn open_passes(workspace: &mut Workspace<'_>, opening: &[Word]) -> (Label, Label) {
    workspace.align_code(opening.len());
    let round = workspace.label();
    workspace.emit_all(opening);
    (round, workspace.label())
}

/// Appends the ends of the inner loop and of the round, what is executed once at the end
/// of a call, and the return.
fn close_passes(workspace: &mut Workspace<'_>, (round, pass): (Label, Label), leave: &[Word]) {
    workspace.jump(Jump::When(Condition::CountLeft), pass);
    workspace.emit(END_ROUND);
    workspace.jump(Jump::When(Condition::NotEqual(CrField::CR0)), round);
    workspace.emit_all(leave);
    workspace.emit(blr());
}
