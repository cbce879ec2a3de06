//! `calibrate/*`: loops whose counts nobody can doubt.
//!
//! Hypothesis: every counter that counts an event of these loops shows the closed form,
//! and a counter that shows anything else is mis-programmed or not understood. A table
//! of counts is worth reading only when these agree.
//!
//! | module | calibrates |
//! | --- | --- |
//! | [`units`] | integer units, moves to and from special registers, system calls, floating-point unit |
//! | [`vectors`] | the four AltiVec units, together and each alone |
//! | [`branches`] | branches to a fixed target, and mispredictions |
//! | [`links`] | branches that set LR, and branches to LR and CTR |
//! | [`memory`] | loads, stores, misses of the L1 and of the TLB by crowding |
//! | [`flushes`] | misses of all caches by flushing, touches, write-backs, fetch |
//!
//! Each is one loop of a few instructions of one kind, at a cache block's start. All
//! results go to registers that nothing reads, so that neither latency nor data plays a
//! role.
//!
//! Manual: [AN2203 2.3.3.1] dispatch and issue, [AN2203 2.3.3.8] branches, [AN2203
//! 3.1.1] taken branches and cache blocks, [AN2203 3.4.3] serialization.
//!
//! Surprises to expect: a taken `b` is folded and so is not among the completed
//! instructions, but `bdnz` is, because it updates CTR. "Branches completed" therefore
//! shows 1 and not 9 an iteration for `calibrate/branches`, if folded branches are not
//! in it; no source says. Where stores or bus transfers are counted, a `sync` stands
//! behind the loop: without it the last of them happen after the counters stop.

pub mod branches;
pub mod flushes;
pub mod links;
pub mod memory;
pub mod units;
pub mod vectors;

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::special::mtctr;
use mpc7450::instruction::{Gpr, Word};

use super::counts::{ClosedForm, Tally};
use super::descriptor::{Descriptor, Operation, Prediction};
use super::error::KernelError;
use super::label::Label;
use super::loops::{CLOSE, ITERATIONS, OPEN};
use super::preset::Presets;
use super::schedule::Schedule;
use super::workspace::{Prepared, Workspace};

/// First argument: address of the data.
const DATA: Gpr = Gpr::at::<4>();
/// Any value.
const ANY: Gpr = Gpr::at::<5>();
/// First of the registers that take results, up to r31.
const FIRST_RESULT: u8 = 14;

const SCHEDULES: Presets<Schedule> = Presets {
    quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
    default: Schedule { warmup: 1_000, n: 100_000, trials: 3 },
    article: Schedule { warmup: 500, n: 1_000_000, trials: 5 },
};

/// Opens most loops.
const COUNT: Word = mtctr(ITERATIONS);

/// `calibrate/empty`.
pub static EMPTY: Descriptor = Descriptor {
    id: "calibrate/empty",
    question: host::text("What does the measurement itself count when the kernel executes nothing?"),
    operation: each("iteration", 1),
    parameters: &[],
    schedules: SCHEDULES,
    closed_form: ClosedForm { once: Tally::NONE, iteration: Tally::NONE, terms: &[] },
    predictions: host::predictions(&[Prediction {
        quantity: "executed",
        expectation: "0: only the caller's bctrl and this kernel's blr lie in the window, and they are its overhead",
        source: "[AN2203 2.3.3.8]",
    }]),
    prepare: |_, workspace| {
        workspace.align_code(0);
        let entry = workspace.label();
        workspace.emit(blr());
        workspace.finish(entry.address(), [0; 6])
    },
};

/// An operation that there is so often in an iteration.
const fn each(name: &'static str, count: u32) -> Operation {
    Operation { name, count, factors: &[] }
}

/// The register with this number among those that take results.
const fn result(index: usize) -> Gpr {
    Gpr::new(FIRST_RESULT + index as u8).expect("results are in r14 to r31")
}

/// Writes a loop that `bdnz` closes, and its return; gives its entry. What stands
/// before it loads CTR.
fn emit_loop(
    workspace: &mut Workspace<'_>,
    before: &[Word],
    body: impl IntoIterator<Item = Word>,
    after: &[Word],
) -> Label {
    workspace.align_code(before.len());
    let entry = workspace.label();
    workspace.emit_all(before);
    let top = workspace.label();
    body.into_iter().for_each(|word| workspace.emit(word));
    workspace.jump(Jump::When(Condition::CountLeft), top);
    workspace.emit_all(after);
    workspace.emit(blr());
    entry
}

/// A loop that touches no memory. Its first argument is nevertheless an address: a
/// value of more than 16 bits that is not 0.
fn in_registers(
    workspace: &mut Workspace<'_>,
    before: &[Word],
    body: impl IntoIterator<Item = Word>,
) -> Result<Prepared, KernelError> {
    let entry = emit_loop(workspace, before, body, &[]);
    workspace.finish(entry.address(), [workspace.data_here(), 0, 0, 0, 0, 0])
}
