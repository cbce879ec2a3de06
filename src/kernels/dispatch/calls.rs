//! The six modes that call: directly, through a class's table, through a pointer.
//!
//! All share one loop over the array of objects; only how the function's address comes
//! about differs.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, bctrl};
use mpc7450::instruction::integer::{Amount, addi, li, rlwinm};
use mpc7450::instruction::memory::{lwz, lwzx};
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::frame::{
    A_ROUND, ADD_UP, AGAIN, AN_OBJECT, CALL, DIRECTLY, END_ROUND, ENTER, FUNCTION, LEAVE, NEXT_OBJECT, OBJECT, ROUND,
    methods,
};
use super::objects::{Head, place};
use super::{OBJECTS, PARAMETERS, SCHEDULES, SEED, once_an_object};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::deal::{Deal, Order};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::Parameters;
use crate::kernels::workspace::{Prepared, Workspace};

/// How the function's address comes about.
#[derive(Clone, Copy)]
enum Call {
    /// It stands in the call.
    Direct,
    /// Object, table, function: two loads behind the object's own.
    Table,
    /// A pointer in memory, loaded at every call because a callee may change it.
    Pointer,
    /// Four pointers in turn.
    Rotating,
}

/// Argument: address of the function pointers.
const FUNCTIONS: Gpr = Gpr::at::<7>();
const TABLE: Gpr = Gpr::at::<11>();
const OFFSET: Gpr = Gpr::at::<11>();
const INDEX: Gpr = Gpr::at::<27>();

const FIRST_INDEX: Word = li(INDEX, 0);
const THROUGH_TABLE: [Word; 4] = [lwz(TABLE, OBJECT, 0), lwz(FUNCTION, TABLE, 0), mtctr(FUNCTION), bctrl()];
const THROUGH_POINTER: [Word; 3] = [lwz(FUNCTION, FUNCTIONS, 0), mtctr(FUNCTION), bctrl()];
/// (index mod 4) x 4 in one instruction, the bits 28 and 29 of the index shifted left.
const THROUGH_ROTATING: [Word; 5] = [
    rlwinm(OFFSET, INDEX, Amount::of::<2>(), Amount::of::<28>(), Amount::of::<29>()),
    addi(INDEX, INDEX, 1),
    lwzx(FUNCTION, FUNCTIONS, OFFSET),
    mtctr(FUNCTION),
    bctrl(),
];

/// `A_ROUND` and `FIRST_INDEX`.
const INDEXED_ROUND: Tally = A_ROUND.and(Tally { executed: 1, ..Tally::NONE });
/// `THROUGH_TABLE`.
const BY_TABLE: Tally = Tally { executed: 4, branches: 1, updating: 1, loads: 2, ..Tally::NONE };
/// `THROUGH_POINTER`.
const BY_POINTER: Tally = Tally { executed: 3, branches: 1, updating: 1, loads: 1, ..Tally::NONE };
/// `THROUGH_ROTATING`.
const BY_ROTATING: Tally = Tally { executed: 5, branches: 1, updating: 1, loads: 1, ..Tally::NONE };

static TABLE_TERM: [Term; 1] = [Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(BY_TABLE) }];

const NO_MISPREDICTION: Prediction = Prediction {
    quantity: "mispredictions-per-call",
    expectation: "0 but for one a round at the loop's end: bcctr waits for CTR and predicts nothing",
    source: "[AN2203 3.1.4, 4.2.2]",
};

/// `dispatch/direct`.
pub static DIRECT: Descriptor = Descriptor {
    id: "dispatch/direct",
    question: host::text("What does a call cost whose target stands in the instruction?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(DIRECTLY) }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "7: bl and bne from the BTIC 2 each, blr by the link stack 3",
            source: "[AN2203 3.1.1, 3.1.4.1, 4.2.3]",
        },
        Prediction {
            quantity: "ctr-stall-cycles-per-call",
            expectation: "0: CTR is not used",
            source: "[AN2203 3.1.4]",
        },
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Direct, (1, Order::Turn), 1),
};

/// `dispatch/mono`.
pub static MONO: Descriptor = Descriptor {
    id: "dispatch/mono",
    question: host::text("What does a virtual call cost when every object has the same class?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: CALL, iteration: A_ROUND, terms: &TABLE_TERM },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "20 to 22: three loads one after the other, then the hand-over to CTR",
            source: "[AN2203 3.1.2, 3.1.4.3]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Table, (1, Order::Turn), 1),
};

/// `dispatch/dual`.
pub static DUAL: Descriptor = Descriptor {
    id: "dispatch/dual",
    question: host::text("What does a virtual call cost when two classes strictly alternate?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: CALL, iteration: A_ROUND, terms: &TABLE_TERM },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "that of dispatch/mono",
            source: "[AN2203 3.1.4, 4.2.2]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Table, (2, Order::Turn), 2),
};

/// `dispatch/mega`.
pub static MEGA: Descriptor = Descriptor {
    id: "dispatch/mega",
    question: host::text("What does a virtual call cost when four classes come in random order?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: CALL, iteration: A_ROUND, terms: &TABLE_TERM },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "that of dispatch/mono: neither the number of targets nor their order plays a role",
            source: "[AN2203 3.1.4, 4.2.2]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Table, (4, Order::Random), 4),
};

/// `dispatch/fptr-single`.
pub static FPTR_SINGLE: Descriptor = Descriptor {
    id: "dispatch/fptr-single",
    question: host::text("What does a call through one function pointer in memory cost?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(BY_POINTER) }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "14 to 15: one load before the hand-over to CTR, two fewer than dispatch/mono",
            source: "[AN2203 3.1.2, 3.1.4.3]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Pointer, (1, Order::Turn), 1),
};

/// `dispatch/fptr-multi`.
pub static FPTR_MULTI: Descriptor = Descriptor {
    id: "dispatch/fptr-multi",
    question: host::text("What does a call through four function pointers in turn cost?"),
    operation: once_an_object("call"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: INDEXED_ROUND,
        terms: &[Term { factors: &[Factor::Value(OBJECTS)], piece: AN_OBJECT.and(BY_ROTATING) }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "15 to 16: the index computation comes before the load, the rotation itself costs nothing",
            source: "[AN2203 3.1.2, 3.1.4.3]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, Call::Rotating, (1, Order::Turn), 4),
};

/// Objects of so many classes in an order, and so many methods.
fn prepare(
    parameters: &Parameters,
    workspace: &mut Workspace<'_>,
    call: Call,
    (classes, order): (u32, Order),
    functions: usize,
) -> Result<Prepared, KernelError> {
    let labels = methods(workspace, functions);
    let indexed = matches!(call, Call::Rotating);
    workspace.align_code(ENTER.len() + 1 + usize::from(indexed));
    let entry = workspace.label();
    workspace.emit_all(&ENTER);
    let round = workspace.label();
    workspace.emit(ROUND);
    if indexed {
        workspace.emit(FIRST_INDEX);
    }
    let object = workspace.label();
    workspace.emit(NEXT_OBJECT);
    match call {
        Call::Direct => workspace.jump(Jump::Call, labels[0]),
        Call::Table => workspace.emit_all(&THROUGH_TABLE),
        Call::Pointer => workspace.emit_all(&THROUGH_POINTER),
        Call::Rotating => workspace.emit_all(&THROUGH_ROTATING),
    }
    workspace.emit_all(&ADD_UP);
    workspace.jump(AGAIN, object);
    workspace.emit(END_ROUND);
    workspace.jump(AGAIN, round);
    workspace.emit_all(&LEAVE);

    let seed = parameters.get(SEED);
    let deal = Deal::new(parameters.get(OBJECTS), classes, order, seed);
    let placed = place(workspace, deal, seed, Head::Table, &labels);
    workspace.finish(entry.address(), [placed.before, placed.last, placed.result, placed.functions, 0, 0])
}
