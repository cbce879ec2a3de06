//! `branch/chain`: unconditional branches, one after the other, that fill a structure.
//!
//! N blocks of k filler instructions and a branch to the next block; the last branch
//! goes back to a `bdnz` that closes the round. It is the classic probe of a branch
//! target buffer: more branches than the structure holds, and every one costs more.
//!
//! Hypothesis: a G4 has no such buffer but the BTIC, 128 entries of four instructions,
//! looked up by the address of a `b` or `bc` [MPC7447AEC features; AN2203 2.3.3.8]. So
//! there is one small step, of one cycle, at 128 branches or at fewer where the spacing
//! makes them share sets; then nothing until the code outgrows the 32 KiB L1, at
//! N x (k + 1) = 8192.
//!
//! Manual: [AN2203 3.1.1] fetch groups end at the block; [AN2203 4.2.3] a taken branch
//! leaves a bubble of one cycle after a BTIC hit, of two without.
//!
//! Surprises:
//! - `b .+4`, the chain with k = 0, is a taken branch like any other, although it goes
//!   where execution would have gone anyway.
//! - The branches are folded: "instructions completed" shows the filler and the `bdnz`.
//! - Whether a `nop` is an ordinary instruction that depends on the one before (r0 to
//!   r0) or is recognised, no source says. `fill=independent` has no such doubt, and
//!   k = 40 tells the two apart: 40 cycles a block or about 14.
//! - The round closes at its start: `bdnz` reaches 32 KiB and the longest chain is
//!   4 MiB. A `bdnz` behind the chain would have had to change its shape at 32 KiB,
//!   just where the L1 ends.

use crate::kernels::host;
use mpc7450::instruction::branch::Jump;

use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::filler;
use crate::kernels::loops::{A_ROUND, ONWARD, ROUND_HEAD, ROUNDS};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const BRANCHES: Place = Place::First;
const NOPS: Place = Place::Second;
const FILL: Place = Place::Third;

static PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "branches",
        meaning: host::text("unconditional branches in the chain"),
        range: Range::Number(1, 16_384),
        presets: Presets { quick: 64, default: 128, article: 2_048 },
    },
    Parameter {
        name: "nops",
        meaning: host::text("filler instructions before each branch"),
        range: Range::Number(0, 64),
        presets: Presets { quick: 1, default: 0, article: 0 },
    },
    filler::parameter(filler::NOP),
];

/// `branch/chain`.
pub static CHAIN: Descriptor = Descriptor {
    id: "branch/chain",
    question: host::text("How many taken branches, how far apart, does the front end remember?"),
    operation: Operation { name: "branch", count: 1, factors: &[Factor::Value(BRANCHES)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
        default: Schedule { warmup: 1_000, n: 30_000, trials: 3 },
        article: Schedule { warmup: 10, n: 10_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ROUNDS,
        iteration: A_ROUND,
        terms: &[
            Term { factors: &[Factor::Value(BRANCHES)], piece: ONWARD },
            Term {
                factors: &[Factor::Value(BRANCHES), Factor::Value(NOPS)],
                piece: Tally { executed: 1, ..Tally::NONE },
            },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-branch",
            expectation: "2, 2, 2, 3, 5 for k = 0, 1, 3, 7, 15 of independent filler while the BTIC hits; \
                          one more when it misses",
            source: "[AN2203 3.1.1, 4.2.3]",
        },
        Prediction {
            quantity: "btic-knee",
            expectation: "at most 128 branches; at which N for which k tells how the BTIC is indexed",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "l1-knee",
            expectation: "abrupt at N x (k + 1) = 8192, 32 KiB of code",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "folded-branches",
            expectation: "all but the bdnz of each round",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let nops = parameters.get(NOPS) as usize;
    let mut fill = filler::words(parameters.get(FILL));
    workspace.align_code(ROUND_HEAD as usize);
    let round = workspace.open_round();
    for left in (0..parameters.get(BRANCHES)).rev() {
        fill.by_ref().take(nops).for_each(|word| workspace.emit(word));
        if left > 0 {
            let next = workspace.jump_forward(Jump::Always);
            workspace.land(next);
        }
    }
    let entry = workspace.close_round(round);
    workspace.finish(entry.address(), [0; 6])
}
