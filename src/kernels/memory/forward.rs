//! `memory/forward`: a load of what was just stored.
//!
//! Hypothesis: a load gets the data of a store that covers it only from the completed
//! store queue; while the store is still in an earlier one the load waits, and a load
//! that is wider than the store waits until the data is in the cache [AN2203 3.7, table
//! 3-23]. So a value that goes through memory costs several loads' latencies.
//!
//! | `overlap` | stores | loads |
//! | --- | --- | --- |
//! | same | a word | the word |
//! | inside | a word | its last byte |
//! | wider | the last byte of a word | the word |
//! | apart | a word | another word of the block |
//! | float | a double word from f1 | it, to f1 |
//! | vector | a vector from v0 | it, to v0 |
//!
//! All but `apart` are chains through memory: what is loaded is stored next. The value
//! goes round eight times an iteration.

use crate::kernels::host;
use mpc7450::instruction::memory::{lbz, lfd, lvx, lwz, stb, stfd, stvx, stw};
use mpc7450::instruction::vector::vxor;
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};

use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::loops::{CLOSE, OPEN};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

/// Argument: address of a cache block.
const DATA: Gpr = Gpr::at::<4>();
/// Argument: 0.
const NOWHERE: Gpr = Gpr::at::<5>();
const VALUE: Gpr = Gpr::at::<14>();
const F1: Fpr = Fpr::at::<1>();
const V0: Vr = Vr::at::<0>();

/// Gives the registers that are stored first their values.
const SETUP: [Word; 3] = [lwz(VALUE, DATA, 0), lfd(F1, DATA, 16), vxor(V0, V0, V0)];

const OVERLAPS: [&str; 6] = ["same", "inside", "wider", "apart", "float", "vector"];
/// Store and load, in the order of [`OVERLAPS`].
const PAIR: [[Word; 2]; OVERLAPS.len()] = [
    [stw(VALUE, DATA, 0), lwz(VALUE, DATA, 0)],
    [stw(VALUE, DATA, 0), lbz(VALUE, DATA, 3)],
    [stb(VALUE, DATA, 3), lwz(VALUE, DATA, 0)],
    [stw(VALUE, DATA, 0), lwz(VALUE, DATA, 16)],
    [stfd(F1, DATA, 16), lfd(F1, DATA, 16)],
    [stvx(V0, DATA, NOWHERE), lvx(V0, DATA, NOWHERE)],
];
/// Pairs in an iteration.
const PAIRS: u32 = 8;

static PARAMETERS: [Parameter; 1] = [Parameter {
    name: "overlap",
    meaning: host::text("how the load covers what was stored"),
    range: Range::Choice(&OVERLAPS),
    presets: Presets::all(0),
}];

/// `memory/forward`.
pub static FORWARD: Descriptor = Descriptor {
    id: "memory/forward",
    question: host::text("What does a load cost that needs what was just stored?"),
    operation: Operation { name: "pair", count: PAIRS, factors: &[] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 2_000, trials: 3 },
        default: Schedule { warmup: 1_000, n: 200_000, trials: 3 },
        article: Schedule { warmup: 1_000, n: 2_000_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 3, loads: 2, vector: 1, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 2, loads: 1, stores: 1, ..Tally::NONE }.times(PAIRS)),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-covered",
            expectation: "same, inside, vector: 6 to 9 from store to value; a guess",
            source: "[AN2203 3.7, table 3-23]",
        },
        Prediction {
            quantity: "cycles-wider",
            expectation: "wider: more than same, the load waits for the cache",
            source: "[AN2203 3.7, table 3-23]",
        },
        Prediction {
            quantity: "cycles-apart",
            expectation: "apart: 4 to 5, the load does not wait but the next store needs its value",
            source: "[AN2203 3.2, 3.7]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let counted = workspace.open_counted(&SETUP);
    // The value is one of the words, which are as many as the pairs.
    for pair in PAIR.get(parameters.get(Place::First) as usize).iter() {
        (0..PAIRS).for_each(|_| workspace.emit_all(*pair));
    }
    let entry = workspace.close_counted(counted);
    workspace.align_data();
    let data = workspace.data_here();
    workspace.store_zeros(BLOCK / 4);
    workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
}
