//! `fetch/ring`: blocks two pages apart, one behind the other in a ring.
//!
//! A block is a word of filler, k more, and a branch to the next block; the last branch
//! goes back to a `bdnz` before the first. In the layout `crossing` the first word is
//! the last of a page and the k stand on the next, so that every block makes fetch cross
//! a page right after a taken branch; all blocks have the same place within their page.
//! In the layout `staggered` a block lies within one page, and each starts where the one
//! before ended in its own page, so that they spread over the sets of the cache. In the
//! layout `crossing-staggered` a block crosses a page too, but 1, 9, 17 and so on of its
//! words stand before the end: as many as leave one behind it. Every block that crosses
//! has the last line of a page and the first of the next, so of its sets those two are
//! decided; the others spread over twice a block's length.
//!
//! Hypothesis: crossing costs nothing by itself. `crossing` meets the L1 first: its
//! index is the place in the page and it has eight ways [MPC7447AEC features], so nine
//! blocks evict each other although they are a few hundred bytes. `staggered` meets the
//! 32 KiB: with k = 40, six lines a block, at 170 blocks. `crossing-staggered` tells the
//! two lines at the crossing from the rest: above eight blocks those two come from the L2,
//! with k = 40 the farthest, which only every sixth block has, above 48. What a sweep of code size shows
//! that counts the gaps as code is neither.
//!
//! Manual: [AN2203 3.1.1] fetch groups and blocks; [MPC7447AEC features] L1 of 32 KiB,
//! eight ways, 32 bytes a line; 128 entries, two ways in the instruction TLB.
//!
//! Surprises:
//! - Block address translation touches no TLB, so that only translation by pages shows
//!   its 128 entries: at 64 blocks, because a block of `crossing` has two pages, and the pages of
//!   `staggered`, two apart, meet in half of the 64 sets of two ways.
//! - With k below 9 the branch's bubble is not hidden and the first word, alone at its
//!   block's end, is a fetch group of its own.

use super::pad_to;
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::filler;
use crate::kernels::host;
use crate::kernels::loops::{A_ROUND, ONWARD, ROUND_HEAD, ROUNDS};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};
use mpc7450::instruction::branch::Jump;

const BLOCKS: Place = Place::First;
const NOPS: Place = Place::Second;
const LAYOUT: Place = Place::Third;
const FILL: Place = Place::Fourth;

/// Positions of `staggered` and `crossing-staggered` among the choices of `layout`.
const STAGGERED: u32 = 1;
const CROSSING_STAGGERED: u32 = 2;

/// Bytes of a page.
const PAGE: u32 = 4096;
/// Bytes from one block to the next, but for the stagger.
const SPACING: u32 = 2 * PAGE;

static PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "blocks",
        meaning: host::text("blocks in the ring, two pages apart"),
        range: Range::Number(1, 256),
        presets: Presets::all(8),
    },
    Parameter {
        name: "nops",
        meaning: host::text("filler instructions behind the first of each block"),
        range: Range::Number(0, 64),
        presets: Presets::all(40),
    },
    Parameter {
        name: "layout",
        meaning: host::text(
            "first word at the end of a page, blocks spread over the page, or 1, 9, 17... words before its end",
        ),
        range: Range::Choice(&["crossing", "staggered", "crossing-staggered"]),
        presets: Presets::all(0),
    },
    filler::parameter(filler::NOP),
];

/// `fetch/ring`.
pub static RING: Descriptor = Descriptor {
    id: "fetch/ring",
    question: host::text("What does fetch lose at page crossings, in cache sets and in the instruction TLB?"),
    operation: Operation { name: "block", count: 1, factors: &[Factor::Value(BLOCKS)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 500, trials: 3 },
        default: Schedule { warmup: 100, n: 10_000, trials: 3 },
        article: Schedule { warmup: 30_000, n: 500_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ROUNDS,
        iteration: A_ROUND,
        terms: &[
            Term { factors: &[Factor::Value(BLOCKS)], piece: ONWARD.and(Tally { executed: 1, ..Tally::NONE }) },
            Term {
                factors: &[Factor::Value(BLOCKS), Factor::Value(NOPS)],
                piece: Tally { executed: 1, ..Tally::NONE },
            },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-block",
            expectation: "14 for k = 40 of independent filler, 41 words at three a cycle; the same in both layouts",
            source: "[AN2203 2.3.3.1, 3.1.1]",
        },
        Prediction {
            quantity: "way-knee",
            expectation: "crossing: abrupt above 8 blocks; with k = 40 six lines a block come from the L2, about 79 cycles; crossing-staggered: two lines a block above 8, the farthest from the crossing above 48",
            source: "[MPC7447AEC features; MPC7455EC]",
        },
        Prediction {
            quantity: "capacity-knee",
            expectation: "staggered: at 1024 lines, 170 blocks with k = 40",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "itlb-knee",
            expectation: "none with block address translation; with pages at 64 blocks: two pages each in crossing, every other set in staggered",
            source: "[MPC7447AEC features]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (blocks, nops) = (parameters.get(BLOCKS), parameters.get(NOPS));
    let layout = parameters.get(LAYOUT);
    let mut fill = filler::words(parameters.get(FILL));
    let size = (4 * (nops + 2)).next_multiple_of(BLOCK);
    let slots = PAGE / size;
    // Of the words and the branch at least one stands behind the end of the page.
    let depths = (nops + 1).div_ceil(BLOCK / 4);

    let in_page = if layout == STAGGERED { 0 } else { PAGE - 4 };
    let head = 4 * ROUND_HEAD;
    let earliest = workspace.code_here().wrapping_add(head);
    let first = earliest.wrapping_add(in_page.wrapping_sub(earliest) % PAGE);
    pad_to(workspace, first.wrapping_sub(head));
    let round = workspace.open_round();
    for block in 0..blocks {
        let start = first.wrapping_add(SPACING * block);
        let start = match layout {
            STAGGERED => start.wrapping_add(block % slots * size),
            CROSSING_STAGGERED => start.wrapping_sub(block % depths * BLOCK),
            _ => start,
        };
        if block > 0 {
            let onward = workspace.jump_forward(Jump::Always);
            pad_to(workspace, start);
            workspace.land(onward);
        }
        fill.by_ref().take(1 + nops as usize).for_each(|word| workspace.emit(word));
    }
    let entry = workspace.close_round(round);
    workspace.finish(entry.address(), [0; 6])
}
