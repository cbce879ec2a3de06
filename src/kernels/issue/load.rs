//! `issue/load`: loads into general registers; `issue/reserve`: `lwarx` and `stwcx.`.
//!
//! Hypothesis: 3 cycles from address to value, one load a cycle, of any width. A chain
//! is made by an index that is always the 0 just loaded.
//!
//! `lwarx` waits until it is the oldest instruction, and the `stwcx.` behind it until
//! the store may be seen: an atomic update costs tens of cycles even when nobody else
//! is there.

use crate::kernels::host;
use mpc7450::instruction::integer::mr;
use mpc7450::instruction::memory::{lbzx, lhax, lhzx, lwarx, lwbrx, lwzx, stwcx};
use mpc7450::instruction::{Gpr, Word};

use super::chain::{self, Chain, Op, row};
use super::{RESULTS, SCHEDULES};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::loops::{CLOSE, OPEN};
use crate::kernels::parameters::{Parameter, Parameters};
use crate::kernels::workspace::{Prepared, Workspace};

/// Argument: 0, as the data is.
const SOURCE: Gpr = Gpr::at::<4>();
/// Argument: address of the data, one block of zeros.
const DATA: Gpr = Gpr::at::<5>();
const LINK: Gpr = Gpr::at::<26>();
const BLOCK_OF_ZEROS: [u32; 8] = [0; 8];

const OPS: [Op<Gpr>; 5] = [
    row("lwzx", |d, a| lwzx(d, DATA, a)),
    row("lbzx", |d, a| lbzx(d, DATA, a)),
    row("lhzx", |d, a| lhzx(d, DATA, a)),
    row("lhax", |d, a| lhax(d, DATA, a)),
    row("lwbrx", |d, a| lwbrx(d, DATA, a)),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const SETUP: [Word; 1] = [mr(LINK, SOURCE)];
const CHAIN: Chain<Gpr> = Chain { ops: &OPS, setup: &SETUP, results: &RESULTS, source: SOURCE, link: LINK };

/// `issue/load`.
pub static LOAD: Descriptor = Descriptor {
    id: "issue/load",
    question: host::text("What does a load into a general register cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(
        Tally { executed: 1, ..Tally::NONE },
        Tally { executed: 1, loads: 1, ..Tally::NONE },
    ),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-independent",
            expectation: "1: one load or store dispatched a cycle",
            source: "[AN2203 3.2]",
        },
        Prediction {
            quantity: "cycles-dependent",
            expectation: "3 for every width",
            source: "[AN2203 3.7; MPC7455EC; GCC 7450.md]",
        },
    ]),
    prepare: |parameters, workspace| {
        CHAIN.prepare(parameters, workspace, &BLOCK_OF_ZEROS, |data| [0, data, 0, 0, 0, 0])
    },
};

/// Pairs of `lwarx` and `stwcx.` in an iteration.
const PAIRS: u32 = 8;

/// `issue/reserve`.
pub static RESERVE: Descriptor = Descriptor {
    id: "issue/reserve",
    question: host::text("What does an atomic update cost, lwarx and stwcx. to a block in the L1?"),
    operation: Operation { name: "pair", count: PAIRS, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 2, loads: 1, stores: 1, ..Tally::NONE }.times(PAIRS)),
        terms: &[],
    },
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-pair",
        expectation: "10 to 20: each of the two waits until it is the oldest",
        source: "[AN2203 3.4.3, 3.7.2]",
    }]),
    prepare: prepare_reserve,
};

fn prepare_reserve(_: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    const VALUE: Gpr = Gpr::at::<14>();
    let counted = workspace.open_counted(&[]);
    (0..PAIRS).for_each(|_| workspace.emit_all(&[lwarx(VALUE, DATA), stwcx(VALUE, DATA)]));
    let entry = workspace.close_counted(counted);
    workspace.align_data();
    let data = workspace.data_here();
    BLOCK_OF_ZEROS.iter().for_each(|word| workspace.store(*word));
    workspace.finish(entry.address(), [0, data, 0, 0, 0, 0])
}
