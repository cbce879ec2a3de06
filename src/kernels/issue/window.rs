//! `issue/window-*`: how many instructions are in flight behind a slow one.
//!
//! A division of 23 cycles, then k independent instructions. As long as all of them and
//! the next division find room behind the first, divisions follow each other without a
//! gap and the k cost nothing. The k at which the time begins to grow is the size of
//! whatever fills up first.
//!
//! Hypothesis: the completion queue of 16 entries [AN2203 3.4.1], the 16 rename
//! registers of a kind, of which `lwzu` takes two, or the four of FPSCR [AN2203 2.3.3.9,
//! 3.6]. Filler of one kind fills queue and renames at the same k; integer and vector
//! in turn fills the queue while half the renames are free.

use crate::kernels::host;
use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::{add, divw};
use mpc7450::instruction::memory::{lfd, lwzu};
use mpc7450::instruction::vector::{vaddubm, vxor};
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};

use super::RESULTS;
use crate::kernels::counts::{ClosedForm, Tally, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::{Factor, Parts};
use crate::kernels::loops::{CLOSE, OPEN};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

const BEHIND: Place = Place::First;

static PARAMETERS: [Parameter; 1] = [Parameter {
    name: "behind",
    meaning: host::text("instructions behind each division"),
    range: Range::Number(0, 40),
    presets: Presets { quick: 16, default: 16, article: 16 },
}];

/// Argument: address of a cache block that holds 1.5 and zeros.
const DATA: Gpr = Gpr::at::<4>();
/// Argument: 1.
const ONE: Gpr = Gpr::at::<5>();
/// Argument: the block's address again, for instructions that write it back.
const BASE: Gpr = Gpr::at::<6>();
const QUOTIENT: Gpr = Gpr::at::<26>();
const NUMBER: Fpr = Fpr::at::<13>();
const ZERO: Vr = Vr::at::<16>();

const DIVIDE: Word = divw(QUOTIENT, DATA, ONE);
/// Gives floating-point and vector operands their values.
const SETUP: [Word; 2] = [lfd(NUMBER, DATA, 0), vxor(ZERO, ZERO, ZERO)];

/// Divisions in an iteration.
const DIVISIONS: u32 = 4;
const A_DIVISION: Tally = Tally { executed: 1, ..Tally::NONE };
const INTEGER: Tally = Tally { executed: 1, ..Tally::NONE };
const VECTOR: Tally = Tally { executed: 1, vector: 1, ..Tally::NONE };

const fn window(
    id: &'static str,
    question: &'static str,
    terms: &'static [Term],
    predictions: &'static [Prediction],
    prepare: fn(&Parameters, &mut Workspace<'_>) -> Result<Prepared, KernelError>,
) -> Descriptor {
    Descriptor {
        id,
        question,
        operation: Operation { name: "division", count: DIVISIONS, factors: &[] },
        parameters: &PARAMETERS,
        schedules: Presets {
            quick: Schedule { warmup: 10, n: 1_000, trials: 3 },
            default: Schedule { warmup: 1_000, n: 50_000, trials: 3 },
            article: Schedule { warmup: 1_000, n: 1_000_000, trials: 5 },
        },
        closed_form: ClosedForm {
            once: OPEN.and(Tally { executed: 2, loads: 1, vector: 1, ..Tally::NONE }),
            iteration: CLOSE.and(A_DIVISION.times(DIVISIONS)),
            terms,
        },
        predictions,
        prepare,
    }
}

/// The k instructions behind each division, all of one kind.
const fn all(piece: Tally) -> Term {
    Term { factors: &[Factor::Value(BEHIND)], piece: piece.times(DIVISIONS) }
}

/// Those at even (`rest` 0) or odd (1) positions behind each division.
const fn every_second(rest: u32, piece: Tally) -> Term {
    let factors: &[Factor] = if rest == 0 {
        &[Factor::Share { whole: BEHIND, parts: Parts::Fixed(2), rest: 0 }]
    } else {
        &[Factor::Share { whole: BEHIND, parts: Parts::Fixed(2), rest: 1 }]
    };
    Term { factors, piece: piece.times(DIVISIONS) }
}

/// `issue/window-integer`.
pub static WINDOW_INTEGER: Descriptor = window(
    "issue/window-integer",
    "How many integer instructions are in flight behind a division?",
    &[all(INTEGER)],
    &[Prediction {
        quantity: "knee",
        expectation: "23 cycles up to k = 15: the division and 15 more fill the queue and the general renames",
        source: "[AN2203 3.4.1, 2.3.3.9]",
    }],
    |parameters, workspace| prepare(parameters, workspace, integer),
);

/// `issue/window-update`.
pub static WINDOW_UPDATE: Descriptor = window(
    "issue/window-update",
    "How many loads with update, two results each, are in flight behind a division?",
    &[all(Tally { executed: 1, loads: 1, ..Tally::NONE })],
    &[Prediction {
        quantity: "knee",
        expectation: "23 cycles up to k = 7: one rename for the division, two for each load, 16 in all",
        source: "[AN2203 3.2, 2.3.3.9]",
    }],
    |parameters, workspace| {
        prepare(parameters, workspace, |position| lwzu(result(position), BASE, 0).unwrap_or(DIVIDE))
    },
);

/// `issue/window-float`.
pub static WINDOW_FLOAT: Descriptor = window(
    "issue/window-float",
    "How many floating-point instructions are in flight behind a division?",
    &[all(Tally { executed: 1, float: 1, ..Tally::NONE })],
    &[Prediction {
        quantity: "knee",
        expectation: "23 cycles up to k = 4, the renames of FPSCR; 15 if results that change no flag need none",
        source: "[AN2203 3.6]",
    }],
    |parameters, workspace| {
        prepare(parameters, workspace, |position| {
            fadd(Fpr::new((position % 12) as u8).unwrap_or(NUMBER), NUMBER, NUMBER)
        })
    },
);

/// `issue/window-vector`.
pub static WINDOW_VECTOR: Descriptor = window(
    "issue/window-vector",
    "How many vector instructions are in flight behind a division?",
    &[all(VECTOR)],
    &[Prediction {
        quantity: "knee",
        expectation: "23 cycles up to k = 15, the completion queue; one vector rename is left",
        source: "[AN2203 3.4.1, 2.3.3.9]",
    }],
    |parameters, workspace| prepare(parameters, workspace, vector),
);

/// `issue/window-both`.
pub static WINDOW_BOTH: Descriptor =
    window(
        "issue/window-both",
        "How many instructions are in flight behind a division when two kinds share the renames?",
        &[every_second(0, INTEGER), every_second(1, VECTOR)],
        &[Prediction {
            quantity: "knee",
            expectation: "23 cycles up to k = 15, the completion queue alone; half of either kind's renames are free",
            source: "[AN2203 3.4.1]",
        }],
        |parameters, workspace| {
            prepare(parameters, workspace, |position| {
                if position.is_multiple_of(2) { integer(position) } else { vector(position) }
            })
        },
    );

/// The results in turn.
fn result(position: u32) -> Gpr {
    RESULTS[position as usize % RESULTS.len()]
}

fn integer(position: u32) -> Word {
    add(result(position), DATA, ONE)
}

fn vector(position: u32) -> Word {
    vaddubm(Vr::new((position % 12) as u8).unwrap_or(ZERO), ZERO, ZERO)
}

fn prepare(
    parameters: &Parameters,
    workspace: &mut Workspace<'_>,
    filler: fn(u32) -> Word,
) -> Result<Prepared, KernelError> {
    let counted = workspace.open_counted(&SETUP);
    for _ in 0..DIVISIONS {
        workspace.emit(DIVIDE);
        (0..parameters.get(BEHIND)).for_each(|position| workspace.emit(filler(position)));
    }
    let entry = workspace.close_counted(counted);
    workspace.align_data();
    let data = workspace.data_here();
    workspace.store(0x3ff8_0000);
    (1..BLOCK / 4).for_each(|_| workspace.store(0));
    workspace.finish(entry.address(), [data, 1, data, 0, 0, 0])
}
