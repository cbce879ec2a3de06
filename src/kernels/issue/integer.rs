//! `issue/integer`: the three simple integer units and the complex one.
//!
//! Hypothesis: simple instructions 1 cycle, three a cycle; multiplications 3 or 4 and
//! pipelined, divisions 23 and not.
//!
//! Surprises:
//! - `mullw` is faster when an operand fits 16 bits; `mullw-16` has such a one.
//! - Two compilers disagree on `srawi`: 1 cycle [GCC 7450.md] or 2 [LLVM G4Plus].
//! - `nop` is `ori 0,0,0`. If nothing recognises it, each reads what the one before
//!   wrote, and both forms, which are the same words here, cost 1 cycle.

use crate::kernels::host;
use mpc7450::instruction::integer::{
    Amount, add, addic_record, cntlzw, divw, divwu, extsb, mr, mulli, mullw, nop, rotlwi, srawi, xor,
};
use mpc7450::instruction::{Gpr, Word};

use super::chain::{self, Chain, Op, row};
use super::{RESULTS, SCHEDULES};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::parameters::Parameter;

/// Argument: an odd number, so that products by odd numbers never become 0.
const SOURCE: Gpr = Gpr::at::<4>();
/// Argument: 1.
const ONE: Gpr = Gpr::at::<5>();
/// Argument: an odd number of more than 16 bits.
const WIDE: Gpr = Gpr::at::<6>();
/// Argument: a small odd number.
const SHORT: Gpr = Gpr::at::<7>();
const LINK: Gpr = Gpr::at::<26>();
const ARGUMENTS: [u32; 6] = [0x0123_4567, 1, 0x0089_abcd, 3, 0, 0];

const OPS: [Op<Gpr>; 13] = [
    row("add", |d, a| add(d, a, SHORT)),
    row("xor", |d, a| xor(d, a, WIDE)),
    row("rotlwi", |d, a| rotlwi(d, a, Amount::of::<5>())),
    row("srawi", |d, a| srawi(d, a, Amount::of::<1>())),
    row("cntlzw", cntlzw),
    row("extsb", extsb),
    row("addic.", |d, a| addic_record(d, a, 1)),
    row("mulli", |d, a| mulli(d, a, 3)),
    row("mullw-16", |d, a| mullw(d, a, SHORT)),
    row("mullw", |d, a| mullw(d, a, WIDE)),
    row("divw", |d, a| divw(d, a, ONE)),
    row("divwu", |d, a| divwu(d, a, ONE)),
    row("nop", |_, _| nop()),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const SETUP: [Word; 1] = [mr(LINK, SOURCE)];
const CHAIN: Chain<Gpr> = Chain { ops: &OPS, setup: &SETUP, results: &RESULTS, source: SOURCE, link: LINK };
const INSTRUCTION: Tally = Tally { executed: 1, ..Tally::NONE };

/// `issue/integer`.
pub static INTEGER: Descriptor = Descriptor {
    id: "issue/integer",
    question: host::text("What does an integer instruction cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(INSTRUCTION, INSTRUCTION),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-independent",
            expectation: "0.35 for simple ones; mulli and mullw-16 1, mullw 2, divw and divwu 23",
            source: "[AN2203 2.3.3.3, 2.3.3.9; MPC7455EC; GCC 7450.md]",
        },
        Prediction {
            quantity: "cycles-dependent",
            expectation: "1 for simple ones (srawi 1 or 2); mulli and mullw-16 3, mullw 4, divw and divwu 23",
            source: "[MPC7455EC; GCC 7450.md; LLVM G4Plus]",
        },
        Prediction {
            quantity: "cycles-nop",
            expectation: "1 if nop is an ordinary ori of r0, 0.35 if it is recognised; no source says",
            source: "[AN2203 2.3.3.1]",
        },
    ]),
    prepare: |parameters, workspace| CHAIN.prepare(parameters, workspace, &[], |_| ARGUMENTS),
};
