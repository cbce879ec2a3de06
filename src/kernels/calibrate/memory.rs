//! Calibration of the load/store unit: hits, misses of both caches and of the TLB,
//! write-backs.
//!
//! Misses are made, not hoped for: a block that a `dcbf` took out of all caches misses
//! them, and of sixteen blocks that share a set of eight none stays until its turn
//! comes again. The blocks of a kernel are 128 bytes apart where they are flushed, two
//! lines of the L2, so that what the hardware prefetches beside a block is none of
//! them.

use mpc7450::instruction::cache::dcbf;
use mpc7450::instruction::integer::{add, addi, mr};
use mpc7450::instruction::memory::{lwz, stw};
use mpc7450::instruction::system::sync;
use mpc7450::instruction::{Gpr, Word};

use super::{ANY, CLOSE, COUNT, DATA, OPEN, SCHEDULES, each, emit_loop, result};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

/// Blocks of the kernels that flush.
const FLUSHED: usize = 8;
/// From one of them to the next, in bytes.
const APART: usize = 128;
/// Blocks of `calibrate/l1-misses`: twice the ways of a set.
const CROWD: usize = 16;
/// Bytes of a page, and of a way of the L1.
const PAGE: usize = 4096;
/// Pages of `calibrate/tlb-misses`: twice the ways of a set.
const PAGES: usize = 4;
/// From one page of a set of the TLB to the next: 64 sets.
const SAME_SET: usize = 64 * PAGE;

/// `calibrate/loads`.
pub static LOADS: Descriptor = Descriptor {
    id: "calibrate/loads",
    question: "Do load and L1 hit counters show eight loads from one cache block?",
    operation: each("load", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 8, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[Prediction {
        quantity: "cycles-per-load",
        expectation: "1: one load or store dispatched a cycle, all hit in the L1",
        source: "[AN2203 3.2]",
    }],
    prepare: |_, workspace| {
        let entry = emit_loop(workspace, &[COUNT], (0..8).map(|index| lwz(result(index), DATA, 4 * index as i16)), &[]);
        let data = blocks(workspace, 1, BLOCK as usize);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/stores`.
pub static STORES: Descriptor = Descriptor {
    id: "calibrate/stores",
    question: "Do store counters show eight stores to one cache block?",
    operation: each("store", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(SYNCHRONIZE),
        iteration: CLOSE.and(Tally { executed: 8, stores: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[Prediction {
        quantity: "cycles-per-store",
        expectation: "1: one load or store dispatched a cycle, stores stay pipelined",
        source: "[AN2203 3.2, 3.7.2]",
    }],
    prepare: |_, workspace| {
        let body = (0..8).map(|index| stw(ANY, DATA, 4 * index as i16));
        let entry = emit_loop(workspace, &[COUNT], body, &[sync()]);
        let data = blocks(workspace, 1, BLOCK as usize);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// The `sync` behind a loop.
const SYNCHRONIZE: Tally = Tally { executed: 1, ..Tally::NONE };
/// The addresses of the blocks that are flushed go into registers.
const POINT: Tally = Tally { executed: FLUSHED as u64, ..Tally::NONE };

/// `calibrate/l1-misses`.
pub static L1_MISSES: Descriptor = Descriptor {
    id: "calibrate/l1-misses",
    question: "Do the counters show sixteen loads that miss the L1 and hit the L2?",
    operation: each("load", 16),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 16, loads: 16, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
        Prediction {
            quantity: "l1-load-misses",
            expectation: "16 an iteration: sixteen blocks of one set of eight ways, in a circle",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "l2-misses",
            expectation: "0 after the warm-up: the sixteen blocks lie in eight sets of the L2, two in each",
            source: "[MPC7447AEC features]",
        },
    ],
    // The base is in the middle, so that displacements reach both ends.
    prepare: |_, workspace| {
        let body = (0..CROWD).map(|index| lwz(result(index), DATA, ((index * PAGE) as i32 - 0x8000) as i16));
        let entry = emit_loop(workspace, &[COUNT], body, &[]);
        let data = blocks(workspace, CROWD, PAGE);
        workspace.finish(entry.address(), [data.wrapping_add(0x8000), 0, 0, 0, 0, 0])
    },
};

/// `calibrate/l2-misses`.
pub static L2_MISSES: Descriptor = Descriptor {
    id: "calibrate/l2-misses",
    question: "Do cache and bus counters show eight loads of blocks that a flush took out of all caches?",
    operation: each("load", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT),
        iteration: CLOSE.and(Tally { executed: 17, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
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
    ],
    // All are flushed before the first is loaded: a load may overtake a flush.
    prepare: |_, workspace| {
        let flush = (0..FLUSHED).map(flush);
        let load = (0..FLUSHED).map(|index| lwz(result(FLUSHED + index), result(index), 0));
        let entry = emit_loop(workspace, &pointed(), flush.chain([sync()]).chain(load), &[]);
        let data = blocks(workspace, FLUSHED, APART);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/write-backs`.
pub static WRITE_BACKS: Descriptor = Descriptor {
    id: "calibrate/write-backs",
    question: "Do store-miss and bus-write counters show eight blocks that are changed and then flushed?",
    operation: each("store", FLUSHED as u32),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(POINT).and(SYNCHRONIZE),
        iteration: CLOSE.and(Tally { executed: 16, stores: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
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
    ],
    prepare: |_, workspace| {
        let body = (0..FLUSHED).flat_map(|index| [stw(ANY, result(index), 0), flush(index)]);
        let entry = emit_loop(workspace, &pointed(), body, &[sync()]);
        let data = blocks(workspace, FLUSHED, APART);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/tlb-misses`.
pub static TLB_MISSES: Descriptor = Descriptor {
    id: "calibrate/tlb-misses",
    question: "Do the counters of the data TLB show eight loads from four pages of one set?",
    operation: each("load", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: PAGES as u64, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: &[
        Prediction {
            quantity: "dtlb-misses",
            expectation: "8 an iteration under page translation: a set has two ways; 0 under block translation",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "l1-load-misses",
            expectation: "0 after the warm-up: the four blocks lie in four sets of the L1",
            source: "[MPC7447AEC features]",
        },
    ],
    prepare: |_, workspace| prepare_pages(workspace),
};

/// Flushes the block with this number.
fn flush(index: usize) -> Word {
    dcbf(Gpr::at::<0>(), result(index))
}

/// Loads CTR, and the addresses of the flushed blocks into the first result registers.
fn pointed() -> [Word; 1 + FLUSHED] {
    core::array::from_fn(|index| match index.checked_sub(1) {
        None => COUNT,
        Some(block) => addi(result(block), DATA, (block * APART) as i16),
    })
}

/// Writes blocks of zeros with a distance from one to the next; the address of the
/// first.
fn blocks(workspace: &mut Workspace<'_>, count: usize, apart: usize) -> u32 {
    workspace.align_data();
    let first = workspace.data_here();
    (0..((count - 1) * apart + BLOCK as usize) / 4).for_each(|_| workspace.store(0));
    first
}

/// Four pages of one set, each with its block at another place in the page, so that
/// they do not share a set of the L1 as well.
fn prepare_pages(workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let distance = SAME_SET + BLOCK as usize;
    let mut before = [COUNT; 1 + PAGES];
    before[1] = mr(result(0), DATA);
    for page in 1..PAGES {
        before[1 + page] = add(result(page), result(page - 1), ANY);
    }
    let body = (0..8).map(|index| lwz(result(PAGES + index), result(index % PAGES), 0));
    let entry = emit_loop(workspace, &before, body, &[]);
    workspace.align_data_to(PAGE as u32);
    let data = blocks(workspace, PAGES, distance);
    workspace.finish(entry.address(), [data, distance as u32, 0, 0, 0, 0])
}
