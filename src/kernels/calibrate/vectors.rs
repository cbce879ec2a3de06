//! Calibration of the four AltiVec units, together and each alone.

use mpc7450::instruction::vector::{vaddubm, vmaddfp, vmuloub, vperm, vxor};
use mpc7450::instruction::{Vr, Word};

use super::{CLOSE, COUNT, OPEN, SCHEDULES, each, in_registers};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::parameters::Parameters;
use crate::kernels::workspace::{Prepared, Workspace};

const V16: Vr = Vr::at::<16>();
/// Zero is a normal operand for all four units.
const ZERO: Word = vxor(V16, V16, V16);

/// `calibrate/vector`.
pub static VECTOR: Descriptor = of_eight(
    "calibrate/vector",
    "Do the counters of the four AltiVec units show two instructions each?",
    &[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "0.5: two vector instructions dispatched and issued a cycle, each unit takes one",
            source: "[AN2203 2.3.3.5]",
        },
        Prediction {
            quantity: "unit-counts",
            expectation: "2 an iteration in each of VIU1, VIU2, VPU and VFPU; one more in VIU1 a call, the vxor",
            source: "[AN2203 2.3.3.5]",
        },
    ],
    |_, workspace| prepare(workspace, [simple, permute, complex, float]),
);

/// `calibrate/viu1`.
pub static VIU1: Descriptor = of_eight(
    "calibrate/viu1",
    "Does the counter of vector integer unit 1 show eight additions of bytes?",
    &[
        ONE_A_CYCLE,
        Prediction {
            quantity: "viu1-instructions",
            expectation: "8 an iteration, and the vxor before the loop",
            source: "[AN2203 2.3.3.5]",
        },
    ],
    |_, workspace| prepare(workspace, [simple; 4]),
);

/// `calibrate/viu2`.
pub static VIU2: Descriptor = of_eight(
    "calibrate/viu2",
    "Does the counter of vector integer unit 2 show eight multiplications of bytes?",
    &[
        ONE_A_CYCLE,
        Prediction { quantity: "viu2-instructions", expectation: "8 an iteration", source: "[AN2203 2.3.3.5]" },
    ],
    |_, workspace| prepare(workspace, [complex; 4]),
);

/// `calibrate/vpu`.
pub static VPU: Descriptor = of_eight(
    "calibrate/vpu",
    "Does the counter of the vector permute unit show eight permutations?",
    &[
        ONE_A_CYCLE,
        Prediction { quantity: "vpu-instructions", expectation: "8 an iteration", source: "[AN2203 2.3.3.5]" },
    ],
    |_, workspace| prepare(workspace, [permute; 4]),
);

/// `calibrate/vfpu`.
pub static VFPU: Descriptor = of_eight(
    "calibrate/vfpu",
    "Does the counter of the vector floating-point unit show eight multiplications with addition?",
    &[
        ONE_A_CYCLE,
        Prediction { quantity: "vfpu-instructions", expectation: "8 an iteration", source: "[AN2203 2.3.3.5]" },
    ],
    |_, workspace| prepare(workspace, [float; 4]),
);

const ONE_A_CYCLE: Prediction = Prediction {
    quantity: "cycles-per-instruction",
    expectation: "1: one unit takes one instruction a cycle",
    source: "[AN2203 2.3.3.5]",
};

/// A loop of eight vector instructions, and the `vxor` before it.
const fn of_eight(
    id: &'static str,
    question: &'static str,
    predictions: &'static [Prediction],
    prepare: fn(&Parameters, &mut Workspace<'_>) -> Result<Prepared, KernelError>,
) -> Descriptor {
    Descriptor {
        id,
        question,
        operation: each("instruction", 8),
        parameters: &[],
        schedules: SCHEDULES,
        closed_form: ClosedForm {
            once: OPEN.and(Tally { executed: 1, vector: 1, ..Tally::NONE }),
            iteration: CLOSE.and(Tally { executed: 8, vector: 8, ..Tally::NONE }),
            terms: &[],
        },
        predictions,
        prepare,
    }
}

/// Four kinds in turn, twice.
fn prepare(workspace: &mut Workspace<'_>, kinds: [fn(Vr) -> Word; 4]) -> Result<Prepared, KernelError> {
    let body = RESULTS.iter().zip(kinds.iter().cycle()).map(|(result, kind)| kind(*result));
    in_registers(workspace, &[COUNT, ZERO], body)
}

const RESULTS: [Vr; 8] = [
    Vr::at::<0>(),
    Vr::at::<1>(),
    Vr::at::<2>(),
    Vr::at::<3>(),
    Vr::at::<4>(),
    Vr::at::<5>(),
    Vr::at::<6>(),
    Vr::at::<7>(),
];

/// VIU1.
fn simple(d: Vr) -> Word {
    vaddubm(d, V16, V16)
}

/// VIU2.
fn complex(d: Vr) -> Word {
    vmuloub(d, V16, V16)
}

/// VPU.
fn permute(d: Vr) -> Word {
    vperm(d, V16, V16, V16)
}

/// VFPU.
fn float(d: Vr) -> Word {
    vmaddfp(d, V16, V16, V16)
}
