//! `fetch/entry`: a small loop whose first instruction stands at each word of a block.
//!
//! Hypothesis: a fetch group ends at the block's end, so that a loop of four entered at
//! a block's last word needs two fetches and takes 3 cycles instead of 2 [AN2203 3.1.1].
//! The BTIC holds up to four instructions of the target, fewer when the target is near
//! its block's end, so that it does not help.
//!
//! Surprise to look for: whether an entry at word 1 to 3 of a quadword delivers four or
//! only up to the quadword's end. [AN2203 3.1.1] speaks of blocks alone.

use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::filler;
use crate::kernels::host;
use crate::kernels::loops::{CLOSE, ITERATIONS, OPEN};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::nop;
use mpc7450::instruction::special::mtctr;

const WORD: Place = Place::First;
const LENGTH: Place = Place::Second;
const FILL: Place = Place::Third;

static PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "word",
        meaning: host::text("word of its cache block at which the loop starts"),
        range: Range::Number(0, 7),
        presets: Presets::all(0),
    },
    Parameter {
        name: "length",
        meaning: host::text("filler instructions in the loop, before its bdnz"),
        range: Range::Number(0, 24),
        presets: Presets::all(3),
    },
    filler::parameter(filler::INDEPENDENT),
];

/// `fetch/entry`.
pub static ENTRY: Descriptor = Descriptor {
    id: "fetch/entry",
    question: host::text("What does a small loop cost when it starts within a cache block?"),
    operation: Operation { name: "iteration", count: 1, factors: &[] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 10_000, trials: 3 },
        default: Schedule { warmup: 1_000, n: 500_000, trials: 3 },
        article: Schedule { warmup: 1_000, n: 10_000_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE,
        terms: &[Term { factors: &[Factor::Value(LENGTH)], piece: Tally { executed: 1, ..Tally::NONE } }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-iteration",
            expectation: "a loop of four instructions: 2 at word 0 to 4, 3 at words 5 to 7, across two blocks",
            source: "[AN2203 3.1.1, 4.2.3]",
        },
        Prediction {
            quantity: "cycles-quadword",
            expectation: "if fetch stops at quadwords instead, 3 at words 1 to 3 as well",
            source: "[AN2203 3.1.1]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    while !(workspace.code_here().wrapping_add(4)).wrapping_sub(4 * parameters.get(WORD)).is_multiple_of(BLOCK) {
        workspace.emit(nop());
    }
    let entry = workspace.label();
    workspace.emit(mtctr(ITERATIONS));
    let top = workspace.label();
    filler::words(parameters.get(FILL)).take(parameters.get(LENGTH) as usize).for_each(|word| workspace.emit(word));
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit(blr());
    workspace.finish(entry.address(), [0; 6])
}
