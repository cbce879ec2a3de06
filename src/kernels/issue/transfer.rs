//! `issue/load-wide`, `issue/store`: what moves memory without a chain.
//!
//! The address of a load into a floating-point or vector register cannot come from one,
//! and a store gives no result, so there is only a throughput to measure.
//!
//! Hypothesis: one load or store a cycle [AN2203 3.2], but a store of a floating-point
//! register every third cycle [AN2203 3.7.2].
//!
//! All go to one cache block, so stores hit and none is merged with another, which
//! happens only behind a store that misses [AN2203 3.7.3].

use crate::kernels::host;
use mpc7450::instruction::memory::{lfd, lfdx, lfsx, lvx, stb, stfd, stfs, sth, stvx, stw};
use mpc7450::instruction::vector::vxor;
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};

use super::{SCHEDULES, chain, op};
use crate::kernels::counts::Tally;
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::parameters::{Parameter, Parameters, Place};
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

/// Argument: address of a cache block.
const DATA: Gpr = Gpr::at::<4>();
/// Argument: 0.
const FIRST_HALF: Gpr = Gpr::at::<5>();
/// Argument: 16.
const SECOND_HALF: Gpr = Gpr::at::<6>();
/// A number to store.
const NUMBER: Fpr = Fpr::at::<13>();
/// A vector to store.
const ZERO: Vr = Vr::at::<16>();

/// An instruction by its name and as a function of its position in the loop.
struct Op {
    name: &'static str,
    word: fn(u32) -> Word,
}

const LOADS: [Op; 3] = [
    Op { name: "lfsx", word: |position| lfsx(float(position), DATA, half(position)) },
    Op { name: "lfdx", word: |position| lfdx(float(position), DATA, half(position)) },
    Op { name: "lvx", word: |position| lvx(vector(position), DATA, half(position)) },
];
static LOAD_NAMES: [&str; LOADS.len()] = names(&LOADS);
static LOAD_PARAMETERS: [Parameter; 1] = [op(&LOAD_NAMES)];

const STORES: [Op; 6] = [
    Op { name: "stw", word: |position| stw(FIRST_HALF, DATA, within_block(position, 4)) },
    Op { name: "sth", word: |position| sth(FIRST_HALF, DATA, within_block(position, 2)) },
    Op { name: "stb", word: |position| stb(FIRST_HALF, DATA, within_block(position, 1)) },
    Op { name: "stfs", word: |position| stfs(NUMBER, DATA, within_block(position, 4)) },
    Op { name: "stfd", word: |position| stfd(NUMBER, DATA, within_block(position, 8)) },
    Op { name: "stvx", word: |position| stvx(ZERO, DATA, half(position)) },
];
static STORE_NAMES: [&str; STORES.len()] = names(&STORES);
static STORE_PARAMETERS: [Parameter; 1] = [op(&STORE_NAMES)];

const LOAD_NUMBER: Word = lfd(NUMBER, DATA, 0);
const CLEAR_VECTOR: Word = vxor(ZERO, ZERO, ZERO);

const fn names<const N: usize>(ops: &[Op; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = ops[index].name;
        index += 1;
    }
    names
}

/// Registers f0 to f11 in turn.
fn float(position: u32) -> Fpr {
    Fpr::new((position % 12) as u8).unwrap_or(NUMBER)
}

/// Registers v0 to v11 in turn.
fn vector(position: u32) -> Vr {
    Vr::new((position % 12) as u8).unwrap_or(ZERO)
}

/// The halves of the block in turn.
const fn half(position: u32) -> Gpr {
    if position.is_multiple_of(2) { FIRST_HALF } else { SECOND_HALF }
}

/// The places in the block in turn.
const fn within_block(position: u32, bytes: u32) -> i16 {
    (position * bytes % BLOCK) as i16
}

/// `issue/load-wide`.
pub static LOAD_WIDE: Descriptor = Descriptor {
    id: "issue/load-wide",
    question: host::text("How many loads into floating-point and vector registers start in a cycle?"),
    operation: chain::OPERATION,
    parameters: &LOAD_PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(Tally::NONE, Tally { executed: 1, loads: 1, ..Tally::NONE }),
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-instruction",
        expectation: "1 for every one",
        source: "[AN2203 3.2; MPC7455EC]",
    }]),
    prepare: |parameters, workspace| prepare(parameters, workspace, &LOADS, &[]),
};

/// `issue/store`.
pub static STORE: Descriptor = Descriptor {
    id: "issue/store",
    question: host::text("How many stores start in a cycle?"),
    operation: chain::OPERATION,
    parameters: &STORE_PARAMETERS,
    schedules: SCHEDULES,
    closed_form: chain::closed_form(
        Tally { executed: 2, loads: 1, vector: 1, ..Tally::NONE },
        Tally { executed: 1, stores: 1, ..Tally::NONE },
    ),
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-per-instruction",
            expectation: "1 for stb, sth, stw and stvx",
            source: "[AN2203 3.2, 3.7.2]",
        },
        Prediction {
            quantity: "cycles-per-float-store",
            expectation: "3 for stfs and stfd",
            source: "[AN2203 3.7.2; GCC 7450.md]",
        },
    ]),
    prepare: |parameters, workspace| prepare(parameters, workspace, &STORES, &[LOAD_NUMBER, CLEAR_VECTOR]),
};

fn prepare(
    parameters: &Parameters,
    workspace: &mut Workspace<'_>,
    ops: &[Op],
    setup: &[Word],
) -> Result<Prepared, KernelError> {
    let counted = workspace.open_counted(setup);
    // The value is one of the names, which were made from the table.
    for op in ops.get(parameters.get(Place::First) as usize).iter() {
        (0..chain::LENGTH).for_each(|position| workspace.emit((op.word)(position)));
    }
    let entry = workspace.close_counted(counted);
    workspace.align_data();
    let data = workspace.data_here();
    (0..BLOCK / 4).for_each(|_| workspace.store(0));
    workspace.finish(entry.address(), [data, 0, BLOCK / 2, 0, 0, 0])
}
