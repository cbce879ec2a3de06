//! Calibration of the branch unit: branches to a fixed target, taken, not taken,
//! counting, and wrong by construction.
//!
//! Every branch goes to the instruction behind it: taken or not, the same
//! instructions are executed, so that direction is the only difference.

use crate::kernels::host;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{Amount, cmplw, cmpwi, rotlwi, slwi};
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{CrField, Gpr, Word};

use super::{CLOSE, COUNT, DATA, ITERATIONS, OPEN, SCHEDULES, each, emit_loop, in_registers};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};

/// Eight branches that update neither LR nor CTR.
pub(super) const EIGHT: Tally = Tally { executed: 8, branches: 8, ..Tally::NONE };

pub(super) const TWO_CYCLES: Prediction = Prediction {
    quantity: "cycles-per-branch",
    expectation: "2: one branch a cycle and a bubble of one when the target comes from the BTIC",
    source: "[AN2203 3.1.1, 4.2.3]",
};

/// `calibrate/branches`.
pub static BRANCHES: Descriptor = Descriptor {
    id: "calibrate/branches",
    question: host::text("Which branch counters see folded branches: eight taken b and a bdnz?"),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(EIGHT), terms: &[] },
    predictions: host::predictions(&[
        TWO_CYCLES,
        Prediction {
            quantity: "folded-branches",
            expectation: "8 an iteration; the bdnz updates CTR and is not folded",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare: |_, workspace| in_registers(workspace, &[COUNT], [to_next(Jump::Always); 8]),
};

/// The compare that no conditional branch waits for: EQ is 1 throughout.
const EQUAL: Word = cmplw(CrField::CR0, ITERATIONS, ITERATIONS);

/// `calibrate/bc-taken`.
pub static BC_TAKEN: Descriptor = Descriptor {
    id: "calibrate/bc-taken",
    question: host::text(
        "Are eight taken conditional branches, decided long before, folded like b and never predicted?",
    ),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: CLOSE.and(EIGHT),
        terms: &[],
    },
    predictions: host::predictions(&[
        TWO_CYCLES,
        Prediction {
            quantity: "folded-branches",
            expectation: "8 an iteration, as of calibrate/branches",
            source: "[AN2203 2.3.3.8]",
        },
        Prediction {
            quantity: "unresolved-branches",
            expectation: "none but the first few of a call: the condition is known",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare: |_, workspace| {
        let body = [to_next(Jump::When(Condition::Equal(CrField::CR0))); 8];
        in_registers(workspace, &[COUNT, EQUAL], body)
    },
};

/// `calibrate/bc-not-taken`.
pub static BC_NOT_TAKEN: Descriptor = Descriptor {
    id: "calibrate/bc-not-taken",
    question: host::text("How many of eight conditional branches that are not taken complete, and what do they cost?"),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: CLOSE.and(EIGHT).and(Tally { fall_through: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-branch",
            expectation: "1: one branch a cycle, no bubble",
            source: "[AN2203 2.3.3.8]",
        },
        Prediction {
            quantity: "fall-through-branches",
            expectation: "8 an iteration; those that execute in the three dispatch entries complete as well",
            source: "[AN2203 2.3.3.8, 3.1]",
        },
    ]),
    prepare: |_, workspace| {
        let body = [to_next(Jump::When(Condition::NotEqual(CrField::CR0))); 8];
        in_registers(workspace, &[COUNT, EQUAL], body)
    },
};

/// Eight rounds an iteration.
const EIGHT_ROUNDS: [Word; 2] = [slwi(Gpr::at::<0>(), ITERATIONS, Amount::of::<3>()), mtctr(Gpr::at::<0>())];

/// `calibrate/bdnz`.
pub static BDNZ: Descriptor = Descriptor {
    id: "calibrate/bdnz",
    question: host::text("Are branches that count CTR down completed and never predicted: eight bdnz?"),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: CLOSE.times(8),
        terms: &[],
    },
    predictions: host::predictions(&[
        TWO_CYCLES,
        Prediction {
            quantity: "completed-instructions",
            expectation: "8 an iteration: none is folded, for each updates CTR",
            source: "[AN2203 2.3.3.8]",
        },
        Prediction {
            quantity: "mispredicted-branches",
            expectation: "0, the exit included: the branch unit waits for CTR",
            source: "[AN2203 3.1.2]",
        },
    ]),
    // The eighth closes the loop.
    prepare: |_, workspace| in_registers(workspace, &EIGHT_ROUNDS, [to_next(Jump::When(Condition::CountLeft)); 7]),
};

/// `calibrate/mispredicted`.
pub static MISPREDICTED: Descriptor = Descriptor {
    id: "calibrate/mispredicted",
    question: host::text(
        "Does the counter of mispredictions show the four in eight that two-bit counters cannot avoid?",
    ),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: CLOSE
            .and(Tally { executed: 3, branches: 1, ..Tally::NONE })
            .times(8)
            .and(Tally { fall_through: 4, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "mispredicted-branches",
            expectation: "4 an iteration: two at each change of direction, from whatever state the history starts",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "cycles-per-misprediction",
            expectation: "6 or more beyond those of the loop",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare: |_, workspace| {
        let body = [
            rotlwi(DATA, DATA, Amount::of::<1>()),
            cmpwi(CrField::CR0, DATA, 0),
            to_next(Jump::When(Condition::Less(CrField::CR0))),
        ];
        let entry = emit_loop(workspace, &EIGHT_ROUNDS, body, &[]);
        workspace.finish(entry.address(), [FOUR_AND_FOUR, 0, 0, 0, 0, 0])
    },
};

/// Directions of `calibrate/mispredicted`, one a bit. A two-bit counter is wrong twice
/// when the direction changes, then right until it changes again.
const FOUR_AND_FOUR: u32 = 0x0f0f_0f0f;

/// A branch to the instruction behind it.
pub(super) const fn to_next(jump: Jump) -> Word {
    match jump.over(4) {
        Ok(word) => word,
        Err(_) => panic!("every branch reaches the next instruction"),
    }
}
