//! `issue/vector`: the four AltiVec units.
//!
//! Hypothesis: each unit starts one instruction a cycle; VIU1 takes 1 cycle, VPU 2, VIU2
//! and VFPU 4, but comparisons and extrema of VFPU 2 [AN2203 2.3.3.5; MPC7455EC].
//!
//! Surprise: in Java mode (VSCR[NJ] = 0) VFPU takes one cycle more [MPC7455EC]. The
//! image does not touch VSCR; reset leaves Java mode off.

use crate::kernels::host;
use mpc7450::instruction::vector::{
    vaddfp, vaddubm, vcfux, vmaddfp, vmaxfp, vmladduhm, vmrghb, vmuloub, vor, vperm, vrefp, vspltisw_one, vxor,
};
use mpc7450::instruction::{Vr, Word};

use super::SCHEDULES;
use super::chain::{self, Chain, Op, row};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::parameters::Parameter;

const LINK: Vr = Vr::at::<0>();
const RESULTS: [Vr; 12] = {
    let mut results = [LINK; 12];
    let mut index = 0;
    while index < results.len() {
        results[index] = Vr::new(1 + index as u8).expect("results are in v1 to v12");
        index += 1;
    }
    results
};
/// Zeros, of any type.
const ZERO: Vr = Vr::at::<16>();
/// Four times 1.0.
const ONE: Vr = Vr::at::<17>();

const OPS: [Op<Vr>; 10] = [
    row("vaddubm", |d, a| vaddubm(d, a, ZERO)),
    row("vxor", |d, a| vxor(d, a, ZERO)),
    row("vmuloub", |d, a| vmuloub(d, a, ZERO)),
    row("vmladduhm", |d, a| vmladduhm(d, a, ZERO, ZERO)),
    row("vperm", |d, a| vperm(d, a, ZERO, ZERO)),
    row("vmrghb", |d, a| vmrghb(d, a, ZERO)),
    row("vaddfp", |d, a| vaddfp(d, a, ZERO)),
    row("vmaddfp", |d, a| vmaddfp(d, a, ONE, ZERO)),
    row("vrefp", vrefp),
    row("vmaxfp", |d, a| vmaxfp(d, a, ZERO)),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const SETUP: [Word; 4] = [vxor(ZERO, ZERO, ZERO), vspltisw_one(ONE), vcfux(ONE, ONE), vor(LINK, ONE, ONE)];
const CHAIN: Chain<Vr> = Chain { ops: &OPS, setup: &SETUP, results: &RESULTS, source: ONE, link: LINK };

/// `issue/vector`.
pub static VECTOR: Descriptor = Descriptor {
    id: "issue/vector",
    question: host::text("What does an AltiVec instruction of each unit cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(
        Tally { executed: 4, vector: 4, ..Tally::NONE },
        Tally { executed: 1, vector: 1, ..Tally::NONE },
    ),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-independent",
            expectation: "1: one unit takes one a cycle",
            source: "[AN2203 2.3.3.5; MPC7455EC]",
        },
        Prediction {
            quantity: "cycles-dependent",
            expectation: "vaddubm and vxor 1; vperm, vmrghb and vmaxfp 2; \
                          vmuloub, vmladduhm, vaddfp, vmaddfp and vrefp 4",
            source: "[MPC7455EC; GCC 7450.md; LLVM G4Plus]",
        },
    ]),
    prepare: |parameters, workspace| CHAIN.prepare(parameters, workspace, &[], |_| [0; 6]),
};
