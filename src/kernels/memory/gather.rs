//! `memory/gather`: the same stores, block after block or two blocks in turn.
//!
//! Sixteen words are stored to two cache blocks, either the eight of one and then the
//! eight of the other, or one of each in turn.
//!
//! Hypothesis: in the L1 both take 16 cycles. Where stores miss, those that wait behind
//! the missing one in the completed store queue, five entries, merge with a neighbour in
//! the queue when they go on where it ends [AN2203 3.7.3]. Block after block, neighbours
//! fit; in turn, none does.
//!
//! Surprise: what HID0[SGE] switches is gathering, for memory that is not cached or is
//! written through [AN2203 3.7.3]. Merging of cached stores has no switch.

use crate::kernels::host;
use mpc7450::instruction::integer::{addi, mr};
use mpc7450::instruction::memory::stw;
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

const PAIRS: Place = Place::First;
const ORDER: Place = Place::Second;

/// Position of `alternating` among the choices of `order`.
const ALTERNATING: u32 = 1;
/// Words of two blocks.
const STORES: u32 = BLOCK / 2;

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "pairs",
        meaning: host::text("pairs of cache blocks in a round, 64 bytes each"),
        range: Range::Number(1, 1_048_576),
        presets: Presets { quick: 128, default: 8192, article: 8192 },
    },
    Parameter {
        name: "order",
        meaning: host::text("whether a block is filled before the next, or both in turn"),
        range: Range::Choice(&["ascending", "alternating"]),
        presets: Presets::all(0),
    },
];

/// Argument: address of the first block.
const FIRST: Gpr = Gpr::at::<4>();
/// Argument: number of pairs; what is stored.
const COUNT: Gpr = Gpr::at::<5>();
const POINTER: Gpr = Gpr::at::<10>();

const OPENING: [Word; 2] = [mr(POINTER, FIRST), mtctr(COUNT)];
const NEXT_PAIR: Word = addi(POINTER, POINTER, 2 * BLOCK as i16);

/// `memory/gather`.
pub static GATHER: Descriptor = Descriptor {
    id: "memory/gather",
    question: host::text("Do stores to one cache block merge when they wait for a miss?"),
    operation: Operation { name: "store", count: STORES, factors: &[Factor::Value(PAIRS)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1, n: 50, trials: 3 },
        default: Schedule { warmup: 1, n: 30, trials: 3 },
        article: Schedule { warmup: 1, n: 1_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_ROUND.and(Tally { executed: 2, ..Tally::NONE }),
        terms: &[Term {
            factors: &[Factor::Value(PAIRS)],
            piece: A_PASS.and(Tally { executed: STORES + 1, stores: STORES, ..Tally::NONE }),
        }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-l1",
            expectation: "1.1 in both orders up to 512 pairs, 32 KiB",
            source: "[AN2203 3.2, 3.7.2]",
        },
        Prediction {
            quantity: "ratio-beyond",
            expectation: "alternating is slower than ascending, which merges up to four stores while one misses",
            source: "[AN2203 3.7.3]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let pairs = parameters.get(PAIRS);
    let labels = open_passes(workspace, &OPENING);
    for position in 0..STORES {
        let word =
            if parameters.get(ORDER) == ALTERNATING { position / 2 + position % 2 * (STORES / 2) } else { position };
        workspace.emit(stw(COUNT, POINTER, 4 * word as i16));
    }
    workspace.emit(NEXT_PAIR);
    close_passes(workspace, labels, &[]);
    workspace.align_data();
    let first = workspace.data_here();
    workspace.store_zeros(pairs * STORES);
    workspace.finish(labels.0.address(), [first, pairs, 0, 0, 0, 0])
}
