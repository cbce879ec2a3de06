//! Calibration of the caches by flushes: misses of all of them, touches, write-backs,
//! instruction fetch.
//!
//! Misses are made, not hoped for: a block that a `dcbf` took out of all caches misses
//! them, and one that an `icbi` took out of the instruction cache misses that. Data
//! blocks are 128 bytes apart, two lines of the L2, so that what the hardware prefetches
//! beside a block is none of them. All are flushed before the first is used, with a
//! `sync` between: a load may overtake a flush.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::cache::{dcbf, dcbt, icbi};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{addi, nop};
use mpc7450::instruction::memory::{lwz, stw};
use mpc7450::instruction::system::{isync, sync};
use mpc7450::instruction::{Gpr, Word};

use super::memory::{SYNCHRONIZE, blocks};
use super::{ANY, CLOSE, COUNT, DATA, OPEN, SCHEDULES, each, emit_loop, result};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

/// Blocks of a kernel.
const FLUSHED: usize = 8;
/// From one block of data to the next, in bytes.
const APART: usize = 128;
/// From one block of code to the next: one that is never executed lies between.
const CODE_APART: usize = 2 * BLOCK as usize;

/// The addresses of the blocks go into registers.
const POINT: Tally = Tally { executed: FLUSHED as u32, ..Tally::NONE };

/// `calibrate/l2-misses`.
pub static L2_MISSES: Descriptor = Descriptor {
    id: "calibrate/l2-misses",
    question: host::text("Do cache and bus counters show eight loads of blocks that a flush took out of all caches?"),
    operation: each("load", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT),
        iteration: CLOSE.and(Tally { executed: 17, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "l1-load-misses",
            expectation: "8 an iteration, and as many of the L2 and of an L3",
            source: "[PEM 8.2, dcbf]",
        },
        Prediction {
            quantity: "bus-reads",
            expectation: "8 an iteration; up to 16 where the hardware prefetches the other half of each L2 line",
            source: "[MPC7447AEC features]",
        },
    ]),
    prepare: |_, workspace| {
        let flush = (0..FLUSHED).map(flush);
        let load = (0..FLUSHED).map(|index| lwz(result(FLUSHED + index), result(index), 0));
        let entry = emit_loop(workspace, &pointed(APART), flush.chain([sync()]).chain(load), &[]);
        let data = blocks(workspace, FLUSHED, APART);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/write-backs`.
pub static WRITE_BACKS: Descriptor = Descriptor {
    id: "calibrate/write-backs",
    question: host::text("Do store-miss and bus-write counters show eight blocks that are changed and then flushed?"),
    operation: each("store", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT).and(SYNCHRONIZE),
        iteration: CLOSE.and(Tally { executed: 16, stores: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "l1-store-misses",
            expectation: "8 an iteration: the last iteration's flush took each block away",
            source: "[PEM 8.2, dcbf]",
        },
        Prediction {
            quantity: "bus-writes",
            expectation: "8 an iteration, one for each changed block",
            source: "[PEM 8.2, dcbf]",
        },
    ]),
    prepare: |_, workspace| {
        let body = (0..FLUSHED).flat_map(|index| [stw(ANY, result(index), 0), flush(index)]);
        let entry = emit_loop(workspace, &pointed(APART), body, &[sync()]);
        let data = blocks(workspace, FLUSHED, APART);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/touch-hits`.
pub static TOUCH_HITS: Descriptor = Descriptor {
    id: "calibrate/touch-hits",
    question: host::text("Do touch counters show eight dcbt of a block that is in the L1?"),
    operation: each("touch", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: OPEN, iteration: CLOSE.and(Tally { executed: 8, ..Tally::NONE }), terms: &[] },
    predictions: host::predictions(&[
        Prediction {
            quantity: "l1-touch-hits",
            expectation: "8 an iteration after the first of a call; a touch is no load",
            source: "[PEM 8.2, dcbt]",
        },
        Prediction {
            quantity: "cycles-per-touch",
            expectation: "1: one load or store of any kind dispatched a cycle",
            source: "[AN2203 3.2]",
        },
    ]),
    prepare: |_, workspace| {
        let entry = emit_loop(workspace, &[COUNT], [dcbt(Gpr::at::<0>(), DATA); 8], &[]);
        let data = blocks(workspace, 1, BLOCK as usize);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/touch-misses`.
pub static TOUCH_MISSES: Descriptor = Descriptor {
    id: "calibrate/touch-misses",
    question: host::text("Do touch and bus counters show eight dcbt of blocks that a flush took out of all caches?"),
    operation: each("touch", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT).and(SYNCHRONIZE),
        iteration: CLOSE.and(Tally { executed: 17, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "l1-touch-misses",
            expectation: "8 an iteration, and as many bus reads; no load waits for one",
            source: "[PEM 8.2, dcbf, dcbt]",
        },
        Prediction {
            quantity: "cache-operations-that-hit",
            expectation: "8 an iteration, the flushes: the iteration before brought each block",
            source: "[PEM 8.2, dcbf]",
        },
    ]),
    prepare: |_, workspace| {
        let touch = (0..FLUSHED).map(|index| dcbt(Gpr::at::<0>(), result(index)));
        let body = (0..FLUSHED).map(flush).chain([sync()]).chain(touch);
        let entry = emit_loop(workspace, &pointed(APART), body, &[sync()]);
        let data = blocks(workspace, FLUSHED, APART);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/fetch-misses`.
pub static FETCH_MISSES: Descriptor = Descriptor {
    id: "calibrate/fetch-misses",
    question: host::text(
        "Do the counters of the instruction cache show eight fetches of blocks that were invalidated?",
    ),
    operation: each("block", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT),
        iteration: CLOSE.and(Tally { executed: 19, branches: 9, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "l1-instruction-misses",
            expectation: "8 an iteration; more if a fetch brings the block behind it too",
            source: "[PEM 8.2, icbi]",
        },
        Prediction {
            quantity: "cycles-per-block",
            expectation: "13 and more: an instruction fetch from the L2",
            source: "[MPC7455EC]",
        },
        Prediction {
            quantity: "btic-hits",
            expectation: "few: icbi empties the BTIC",
            source: "[MPC7447AEC features]",
        },
    ]),
    prepare: |_, workspace| prepare_code(workspace),
};

/// Flushes the block with this number.
fn flush(index: usize) -> Word {
    dcbf(Gpr::at::<0>(), result(index))
}

/// Loads CTR, and the addresses of blocks into the first result registers.
fn pointed(apart: usize) -> [Word; 1 + FLUSHED] {
    core::array::from_fn(|index| match index.checked_sub(1) {
        None => COUNT,
        Some(block) => addi(result(block), DATA, (block * apart) as i16),
    })
}

/// Eight blocks of one branch each stand behind the loop's head; the last goes to a block
/// that closes the loop.
fn prepare_code(workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let before = pointed(CODE_APART);
    workspace.align_code(before.len());
    let entry = workspace.label();
    workspace.emit_all(&before);
    let top = workspace.label();
    for index in 0..FLUSHED {
        workspace.emit(icbi(Gpr::at::<0>(), result(index)));
    }
    workspace.emit_all(&[sync(), isync()]);
    let mut to_next = workspace.jump_forward(Jump::Always);
    workspace.align_code(0);
    let first = workspace.label();
    for _ in 0..FLUSHED {
        workspace.land(to_next);
        to_next = workspace.jump_forward(Jump::Always);
        (1..CODE_APART / 4).for_each(|_| workspace.emit(nop()));
    }
    workspace.land(to_next);
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit(blr());
    workspace.finish(entry.address(), [first.address(), 0, 0, 0, 0, 0])
}
