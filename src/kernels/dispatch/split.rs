//! `dispatch/split`: one array for each class, each with its own loop of direct calls.
//!
//! Hypothesis: nothing is left of the dispatch. A call costs what `dispatch/direct`
//! costs, whatever the number of classes, and a round one mispredicted loop end a class
//! more. It is what an indirect call can cost at best once the program does not insist
//! on the order of its objects.
//!
//! Manual: [AN2203 3.1.1] taken branches, [AN2203 3.1.4.1] returns.
//!
//! Surprises: a `nop` stands before each loop. It moves the next loop to a cache
//! block's start, as a compiler's alignment does, and it is executed once a class and
//! round.

use crate::kernels::host;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::integer::nop;
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::{Gpr, Word};

use super::frame::{
    ADD_UP, AGAIN, AN_OBJECT, CALL, DIRECTLY, END_ROUND, ENTER, LAST, LEAVE, NEXT_OBJECT, POINTER, methods,
};
use super::objects::{Head, MOST_CLASSES, place};
use super::{CLASSES, KNOWN_OBJECTS, OBJECTS, SCHEDULES, SEED, SEED_PARAMETER, once_an_object};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::deal::{Deal, Order};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::{Factor, share};
use crate::kernels::parameters::{Parameter, Parameters};
use crate::kernels::workspace::{Prepared, Workspace};

static PARAMETERS: [Parameter; 3] = [KNOWN_OBJECTS, SEED_PARAMETER, super::CLASSES_PARAMETER];

/// Argument: address of the arrays' ends, two words a class: of the word before the
/// first, and of the last.
const ARRAYS: Gpr = Gpr::at::<4>();

/// The two ends, the `nop`; the loop's last branch falls through.
const A_CLASS: Tally = Tally { executed: 3, loads: 2, fall_through: 1, ..Tally::NONE };
/// `END_ROUND` and its branch.
const A_ROUND: Tally = Tally { executed: 2, branches: 1, ..Tally::NONE };

/// `dispatch/split`.
pub static SPLIT: Descriptor = Descriptor {
    id: "dispatch/split",
    question: host::text("What does a call cost when the objects of each class have an array and a loop of their own?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[
            Term { factors: &[Factor::Value(CLASSES)], piece: A_CLASS },
            Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(DIRECTLY) },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "7, that of dispatch/direct, for any number of classes",
            source: "[AN2203 3.1.1, 3.1.4.1, 4.2.3]",
        },
        Prediction {
            quantity: "mispredictions-per-call",
            expectation: "0 but for one a class and round at the loop's end",
            source: "[MPC7447AEC features]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (objects, classes) = (parameters.get(OBJECTS), parameters.get(CLASSES));
    let labels = methods(workspace, classes as usize);
    // Before the first loop stand what opens the call and the first class.
    workspace.align_code(ENTER.len() + 3);
    let entry = workspace.label();
    workspace.emit_all(&ENTER);
    let round = workspace.label();
    for (method, ends) in labels.iter().zip(ENDS).take(classes as usize) {
        workspace.emit_all(&ends);
        workspace.emit(nop());
        let object = workspace.label();
        workspace.emit(NEXT_OBJECT);
        workspace.jump(Jump::Call, *method);
        workspace.emit_all(&ADD_UP);
        workspace.jump(AGAIN, object);
    }
    workspace.emit(END_ROUND);
    workspace.jump(AGAIN, round);
    workspace.emit_all(&LEAVE);

    let seed = parameters.get(SEED);
    let placed = place(workspace, Deal::new(objects, classes, Order::Sorted, seed), seed, Head::Number, &labels);
    workspace.align_data();
    let arrays = workspace.data_here();
    let mut before = placed.before;
    for class in 0..classes {
        workspace.store(before);
        before = before.wrapping_add(4 * share(objects, classes, class));
        workspace.store(before);
    }
    workspace.finish(entry.address(), [arrays, 0, placed.result, 0, 0, 0])
}

/// Loads of each array's ends.
const ENDS: [[Word; 2]; MOST_CLASSES] = [
    [lwz(POINTER, ARRAYS, 0), lwz(LAST, ARRAYS, 4)],
    [lwz(POINTER, ARRAYS, 8), lwz(LAST, ARRAYS, 12)],
    [lwz(POINTER, ARRAYS, 16), lwz(LAST, ARRAYS, 20)],
    [lwz(POINTER, ARRAYS, 24), lwz(LAST, ARRAYS, 28)],
];
