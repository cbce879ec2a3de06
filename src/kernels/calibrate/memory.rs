//! Calibration of the load/store unit: hits, and misses by crowding.
//!
//! Misses are made, not hoped for: of sixteen blocks that share a set of eight ways none
//! stays until its turn comes again, nor does one of four pages in a set of two.

use crate::kernels::host;
use mpc7450::instruction::integer::{add, mr};
use mpc7450::instruction::memory::{lwz, stw};
use mpc7450::instruction::system::sync;

use super::{ANY, CLOSE, COUNT, DATA, OPEN, SCHEDULES, each, emit_loop, result};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

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
    question: host::text("Do load and L1 hit counters show eight loads from one cache block?"),
    operation: each("load", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 8, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-load",
        expectation: "1: one load or store dispatched a cycle, all hit in the L1",
        source: "[AN2203 3.2]",
    }]),
    prepare: |_, workspace| {
        let entry = emit_loop(workspace, &[COUNT], (0..8).map(|index| lwz(result(index), DATA, 4 * index as i16)), &[]);
        let data = blocks(workspace, 1, BLOCK as usize);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// `calibrate/stores`.
pub static STORES: Descriptor = Descriptor {
    id: "calibrate/stores",
    question: host::text("Do store counters show eight stores to one cache block?"),
    operation: each("store", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(SYNCHRONIZE),
        iteration: CLOSE.and(Tally { executed: 8, stores: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[Prediction {
        quantity: "cycles-per-store",
        expectation: "1: one load or store dispatched a cycle, stores stay pipelined",
        source: "[AN2203 3.2, 3.7.2]",
    }]),
    prepare: |_, workspace| {
        let body = (0..8).map(|index| stw(ANY, DATA, 4 * index as i16));
        let entry = emit_loop(workspace, &[COUNT], body, &[sync()]);
        let data = blocks(workspace, 1, BLOCK as usize);
        workspace.finish(entry.address(), [data, 0, 0, 0, 0, 0])
    },
};

/// The `sync` behind a loop.
pub(super) const SYNCHRONIZE: Tally = Tally { executed: 1, ..Tally::NONE };

/// `calibrate/l1-misses`.
pub static L1_MISSES: Descriptor = Descriptor {
    id: "calibrate/l1-misses",
    question: host::text("Do the counters show sixteen loads that miss the L1 and hit the L2?"),
    operation: each("load", 16),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN,
        iteration: CLOSE.and(Tally { executed: 16, loads: 16, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
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
    ]),
    // The base is in the middle, so that displacements reach both ends.
    prepare: |_, workspace| {
        let body = (0..CROWD).map(|index| lwz(result(index), DATA, ((index * PAGE) as i32 - 0x8000) as i16));
        let entry = emit_loop(workspace, &[COUNT], body, &[]);
        let data = blocks(workspace, CROWD, PAGE);
        workspace.finish(entry.address(), [data.wrapping_add(0x8000), 0, 0, 0, 0, 0])
    },
};

/// `calibrate/tlb-misses`.
pub static TLB_MISSES: Descriptor = Descriptor {
    id: "calibrate/tlb-misses",
    question: host::text("Do the counters of the data TLB show eight loads from four pages of one set?"),
    operation: each("load", 8),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: OPEN.and(Tally { executed: PAGES as u32, ..Tally::NONE }),
        iteration: CLOSE.and(Tally { executed: 8, loads: 8, ..Tally::NONE }),
        terms: &[],
    },
    predictions: host::predictions(&[
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
    ]),
    prepare: |_, workspace| prepare_pages(workspace),
};

/// Writes blocks of zeros with a distance from one to the next; the address of the
/// first.
pub(super) fn blocks(workspace: &mut Workspace<'_>, count: usize, apart: usize) -> u32 {
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
