//! Calibration of the branch unit: branches that set LR, and branches to LR and CTR.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, bctr, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{addi, addic_record};
use mpc7450::instruction::special::{mflr, mtctr, mtlr};
use mpc7450::instruction::{CrField, Gpr};

use super::branches::{EIGHT, TWO_CYCLES, to_next};
use super::{CLOSE, COUNT, DATA, ITERATIONS, OPEN, SCHEDULES, each, emit_loop, result};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::workspace::{Prepared, Workspace};

/// Keeps the caller's LR.
const LINK: Gpr = Gpr::at::<31>();

/// `calibrate/bl`.
pub static BL: Descriptor = Descriptor {
    id: "calibrate/bl",
    question: host::text("Are branches that set LR completed: eight bl without returns?"),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 2, ..Tally::NONE }),
        iteration: CLOSE.and(EIGHT).and(Tally { updating: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        TWO_CYCLES,
        Prediction {
            quantity: "completed-instructions",
            expectation: "9 an iteration: none is folded, for each updates LR",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare: |_, workspace| {
        let entry = emit_loop(workspace, &[COUNT, mflr(LINK)], [to_next(Jump::Call); 8], &[mtlr(LINK)]);
        workspace.finish(entry.address(), [0; 6])
    },
};

/// `calibrate/blr`.
pub static BLR: Descriptor = Descriptor {
    id: "calibrate/blr",
    question: host::text(
        "Are returns folded, and does the link stack predict where LR is known: eight calls of a bare blr?",
    ),
    operation: each("call", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 2, ..Tally::NONE }),
        iteration: CLOSE.and(EIGHT.times(2)).and(Tally { updating: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "5: bl from the BTIC 2, blr 3",
            source: "[AN2203 3.1.1, 4.2.3]",
        },
        Prediction {
            quantity: "link-stack-predictions",
            expectation: "0: the bl just before left LR known, so the link stack is not asked",
            source: "[AN2203 3.1.4.1]",
        },
        Prediction {
            quantity: "folded-branches",
            expectation: "8 an iteration, the blr: it updates nothing",
            source: "[AN2203 2.3.3.8]",
        },
    ]),
    prepare: |_, workspace| prepare_returns(workspace),
};

/// `calibrate/bctr`.
pub static BCTR: Descriptor = Descriptor {
    id: "calibrate/bctr",
    question: host::text("Does the branch unit wait for CTR and never predict: eight mtctr, each with its bctr?"),
    operation: each("branch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: Tally { executed: 8, fall_through: 1, ..Tally::NONE },
        iteration: EIGHT.and(Tally { executed: 8, ..Tally::NONE }).and(Tally {
            executed: 2,
            branches: 1,
            ..Tally::NONE
        }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-branch",
            expectation: "5 to 7: the mtctr hands over when it reaches IU2, a cycle later the branch, 3 to its target",
            source: "[AN2203 3.1.2, 4.2.3]",
        },
        Prediction {
            quantity: "ctr-stall-cycles",
            expectation: "more than 8 an iteration: every branch waits",
            source: "[AN2203 3.1.4.3]",
        },
    ]),
    prepare: |_, workspace| prepare_through_ctr(workspace),
};

/// The leaf stands before the loop, at a cache block's start.
fn prepare_returns(workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(0);
    let leaf = workspace.label();
    workspace.emit(blr());
    workspace.align_code(2);
    let entry = workspace.label();
    workspace.emit_all(&[COUNT, mflr(LINK)]);
    let top = workspace.label();
    for _ in 0..8 {
        workspace.jump(Jump::Call, leaf);
    }
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit_all(&[mtlr(LINK), blr()]);
    workspace.finish(entry.address(), [0; 6])
}

/// CTR is taken by the branches, so the loop counts in a register.
fn prepare_through_ctr(workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(8);
    let entry = workspace.label();
    for index in 0..8 {
        workspace.emit(addi(result(index), DATA, 8 * index as i16));
    }
    let top = workspace.label();
    for index in 0..8 {
        workspace.emit_all(&[mtctr(result(index)), bctr()]);
    }
    workspace.emit(addic_record(ITERATIONS, ITERATIONS, -1));
    workspace.jump(Jump::When(Condition::NotEqual(CrField::CR0)), top);
    workspace.emit(blr());
    let first_target = top.address().wrapping_add(8);
    workspace.finish(entry.address(), [first_target, 0, 0, 0, 0, 0])
}
