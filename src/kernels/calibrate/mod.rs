//! `calibrate/*`: loops whose counts nobody can doubt.
//!
//! Hypothesis: every counter that counts an event of these loops shows the closed
//! form, and a counter that shows anything else is mis-programmed or not understood.
//! A table of counts is worth reading only when these agree.
//!
//! Each is one loop of eight or 24 instructions of one kind and a `bdnz`, at a cache
//! block's start. All results go to registers that nothing reads, so that neither latency nor
//! data plays a role.
//!
//! Manual: [AN2203 2.3.3.1] dispatch and issue, [AN2203 2.3.3.8] branches,
//! [AN2203 3.1.1] taken branches and cache blocks.
//!
//! Surprises to expect: a taken `b` is folded and so is not among the completed
//! instructions, but `bdnz` is, because it updates CTR. "Branches completed" therefore
//! shows 1 and not 9 an iteration for `calibrate/branches`, if folded branches are not
//! in it; no source says.

mod bodies;

use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use bodies::{
    DATA_WORDS, FLOAT_DATA, FLOAT_OPERANDS, FLOATS, INTEGERS, LOADS_OF_A_BLOCK, STORES_TO_A_BLOCK, VECTOR_ZERO, VECTORS,
};

use super::counts::{ClosedForm, Tally};
use super::descriptor::{Descriptor, Operation, Prediction};
use super::error::KernelError;
use super::label::Label;
use super::parameters::Parameters;
use super::preset::Presets;
use super::schedule::Schedule;
use super::workspace::{Prepared, Workspace};

/// Iterations, as every kernel gets them.
const ITERATIONS: Gpr = Gpr::at::<3>();

const SCHEDULES: Presets<Schedule> = Presets {
    quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
    default: Schedule { warmup: 1_000, n: 200_000, trials: 3 },
    article: Schedule { warmup: 500, n: 1_000_000, trials: 5 },
};

/// The `mtctr` that opens every loop, and that the last `bdnz` is not taken.
const OPEN: Tally = Tally { executed: 1, count_exits: 1, ..Tally::NONE };
/// One execution of the `bdnz`.
const CLOSE: Tally = Tally { executed: 1, branches: 1, updating: 1, ..Tally::NONE };

/// `calibrate/empty`.
pub static EMPTY: Descriptor = Descriptor {
    id: "calibrate/empty",
    question: "What does the measurement itself count when the kernel executes nothing?",
    operation: Operation { name: "iteration", count: 1, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: Tally::NONE, iteration: Tally::NONE, terms: &[] },
    predictions: &[Prediction {
        quantity: "executed",
        expectation: "0: only the caller's bctrl and this kernel's blr lie in the window, and they are its overhead",
        source: "[AN2203 2.3.3.8]",
    }],
    prepare: prepare_empty,
};

/// `calibrate/integer`.
pub static INTEGER: Descriptor = Descriptor {
    id: "calibrate/integer",
    question: "Do instruction and integer-unit counters show 24 independent simple instructions and a bdnz?",
    operation: Operation { name: "instruction", count: 24, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(Tally { executed: 24, ..Tally::NONE }), terms: &[] },
    predictions: &[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "0.35: 25 dispatched an iteration, three a cycle; three units take one each a cycle",
            source: "[AN2203 2.3.3.3, 2.3.3.9]",
        },
        Prediction {
            quantity: "simple-integer-instructions",
            expectation: "24 an iteration",
            source: "[AN2203 2.3.3.3]",
        },
    ],
    prepare: |_, workspace| prepare(workspace, &[], &INTEGERS),
};

/// `calibrate/branches`.
pub static BRANCHES: Descriptor = Descriptor {
    id: "calibrate/branches",
    question: "Which branch counters see folded branches: eight taken b and a bdnz?",
    operation: Operation { name: "branch", count: 8, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 8, branches: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
        Prediction {
            quantity: "cycles-per-branch",
            expectation: "2: one branch a cycle and a bubble of one when the target comes from the BTIC",
            source: "[AN2203 3.1.1, 4.2.3]",
        },
        Prediction {
            quantity: "folded-branches",
            expectation: "8 an iteration; the bdnz updates CTR and is not folded",
            source: "[AN2203 2.3.3.8]",
        },
    ],
    prepare: prepare_branches,
};

/// `calibrate/loads`.
pub static LOADS: Descriptor = Descriptor {
    id: "calibrate/loads",
    question: "Do load and L1 hit counters show eight loads from one cache block?",
    operation: Operation { name: "load", count: 8, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 8, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[Prediction {
        quantity: "cycles-per-load",
        expectation: "1: one load or store dispatched a cycle, all hit in the L1",
        source: "[AN2203 3.2]",
    }],
    prepare: |_, workspace| prepare(workspace, &[], &LOADS_OF_A_BLOCK),
};

/// `calibrate/stores`.
pub static STORES: Descriptor = Descriptor {
    id: "calibrate/stores",
    question: "Do store counters show eight stores to one cache block?",
    operation: Operation { name: "store", count: 8, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 8, stores: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[Prediction {
        quantity: "cycles-per-store",
        expectation: "1: one load or store dispatched a cycle, stores stay pipelined",
        source: "[AN2203 3.2]",
    }],
    prepare: |_, workspace| prepare(workspace, &[], &STORES_TO_A_BLOCK),
};

/// `calibrate/float`.
pub static FLOAT: Descriptor = Descriptor {
    id: "calibrate/float",
    question: "Does the floating-point counter show eight independent operations?",
    operation: Operation { name: "operation", count: 8, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 3, loads: 3, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, float: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[Prediction {
        quantity: "cycles-per-operation",
        expectation: "1.25: five stages, four starts in five cycles",
        source: "[AN2203 3.6]",
    }],
    prepare: |_, workspace| prepare(workspace, &FLOAT_OPERANDS, &FLOATS),
};

/// `calibrate/vector`.
pub static VECTOR: Descriptor = Descriptor {
    id: "calibrate/vector",
    question: "Do the counters of the four AltiVec units show two instructions each?",
    operation: Operation { name: "instruction", count: 8, factors: &[] },
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, vector: 1, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, vector: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "0.5: two vector instructions dispatched and issued a cycle, each unit takes one",
            source: "[AN2203 2.3.3.5]",
        },
        Prediction {
            quantity: "unit-counts",
            expectation: "2 an iteration in each of VIU1, VIU2, VPU and VFPU; one more in VIU1 a call, the vxor",
            source: "[AN2203 2.3.3.5]",
        },
    ],
    prepare: |_, workspace| prepare(workspace, &[VECTOR_ZERO], &VECTORS),
};

fn prepare_empty(_: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(0);
    let entry = workspace.label();
    workspace.emit(blr());
    workspace.finish(entry.address(), [0; 6])
}

fn prepare_branches(_: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (entry, top) = open(workspace, &[]);
    for _ in 0..BRANCHES.operation.count {
        let next = workspace.jump_forward(Jump::Always);
        workspace.land(next);
    }
    close(workspace, entry, top)
}

fn prepare(workspace: &mut Workspace<'_>, setup: &[Word], body: &[Word]) -> Result<Prepared, KernelError> {
    let (entry, top) = open(workspace, setup);
    workspace.emit_all(body);
    close(workspace, entry, top)
}

/// The loop's head; gives the entry and the first instruction of the body.
fn open(workspace: &mut Workspace<'_>, setup: &[Word]) -> (Label, Label) {
    workspace.align_code(1 + setup.len());
    let entry = workspace.label();
    workspace.emit(mtctr(ITERATIONS));
    workspace.emit_all(setup);
    (entry, workspace.label())
}

fn close(workspace: &mut Workspace<'_>, entry: Label, top: Label) -> Result<Prepared, KernelError> {
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit(blr());
    workspace.align_data();
    let data = workspace.data_here();
    FLOAT_DATA.iter().for_each(|word| workspace.store(*word));
    (FLOAT_DATA.len()..DATA_WORDS).for_each(|_| workspace.store(0));
    workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
}
