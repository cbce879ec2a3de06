//! `issue/condition`: operations on the condition register.
//!
//! Hypothesis: all execute in IU2 and only as the oldest instruction [AN2203 3.4.3], so
//! that combining two conditions costs more than a second branch would.

use crate::kernels::host;
use mpc7450::instruction::condition_register::{crand, crxor, mcrf};
use mpc7450::instruction::{CrBit, CrField};

use super::SCHEDULES;
use super::chain::{self, Chain, Op, row};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::parameters::Parameter;

const CR1: CrField = CrField::new(1).unwrap();
/// Take results; cr0 and cr1 are read.
const RESULTS: [CrField; 6] = [
    CrField::new(2).unwrap(),
    CrField::new(3).unwrap(),
    CrField::new(4).unwrap(),
    CrField::new(5).unwrap(),
    CrField::new(6).unwrap(),
    CrField::new(7).unwrap(),
];
const OTHER: CrBit = CrBit::equal(CrField::CR0);

const OPS: [Op<CrField>; 3] = [
    row("crand", |d, a| crand(CrBit::equal(d), CrBit::equal(a), OTHER)),
    row("crxor", |d, a| crxor(CrBit::equal(d), CrBit::equal(a), OTHER)),
    row("mcrf", mcrf),
];
static NAMES: [&str; OPS.len()] = chain::names(&OPS);
static PARAMETERS: [Parameter; 2] = chain::parameters(&NAMES);

const CHAIN: Chain<CrField> = Chain { ops: &OPS, setup: &[], results: &RESULTS, source: CR1, link: CR1 };

/// `issue/condition`.
pub static CONDITION: Descriptor = Descriptor {
    id: "issue/condition",
    question: host::text("What does an operation on the condition register cost, alone and in a chain?"),
    operation: chain::OPERATION,
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(Tally::NONE, Tally { executed: 1, ..Tally::NONE }),
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-instruction",
        expectation: "4 to 6 in both forms: 2 in IU2, and each waits until it is the oldest",
        source: "[AN2203 3.4.3; LLVM G4Plus]",
    }]),
    prepare: |parameters, workspace| CHAIN.prepare(parameters, workspace, &[], |_| [0; 6]),
};
