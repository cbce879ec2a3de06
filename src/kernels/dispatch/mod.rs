//! `dispatch/*`: what an indirect branch costs, and on what it depends.
//!
//! The eight modes of a well-known x86 experiment: calls of a method through a table of
//! virtual functions with one, two and four classes, calls through function pointers,
//! and five-way jump tables, each beside a direct call. Then the forms that are
//! recommended instead of a virtual call ([`LADDER`], [`GUARDED`], [`SPLIT`]), and the
//! period of a random order of targets ([`PERIOD_OF_TARGETS`]). The code is what a C or
//! C++ compiler emits at -O2 for the 32-bit ELF calling convention without
//! position-independent code, reduced to the loop; data is laid out by the same
//! convention.
//!
//! Hypothesis: on an x86 the order of the targets decides, because a target predictor
//! learns it or does not. A G4 has none: `bcctr` waits until CTR is known, fetch stands
//! still meanwhile, and nothing is ever mispredicted [AN2203 3.1.4, 4.2.2]. So mono,
//! dual and mega must cost the same to the cycle, and modes differ only by the length
//! of the chain of loads and arithmetic that ends in `mtctr`.
//!
//! How the predictions below were made: by hand from \[AN2203\]'s rules. A load gives its
//! value 3 cycles after it starts; `mtctr` hands it to the branch unit when it reaches
//! IU2 (3.1.2); the branch executes a cycle later; a `bcctr` or `bclr` target stands in
//! the instruction queue 3 cycles after the branch, a `b` or `bc` target from the BTIC
//! 2 (3.1.1, 4.2.3). All data hits in the L1. Absolute values are good to 30 %,
//! differences between modes to about 2 cycles.
//!
//! Surprises:
//! - The counter to look at is the one for cycles that the branch unit waits for CTR
//!   (PMC3 code 29). Mispredictions (PMC4 code 28) stay near one a round, at the loop's
//!   end, and would call the predictor perfect.
//! - 4096 objects, the experiment's number, are 48 KiB with their pointers and do not
//!   fit the 32 KiB L1; on the 64-bit original the pointers alone were looked at. The
//!   default is 1024 objects, 12 KiB, which measures branches and not caches.
//! - The random order repeats every round. Nothing in a G4 can learn it, but a long
//!   history elsewhere could; `objects` is the period to sweep.
//! - With an odd number of objects `dual` meets one class twice where rounds join.

mod calls;
mod frame;
mod guarded;
mod ladder;
mod objects;
mod period;
mod split;
mod switches;

use super::deal::{Deal, Order};
use super::descriptor::Operation;
use super::factor::{Factor, Parts};
use super::parameters::{Parameter, Parameters, Place, Range};
use super::preset::Presets;
use super::schedule::Schedule;
use crate::kernels::host;

pub use calls::{DIRECT, DUAL, FPTR_MULTI, FPTR_SINGLE, MEGA, MONO};
pub use guarded::GUARDED;
pub use ladder::LADDER;
pub use period::PERIOD_OF_TARGETS;
pub use split::SPLIT;
pub use switches::{SWITCH_RANDOM, SWITCH_SEQUENTIAL};

/// Objects in a round.
const OBJECTS: Place = Place::First;
/// Seed of all random data.
const SEED: Place = Place::Second;
/// Classes of the objects.
const CLASSES: Place = Place::Third;
/// Order of the classes.
const ORDER: Place = Place::Fourth;

const SEED_PARAMETER: Parameter = Parameter {
    name: "seed",
    meaning: host::text("seed of the values and of random orders"),
    range: Range::Number(0, u32::MAX),
    presets: Presets::all(42),
};

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "objects",
        meaning: host::text("objects, or values of a switch, in a round; 12 bytes each"),
        range: Range::Number(1, 65_536),
        presets: Presets { quick: 4096, default: 1024, article: 4096 },
    },
    SEED_PARAMETER,
];

/// Of the kernels that know all classes: no class is without an object.
const KNOWN_OBJECTS: Parameter = Parameter {
    name: "objects",
    meaning: host::text("objects in a round; 12 bytes each"),
    range: Range::Number(4, 65_536),
    presets: Presets { quick: 4096, default: 1024, article: 4096 },
};

const CLASSES_PARAMETER: Parameter = Parameter {
    name: "classes",
    meaning: host::text("classes that the objects are of, in equal shares"),
    range: Range::Number(1, 4),
    presets: Presets::all(4),
};

/// Of `dispatch/ladder` and `dispatch/guarded`.
static KNOWN: [Parameter; 4] = [
    KNOWN_OBJECTS,
    SEED_PARAMETER,
    CLASSES_PARAMETER,
    Parameter {
        name: "order",
        meaning: host::text("order of the classes"),
        range: Range::Choice(&["random", "turn", "sorted"]),
        presets: Presets::all(0),
    },
];

/// Objects of one class.
const fn of_class(rest: u32) -> Factor {
    Factor::Share { whole: OBJECTS, parts: Parts::Value(CLASSES), rest }
}

const CLASS_0: Factor = of_class(0);
const CLASS_1: Factor = of_class(1);
const CLASS_2: Factor = of_class(2);
const CLASS_3: Factor = of_class(3);

/// The classes of the objects as [`KNOWN`] says.
fn deal(parameters: &Parameters) -> Deal {
    let order = match parameters.get(ORDER) {
        0 => Order::Random,
        1 => Order::Turn,
        _ => Order::Sorted,
    };
    Deal::new(parameters.get(OBJECTS), parameters.get(CLASSES), order, parameters.get(SEED))
}

const SCHEDULES: Presets<Schedule> = Presets {
    quick: Schedule { warmup: 1, n: 4, trials: 3 },
    default: Schedule { warmup: 30, n: 300, trials: 3 },
    article: Schedule { warmup: 500, n: 5_000, trials: 5 },
};

/// An iteration is a round over all objects.
const fn once_an_object(name: &'static str) -> Operation {
    Operation { name, count: 1, factors: &[Factor::Value(OBJECTS)] }
}
