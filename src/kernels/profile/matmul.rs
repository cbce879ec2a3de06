//! `profile/matmul`: a product of matrices with a test in its innermost loop.
//!
//! The worked example of an article on the performance monitor: 10,000,000 instructions,
//! 3,000,000 of them floating-point, 50,000 mispredicted branches, two branches in a
//! loop that runs 1,000,000 times, so a floating-point share of 30 % and a misprediction
//! rate of 2.5 %. This kernel has those very numbers in its innermost loop: with 20 rows
//! and columns, 20 elements in a sum and n = 125 it runs 20 x 20 x 20 x 125 = 1,000,000
//! times, ten instructions each, three of them floating-point, two branches. The loops
//! around it add 5.7 % instructions and 5 % mispredictions.
//!
//! A pass loads a flag and an element of either matrix, skips what follows where the
//! flag says that the element is 0, adds the product to a sum and its square to a second
//! sum, which a bound of the rounding error needs.
//!
//! Hypothesis, mispredictions by construction: the branch that closes the loop is taken
//! but for the last of `dense` + `zeros` passes, and a counter of two bits is wrong just
//! then. The test is never wrong without zeros; with zeros at random places it is wrong
//! about as often as the rarer case occurs, for no history is kept [MPC7447AEC features:
//! 2048 counters of two bits]. Nothing is known early: each branch stands right behind
//! the comparison that decides it.
//!
//! Manual: [AN2203 3.1.3] prediction, [AN2203 3.6] floating-point unit.
//!
//! Surprises:
//! - Both sums are chains of 5 cycles, so that a pass takes 5 cycles or more although
//!   its ten instructions would be dispatched in 3.4.
//! - With a loop that counts in CTR nothing would be mispredicted: `bdnz` waits for CTR
//!   instead [AN2203 3.1.3].

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::float::{fadd, fmadd, fmul};
use mpc7450::instruction::integer::{Amount, add, addi, addic_record, cmpwi, mr, slwi};
use mpc7450::instruction::memory::{lfd, lfdu, lfdux, lwzu, stfdu};
use mpc7450::instruction::{CrField, Fpr, Gpr, Word};

use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::loops::ITERATIONS;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const SIZE: Place = Place::First;
const DENSE: Place = Place::Second;
const ZEROS: Place = Place::Third;
const SEED: Place = Place::Fourth;

static PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "size",
        meaning: host::text("rows of the left matrix and columns of the right one"),
        range: Range::Number(1, 64),
        presets: Presets { quick: 8, default: 20, article: 20 },
    },
    Parameter {
        name: "dense",
        meaning: host::text("elements of each row of the left matrix that are not 0"),
        range: Range::Number(1, 256),
        presets: Presets { quick: 8, default: 20, article: 20 },
    },
    Parameter {
        name: "zeros",
        meaning: host::text("elements of each row that are 0, at random places"),
        range: Range::Number(0, 256),
        presets: Presets::all(0),
    },
    Parameter {
        name: "seed",
        meaning: host::text("seed of places and values"),
        range: Range::Number(0, u32::MAX),
        presets: Presets::all(42),
    },
];

/// Argument: address of a double 0.0, right before the left matrix.
const LEFT_BEFORE: Gpr = Gpr::at::<4>();
/// Argument: the word before the flags of the left matrix.
const FLAGS_BEFORE: Gpr = Gpr::at::<5>();
/// Argument: one row before the right matrix.
const RIGHT_BEFORE: Gpr = Gpr::at::<6>();
/// Argument: the double before the results.
const RESULTS_BEFORE: Gpr = Gpr::at::<7>();
/// Argument: rows, and columns.
const ROWS: Gpr = Gpr::at::<8>();
/// Argument: elements of a sum.
const ELEMENTS: Gpr = Gpr::at::<9>();
/// Bytes of a row of the left matrix, of its flags, of the right matrix.
const LEFT_ROW: Gpr = Gpr::at::<10>();
const FLAGS_ROW: Gpr = Gpr::at::<11>();
const RIGHT_ROW: Gpr = Gpr::at::<12>();

const ROW_POINTER: Gpr = Gpr::at::<14>();
const ROW_FLAGS: Gpr = Gpr::at::<15>();
const RESULT: Gpr = Gpr::at::<16>();
const ROWS_LEFT: Gpr = Gpr::at::<17>();
const COLUMN: Gpr = Gpr::at::<18>();
const COLUMNS_LEFT: Gpr = Gpr::at::<19>();
const LEFT: Gpr = Gpr::at::<20>();
const FLAG_POINTER: Gpr = Gpr::at::<21>();
const RIGHT: Gpr = Gpr::at::<22>();
const ELEMENTS_LEFT: Gpr = Gpr::at::<23>();
const FLAG: Gpr = Gpr::at::<24>();

const SUM: Fpr = Fpr::at::<0>();
const SQUARES: Fpr = Fpr::at::<1>();
const A: Fpr = Fpr::at::<2>();
const B: Fpr = Fpr::at::<3>();
const PRODUCT: Fpr = Fpr::at::<4>();

const CR0: CrField = CrField::CR0;
const SETUP: [Word; 3] = [
    slwi(LEFT_ROW, ELEMENTS, Amount::of::<3>()),
    slwi(FLAGS_ROW, ELEMENTS, Amount::of::<2>()),
    slwi(RIGHT_ROW, ROWS, Amount::of::<3>()),
];
const MULTIPLY: [Word; 4] =
    [mr(ROW_POINTER, LEFT_BEFORE), mr(ROW_FLAGS, FLAGS_BEFORE), mr(RESULT, RESULTS_BEFORE), mr(ROWS_LEFT, ROWS)];
const BEGIN_ROW: [Word; 2] = [mr(COLUMN, RIGHT_BEFORE), mr(COLUMNS_LEFT, ROWS)];
const BEGIN_ELEMENT: [Word; 6] = [
    mr(LEFT, ROW_POINTER),
    mr(FLAG_POINTER, ROW_FLAGS),
    mr(RIGHT, COLUMN),
    lfd(SUM, LEFT_BEFORE, 0),
    lfd(SQUARES, LEFT_BEFORE, 0),
    mr(ELEMENTS_LEFT, ELEMENTS),
];
const LOAD: [Word; 4] = [
    lwzu(FLAG, FLAG_POINTER, 4).unwrap(),
    lfdu(A, LEFT, 8).unwrap(),
    lfdux(B, RIGHT, RIGHT_ROW).unwrap(),
    cmpwi(CR0, FLAG, 0),
];
const ACCUMULATE: [Word; 3] = [fmul(PRODUCT, A, B), fadd(SUM, SUM, PRODUCT), fmadd(SQUARES, PRODUCT, PRODUCT, SQUARES)];
const NEXT_PASS: Word = addic_record(ELEMENTS_LEFT, ELEMENTS_LEFT, -1);
const END_ELEMENT: [Word; 4] = [
    stfdu(SUM, RESULT, 8).unwrap(),
    stfdu(SQUARES, RESULT, 8).unwrap(),
    addi(COLUMN, COLUMN, 8),
    addic_record(COLUMNS_LEFT, COLUMNS_LEFT, -1),
];
const END_ROW: [Word; 3] = [
    add(ROW_POINTER, ROW_POINTER, LEFT_ROW),
    add(ROW_FLAGS, ROW_FLAGS, FLAGS_ROW),
    addic_record(ROWS_LEFT, ROWS_LEFT, -1),
];
const END_MULTIPLY: Word = addic_record(ITERATIONS, ITERATIONS, -1);
const AGAIN: Jump = Jump::When(Condition::NotEqual(CR0));

/// A pass whose element is 0: the test is taken.
const A_SKIP: Tally = Tally { executed: 7, branches: 2, loads: 3, ..Tally::NONE };
/// A pass with arithmetic: the test falls through.
const A_PASS: Tally = A_SKIP.and(Tally { executed: 3, float: 3, fall_through: 1, ..Tally::NONE });
/// An element of the result; the last pass's branch falls through.
const AN_ELEMENT: Tally = Tally { executed: 11, branches: 1, loads: 2, stores: 2, fall_through: 1, ..Tally::NONE };
/// A row; the last element's branch falls through.
const A_ROW: Tally = Tally { executed: 6, branches: 1, fall_through: 1, ..Tally::NONE };

/// `profile/matmul`.
pub static MATMUL: Descriptor = Descriptor {
    id: "profile/matmul",
    question: host::text("Does the profile of a loop nest show its floating-point share and its mispredictions?"),
    operation: Operation { name: "multiplication", count: 1, factors: &[] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 2, n: 20, trials: 3 },
        default: Schedule { warmup: 2, n: 50, trials: 3 },
        article: Schedule { warmup: 10, n: 125, trials: 5 },
    },
    closed_form: ClosedForm {
        once: Tally { executed: 3, fall_through: 1, ..Tally::NONE },
        iteration: Tally { executed: 6, branches: 1, fall_through: 1, ..Tally::NONE },
        terms: &[
            Term { factors: &[Factor::Value(SIZE)], piece: A_ROW },
            Term { factors: &[Factor::Value(SIZE), Factor::Value(SIZE)], piece: AN_ELEMENT },
            Term { factors: &[Factor::Value(SIZE), Factor::Value(SIZE), Factor::Value(DENSE)], piece: A_PASS },
            Term { factors: &[Factor::Value(SIZE), Factor::Value(SIZE), Factor::Value(ZEROS)], piece: A_SKIP },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "float-share",
            expectation: "28 % of the instructions with size = dense = 20, 30 % of those in the innermost loop",
            source: "[AN2203 3.6]",
        },
        Prediction {
            quantity: "mispredictions",
            expectation: "size * size + size + 1 a multiplication without zeros, the ends of the three loops; \
                          2.4 % of all branches with size = dense = 20",
            source: "[AN2203 3.1.3; MPC7447AEC features]",
        },
        Prediction {
            quantity: "mispredictions-zeros",
            expectation: "with as many zeros as other elements also 0.5 a pass: about a quarter of all branches",
            source: "[AN2203 3.1.3; MPC7447AEC features]",
        },
        Prediction {
            quantity: "cycles-per-pass",
            expectation: "5 to 6 without zeros: the chain of either sum",
            source: "[AN2203 3.6]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(SETUP.len() + MULTIPLY.len() + BEGIN_ROW.len() + BEGIN_ELEMENT.len());
    let entry = workspace.label();
    workspace.emit_all(&SETUP);
    let multiply = workspace.label();
    workspace.emit_all(&MULTIPLY);
    let row = workspace.label();
    workspace.emit_all(&BEGIN_ROW);
    let element = workspace.label();
    workspace.emit_all(&BEGIN_ELEMENT);
    let pass = workspace.label();
    workspace.emit_all(&LOAD);
    let skip = workspace.jump_forward(Jump::When(Condition::Equal(CR0)));
    workspace.emit_all(&ACCUMULATE);
    workspace.land(skip);
    workspace.emit(NEXT_PASS);
    workspace.jump(AGAIN, pass);
    workspace.emit_all(&END_ELEMENT);
    workspace.jump(AGAIN, element);
    workspace.emit_all(&END_ROW);
    workspace.jump(AGAIN, row);
    workspace.emit(END_MULTIPLY);
    workspace.jump(AGAIN, multiply);
    workspace.emit(blr());

    let arguments = place(parameters, workspace);
    workspace.finish(entry.address(), arguments)
}

/// Writes flags, both matrices and room for the results; gives the arguments.
fn place(parameters: &Parameters, workspace: &mut Workspace<'_>) -> [u32; 6] {
    let (size, dense, zeros) = (parameters.get(SIZE), parameters.get(DENSE), parameters.get(ZEROS));
    let elements = dense + zeros;
    let flags = |row: u32| Flags::new(parameters.get(SEED) ^ row, dense, zeros);
    let mut value = values(parameters.get(SEED));

    workspace.align_data();
    let flags_before = workspace.data_here().wrapping_sub(4);
    (0..size).flat_map(flags).for_each(|flag| workspace.store(flag.into()));
    workspace.align_data();
    let left_before = workspace.data_here();
    workspace.store_zeros(2);
    for flag in (0..size).flat_map(flags) {
        workspace.store(if flag { value() } else { 0 });
        workspace.store(0);
    }
    workspace.align_data();
    let right_before = workspace.data_here().wrapping_sub(8 * size);
    for _ in 0..elements * size {
        workspace.store(value());
        workspace.store(0);
    }
    workspace.align_data();
    let results_before = workspace.data_here().wrapping_sub(8);
    workspace.store_zeros(4 * size * size);
    [left_before, flags_before, right_before, results_before, size, elements]
}

/// The flags of a row: as many as asked of either kind, every order equally likely.
struct Flags {
    random: Random,
    dense: u32,
    zeros: u32,
}

impl Flags {
    fn new(seed: u32, dense: u32, zeros: u32) -> Self {
        Self { random: Random::new(seed), dense, zeros }
    }
}

impl Iterator for Flags {
    type Item = bool;

    fn next(&mut self) -> Option<bool> {
        let left = self.dense + self.zeros;
        if left == 0 {
            return None;
        }
        let is_dense = self.random.below(left) < self.dense;
        if is_dense {
            self.dense -= 1;
        } else {
            self.zeros -= 1;
        }
        Some(is_dense)
    }
}

/// Upper halves of 0.5, 1, 1.5 and 2, drawn from the stream of the seed's complement:
/// sums of their products are exact.
fn values(seed: u32) -> impl FnMut() -> u32 {
    const UPPER_HALVES: [u32; 4] = [0x3fe0_0000, 0x3ff0_0000, 0x3ff8_0000, 0x4000_0000];
    let mut random = Random::new(!seed);
    move || UPPER_HALVES[random.below(4) as usize % UPPER_HALVES.len()]
}
