//! `fetch/straight`: code without a branch, longer and longer.
//!
//! Hypothesis: three a cycle as long as the code stays in the L1; from 32 KiB on every
//! line comes from the L2, 13 cycles for eight instructions, because cyclic order under
//! pseudo-LRU evicts each line just before it is needed again. Beyond the L2, which
//! replaces at random, the share of misses grows slowly, and each costs the latency of
//! memory for 64 bytes, for the second half of an L2 line is prefetched.
//!
//! Manual: [MPC7447AEC features] sizes; [MPC7455EC] latency of the L2 for instructions,
//! 13 cycles; [AN2203 3.8.2] replacement in the L2; [AN2203 3.8.4] prefetch.
//!
//! Surprise: the loop's head has a line of its own, so that 32 KiB of straight code are
//! one line more than the L1 holds.

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
use crate::kernels::workspace::{Prepared, Workspace};

const KIBIBYTES: Place = Place::First;
const FILL: Place = Place::Second;
/// Instructions of a kibibyte.
const KIBIBYTE: u32 = 256;

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "kib",
        meaning: host::text("kibibytes of straight code, 256 instructions each"),
        range: Range::Number(4, 4096),
        presets: Presets { quick: 4, default: 16, article: 64 },
    },
    filler::parameter(filler::INDEPENDENT),
];

/// `fetch/straight`.
pub static STRAIGHT: Descriptor = Descriptor {
    id: "fetch/straight",
    question: host::text("How many instructions a cycle come from the L1, the L2 and memory?"),
    operation: Operation { name: "instruction", count: KIBIBYTE, factors: &[Factor::Value(KIBIBYTES)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1, n: 200, trials: 3 },
        default: Schedule { warmup: 10, n: 1_000, trials: 3 },
        article: Schedule { warmup: 10, n: 10_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ROUNDS,
        iteration: A_ROUND.and(ONWARD),
        terms: &[Term { factors: &[Factor::Value(KIBIBYTES)], piece: Tally { executed: KIBIBYTE, ..Tally::NONE } }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "0.33 below 32 KiB of independent filler: three dispatched a cycle",
            source: "[AN2203 2.3.3.1]",
        },
        Prediction {
            quantity: "l1-knee",
            expectation: "abrupt at 32 KiB, then 1.6: 13 cycles for the eight instructions of a line",
            source: "[MPC7447AEC features; MPC7455EC]",
        },
        Prediction {
            quantity: "l2-knee",
            expectation: "gradual from 256 KiB (7450, 7455), 512 KiB (7447A) or 1 MiB (7448) on",
            source: "[AN2203 3.8.2; MPC7447AEC features; MPC7455EC]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(ROUND_HEAD as usize);
    let round = workspace.open_round();
    let words = KIBIBYTE * parameters.get(KIBIBYTES);
    filler::words(parameters.get(FILL)).take(words as usize).for_each(|word| workspace.emit(word));
    let entry = workspace.close_round(round);
    workspace.finish(entry.address(), [0; 6])
}
