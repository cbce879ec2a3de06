//! The two modes that jump within a function, through a table of five addresses.
//!
//! The loop tests at its top and every case jumps back there, as a compiler lays out a
//! `switch` in a loop. The table holds absolute addresses; with position-independent
//! code it would hold offsets and an `add` would come before the `mtctr`. No case is
//! out of range, so no range check stands before the table. A case is one operation on
//! the sum; all five are reversible, so the sum never degenerates.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, bctr, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{
    Amount, add, addi, addic_record, cmplw, li, mr, mulhwu, mulli, mullw, rotlwi, slwi, srwi, subf, xor,
};
use mpc7450::instruction::memory::{lwzu, lwzx, stw};
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{CrField, Gpr, Word};

use super::objects::values;
use super::{OBJECTS, PARAMETERS, SCHEDULES, SEED, once_an_object};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::parameters::Parameters;
use crate::kernels::random::Random;
use crate::kernels::workspace::{Prepared, Workspace};

/// Cases of the switch.
pub(super) const CASES: usize = 5;
/// 2^34 / 5, rounded up: the high word of a product with it, shifted right by 2, is the
/// quotient by 5 of any unsigned word.
const FIFTH: u32 = 0xcccc_cccd;

const ROUNDS: Gpr = Gpr::at::<3>();
/// Argument: address of the word before the values.
const BEFORE: Gpr = Gpr::at::<4>();
/// Argument: sequential: number of values; random: address of the last value.
const END: Gpr = Gpr::at::<5>();
/// Argument: where the sum goes.
const RESULT: Gpr = Gpr::at::<6>();
/// Argument: address of the jump table.
const TABLE: Gpr = Gpr::at::<7>();
/// Argument: sequential: [`FIFTH`]; random: address of the word before the case
/// numbers.
const EXTRA: Gpr = Gpr::at::<8>();
const VALUE: Gpr = Gpr::at::<9>();
const CASE: Gpr = Gpr::at::<10>();
const INDEX: Gpr = Gpr::at::<11>();
const CASE_POINTER: Gpr = Gpr::at::<12>();
const POINTER: Gpr = Gpr::at::<28>();
const SUM: Gpr = Gpr::at::<30>();

const TWO: Amount = Amount::of::<2>();
const ENTER: Word = li(SUM, 0);
const NEXT_VALUE: Word = lwzu(VALUE, POINTER, 4).unwrap();
const OPERATIONS: [Word; CASES] = [
    add(SUM, SUM, VALUE),
    subf(SUM, VALUE, SUM),
    mullw(SUM, SUM, VALUE),
    rotlwi(SUM, SUM, Amount::of::<3>()),
    xor(SUM, SUM, VALUE),
];
const END_ROUND: Word = addic_record(ROUNDS, ROUNDS, -1);
const LEAVE: [Word; 2] = [stw(SUM, RESULT, 0), blr()];

/// What differs between the two.
struct Shape {
    round: [Word; 2],
    /// Compares for the end of the round.
    test: Word,
    /// From the next value to the jump.
    body: &'static [Word],
}

const SEQUENTIAL: Shape = Shape {
    round: [mr(POINTER, BEFORE), li(INDEX, 0)],
    test: cmplw(CrField::CR0, INDEX, END),
    body: &[
        NEXT_VALUE,
        mulhwu(CASE, INDEX, EXTRA),
        srwi(CASE, CASE, TWO),
        mulli(CASE, CASE, CASES as i16),
        subf(CASE, CASE, INDEX),
        slwi(CASE, CASE, TWO),
        addi(INDEX, INDEX, 1),
        lwzx(CASE, TABLE, CASE),
        mtctr(CASE),
        bctr(),
    ],
};

const RANDOM: Shape = Shape {
    round: [mr(POINTER, BEFORE), mr(CASE_POINTER, EXTRA)],
    test: cmplw(CrField::CR0, POINTER, END),
    body: &[
        lwzu(CASE, CASE_POINTER, 4).unwrap(),
        NEXT_VALUE,
        slwi(CASE, CASE, TWO),
        lwzx(CASE, TABLE, CASE),
        mtctr(CASE),
        bctr(),
    ],
};

/// `ENTER` and the store of `LEAVE`; the last round's branch falls through.
const CALL: Tally = Tally { executed: 2, stores: 1, fall_through: 1, ..Tally::NONE };
/// Two to open, the last test with its branch taken, `END_ROUND` and its branch.
const A_ROUND: Tally = Tally { executed: 6, branches: 2, ..Tally::NONE };
/// The test whose branch falls through, one operation and the way back.
const A_VALUE: Tally = Tally { executed: 4, branches: 2, fall_through: 1, ..Tally::NONE };
/// The body of [`SEQUENTIAL`].
const BY_INDEX: Tally = Tally { executed: 10, branches: 1, loads: 2, ..Tally::NONE };
/// The body of [`RANDOM`].
const BY_NUMBER: Tally = Tally { executed: 6, branches: 1, loads: 3, ..Tally::NONE };

const NO_MISPREDICTION: Prediction = Prediction {
    quantity: "mispredictions-per-jump",
    expectation: "0 but for one a round at the loop's end: bcctr waits for CTR and predicts nothing",
    source: "[AN2203 3.1.4, 3.1.4.3]",
};

/// `dispatch/switch-seq`.
pub static SWITCH_SEQUENTIAL: Descriptor = Descriptor {
    id: "dispatch/switch-seq",
    question: host::text("What does a five-way jump table cost when the case is the index modulo 5?"),
    operation: once_an_object("jump"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[Term { factors: &[Factor::Value(OBJECTS)], piece: A_VALUE.and(BY_INDEX) }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-jump",
            expectation: "21 to 24: the modulo, two multiplications of 4 and 3 cycles, comes before the table",
            source: "[AN2203 3.1.2, 3.1.4.3, appendix A]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, false),
};

/// `dispatch/switch-rnd`.
pub static SWITCH_RANDOM: Descriptor = Descriptor {
    id: "dispatch/switch-rnd",
    question: host::text("What does a five-way jump table cost when the cases come in random order?"),
    operation: once_an_object("jump"),
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: CALL,
        iteration: A_ROUND,
        terms: &[Term { factors: &[Factor::Value(OBJECTS)], piece: A_VALUE.and(BY_NUMBER) }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-jump",
            expectation: "15 to 19, fewer than dispatch/switch-seq: no modulo, and the order plays no role",
            source: "[AN2203 3.1.2, 3.1.4.3]",
        },
        NO_MISPREDICTION,
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, true),
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>, random: bool) -> Result<Prepared, KernelError> {
    let shape = if random { RANDOM } else { SEQUENTIAL };
    workspace.align_code(1 + shape.round.len());
    let entry = workspace.label();
    workspace.emit(ENTER);
    let round = workspace.label();
    workspace.emit_all(&shape.round);
    let top = workspace.label();
    workspace.emit(shape.test);
    let done = workspace.jump_forward(Jump::When(Condition::Equal(CrField::CR0)));
    workspace.emit_all(shape.body);
    let cases = OPERATIONS.map(|operation| {
        let case = workspace.label();
        workspace.emit(operation);
        workspace.jump(Jump::Always, top);
        case
    });
    workspace.land(done);
    workspace.emit(END_ROUND);
    workspace.jump(Jump::When(Condition::NotEqual(CrField::CR0)), round);
    workspace.emit_all(&LEAVE);

    let count = parameters.get(OBJECTS);
    let seed = parameters.get(SEED);
    workspace.align_data();
    let result = workspace.data_here();
    workspace.store(0);
    workspace.align_data();
    let table = workspace.data_here();
    cases.iter().for_each(|case| workspace.store(case.address()));
    workspace.align_data();
    let before = workspace.data_here().wrapping_sub(4);
    let mut value = values(seed);
    (0..count).for_each(|_| workspace.store(value()));
    let (end, extra) = if random {
        workspace.align_data();
        let numbers = workspace.data_here();
        let mut order = Random::new(seed);
        (0..count).for_each(|_| workspace.store(order.below(CASES as u32)));
        (before.wrapping_add(4 * count), numbers.wrapping_sub(4))
    } else {
        (count, FIFTH)
    };
    workspace.finish(entry.address(), [before, end, result, table, extra, 0])
}
