//! `branch/return`: calls within calls, and the way back.
//!
//! With `frame=saved` each of `depth` functions saves LR in a frame of its own, calls
//! the next, loads LR again and returns, as every function does that is not a leaf.
//! With `frame=none` the same number of leaves is called one after the other; their LR
//! is known when they return.
//!
//! Hypothesis: the link stack has 8 entries [MPC7447AEC features] and predicts a return
//! whose LR is still on its way through `mtlr` [AN2203 3.1.4.1]. So leaves cost the
//! same at any number, and frames the same a call up to a depth of 8. From 9 on the
//! outermost returns find the stack empty and wait for `mtlr`: a soft knee, 5 to 7
//! cycles for each call beyond 8. If the stack wraps around instead, the returns beyond
//! are mispredicted and the whole stack is thrown away: a hard knee.
//!
//! Manual: [AN2203 3.1.4.1] the link stack, [AN2203 3.4.3] `mflr` and `mtlr` wait until
//! they are the oldest.
//!
//! Surprises:
//! - The innermost function loads LR just after it stored it: the value comes from the
//!   store queue, not from the cache.
//! - `gap` puts independent instructions between `mtlr` and `blr`. Where it is long
//!   enough LR is known in time, nothing is predicted and the knee is gone: that is how
//!   to tell the link stack from anything else that depends on the depth.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::memory::{lwz, stw};
use mpc7450::instruction::special::{mflr, mtctr, mtlr};
use mpc7450::instruction::{Gpr, Word};

use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::filler::INDEPENDENTS;
use crate::kernels::label::Label;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const DEPTH: Place = Place::First;
const FRAME: Place = Place::Second;
const GAP: Place = Place::Third;

/// Position of `saved` among the choices of `frame`.
const SAVED: u32 = 0;

static PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "depth",
        meaning: host::text("functions that are active at once, or leaves one after the other"),
        range: Range::Number(1, 64),
        presets: Presets { quick: 4, default: 8, article: 8 },
    },
    Parameter {
        name: "frame",
        meaning: host::text("whether functions save LR and call the next, or are leaves"),
        range: Range::Choice(&["saved", "none"]),
        presets: Presets::all(SAVED),
    },
    Parameter {
        name: "gap",
        meaning: host::text("independent instructions before each return"),
        range: Range::Number(0, 16),
        presets: Presets::all(0),
    },
];

/// `branch/return`.
pub static RETURN: Descriptor = Descriptor {
    id: "branch/return",
    question: host::text("How deep may calls be nested before their returns cost more?"),
    operation: Operation { name: "call", count: 1, factors: &[Factor::Value(DEPTH)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
        default: Schedule { warmup: 1_000, n: 80_000, trials: 3 },
        article: Schedule { warmup: 1_000, n: 1_000_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: Tally { executed: 3, count_exits: 1, ..Tally::NONE },
        iteration: Tally { executed: 1, branches: 1, updating: 1, ..Tally::NONE },
        terms: &[
            Term {
                factors: &[Factor::Value(DEPTH)],
                piece: Tally { executed: 2, branches: 2, updating: 1, ..Tally::NONE },
            },
            Term {
                factors: &[Factor::When(FRAME, SAVED), Factor::Value(DEPTH)],
                piece: Tally { executed: 4, loads: 1, stores: 1, ..Tally::NONE },
            },
            Term { factors: &[Factor::Value(DEPTH), Factor::Value(GAP)], piece: Tally { executed: 1, ..Tally::NONE } },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "frame=none: 5 to 7 at any depth; frame=saved up to a depth of 8: 10 by the published rules, 11 to 15 by a scratch model and no document",
            source: "[AN2203 3.1.1, 3.1.4.1, 3.4.3, 4.2.3]",
        },
        Prediction {
            quantity: "link-stack-knee",
            expectation: "frame=saved gap=0: from a depth of 9 on, 5 to 7 cycles for each call beyond 8",
            source: "[MPC7447AEC features; AN2203 3.1.4.1]",
        },
        Prediction {
            quantity: "link-stack-predictions",
            expectation: "frame=none: 0; frame=saved gap=0: one a call, at most 8 an iteration",
            source: "[AN2203 3.1.4.1]",
        },
        Prediction {
            quantity: "lr-stall-cycles",
            expectation: "frame=saved: 0 up to a depth of 8, then as the knee; with gap=8 and more 0 at any depth",
            source: "[AN2203 3.1.4.1]",
        },
    ]),
    prepare,
};

const ITERATIONS: Gpr = Gpr::at::<3>();
/// Argument: address of the frames, a word each.
const FRAMES: Gpr = Gpr::at::<4>();
const LINK: Gpr = Gpr::at::<0>();
/// Keeps the caller's LR.
const CALLER: Gpr = Gpr::at::<31>();
const OPEN: [Word; 2] = [mtctr(ITERATIONS), mflr(CALLER)];
const LEAVE: [Word; 2] = [mtlr(CALLER), blr()];

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (depth, gap) = (parameters.get(DEPTH), parameters.get(GAP) as usize);
    let saved = parameters.get(FRAME) == SAVED;
    let gap = INDEPENDENTS.iter().copied().cycle().take(gap);
    let mut function = None;
    // The innermost comes first, so that each knows where the next begins.
    for level in (0..if saved { depth } else { 1 }).rev() {
        workspace.align_code(0);
        let start = workspace.label();
        if saved {
            emit_saving(workspace, level, function);
        }
        gap.clone().for_each(|word| workspace.emit(word));
        workspace.emit(blr());
        function = Some(start);
    }

    workspace.align_code(OPEN.len());
    let entry = workspace.label();
    workspace.emit_all(&OPEN);
    let top = workspace.label();
    for _ in 0..if saved { 1 } else { depth } {
        workspace.jump(Jump::Call, function.unwrap_or(top));
    }
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit_all(&LEAVE);

    workspace.align_data();
    let frames = workspace.data_here();
    (0..depth).for_each(|_| workspace.store(0));
    workspace.finish(entry.address(), [frames, 0, 0, 0, 0, 0])
}

/// What a function does with LR, around the call of the next one.
fn emit_saving(workspace: &mut Workspace<'_>, level: u32, next: Option<Label>) {
    let frame = 4 * level as i16;
    workspace.emit_all(&[mflr(LINK), stw(LINK, FRAMES, frame)]);
    if let Some(next) = next {
        workspace.jump(Jump::Call, next);
    }
    workspace.emit_all(&[lwz(LINK, FRAMES, frame), mtlr(LINK)]);
}
