//! `issue/mix-*`: groups of instructions that each meet one limit first.
//!
//! Hypothesis: the limits are those of the manual, and each group shows its own:
//! three dispatched a cycle of which one load or store [AN2203 3.2], two from the vector
//! queue [AN2203 2.3.3.5], three retired with three results of a kind [AN2203 3.4.2].
//!
//! Surprise: `lwzu`, `add`, `subf` are three instructions but four general results, so
//! the group takes more than a cycle although all units are free.

use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::{add, subf};
use mpc7450::instruction::memory::{lfd, lwz, lwzu, stw};
use mpc7450::instruction::vector::{vaddubm, vperm, vxor};
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};

use super::SCHEDULES;
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::loops::{CLOSE, OPEN};
use crate::kernels::parameters::Parameters;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

/// Argument: address of a cache block that holds 1.5 and zeros.
const DATA: Gpr = Gpr::at::<4>();
/// Argument: any value.
const ANY: Gpr = Gpr::at::<5>();
/// Argument: the block's address again, for instructions that write it back.
const BASE: Gpr = Gpr::at::<6>();
const R14: Gpr = Gpr::at::<14>();
const R15: Gpr = Gpr::at::<15>();
const R16: Gpr = Gpr::at::<16>();
const F1: Fpr = Fpr::at::<1>();
const NUMBER: Fpr = Fpr::at::<13>();
const V1: Vr = Vr::at::<1>();
const V2: Vr = Vr::at::<2>();
const ZERO: Vr = Vr::at::<16>();

/// Gives floating-point and vector operands their values.
const SETUP: [Word; 2] = [lfd(NUMBER, DATA, 0), vxor(ZERO, ZERO, ZERO)];
const SET_UP: Tally = Tally { executed: 2, loads: 1, vector: 1, ..Tally::NONE };

const ADD: Word = add(R14, DATA, ANY);
const SUBTRACT: Word = subf(R15, DATA, ANY);
const LOAD: Word = lwz(R16, DATA, 4);
const STORE: Word = stw(ANY, DATA, 8);
const LOAD_WITH_UPDATE: Word = lwzu(R16, BASE, 0).unwrap();
const FLOAT: Word = fadd(F1, NUMBER, NUMBER);
const SIMPLE_VECTOR: Word = vaddubm(V1, ZERO, ZERO);
const PERMUTE: Word = vperm(V2, ZERO, ZERO, ZERO);

/// Groups in an iteration.
const GROUPS: u32 = 8;

const fn mix(
    id: &'static str,
    question: &'static str,
    group: Tally,
    predictions: &'static [Prediction],
    prepare: fn(&Parameters, &mut Workspace<'_>) -> Result<Prepared, KernelError>,
) -> Descriptor {
    Descriptor {
        id,
        question,
        operation: Operation { name: "group", count: GROUPS, factors: &[] },
        parameters: &[],
        schedules: SCHEDULES,
        closed_form: ClosedForm { once: OPEN.and(SET_UP), iteration: CLOSE.and(group.times(GROUPS)), terms: &[] },
        predictions,
        prepare,
    }
}

/// `issue/mix-dispatch`.
pub static MIX_DISPATCH: Descriptor = mix(
    "issue/mix-dispatch",
    "Are two simple instructions and a load dispatched in one cycle?",
    Tally { executed: 3, loads: 1, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "1, and a third of one an iteration for the bdnz",
        source: "[AN2203 2.3.3.1, 3.2]",
    }],
    |_, workspace| prepare(workspace, &[ADD, SUBTRACT, LOAD]),
);

/// `issue/mix-lsu`.
pub static MIX_LSU: Descriptor = mix(
    "issue/mix-lsu",
    "Are a load and a store ever dispatched together?",
    Tally { executed: 2, loads: 1, stores: 1, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "2: one load or store of any kind a cycle",
        source: "[AN2203 3.2]",
    }],
    |_, workspace| prepare(workspace, &[LOAD, STORE]),
);

/// `issue/mix-retire`.
pub static MIX_RETIRE: Descriptor = mix(
    "issue/mix-retire",
    "Are four results of three instructions retired in one cycle?",
    Tally { executed: 3, loads: 1, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "1.5 to 2: three general results are retired a cycle, and the group has four",
        source: "[AN2203 3.4.2]",
    }],
    |_, workspace| prepare(workspace, &[LOAD_WITH_UPDATE, ADD, SUBTRACT]),
);

/// `issue/mix-vector`.
pub static MIX_VECTOR: Descriptor = mix(
    "issue/mix-vector",
    "Do two vector units start an instruction each in one cycle?",
    Tally { executed: 2, vector: 2, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "1: two enter and leave the vector queue a cycle",
        source: "[AN2203 2.3.3.5]",
    }],
    |_, workspace| prepare(workspace, &[SIMPLE_VECTOR, PERMUTE]),
);

/// `issue/mix-vector-scalar`.
pub static MIX_VECTOR_SCALAR: Descriptor = mix(
    "issue/mix-vector-scalar",
    "Are two vector instructions and an integer one dispatched in one cycle?",
    Tally { executed: 3, vector: 2, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "1: two to the vector queue, one to the general queue",
        source: "[AN2203 2.3.3.1, 2.3.3.5]",
    }],
    |_, workspace| prepare(workspace, &[SIMPLE_VECTOR, PERMUTE, ADD]),
);

/// `issue/mix-pairs`.
pub static MIX_PAIRS: Descriptor = mix(
    "issue/mix-pairs",
    "Does the vector queue issue around an instruction whose unit is busy?",
    Tally { executed: 4, vector: 4, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "2: in order, each second one waits for its unit and leaves with the first of the other unit",
        source: "[AN2203 2.3.3.5]",
    }],
    |_, workspace| prepare(workspace, &[SIMPLE_VECTOR, SIMPLE_VECTOR, PERMUTE, PERMUTE]),
);

/// `issue/mix-units`.
pub static MIX_UNITS: Descriptor = mix(
    "issue/mix-units",
    "Do the three issue queues work side by side?",
    Tally { executed: 3, float: 1, vector: 1, ..Tally::NONE },
    &[Prediction {
        quantity: "cycles-per-group",
        expectation: "1.25: the floating-point unit, four starts in five cycles",
        source: "[AN2203 2.3.3.2, 3.6]",
    }],
    |_, workspace| prepare(workspace, &[ADD, FLOAT, SIMPLE_VECTOR]),
);

fn prepare(workspace: &mut Workspace<'_>, group: &[Word]) -> Result<Prepared, KernelError> {
    let counted = workspace.open_counted(&SETUP);
    (0..GROUPS).for_each(|_| workspace.emit_all(group));
    let entry = workspace.close_counted(counted);
    workspace.align_data();
    let data = workspace.data_here();
    workspace.store(0x3ff8_0000);
    (1..BLOCK / 4).for_each(|_| workspace.store(0));
    workspace.finish(entry.address(), [data, 0x0123_4567, data, 0, 0, 0])
}
