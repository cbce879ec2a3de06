//! `branch/direction`: conditional branches whose directions are chosen.
//!
//! A round executes N conditional branches, a fixed number of instructions apart. Each
//! follows one of eight patterns of P bits, half of them taken, or its inverse; a round
//! takes one bit of each pattern. P = 1 is a fixed direction, a long P is random. An
//! iteration is P rounds, so that each pattern comes whole and the counts are exact.
//! Every branch goes to the instruction behind it: taken or not, the same instructions
//! are executed.
//!
//! Hypotheses:
//! - The branch history table has 2048 counters of two bits and no history [MPC7447AEC
//!   features]. With fixed directions it is right until branches share counters: with
//!   `period=1 sense=mixed` the line is flat while N x spacing is 2048 or less, if the
//!   low bits of the word address choose the counter; no source says so. If something
//!   else chooses, the knee is where N is 2048.
//! - It learns no pattern: from P = 2 on half of the branches or more are wrong, and P
//!   = 64 is as bad as random. A processor with history is right up to some P.
//! - A branch whose compare is early enough needs no prediction at all: from some
//!   `ahead` on, mispredictions are 0 whatever the pattern. Then spacing x ahead is the
//!   distance that a compiler should keep.
//!
//! Manual: [AN2203 2.3.3.8] branches, [AN2203 3.1.3] prediction.
//!
//! Surprises:
//! - Short patterns are worse than random ones, not better: where taken and not taken
//!   come equally often they alternate more, and a two-bit counter is always late.
//! - A branch that is resolved when it executes leaves its counter alone. So early
//!   compares also free counters for others.
//! - The next direction is loaded once a round and spread to registers by shifts: a
//!   load just before each compare would be measured with it.
//! - The first compares of a round stand before its first branch, and the places of
//!   those that would belong to the next round are filled: every `ahead` executes the
//!   same number of instructions.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{Amount, addi, cmpwi, mullw, nop, slwi};
use mpc7450::instruction::memory::lwz;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{CrField, Gpr, Word};

use super::pattern::{MOST_PERIOD, Pattern};
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::deal::Deal;
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::{Factor, Parts, share};
use crate::kernels::filler::INDEPENDENTS;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const BRANCHES: Place = Place::First;
const SPACING: Place = Place::Second;
const PERIOD: Place = Place::Third;
const SENSE: Place = Place::Fourth;
const AHEAD: Place = Place::Fifth;
const SEED: Place = Place::Sixth;

/// Positions among the choices of `sense`.
const MIXED: u32 = 0;
const SAME: u32 = 1;
const INVERSE: u32 = 2;

static PARAMETERS: [Parameter; 6] = [
    Parameter {
        name: "branches",
        meaning: host::text("conditional branches in a round"),
        range: Range::Number(1, 16_384),
        presets: Presets { quick: 16, default: 128, article: 1_024 },
    },
    Parameter {
        name: "spacing",
        meaning: host::text("instructions from one branch to the next, the compare included"),
        range: Range::Number(2, 64),
        presets: Presets { quick: 2, default: 4, article: 2 },
    },
    Parameter {
        name: "period",
        meaning: host::text("rounds after which the directions repeat; half of them taken, or one more"),
        range: Range::Number(1, MOST_PERIOD),
        presets: Presets { quick: 4, default: 16, article: 1 },
    },
    Parameter {
        name: "sense",
        meaning: host::text("which branches do the opposite of their pattern: a random half, none, all"),
        range: Range::Choice(&["mixed", "same", "inverse"]),
        presets: Presets::all(MIXED),
    },
    Parameter {
        name: "ahead",
        meaning: host::text("branches between a compare and its own branch; 0 is just before it"),
        range: Range::Number(0, 7),
        presets: Presets::all(0),
    },
    Parameter {
        name: "seed",
        meaning: host::text("seed of patterns and of the half that does the opposite"),
        range: Range::Number(0, u32::MAX),
        presets: Presets::all(42),
    },
];

/// Patterns, registers that hold their present bits, and condition fields.
const STREAMS: usize = 8;

/// Rounds in which a pattern is taken, and those in which it is not.
const TAKEN: Factor = Factor::Share { whole: PERIOD, parts: Parts::Fixed(2), rest: 0 };
const NOT_TAKEN: Factor = Factor::Share { whole: PERIOD, parts: Parts::Fixed(2), rest: 1 };
/// Branches of the half that follows its pattern, and of the half that does the
/// opposite.
const FOLLOWING: Factor = Factor::Share { whole: BRANCHES, parts: Parts::Fixed(2), rest: 0 };
const OPPOSING: Factor = Factor::Share { whole: BRANCHES, parts: Parts::Fixed(2), rest: 1 };

const FALLS_THROUGH: Tally = Tally { fall_through: 1, ..Tally::NONE };
/// The `bdnz` that enters, two loads, seven shifts, eight places for the first
/// compares, the branch back.
const A_ROUND: Tally = Tally { executed: 19, branches: 2, updating: 1, loads: 2, ..Tally::NONE };

/// `branch/direction`.
pub static DIRECTION: Descriptor = Descriptor {
    id: "branch/direction",
    question: host::text("How many branches, and which patterns of directions, does the branch history predict?"),
    operation: Operation { name: "branch", count: 1, factors: &[Factor::Value(BRANCHES), Factor::Value(PERIOD)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
        default: Schedule { warmup: 50, n: 500, trials: 3 },
        article: Schedule { warmup: 1_000, n: 100_000, trials: 5 },
    },
    closed_form: ClosedForm {
        // The count is loaded one too high, so the first bdnz enters the round and the
        // last one leaves.
        once: Tally { executed: 4, branches: 1, updating: 1, count_exits: 1, ..Tally::NONE },
        iteration: Tally::NONE,
        terms: &[
            Term { factors: &[Factor::Value(PERIOD)], piece: A_ROUND },
            Term {
                factors: &[Factor::Value(PERIOD), Factor::Value(BRANCHES)],
                piece: Tally { branches: 1, ..Tally::NONE },
            },
            Term {
                factors: &[Factor::Value(PERIOD), Factor::Value(BRANCHES), Factor::Value(SPACING)],
                piece: Tally { executed: 1, ..Tally::NONE },
            },
            Term { factors: &[Factor::When(SENSE, MIXED), NOT_TAKEN, FOLLOWING], piece: FALLS_THROUGH },
            Term { factors: &[Factor::When(SENSE, MIXED), TAKEN, OPPOSING], piece: FALLS_THROUGH },
            Term { factors: &[Factor::When(SENSE, SAME), NOT_TAKEN, Factor::Value(BRANCHES)], piece: FALLS_THROUGH },
            Term { factors: &[Factor::When(SENSE, INVERSE), TAKEN, Factor::Value(BRANCHES)], piece: FALLS_THROUGH },
        ],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "mispredictions-per-branch",
            expectation: "ahead=0: 0 for period=1 while all fit the history, 0.5 to 1 for period=2, 0.6 to 0.7 up to \
                          16, 0.5 from 64 on; 0 for any period once the compare is early enough",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "history-knee",
            expectation: "period=1 sense=mixed: where branches x spacing passes 2048, or branches alone, as the \
                          history is indexed by word address or otherwise; beyond, half of those that share are wrong",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "cycles-per-branch",
            expectation: "predicted: 2 taken from the BTIC, 1 not taken, or as the spacing fills three a cycle; \
                          6 or more for a misprediction",
            source: "[AN2203 2.3.3.8, 3.1.1, 4.2.3]",
        },
    ]),
    prepare,
};

/// Iterations; rounds then.
const ITERATIONS: Gpr = Gpr::at::<3>();
/// Argument: the present row; each leads to the next.
const ROW: Gpr = Gpr::at::<4>();
/// Argument: rounds in an iteration.
const ROUNDS: Gpr = Gpr::at::<5>();
/// The condition field of each pattern.
const FIELDS: [CrField; STREAMS] = {
    let mut fields = [CrField::CR0; STREAMS];
    let mut index = 0;
    while index < STREAMS {
        fields[index] = CrField::new(index as u8).expect("there are eight fields");
        index += 1;
    }
    fields
};
/// The register with the present bit of each pattern as its sign.
const BITS: [Gpr; STREAMS] = {
    let mut registers = [Gpr::at::<22>(); STREAMS];
    let mut index = 0;
    while index < STREAMS {
        registers[index] = Gpr::new(22 + index as u8).expect("bits are in r22 to r29");
        index += 1;
    }
    registers
};

const SHIFTS: [Amount; STREAMS - 1] = [
    Amount::of::<1>(),
    Amount::of::<2>(),
    Amount::of::<3>(),
    Amount::of::<4>(),
    Amount::of::<5>(),
    Amount::of::<6>(),
    Amount::of::<7>(),
];
const FIRST_BITS: Gpr = BITS[0];
const COUNT: [Word; 3] = [mullw(ITERATIONS, ITERATIONS, ROUNDS), addi(ITERATIONS, ITERATIONS, 1), mtctr(ITERATIONS)];
const NEXT_ROW: [Word; 2] = [lwz(FIRST_BITS, ROW, 0), lwz(ROW, ROW, 4)];
/// Words from the entry to the first branch's block.
const AHEAD_OF_BLOCKS: usize = COUNT.len() + 2 + NEXT_ROW.len() + SHIFTS.len() + STREAMS;

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let (branches, ahead) = (parameters.get(BRANCHES), parameters.get(AHEAD));
    let mut fill = INDEPENDENTS.iter().copied().cycle();
    let mut compare = |workspace: &mut Workspace<'_>, wanted: bool, branch: u32| {
        let (field, bits) = stream(branch);
        let word = if wanted { cmpwi(field, bits, 0) } else { fill.next().unwrap_or(nop()) };
        workspace.emit(word);
    };

    workspace.align_code(AHEAD_OF_BLOCKS);
    let entry = workspace.label();
    workspace.emit_all(&COUNT);
    let close = workspace.label();
    let enter = workspace.jump_forward(Jump::When(Condition::CountLeft));
    workspace.emit(blr());
    workspace.land(enter);
    workspace.emit_all(&NEXT_ROW);
    for (bits, amount) in BITS.iter().skip(1).zip(SHIFTS) {
        workspace.emit(slwi(*bits, FIRST_BITS, amount));
    }
    for branch in 0..STREAMS as u32 {
        compare(workspace, branch < ahead && branch < branches, branch);
    }
    for (branch, opposes) in (0..branches).zip(senses(parameters)) {
        for _ in 2..parameters.get(SPACING) {
            compare(workspace, false, branch);
        }
        compare(workspace, branch + ahead < branches, branch + ahead);
        let (field, _) = stream(branch);
        let condition = if opposes { Condition::NotLess(field) } else { Condition::Less(field) };
        let next = workspace.jump_forward(Jump::When(condition));
        workspace.land(next);
    }
    workspace.jump(Jump::Always, close);

    let rows = place_rows(workspace, parameters);
    workspace.finish(entry.address(), [rows, parameters.get(PERIOD), 0, 0, 0, 0])
}

/// Condition field and register of a branch's pattern.
fn stream(branch: u32) -> (CrField, Gpr) {
    let index = branch as usize % STREAMS;
    (FIELDS[index], BITS[index])
}

/// Whether each branch does the opposite of its pattern.
fn senses(parameters: &Parameters) -> impl Iterator<Item = bool> {
    let branches = parameters.get(BRANCHES);
    let shares = match parameters.get(SENSE) {
        SAME => [branches, 0],
        INVERSE => [0, branches],
        _ => [share(branches, 2, 0), share(branches, 2, 1)],
    };
    Deal::of_shares([shares[0], shares[1], 0, 0], !parameters.get(SEED)).map(|sense| sense == 1)
}

/// Writes the rows, each the bits of all patterns and the address of the next row; the
/// address of the first.
fn place_rows(workspace: &mut Workspace<'_>, parameters: &Parameters) -> u32 {
    let period = parameters.get(PERIOD);
    let mut random = Random::new(parameters.get(SEED));
    let patterns: [Pattern; STREAMS] = core::array::from_fn(|_| Pattern::draw(period, &mut random));
    workspace.align_data();
    let first = workspace.data_here();
    for index in 0..period {
        let bits = patterns.iter().zip(0..).map(|(pattern, stream)| pattern.bit(index) << (31 - stream));
        workspace.store(bits.sum());
        workspace.store(first.wrapping_add(8 * ((index + 1) % period)));
    }
    first
}
