//! `branch/indirect`: jumps through CTR to many targets.
//!
//! It is how an interpreter is written that is threaded: each block loads the address
//! of the next from a list, moves it to CTR and jumps. A round is N jumps to N targets,
//! of which the last is the end of the round.
//!
//! Hypothesis: nothing predicts the target, so one target costs what 16,384 cost, and a
//! random order what a sequential one costs, until the blocks outgrow the L1: fetch
//! waits from the jump until CTR is known, and a jump costs the way from the load to
//! its target, 9 to 12 cycles [AN2203 3.1.2, 3.1.4.3]. Independent instructions between
//! `mtctr` and `bctr` use the time; about nine hide it.
//!
//! Manual: [AN2203 3.1.2] the hand-over to CTR, [AN2203 3.1.4.3] `bcctr`.
//!
//! Surprises:
//! - Every block has a jump of its own. A predictor that goes by the jump's address
//!   sees each jump go to one target only in `sequential` and in `random` order, and
//!   learns it; with `constant` one block jumps to itself. One jump with many targets
//!   is `dispatch/mega`.
//! - The list is read once a round, 4 bytes a jump: it leaves the L1 at 8192 targets.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, bctr, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{addic_record, mr};
use mpc7450::instruction::memory::lwzu;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{CrField, Gpr, Word};

use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::filler::INDEPENDENTS;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const TARGETS: Place = Place::First;
const ORDER: Place = Place::Second;
const GAP: Place = Place::Third;
const SEED: Place = Place::Fourth;

/// Positions among the choices of `order`.
const RANDOM: u32 = 1;
const CONSTANT: u32 = 2;

static PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "targets",
        meaning: host::text("jumps in a round, each to another target but in constant order"),
        range: Range::Number(1, 16_384),
        presets: Presets { quick: 16, default: 256, article: 256 },
    },
    Parameter {
        name: "order",
        meaning: host::text("as the blocks stand, shuffled, or the first again and again"),
        range: Range::Choice(&["sequential", "random", "constant"]),
        presets: Presets { quick: 0, default: 1, article: 1 },
    },
    Parameter {
        name: "gap",
        meaning: host::text("independent instructions between mtctr and bctr"),
        range: Range::Number(0, 32),
        presets: Presets::all(0),
    },
    Parameter {
        name: "seed",
        meaning: host::text("seed of the random order"),
        range: Range::Number(0, u32::MAX),
        presets: Presets::all(42),
    },
];

/// `branch/indirect`.
pub static INDIRECT: Descriptor = Descriptor {
    id: "branch/indirect",
    question: host::text(
        "Do the number of an indirect jump's targets and their order play a role, and what hides its cost?",
    ),
    operation: Operation { name: "jump", count: 1, factors: &[Factor::Value(TARGETS)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
        default: Schedule { warmup: 500, n: 5_000, trials: 3 },
        article: Schedule { warmup: 1_000, n: 100_000, trials: 5 },
    },
    closed_form: ClosedForm {
        // The last round's branch falls through.
        once: Tally { fall_through: 1, ..Tally::NONE },
        iteration: Tally { executed: 3, branches: 1, ..Tally::NONE },
        terms: &[
            Term {
                factors: &[Factor::Value(TARGETS)],
                piece: Tally { executed: 3, branches: 1, loads: 1, ..Tally::NONE },
            },
            Term {
                factors: &[Factor::Value(TARGETS), Factor::Value(GAP)],
                piece: Tally { executed: 1, ..Tally::NONE },
            },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-jump",
            expectation: "gap=0: 9 to 12 for any number of targets in any order; more once the code leaves the L1 at \
                          targets x (gap + 3) = 8192",
            source: "[AN2203 3.1.2, 3.1.4.3, 4.2.3]",
        },
        Prediction {
            quantity: "ctr-stall-cycles-per-jump",
            expectation: "most of the cycles with gap=0, near 0 from about gap=9 on",
            source: "[AN2203 3.1.4.3]",
        },
        Prediction {
            quantity: "mispredictions-per-jump",
            expectation: "0: bcctr waits for CTR and predicts nothing",
            source: "[AN2203 3.1.4]",
        },
    ]),
    prepare,
};

const ITERATIONS: Gpr = Gpr::at::<3>();
/// Argument: address of the word before the list of targets.
const LIST: Gpr = Gpr::at::<4>();
const POINTER: Gpr = Gpr::at::<28>();
const TARGET: Gpr = Gpr::at::<0>();
const ROUND: Word = mr(POINTER, LIST);
const NEXT: [Word; 2] = [lwzu(TARGET, POINTER, 4).unwrap(), mtctr(TARGET)];
const END_ROUND: Word = addic_record(ITERATIONS, ITERATIONS, -1);

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (targets, order) = (parameters.get(TARGETS), parameters.get(ORDER));
    let gap = parameters.get(GAP) as usize;
    let mut fill = INDEPENDENTS.iter().copied().cycle();
    let mut jump = |workspace: &mut Workspace<'_>| {
        workspace.emit_all(&NEXT);
        fill.by_ref().take(gap).for_each(|word| workspace.emit(word));
        workspace.emit(bctr());
    };

    // The end comes first, for the branch back would not reach over all blocks.
    workspace.align_code(0);
    let end = workspace.label();
    workspace.emit(END_ROUND);
    let again = workspace.jump_forward(Jump::When(Condition::NotEqual(CrField::CR0)));
    workspace.emit(blr());
    workspace.align_code(2 + NEXT.len() + gap);
    let entry = workspace.label();
    workspace.land(again);
    workspace.emit(ROUND);
    jump(workspace);
    let first = workspace.label();
    let blocks = if order == CONSTANT { targets.min(2) } else { targets };
    (1..blocks).for_each(|_| jump(workspace));

    let block_bytes = 4 * (gap as u32 + NEXT.len() as u32 + 1);
    workspace.align_data();
    let list = workspace.data_here();
    for index in 1..targets {
        let block = if order == CONSTANT { 0 } else { index - 1 };
        workspace.store(first.address().wrapping_add(block * block_bytes));
    }
    if order == RANDOM {
        let mut random = Random::new(parameters.get(SEED));
        for last in (1..targets.saturating_sub(1)).rev() {
            workspace.exchange_data(list.wrapping_add(4 * last), list.wrapping_add(4 * random.below(last + 1)));
        }
    }
    workspace.store(end.address());
    workspace.finish(entry.address(), [list.wrapping_sub(4), 0, 0, 0, 0, 0])
}
