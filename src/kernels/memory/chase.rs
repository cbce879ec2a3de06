//! `memory/chase`: each load's address is the value that the one before loaded.
//!
//! Hypothesis: the time of a load is the latency of the level that holds the data, with
//! knees where a level is full: sharp at the 32 KiB of the L1, round at the L2.
//!
//! A node is one word at the start of a cache block; `spacing` blocks from one to the
//! next. In random order nothing can be fetched ahead. In ascending order at spacing 1
//! every second miss beyond the L2 finds what the miss before it fetched along.
//!
//! Manual: [AN2203 3.7.6] load misses; [AN2203 3.8.2] replacement in the L2; [AN2203
//! 3.8.4] prefetch of the other half; [MPC7447AEC features] sizes.
//!
//! Surprise: 2 instructions a load and a taken branch every 2 cycles leave the chain of
//! 3 cycles the longest even in the L1.

use crate::kernels::host;
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::ring::{link_at_random, link_in_turn};
use super::{A_PASS, A_ROUND, ONCE, SEED, close_passes, open_passes};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::label::Label;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

const NODES: Place = Place::First;
const SPACING: Place = Place::Second;
const ORDER: Place = Place::Third;
const SEED_PLACE: Place = Place::Fourth;

/// Position of `ascending` among the choices of `order`.
const ASCENDING: u32 = 1;

static PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "nodes",
        meaning: host::text("words that point at each other; 2097152 in blocks without a gap are 64 MiB"),
        range: Range::Number(1, 2_097_152),
        presets: Presets { quick: 512, default: 512, article: 512 },
    },
    Parameter {
        name: "spacing",
        meaning: host::text("cache blocks of 32 bytes from one node to the next"),
        range: Range::Number(1, 128),
        presets: Presets::all(1),
    },
    Parameter {
        name: "order",
        meaning: host::text("in which order the nodes are visited"),
        range: Range::Choice(&["random", "ascending"]),
        presets: Presets::all(0),
    },
    SEED,
];

/// Argument: any node; after a round the same again.
const NODE: Gpr = Gpr::at::<4>();
/// Argument: number of nodes.
const COUNT: Gpr = Gpr::at::<5>();

/// Executed once a round.
pub const OPENING: [Word; 1] = [mtctr(COUNT)];
const FOLLOW: Word = lwz(NODE, NODE, 0);

/// A round of a chase.
pub const A_CHASE: Tally = A_ROUND.and(Tally { executed: 1, ..Tally::NONE });
/// One load of it.
pub const A_NODE: Tally = A_PASS.and(Tally { executed: 1, loads: 1, ..Tally::NONE });

/// Appends the loop; gives its entry.
pub fn emit(workspace: &mut Workspace<'_>) -> Label {
    let labels = open_passes(workspace, &OPENING);
    workspace.emit(FOLLOW);
    close_passes(workspace, labels, &[]);
    labels.0
}

/// `memory/chase`.
pub static CHASE: Descriptor = Descriptor {
    id: "memory/chase",
    question: host::text("How long does a load take whose address depends on the one before, at each size?"),
    operation: Operation { name: "load", count: 1, factors: &[Factor::Value(NODES)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1, n: 100, trials: 3 },
        default: Schedule { warmup: 2, n: 4_000, trials: 3 },
        article: Schedule { warmup: 2, n: 100_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_CHASE,
        terms: &[Term { factors: &[Factor::Value(NODES)], piece: A_NODE }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-l1",
            expectation: "3 up to 1024 nodes at spacing 1, 32 KiB",
            source: "[AN2203 3.7; MPC7455EC]",
        },
        Prediction {
            quantity: "cycles-l2",
            expectation: "9 (7448: 11) up to 256 KiB (7450, 7455), 512 KiB (7447A) or 1 MiB (7448)",
            source: "[AN2203 3.7.6, 3.8.2; MPC7447AEC features]",
        },
        Prediction {
            quantity: "latency-memory",
            expectation: "110 to 180 ns a load; about half in ascending order at spacing 1",
            source: "[AN2203 3.7.6, 3.8.4]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let nodes = parameters.get(NODES);
    let bytes = BLOCK * parameters.get(SPACING);
    let entry = emit(workspace);
    workspace.align_data();
    let first = workspace.data_here();
    workspace.store_zeros(nodes * (bytes / 4));
    let prepared = workspace.finish(entry.address(), [first, nodes, 0, 0, 0, 0])?;
    let place = |node| first + node * bytes;
    if parameters.get(ORDER) == ASCENDING {
        link_in_turn(workspace, nodes, place);
    } else {
        link_at_random(workspace, nodes, &mut Random::new(parameters.get(SEED_PLACE)), place);
    }
    Ok(prepared)
}
