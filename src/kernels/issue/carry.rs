//! `issue/carry`: arithmetic through XER[CA], as numbers of more than 32 bits need it.
//!
//! Hypothesis: what sets the carry is as fast as an `add`; what reads it starts only
//! when it is the oldest instruction in flight [AN2203 3.4.3], so that even independent
//! ones follow each other by several cycles, and an addition of 64 bits costs more than
//! twice one of 32.
//!
//! Surprise: a compiler that knows only units and latencies calls `adde` an instruction
//! of one cycle [GCC 7450.md].

use crate::kernels::host;
use mpc7450::instruction::carry::{addc, adde, addze, subfc, subfe};
use mpc7450::instruction::integer::mr;
use mpc7450::instruction::{Gpr, Word};

use super::chain::{self, Chain, Op, row};
use super::{RESULTS, SCHEDULES};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::parameters::Parameter;

/// Argument: any value.
const SOURCE: Gpr = Gpr::at::<4>();
/// Argument: any value.
const OTHER: Gpr = Gpr::at::<5>();
const LINK: Gpr = Gpr::at::<26>();
const ARGUMENTS: [u32; 6] = [0x0123_4567, 0x89ab_cdef, 0, 0, 0, 0];

const OPS: [Op<Gpr>; 5] = [
    row("addc", |d, a| addc(d, a, OTHER)),
    row("subfc", |d, a| subfc(d, a, OTHER)),
    row("adde", |d, a| adde(d, a, OTHER)),
    row("subfe", |d, a| subfe(d, a, OTHER)),
    row("addze", addze),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const SETUP: [Word; 1] = [mr(LINK, SOURCE)];
const CHAIN: Chain<Gpr> = Chain { ops: &OPS, setup: &SETUP, results: &RESULTS, source: SOURCE, link: LINK };
const INSTRUCTION: Tally = Tally { executed: 1, ..Tally::NONE };

/// `issue/carry`.
pub static CARRY: Descriptor = Descriptor {
    id: "issue/carry",
    question: host::text("What does arithmetic with the carry cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(INSTRUCTION, INSTRUCTION),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-setting",
            expectation: "addc and subfc: 0.35 independent, 1 dependent, as add",
            source: "[MPC7455EC; GCC 7450.md]",
        },
        Prediction {
            quantity: "cycles-reading",
            expectation: "adde, subfe, addze: 3 to 5 in both forms, each waits until it is the oldest",
            source: "[AN2203 3.4.3]",
        },
    ]),
    prepare: |parameters, workspace| CHAIN.prepare(parameters, workspace, &[], |_| ARGUMENTS),
};
