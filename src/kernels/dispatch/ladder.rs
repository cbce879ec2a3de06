//! `dispatch/ladder`: an if/else chain on the object's class instead of a table.
//!
//! Hypothesis: each step is a compare and a branch that the branch history table
//! predicts, so the ladder trades the wait for CTR for mispredictions. Sorted objects
//! or one class are predicted and cheaper than a virtual call. In random order a
//! two-bit counter is wrong 0.3 times at the first step (one object in four stops
//! there), 0.3 at the second and 0.25 at the third: 0.85 a call, at 6 cycles and more
//! each, and the wait for the loads comes on top, since a wrong path is left only when
//! the compare has its operand.
//!
//! Manual: [AN2203 2.3.3.8] branches, [AN2203 3.1.3] prediction.
//!
//! Surprises: the ladder executes more the later a class stands in it, so that
//! instructions a call depend on the shares of the classes; the last class needs no
//! compare of its own, and an unknown class would be called as the last.

use crate::kernels::host;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::cmpwi;
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::{CrField, Gpr, Word};

use super::frame::{
    A_ROUND, ADD_UP, AGAIN, AN_OBJECT, CALL, DIRECTLY, END_ROUND, ENTER, LEAVE, NEXT_OBJECT, OBJECT, ROUND, methods,
};
use super::objects::{Head, MOST_CLASSES, place};
use super::{CLASS_0, CLASS_1, CLASS_2, CLASS_3, KNOWN, OBJECTS, SCHEDULES, SEED, deal, once_an_object};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::Parameters;
use crate::kernels::workspace::{Prepared, Workspace};

const CLASS: Gpr = Gpr::at::<11>();
const WHICH: Word = lwz(CLASS, OBJECT, 0);

/// A compare whose branch goes to the next step.
const STEP: Tally = Tally { executed: 2, branches: 1, ..Tally::NONE };
/// A compare whose branch falls through, and the branch from the call to the end.
const FOUND: Tally = Tally { executed: 3, branches: 2, fall_through: 1, ..Tally::NONE };
/// `WHICH`.
const LOOK: Tally = Tally { executed: 1, loads: 1, ..Tally::NONE };

/// `dispatch/ladder`.
pub static LADDER: Descriptor = Descriptor {
    id: "dispatch/ladder",
    question: host::text("What does a call cost when compares with the class choose among direct calls?"),
    operation: once_an_object("call"),
    parameters: &KNOWN,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[
            Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(LOOK).and(DIRECTLY) },
            Term { factors: &[CLASS_0], piece: FOUND },
            Term { factors: &[CLASS_1], piece: STEP.and(FOUND) },
            Term { factors: &[CLASS_2], piece: STEP.times(2).and(FOUND) },
            Term { factors: &[CLASS_3], piece: STEP.times(3) },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "mispredictions-per-call",
            expectation: "0.85 with four classes in random order, 0.5 with two; near 0 when sorted or of one class",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "cycles-per-call",
            expectation: "9 to 13 when predicted; in random order no fewer than dispatch/mega",
            source: "[AN2203 2.3.3.8, 3.1.1]",
        },
        Prediction {
            quantity: "ctr-stall-cycles-per-call",
            expectation: "0: CTR is not used",
            source: "[AN2203 3.1.4]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let labels = methods(workspace, MOST_CLASSES);
    workspace.align_code(ENTER.len() + 1);
    let entry = workspace.label();
    workspace.emit_all(&ENTER);
    let round = workspace.label();
    workspace.emit(ROUND);
    let object = workspace.label();
    workspace.emit_all(&[NEXT_OBJECT, WHICH]);
    let [first, second, third, last] = labels;
    let ends = [(first, 0), (second, 1), (third, 2)].map(|(method, class)| {
        workspace.emit(cmpwi(CrField::CR0, CLASS, class));
        let next = workspace.jump_forward(Jump::When(Condition::NotEqual(CrField::CR0)));
        workspace.jump(Jump::Call, method);
        let end = workspace.jump_forward(Jump::Always);
        workspace.land(next);
        end
    });
    workspace.jump(Jump::Call, last);
    ends.into_iter().for_each(|end| workspace.land(end));
    workspace.emit_all(&ADD_UP);
    workspace.jump(AGAIN, object);
    workspace.emit(END_ROUND);
    workspace.jump(AGAIN, round);
    workspace.emit_all(&LEAVE);

    let placed = place(workspace, deal(parameters), parameters.get(SEED), Head::Number, &labels);
    workspace.finish(entry.address(), [placed.before, placed.last, placed.result, 0, 0, 0])
}
