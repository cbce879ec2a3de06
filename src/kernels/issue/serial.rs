//! `issue/serial`: instructions that wait for all before them, or flush all behind.
//!
//! Hypothesis: an execution-serialized instruction costs its latency and the time to
//! become the oldest; a refetch-serialized one (`isync`, `mtxer`) also the time to fill
//! the pipeline again; `sync` waits for the memory system [AN2203 3.4.3].
//!
//! Each is harmless: it reads, or writes back what was read before the loop, so that the
//! state of the machine is the same after as before. What user state may not execute is
//! skipped there. `tlbie` forgets only the pages of the first 4 KiB of each 256 KiB, which
//! the next access brings back, and no sum, product or quotient of zero overflows.
//!
//! Left out are `rfi` and `sc`, which leave the loop (`calibrate/system-calls` measures both
//! together), `lwarx` and `stwcx.`, which `issue/reserve` has, and moves to registers whose
//! own value must not be written back while a kernel runs: to a counter, which would lose
//! what it has counted, to the decrementer, which would never end the kernel, to a BAT or
//! HID0, which the image runs under, to the time base. `mtsprg` stands for their cost.
//!
//! Surprises:
//! - `mtctr` and `mtlr` give their value to the branch unit long before they execute
//!   [AN2203 3.1.2]; here nothing branches on it, so their own cost shows.
//! - CTR is one of the registers under test, so the loop counts in a general register.

use crate::kernels::host;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::condition::Condition;
use mpc7450::instruction::integer::{addic_record, nop};
use mpc7450::instruction::overflow::{addo, divwo, mullwo, nego, subfo};
use mpc7450::instruction::special::{mfctr, mflr, mtctr, mtlr};
use mpc7450::instruction::system::{
    eieio, isync, mcrfs_class, mcrxr, mfcr, mffs, mfmsr, mfspr, mfsr0, mfsrin, mftb, mfvscr, mfxer, mtcr, mtcrf, mtfs,
    mtmsr, mtspr, mtsr0, mtsrin, mtvscr, mtxer, sync, tlbie, tlbsync,
};
use mpc7450::instruction::{CrField, Fpr, Gpr, Vr, Word};
use mpc7450::registers::{Dec, Hid0, Ibat0u, L2cr, Pmc1, Pvr, Sprg3, Srr0, Vrsave};

use super::{SCHEDULES, op};
use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::loops::ITERATIONS;
use crate::kernels::parameters::{Parameter, Parameters, Place};
use crate::kernels::workspace::{Prepared, Workspace};

const VALUE: Gpr = Gpr::at::<14>();
/// An argument of the kernel: 0. As an address it names segment register 0, which nothing
/// is translated by but under pages.
const ZERO: Gpr = Gpr::at::<4>();
const STATUS: Fpr = Fpr::at::<1>();
const VECTOR_STATUS: Vr = Vr::at::<0>();
const CR1: CrField = CrField::new(1).unwrap();

/// An instruction under test.
struct Serial {
    name: &'static str,
    /// Executed once a call: reads what the instruction writes back.
    before: Word,
    word: Word,
}

const fn plain(name: &'static str, word: Word) -> Serial {
    Serial { name, before: nop(), word }
}

const fn write_back(name: &'static str, before: Word, word: Word) -> Serial {
    Serial { name, before, word }
}

const INSTRUCTIONS: [Serial; 43] = [
    plain("isync", isync()),
    plain("sync", sync()),
    plain("eieio", eieio()),
    plain("tlbsync", tlbsync()),
    plain("mfcr", mfcr(VALUE)),
    write_back("mtcr", mfcr(VALUE), mtcr(VALUE)),
    write_back("mtcrf", mfcr(VALUE), mtcrf(CR1, VALUE)),
    plain("mcrxr", mcrxr(CR1)),
    plain("mfxer", mfxer(VALUE)),
    write_back("mtxer", mfxer(VALUE), mtxer(VALUE)),
    plain("mflr", mflr(VALUE)),
    write_back("mtlr", mflr(VALUE), mtlr(VALUE)),
    plain("mfctr", mfctr(VALUE)),
    plain("mtctr", mtctr(VALUE)),
    plain("mftb", mftb(VALUE)),
    plain("mfdec", mfspr::<Dec>(VALUE)),
    plain("mfsrr0", mfspr::<Srr0>(VALUE)),
    plain("mfsprg", mfspr::<Sprg3>(VALUE)),
    write_back("mtsprg", mfspr::<Sprg3>(VALUE), mtspr::<Sprg3>(VALUE)),
    plain("mfpvr", mfspr::<Pvr>(VALUE)),
    plain("mfpmc", mfspr::<Pmc1>(VALUE)),
    plain("mfhid0", mfspr::<Hid0>(VALUE)),
    plain("mfl2cr", mfspr::<L2cr>(VALUE)),
    plain("mfibatu", mfspr::<Ibat0u>(VALUE)),
    plain("mfsr", mfsr0(VALUE)),
    write_back("mtsr", mfsr0(VALUE), mtsr0(VALUE)),
    plain("mfsrin", mfsrin(VALUE, ZERO)),
    write_back("mtsrin", mfsr0(VALUE), mtsrin(VALUE, ZERO)),
    plain("tlbie", tlbie(ZERO)),
    plain("mfmsr", mfmsr(VALUE)),
    write_back("mtmsr", mfmsr(VALUE), mtmsr(VALUE)),
    plain("mffs", mffs(STATUS)),
    write_back("mtfsf", mffs(STATUS), mtfs(STATUS)),
    plain("mcrfs", mcrfs_class(CR1)),
    plain("mfvscr", mfvscr(VECTOR_STATUS)),
    write_back("mtvscr", mfvscr(VECTOR_STATUS), mtvscr(VECTOR_STATUS)),
    plain("mfvrsave", mfspr::<Vrsave>(VALUE)),
    write_back("mtvrsave", mfspr::<Vrsave>(VALUE), mtspr::<Vrsave>(VALUE)),
    plain("addo", addo(VALUE, ZERO, ZERO)),
    plain("subfo", subfo(VALUE, ZERO, ZERO)),
    plain("nego", nego(VALUE, ZERO)),
    plain("mullwo", mullwo(VALUE, ZERO, ZERO)),
    plain("divwo", divwo(VALUE, ZERO, ITERATIONS)),
];
static NAMES: [&str; INSTRUCTIONS.len()] = {
    let mut names = [""; INSTRUCTIONS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = INSTRUCTIONS[index].name;
        index += 1;
    }
    names
};
static PARAMETERS: [Parameter; 1] = [op(&NAMES)];

/// Instructions under test in an iteration.
const LENGTH: u32 = 8;
const COUNT_DOWN: Word = addic_record(ITERATIONS, ITERATIONS, -1);

/// `issue/serial`.
pub static SERIAL: Descriptor = Descriptor {
    id: "issue/serial",
    question: host::text("What does an instruction cost that waits for all before it?"),
    operation: Operation { name: "instruction", count: LENGTH, factors: &[] },
    parameters: &PARAMETERS,
    schedules: SCHEDULES,
    closed_form: ClosedForm {
        once: Tally { executed: 1, fall_through: 1, ..Tally::NONE },
        iteration: Tally { executed: LENGTH + 2, branches: 1, ..Tally::NONE },
        terms: &[],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-execution-serialized",
            expectation: "4 to 6 for moves to and from registers of the core; mftb and mfl2cr 7 to 9",
            source: "[AN2203 3.4.3; LLVM G4Plus]",
        },
        Prediction {
            quantity: "cycles-refetch-serialized",
            expectation: "8 to 12 for isync and mtxer",
            source: "[AN2203 3.4.3]",
        },
        Prediction { quantity: "cycles-sync", expectation: "35 at least", source: "[GCC 7450.md; LLVM G4Plus]" },
        Prediction {
            quantity: "cycles-single-field",
            expectation: "1 for mtcrf of one field, if it is an instruction of IU1; no source is certain",
            source: "[GCC 7450.md]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    workspace.align_code(1);
    let entry = workspace.label();
    // The value is one of the names, which were made from the table.
    let under_test = INSTRUCTIONS.get(parameters.get(Place::First) as usize).map(|it| (it.before, it.word));
    under_test.iter().for_each(|(before, _)| workspace.emit(*before));
    let top = workspace.label();
    for (_, word) in under_test.iter().cycle().take(LENGTH as usize) {
        workspace.emit(*word);
    }
    workspace.emit(COUNT_DOWN);
    workspace.jump(Jump::When(Condition::NotEqual(CrField::CR0)), top);
    workspace.emit(blr());
    workspace.finish(entry.address(), [0; 6])
}
