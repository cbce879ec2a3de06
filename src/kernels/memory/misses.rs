//! `memory/misses`: several chains of dependent loads at a time.
//!
//! Hypothesis: k chains take as long as one until the load miss queue is full, five
//! entries [AN2203 3.7.6]; from six chains on a load waits for a place. In the L1 they
//! share one load a cycle, so that three chains of 3 cycles are free and eight take 8.
//!
//! Each chain has its own memory and its own random cycle, so that no two loads ever
//! want the same block, which would hold up both [AN2203 3.7.6].
//!
//! Surprise: chains start anew in every round, because what a call executes once must
//! not depend on their number; k loads in thousands.

use crate::kernels::host;
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::ring::link_at_random;
use super::{A_PASS, A_ROUND, ONCE, SEED, close_passes, open_passes};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

const CHAINS: Place = Place::First;
const NODES: Place = Place::Second;
const SPACING: Place = Place::Third;
const SEED_PLACE: Place = Place::Fourth;

/// Most chains, each with a register.
const MOST: usize = 8;

static PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "chains",
        meaning: host::text("chains that are followed at a time"),
        range: Range::Number(1, MOST as u32),
        presets: Presets { quick: 2, default: 4, article: 4 },
    },
    Parameter {
        name: "nodes",
        meaning: host::text("words of each chain that point at each other"),
        range: Range::Number(1, 262_144),
        presets: Presets { quick: 512, default: 4096, article: 4096 },
    },
    Parameter {
        name: "spacing",
        meaning: host::text("cache blocks of 32 bytes from one node to the next"),
        range: Range::Number(1, 64),
        presets: Presets { quick: 1, default: 2, article: 2 },
    },
    SEED,
];

/// Argument: address of the addresses of the chains' first nodes.
const STARTS: Gpr = Gpr::at::<4>();
/// Argument: number of nodes.
const COUNT: Gpr = Gpr::at::<5>();
/// Register of each chain's node.
const NODE: [Gpr; MOST] = {
    let mut nodes = [Gpr::at::<14>(); MOST];
    let mut chain = 0;
    while chain < MOST {
        nodes[chain] = Gpr::new(14 + chain as u8).expect("nodes are in r14 to r21");
        chain += 1;
    }
    nodes
};
/// Executed once a round: the count, then the first node of each chain.
const OPENING: [Word; 1 + MOST] = {
    let mut words = [mtctr(COUNT); 1 + MOST];
    let mut chain = 0;
    while chain < MOST {
        words[1 + chain] = lwz(NODE[chain], STARTS, 4 * chain as i16);
        chain += 1;
    }
    words
};

const A_LOAD: Tally = Tally { executed: 1, loads: 1, ..Tally::NONE };

/// `memory/misses`.
pub static MISSES: Descriptor = Descriptor {
    id: "memory/misses",
    question: host::text("How many load misses overlap?"),
    operation: Operation { name: "load", count: 1, factors: &[Factor::Value(CHAINS), Factor::Value(NODES)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1, n: 50, trials: 3 },
        default: Schedule { warmup: 1, n: 100, trials: 3 },
        article: Schedule { warmup: 1, n: 10_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_ROUND.and(Tally { executed: 1, ..Tally::NONE }),
        terms: &[
            Term { factors: &[Factor::Value(CHAINS)], piece: A_LOAD },
            Term { factors: &[Factor::Value(NODES)], piece: A_PASS },
            Term { factors: &[Factor::Value(CHAINS), Factor::Value(NODES)], piece: A_LOAD },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "time-per-load",
            expectation: "beyond the L2: latency divided by the chains up to five, constant from there",
            source: "[AN2203 3.7.6]",
        },
        Prediction {
            quantity: "cycles-l1",
            expectation: "in the L1: 3 for one chain, 1 from three chains on",
            source: "[AN2203 3.2, 3.7]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (chains, nodes) = (parameters.get(CHAINS), parameters.get(NODES));
    let bytes = BLOCK * parameters.get(SPACING);
    let opening = OPENING.get(..=chains as usize).unwrap_or(&OPENING);
    let labels = open_passes(workspace, opening);
    NODE.iter().take(chains as usize).for_each(|node| workspace.emit(lwz(*node, *node, 0)));
    close_passes(workspace, labels, &[]);

    workspace.align_data();
    let table = workspace.data_here();
    let first = table.wrapping_add(BLOCK);
    // Addresses that wrap belong to a kernel that is refused.
    let start = |chain: u32| first.wrapping_add(chain.wrapping_mul(nodes * bytes));
    (0..MOST as u32).for_each(|chain| workspace.store(start(chain)));
    (0..chains).for_each(|_| workspace.store_zeros(nodes * (bytes / 4)));
    let prepared = workspace.finish(labels.0.address(), [table, nodes, 0, 0, 0, 0])?;
    let mut random = Random::new(parameters.get(SEED_PLACE));
    for chain in 0..chains {
        link_at_random(workspace, nodes, &mut random, |node| start(chain) + node * bytes);
    }
    Ok(prepared)
}
