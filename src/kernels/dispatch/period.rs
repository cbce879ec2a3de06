//! `dispatch/period`: four targets in a random order that repeats after P calls.
//!
//! A predictor with history learns any order that is short enough for it; the length at
//! which the cost rises is the reach of its memory. "Random order" alone says nothing:
//! 4096 targets replayed every round are a pattern too, for whoever can keep it.
//!
//! Hypothesis: a G4 keeps nothing, so the line is flat from P = 2 to 65,536, at the
//! height of a call through a table. A rise would be a discovery, or the data leaving
//! the L1.
//!
//! Therefore the data must not grow: the order is packed, sixteen calls of two bits
//! in a word, so that the longest takes 16 KiB of the 32 KiB L1. And the index wraps
//! without a branch, whose prediction would depend on P.
//!
//! Manual: [AN2203 3.1.2] the hand-over to CTR, [AN2203 3.1.4.3] `bcctr`.
//!
//! Surprises: an order that is drawn freely may repeat earlier than it should (four
//! equal targets in a row repeat after one). The shares of the four targets are chosen
//! without a common divisor, so that the period is exactly P.

use crate::kernels::host;
use mpc7450::instruction::branch::bctrl;
use mpc7450::instruction::integer::{Amount, add, addi, and, li, mr, rlwinm, rlwnm, srawi, subf};
use mpc7450::instruction::memory::lwzx;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::frame::{AGAIN, CALL, END_ROUND, ENTER, FUNCTION, LEAVE, OBJECT, RETURNED, SUM, methods};
use super::objects::{MOST_CLASSES, values};
use super::{SEED, SEED_PARAMETER};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::deal::Deal;
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::share;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{Prepared, Workspace};

const PERIOD: Place = Place::First;

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "period",
        meaning: host::text("calls after which the order of the four targets repeats"),
        range: Range::Number(2, 65_536),
        presets: Presets { quick: 64, default: 4_096, article: 4_096 },
    },
    SEED_PARAMETER,
];

/// Argument: address of the packed order.
const PACKED: Gpr = Gpr::at::<4>();
/// Argument: address of the one object.
const THE_OBJECT: Gpr = Gpr::at::<5>();
/// Argument: address of the four functions.
const FUNCTIONS: Gpr = Gpr::at::<7>();
/// Argument: P.
const CALLS: Gpr = Gpr::at::<8>();
const OFFSET: Gpr = Gpr::at::<9>();
const ROTATION: Gpr = Gpr::at::<10>();
const BEYOND: Gpr = Gpr::at::<11>();
const INDEX: Gpr = Gpr::at::<27>();

/// Targets in a word.
const PACK: u32 = 16;

/// From the index to the call. The two bits of call j stand where a rotation to the
/// left by 2 x j brings them to bits 28 and 29: times 4 they are the function's offset.
const TARGET: [Word; 6] = [
    rlwinm(OFFSET, INDEX, Amount::of::<30>(), Amount::of::<2>(), Amount::of::<29>()),
    rlwinm(ROTATION, INDEX, Amount::of::<1>(), Amount::of::<27>(), Amount::of::<30>()),
    lwzx(OFFSET, PACKED, OFFSET),
    rlwnm(OFFSET, OFFSET, ROTATION, Amount::of::<28>(), Amount::of::<29>()),
    lwzx(FUNCTION, FUNCTIONS, OFFSET),
    mtctr(FUNCTION),
];
/// The next index: 0 behind the last, by a mask that is 0 there and all ones elsewhere.
const ADVANCE: [Word; 4] = [
    addi(INDEX, INDEX, 1),
    subf(BEYOND, CALLS, INDEX),
    srawi(BEYOND, BEYOND, Amount::of::<31>()),
    and(INDEX, INDEX, BEYOND),
];

/// `dispatch/period`.
pub static PERIOD_OF_TARGETS: Descriptor = Descriptor {
    id: "dispatch/period",
    question: host::text("Up to which period does the processor learn the order of an indirect call's targets?"),
    operation: Operation { name: "call", count: 1, factors: &[] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 1_000, n: 10_000, trials: 3 },
        default: Schedule { warmup: 70_000, n: 200_000, trials: 3 },
        article: Schedule { warmup: 70_000, n: 5_000_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: CALL.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: Tally { executed: 18, branches: 3, updating: 1, loads: 3, ..Tally::NONE },
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-call",
            expectation: "18 to 22, the same for every period: two loads and a rotation before the hand-over to CTR",
            source: "[AN2203 3.1.2, 3.1.4.3]",
        },
        Prediction {
            quantity: "mispredictions-per-call",
            expectation: "0 for every period: bcctr waits for CTR and predicts nothing",
            source: "[AN2203 3.1.4, 4.2.2]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let labels = methods(workspace, MOST_CLASSES);
    workspace.align_code(ENTER.len() + 1);
    let entry = workspace.label();
    workspace.emit_all(&ENTER);
    workspace.emit(li(INDEX, 0));
    let call = workspace.label();
    workspace.emit_all(&TARGET);
    workspace.emit_all(&ADVANCE);
    workspace.emit_all(&[mr(OBJECT, THE_OBJECT), bctrl(), add(SUM, SUM, RETURNED), END_ROUND]);
    workspace.jump(AGAIN, call);
    workspace.emit_all(&LEAVE);

    let (period, seed) = (parameters.get(PERIOD), parameters.get(SEED));
    workspace.align_data();
    let result = workspace.data_here();
    workspace.store(0);
    workspace.align_data();
    let functions = workspace.data_here();
    labels.iter().for_each(|method| workspace.store(method.address()));
    let object = workspace.data_here();
    workspace.store(0);
    workspace.store(values(seed)());
    workspace.align_data();
    let packed = workspace.data_here();
    let mut order = Deal::of_shares(shares(period), seed);
    for _ in 0..period.div_ceil(PACK) {
        let targets = order.by_ref().take(PACK as usize).zip(0..);
        workspace.store(targets.fold(0, |word, (target, place)| word | (target << 2).rotate_right(2 * place)));
    }
    workspace.finish(entry.address(), [packed, object, result, functions, period, 0])
}

/// Calls of each target in a period: as equal as can be without a common divisor, which
/// an order that repeats within the period would have.
fn shares(period: u32) -> [u32; MOST_CLASSES] {
    let [first, second, third, last] = [0, 1, 2, 3].map(|target| share(period, MOST_CLASSES as u32, target));
    if first == last && last > 1 { [first + 1, second, third, last - 1] } else { [first, second, third, last] }
}
