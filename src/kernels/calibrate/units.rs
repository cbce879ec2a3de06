//! Calibration of the scalar units: each has a loop that nothing else is in.

use crate::kernels::host;
use mpc7450::instruction::float::{fadd, fmadd, fmul};
use mpc7450::instruction::integer::{Amount, add, addi, divwu, mullw, or, rotlwi, subf, xor};
use mpc7450::instruction::memory::lfd;
use mpc7450::instruction::special::{mflr, mtlr};
use mpc7450::instruction::system::sc;
use mpc7450::instruction::{Fpr, Gpr, Word};

use super::{ANY, CLOSE, COUNT, DATA, OPEN, SCHEDULES, each, emit_loop, in_registers, result};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};

/// `calibrate/integer`.
pub static INTEGER: Descriptor = Descriptor {
    id: "calibrate/integer",
    question: host::text(
        "Do instruction and integer-unit counters show 24 independent simple instructions and a bdnz?",
    ),
    operation: each("instruction", 24),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(Tally { executed: 24, ..Tally::NONE }), terms: &[] },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "0.35: 25 dispatched an iteration, three a cycle; three units take one each a cycle",
            source: "[AN2203 2.3.3.3, 2.3.3.9]",
        },
        Prediction {
            quantity: "simple-integer-instructions",
            expectation: "24 an iteration",
            source: "[AN2203 2.3.3.3]",
        },
    ]),
    // Sources that are only read, results that are only written, six kinds in turn.
    prepare: |_, workspace| {
        let body = (0..24).map(|index| {
            let result = result(index % 12);
            match index % 6 {
                0 => add(result, DATA, ANY),
                1 => subf(result, DATA, ANY),
                2 => xor(result, DATA, ANY),
                3 => rotlwi(result, DATA, Amount::of::<5>()),
                4 => addi(result, DATA, 1),
                _ => or(result, DATA, ANY),
            }
        });
        in_registers(workspace, &[COUNT], body)
    },
};

/// `calibrate/multiply`.
pub static MULTIPLY: Descriptor = Descriptor {
    id: "calibrate/multiply",
    question: host::text("Does the counter of the complex integer unit show eight independent multiplications?"),
    operation: each("instruction", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(Tally { executed: 8, ..Tally::NONE }), terms: &[] },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "2: operands of more than 16 bits; with shorter ones it would be 1",
            source: "[AN2203 appendix A]",
        },
        COMPLEX_INTEGER_INSTRUCTIONS,
    ]),
    prepare: |_, workspace| in_registers(workspace, &[COUNT], (0..8).map(|index| mullw(result(index), DATA, DATA))),
};

/// `calibrate/divide`.
pub static DIVIDE: Descriptor = Descriptor {
    id: "calibrate/divide",
    question: host::text("Does the counter of the complex integer unit show eight independent divisions?"),
    operation: each("instruction", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(Tally { executed: 8, ..Tally::NONE }), terms: &[] },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "23: a division is not pipelined",
            source: "[AN2203 appendix A]",
        },
        COMPLEX_INTEGER_INSTRUCTIONS,
    ]),
    // An address divided by itself: nothing is divided by 0.
    prepare: |_, workspace| in_registers(workspace, &[COUNT], (0..8).map(|index| divwu(result(index), DATA, DATA))),
};

const COMPLEX_INTEGER_INSTRUCTIONS: Prediction = Prediction {
    quantity: "complex-integer-instructions",
    expectation: "8 an iteration, and the mtctr that opens the loop",
    source: "[AN2203 2.3.3.3]",
};

/// LR's own value goes back to it, so that the return needs no other.
const LINK: Gpr = Gpr::at::<31>();

/// `calibrate/system`.
pub static SYSTEM: Descriptor = Descriptor {
    id: "calibrate/system",
    question: host::text("Do the counters of mfspr and mtspr show four moves from and four moves to LR?"),
    operation: each("instruction", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 1, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "4 to 8: each waits until it is the oldest, then takes 2 or 3",
            source: "[AN2203 3.4.3, appendix A]",
        },
        Prediction {
            quantity: "moves",
            expectation: "4 mfspr and 4 mtspr an iteration; one more of each a call, which open the loop",
            source: "[AN2203 2.3.3.3]",
        },
    ]),
    prepare: |_, workspace| {
        let body = (0..4).flat_map(|index| [mtlr(LINK), mflr(result(index))]);
        in_registers(workspace, &[COUNT, mflr(LINK)], body)
    },
};

/// `calibrate/system-calls`.
pub static SYSTEM_CALLS: Descriptor = Descriptor {
    id: "calibrate/system-calls",
    question: host::text("Does the counter of sc show eight system calls that an rfi at the vector returns from?"),
    operation: each("call", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 16, system_calls: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction { quantity: "sc-instructions", expectation: "8 an iteration", source: "[PEM 8.2, sc]" },
        Prediction {
            quantity: "refetch-serializations",
            expectation: "8 an iteration, of the sc; each rfi is another, but in unmarked code",
            source: "[AN2203 3.4.3; MPC7400UM 4]",
        },
        Prediction {
            quantity: "completed-instructions",
            expectation: "9 an iteration: no rfi, because the exception clears MSR[PMM]",
            source: "[MPC7400UM 4]",
        },
    ]),
    prepare: |_, workspace| in_registers(workspace, &[COUNT], [sc(); 8]),
};

/// Normal numbers whose sums and products are normal and exact: no operation takes
/// the slower path of a denormal or sets the inexact flag.
const FLOAT_DATA: [u32; 6] = [0x3ff8_0000, 0, 0x3fe0_0000, 0, 0x3fd0_0000, 0];
const F9: Fpr = Fpr::at::<9>();
const F10: Fpr = Fpr::at::<10>();
const F11: Fpr = Fpr::at::<11>();
const FLOATS: [Word; 8] = [
    fadd(Fpr::at::<1>(), F9, F10),
    fmul(Fpr::at::<2>(), F9, F10),
    fmadd(Fpr::at::<3>(), F9, F10, F11),
    fadd(Fpr::at::<4>(), F10, F11),
    fmul(Fpr::at::<5>(), F10, F11),
    fmadd(Fpr::at::<6>(), F10, F11, F9),
    fadd(Fpr::at::<7>(), F11, F9),
    fmul(Fpr::at::<8>(), F11, F9),
];

/// `calibrate/float`.
pub static FLOAT: Descriptor = Descriptor {
    id: "calibrate/float",
    question: host::text("Does the floating-point counter show eight independent operations?"),
    operation: each("operation", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: 3, loads: 3, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, float: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-operation",
        expectation: "1.25: five stages, four starts in five cycles",
        source: "[AN2203 3.6]",
    }]),
    prepare: |_, workspace| {
        let before = [COUNT, lfd(F9, DATA, 0), lfd(F10, DATA, 8), lfd(F11, DATA, 16)];
        let entry = emit_loop(workspace, &before, FLOATS, &[]);
        workspace.align_data();
        let data = workspace.data_here();
        FLOAT_DATA.iter().for_each(|word| workspace.store(*word));
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};
