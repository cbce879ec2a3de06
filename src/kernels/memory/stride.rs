//! `memory/load-stride`, `memory/store-stride`: independent accesses at a distance.
//!
//! Hypothesis: one access a cycle in the L1. Beyond it the distance decides how often a
//! block is new: at every access from 8 words on, at every second with 4. No hardware
//! follows a stride; from 16 words on the prefetched other half of a 64-byte line is of
//! no use [AN2203 3.8.4].
//!
//! At a distance of 1024 words, a page, all accesses fall into one set of the L1, which
//! keeps eight of them.
//!
//! Manual: [AN2203 3.2] one load or store a cycle; [AN2203 3.7.3] merging of stores;
//! [AN2203 3.7.6] load misses; [MPC7447AEC features] caches.
//!
//! Surprise: the accesses are with update, so that one instruction an access is enough,
//! but each has two results and two of them are not retired with a third instruction.

use crate::kernels::host;
use mpc7450::instruction::integer::mr;
use mpc7450::instruction::memory::{lwzux, stwux};
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
use crate::kernels::workspace::{Prepared, Workspace};

const GROUPS: Place = Place::First;
const STRIDE: Place = Place::Second;

/// Accesses between two branches.
const GROUP: usize = 8;

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "groups",
        meaning: host::text("groups of eight accesses in a round"),
        range: Range::Number(1, 131_072),
        presets: Presets { quick: 128, default: 1024, article: 1024 },
    },
    Parameter {
        name: "stride",
        meaning: host::text("words from one access to the next; 8 are a cache block"),
        range: Range::Number(1, 1024),
        presets: Presets::all(8),
    },
];

const SCHEDULES: Presets<Schedule> = Presets {
    quick: Schedule { warmup: 1, n: 100, trials: 3 },
    default: Schedule { warmup: 1, n: 300, trials: 3 },
    article: Schedule { warmup: 1, n: 20_000, trials: 5 },
};

/// Argument: one stride before the first access.
const BEFORE: Gpr = Gpr::at::<4>();
/// Argument: number of groups.
const COUNT: Gpr = Gpr::at::<5>();
/// Argument: bytes from one access to the next.
const BYTES: Gpr = Gpr::at::<6>();
const POINTER: Gpr = Gpr::at::<10>();

const OPENING: [Word; 2] = [mr(POINTER, BEFORE), mtctr(COUNT)];
const LOADS: [Word; GROUP] = {
    let mut words = [OPENING[0]; GROUP];
    let mut index = 0;
    while index < GROUP {
        let result = Gpr::new(14 + index as u8).expect("results are in r14 to r21");
        words[index] = lwzux(result, POINTER, BYTES).expect("base and result differ");
        index += 1;
    }
    words
};
const STORES: [Word; GROUP] = [stwux(COUNT, POINTER, BYTES).unwrap(); GROUP];

const A_STREAM: Tally = A_ROUND.and(Tally { executed: 2, ..Tally::NONE });
const OPERATION: Operation = Operation { name: "access", count: GROUP as u32, factors: &[Factor::Value(GROUPS)] };

/// `memory/load-stride`.
pub static LOAD_STRIDE: Descriptor = Descriptor {
    id: "memory/load-stride",
    question: host::text("What does a load cost at a distance from the one before, when the address is known?"),
    operation: OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_STREAM,
        terms: &[Term {
            factors: &[Factor::Value(GROUPS)],
            piece: A_PASS.and(Tally { executed: GROUP as u32, loads: GROUP as u32, ..Tally::NONE }),
        }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-l1",
            expectation: "1 to 1.3 within 32 KiB: one access a cycle, three results retired a cycle",
            source: "[AN2203 3.2, 3.4.2]",
        },
        Prediction {
            quantity: "cycles-beyond",
            expectation: "proportional to the stride up to 8 words, then constant; misses in order hardly overlap",
            source: "[AN2203 3.7.6]",
        },
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, &LOADS),
};

/// `memory/store-stride`.
pub static STORE_STRIDE: Descriptor = Descriptor {
    id: "memory/store-stride",
    question: host::text("What does a store cost at a distance from the one before?"),
    operation: OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_STREAM,
        terms: &[Term {
            factors: &[Factor::Value(GROUPS)],
            piece: A_PASS.and(Tally { executed: GROUP as u32, stores: GROUP as u32, ..Tally::NONE }),
        }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-l1",
            expectation: "1 to 1.3 within 32 KiB, whose blocks are modified after the first round",
            source: "[AN2203 3.2, 3.7.2]",
        },
        Prediction {
            quantity: "cycles-beyond",
            expectation: "more than a load: one store miss at a time, and each pushes a modified block out",
            source: "[AN2203 3.7.2, 3.7.3]",
        },
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, &STORES),
};

fn prepare(
    parameters: &Parameters,
    workspace: &mut Workspace<'_>,
    accesses: &[Word; GROUP],
) -> Result<Prepared, KernelError> {
    let (groups, stride) = (parameters.get(GROUPS), parameters.get(STRIDE));
    let labels = open_passes(workspace, &OPENING);
    workspace.emit_all(accesses);
    close_passes(workspace, labels, &[]);
    workspace.align_data();
    let before = workspace.data_here().wrapping_sub(4 * stride);
    workspace.store_zeros((groups * GROUP as u32 - 1) * stride + 1);
    workspace.finish(labels.0.address(), [before, groups, 4 * stride, 0, 0, 0])
}
