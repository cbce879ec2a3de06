//! `memory/prefetch`: reading block after block, with and without a hint.
//!
//! Every block is read by one load; the hint stands before it and is a `nop` when there
//! is none, so that all choices execute the same. `dcbt` and `dcbtst` touch the block
//! that is `ahead` blocks further; `dst` starts a stream over the blocks up to there anew
//! at every block, as its designers advise, because an exception stops a stream.
//!
//! Hypothesis: beyond the L2 a block costs half the latency of memory without a hint, for
//! the other half of a 64-byte line comes along [AN2203 3.8.4], and much less with one,
//! as far as five misses at a time go [AN2203 3.7.6]. The stream engine touches a block
//! every third cycle [AN2203 3.7.7]. In the L1 a hint costs its place in the load/store
//! unit, one cycle.
//!
//! Surprises:
//! - The prefetch of the other half can get in the way of a stream; the manual advises to
//!   try with it off [AN2203 3.7.7]. The report states MSSCR0.
//! - Nothing is read behind the last block, but hints go beyond it, so that there is data
//!   to touch there.

use crate::kernels::host;
use mpc7450::instruction::cache::{dcbt, dcbtst, dssall, dst, stream};
use mpc7450::instruction::integer::{add, mr, nop};
use mpc7450::instruction::memory::lwzu;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::{A_PASS, A_ROUND, ONCE, close_passes, open_passes};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

const BLOCKS: Place = Place::First;
const AHEAD: Place = Place::Second;
const HINT: Place = Place::Third;

/// Argument: the block before the first.
const BEFORE: Gpr = Gpr::at::<4>();
/// Argument: number of blocks.
const COUNT: Gpr = Gpr::at::<5>();
/// Argument: bytes from the block before to the one that is touched.
const DISTANCE: Gpr = Gpr::at::<6>();
/// Argument: control word of the stream.
const STREAM: Gpr = Gpr::at::<7>();
const POINTER: Gpr = Gpr::at::<10>();
const VALUE: Gpr = Gpr::at::<14>();
const SUM: Gpr = Gpr::at::<15>();

const HINTS: [&str; 4] = ["none", "dcbt", "dcbtst", "dst"];
/// In the order of [`HINTS`].
const WORDS: [Word; HINTS.len()] = [nop(), dcbt(POINTER, DISTANCE), dcbtst(POINTER, DISTANCE), dst(POINTER, STREAM)];
const OPENING: [Word; 2] = [mr(POINTER, BEFORE), mtctr(COUNT)];
const READ: [Word; 2] = [lwzu(VALUE, POINTER, BLOCK as i16).unwrap(), add(SUM, SUM, VALUE)];
/// No stream goes on behind the kernel.
const LEAVE: [Word; 1] = [dssall()];

static PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "blocks",
        meaning: host::text("cache blocks read in a round, 32 bytes each"),
        range: Range::Number(1, 2_097_152),
        presets: Presets { quick: 512, default: 32_768, article: 32_768 },
    },
    Parameter {
        name: "ahead",
        meaning: host::text("blocks from the one that is read to the one that is touched"),
        range: Range::Number(1, 200),
        presets: Presets::all(8),
    },
    Parameter {
        name: "hint",
        meaning: host::text("what stands before each load"),
        range: Range::Choice(&HINTS),
        presets: Presets::all(0),
    },
];

/// `memory/prefetch`.
pub static PREFETCH: Descriptor = Descriptor {
    id: "memory/prefetch",
    question: host::text("What do hints save when blocks are read in order?"),
    operation: Operation { name: "block", count: 1, factors: &[Factor::Value(BLOCKS)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1, n: 50, trials: 3 },
        default: Schedule { warmup: 1, n: 30, trials: 3 },
        article: Schedule { warmup: 1, n: 1_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ONCE.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: A_ROUND.and(Tally { executed: 2, ..Tally::NONE }),
        terms: &[Term {
            factors: &[Factor::Value(BLOCKS)],
            piece: A_PASS.and(Tally { executed: 3, loads: 1, ..Tally::NONE }),
        }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-l1",
            expectation: "2 up to 1024 blocks, 32 KiB, hint or not: one taken branch every 2 cycles",
            source: "[AN2203 3.1.1, 3.2]",
        },
        Prediction {
            quantity: "ratio-beyond",
            expectation: "beyond the L2 a hint saves more than half of the time, dcbt and dst alike",
            source: "[AN2203 3.7.6, 3.7.7, 3.8.4]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (blocks, ahead) = (parameters.get(BLOCKS), parameters.get(AHEAD));
    let labels = open_passes(workspace, &OPENING);
    // The value is one of the words, which are as many as the hints.
    WORDS.get(parameters.get(HINT) as usize).iter().for_each(|hint| workspace.emit(**hint));
    workspace.emit_all(&READ);
    close_passes(workspace, labels, &LEAVE);
    workspace.align_data();
    let before = workspace.data_here();
    workspace.store_zeros((1 + blocks + ahead) * (BLOCK / 4));
    let distance = BLOCK * (1 + ahead);
    workspace.finish(labels.0.address(), [before, blocks, distance, stream(ahead + 2), 0, 0])
}
