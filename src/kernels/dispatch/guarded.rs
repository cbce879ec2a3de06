//! `dispatch/guarded`: a guess before the virtual call.
//!
//! The object's table is compared with the one that is expected; where they agree the
//! method is called directly, else through the table. It is what a compiler makes of a
//! virtual call with the help of a profile. The indirect call stands out of the way, so
//! that the guess that holds falls through to its `bl`.
//!
//! Hypothesis: a guess that holds costs a load, a compare and a predicted branch
//! instead of two loads and the wait for CTR, a third of the time. A guess that fails
//! costs the virtual call and, where the order cannot be predicted, a misprediction
//! more: with two classes in random order half of all guesses, with four a third.
//!
//! Manual: [AN2203 2.3.3.8] branches, [AN2203 3.1.4] branches through CTR.
//!
//! Surprises: with four classes in random order the branch is wrong 0.3 times a call,
//! not 0.25, for one lucky guess in four keeps a two-bit counter from settling.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, bctrl};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::cmplw;
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{CrField, Gpr, Word};

use super::frame::{
    A_ROUND, ADD_UP, AGAIN, AN_OBJECT, CALL, DIRECTLY, END_ROUND, ENTER, FUNCTION, LEAVE, NEXT_OBJECT, OBJECT, ROUND,
    methods,
};
use super::objects::{Head, MOST_CLASSES, place};
use super::{CLASS_0, CLASS_1, CLASS_2, CLASS_3, KNOWN, OBJECTS, SCHEDULES, SEED, deal, once_an_object};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::Parameters;
use crate::kernels::workspace::{Prepared, Workspace};

/// Argument: the table of the first class.
const EXPECTED: Gpr = Gpr::at::<7>();
const TABLE: Gpr = Gpr::at::<11>();
const GUESS: [Word; 2] = [lwz(TABLE, OBJECT, 0), cmplw(CrField::CR0, TABLE, EXPECTED)];
const INDIRECTLY: [Word; 3] = [lwz(FUNCTION, TABLE, 0), mtctr(FUNCTION), bctrl()];

/// `GUESS` and its branch.
const A_GUESS: Tally = Tally { executed: 3, branches: 1, loads: 1, ..Tally::NONE };
/// The branch falls through to the direct call.
const HOLDS: Tally = DIRECTLY.and(Tally { fall_through: 1, ..Tally::NONE });
/// `INDIRECTLY` and the branch back.
const FAILS: Tally = Tally { executed: 4, branches: 2, updating: 1, loads: 1, ..Tally::NONE };

/// `dispatch/guarded`.
pub static GUARDED: Descriptor = Descriptor {
    id: "dispatch/guarded",
    question: host::text("What does a virtual call cost when a direct one is tried first?"),
    operation: once_an_object("call"),
    parameters: &KNOWN,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[
            Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(A_GUESS) },
            Term { factors: &[CLASS_0], piece: HOLDS },
            Term { factors: &[CLASS_1], piece: FAILS },
            Term { factors: &[CLASS_2], piece: FAILS },
            Term { factors: &[CLASS_3], piece: FAILS },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "8 to 10 with one class; with four no fewer than dispatch/mega",
            source: "[AN2203 2.3.3.8, 3.1.1, 3.1.4.3]",
        },
        Prediction {
            quantity: "mispredictions-per-call",
            expectation: "0 with one class; in random order 0.5 with two and 0.3 with four",
            source: "[MPC7447AEC features]",
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
    workspace.emit(NEXT_OBJECT);
    workspace.emit_all(&GUESS);
    let otherwise = workspace.jump_forward(Jump::When(Condition::NotEqual(CrField::CR0)));
    let [first, ..] = labels;
    workspace.jump(Jump::Call, first);
    let called = workspace.label();
    workspace.emit_all(&ADD_UP);
    workspace.jump(AGAIN, object);
    workspace.emit(END_ROUND);
    workspace.jump(AGAIN, round);
    workspace.emit_all(&LEAVE);
    workspace.land(otherwise);
    workspace.emit_all(&INDIRECTLY);
    workspace.jump(Jump::Always, called);

    let placed = place(workspace, deal(parameters), parameters.get(SEED), Head::Table, &labels);
    let [expected, ..] = placed.tables;
    workspace.finish(entry.address(), [placed.before, placed.last, placed.result, expected, 0, 0])
}
