//! `issue/float`: the floating-point unit.
//!
//! Hypothesis: five stages, four starts in five cycles [AN2203 3.6]; divisions and
//! `fres` keep the unit to themselves.
//!
//! All operands are normal, and sums and products exact: x + 0, x * 1. An operand or
//! result that is denormal would cost extra cycles [AN2203 3.6].

use crate::kernels::host;
use mpc7450::instruction::float::{fabs, fadd, fadds, fdiv, fdivs, fmadd, fmr, fmul, fres, frsqrte, fsel};
use mpc7450::instruction::memory::lfd;
use mpc7450::instruction::{Fpr, Gpr, Word};

use super::SCHEDULES;
use super::chain::{self, Chain, Op, row};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::parameters::Parameter;

/// Argument: address of [`NUMBERS`].
const DATA: Gpr = Gpr::at::<4>();
const LINK: Fpr = Fpr::at::<0>();
const RESULTS: [Fpr; 12] = {
    let mut results = [LINK; 12];
    let mut index = 0;
    while index < results.len() {
        results[index] = Fpr::new(1 + index as u8).expect("results are in f1 to f12");
        index += 1;
    }
    results
};
const SOURCE: Fpr = Fpr::at::<13>();
const ONE: Fpr = Fpr::at::<14>();
const ZERO: Fpr = Fpr::at::<15>();
/// 1.5, 1 and 0.
const NUMBERS: [u32; 6] = [0x3ff8_0000, 0, 0x3ff0_0000, 0, 0, 0];

const OPS: [Op<Fpr>; 11] = [
    row("fadd", |d, a| fadd(d, a, ZERO)),
    row("fadds", |d, a| fadds(d, a, ZERO)),
    row("fmul", |d, a| fmul(d, a, ONE)),
    row("fmadd", |d, a| fmadd(d, a, ONE, ZERO)),
    row("fabs", fabs),
    row("fmr", fmr),
    row("fsel", |d, a| fsel(d, a, ONE, ZERO)),
    row("fdiv", |d, a| fdiv(d, a, ONE)),
    row("fdivs", |d, a| fdivs(d, a, ONE)),
    row("fres", fres),
    row("frsqrte", frsqrte),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const SETUP: [Word; 4] = [lfd(LINK, DATA, 0), lfd(SOURCE, DATA, 0), lfd(ONE, DATA, 8), lfd(ZERO, DATA, 16)];
const CHAIN: Chain<Fpr> = Chain { ops: &OPS, setup: &SETUP, results: &RESULTS, source: SOURCE, link: LINK };

/// `issue/float`.
pub static FLOAT: Descriptor = Descriptor {
    id: "issue/float",
    question: host::text("What does a floating-point instruction cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(
        Tally { executed: 4, loads: 4, ..Tally::NONE },
        Tally { executed: 1, float: 1, ..Tally::NONE },
    ),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-independent",
            expectation: "1.25, four starts in five cycles; fres 14, fdivs 21, fdiv 35",
            source: "[AN2203 3.6; MPC7455EC; LLVM G4Plus]",
        },
        Prediction {
            quantity: "cycles-dependent",
            expectation: "5; fres 14, fdivs 21, fdiv 35",
            source: "[AN2203 3.6; MPC7455EC; GCC 7450.md]",
        },
    ]),
    prepare: |parameters, workspace| CHAIN.prepare(parameters, workspace, &NUMBERS, |data| [data, 0, 0, 0, 0, 0]),
};
