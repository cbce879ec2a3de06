//! `memory/tlb`: a chase with one node in each page.
//!
//! Hypothesis: block address translation answers before the TLB is asked, so that with
//! it the time is that of `memory/chase` for as many blocks. With translation by pages
//! the data TLB, 128 entries of two ways [MPC7447AEC features], misses from 129 pages on,
//! and from the third on when they are 64 pages apart and share a set. A miss costs a
//! table search, whose cycles a counter shows (PMC4 code 23); no source says how many.
//!
//! Each node stands one block further within its page than the one before, so that they
//! spread over the sets of the L1, which holds 1024 of them.
//!
//! Surprise: on the parts whose L2 has 512 KiB the TLB reaches exactly as far.

use super::chase::{A_CHASE, A_NODE, emit};
use super::ring::link_at_random;
use super::{ONCE, SEED};
use crate::kernels::counts::{ClosedForm, Term};
use crate::kernels::descriptor::{Descriptor, Operation, Prediction};
use crate::kernels::error::KernelError;
use crate::kernels::factor::Factor;
use crate::kernels::host;
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::random::Random;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::{BLOCK, Prepared, Workspace};

const PAGES: Place = Place::First;
const STEP: Place = Place::Second;
const SEED_PLACE: Place = Place::Third;

/// Bytes of a page.
const PAGE: u32 = 4096;

static PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "pages",
        meaning: host::text("pages with a node"),
        range: Range::Number(1, 1024),
        presets: Presets { quick: 64, default: 128, article: 128 },
    },
    Parameter {
        name: "step",
        meaning: host::text("pages from one of them to the next"),
        range: Range::Number(1, 64),
        presets: Presets::all(1),
    },
    SEED,
];

/// `memory/tlb`.
pub static TLB: Descriptor = Descriptor {
    id: "memory/tlb",
    question: host::text("How many pages does the data TLB reach, and what does a miss cost?"),
    operation: Operation { name: "load", count: 1, factors: &[Factor::Value(PAGES)] },
    parameters: &PARAMETERS,
    schedules: Presets {
        quick: Schedule { warmup: 2, n: 1_000, trials: 3 },
        default: Schedule { warmup: 2, n: 10_000, trials: 3 },
        article: Schedule { warmup: 2, n: 500_000, trials: 5 },
    },
    closed_form: ClosedForm {
        once: ONCE,
        iteration: A_CHASE,
        terms: &[Term { factors: &[Factor::Value(PAGES)], piece: A_NODE }],
    },
    predictions: host::predictions(&[
        Prediction {
            quantity: "cycles-blocks",
            expectation: "3 with block address translation, however many pages",
            source: "[AN2203 3.7]",
        },
        Prediction {
            quantity: "tlb-knee",
            expectation: "with translation by pages: above 128 pages at step 1, above 2 at step 64",
            source: "[MPC7447AEC features]",
        },
        Prediction {
            quantity: "cycles-search",
            expectation: "15 to 40 more a load when the page table stays in the caches; a guess",
            source: "[MPC7447AEC features]",
        },
    ]),
    prepare,
};

fn prepare(parameters: &Parameters, workspace: &mut Workspace<'_>) -> Result<Prepared, KernelError> {
    let pages = parameters.get(PAGES);
    let bytes = PAGE * parameters.get(STEP);
    let entry = emit(workspace);
    workspace.align_data_to(PAGE);
    let first = workspace.data_here();
    workspace.store_zeros(((pages - 1) * bytes + PAGE) / 4);
    let place = |page| first + page * bytes + page * BLOCK % PAGE;
    let prepared = workspace.finish(entry.address(), [place(0), pages, 0, 0, 0, 0])?;
    link_at_random(workspace, pages, &mut Random::new(parameters.get(SEED_PLACE)), place);
    Ok(prepared)
}
