//! `issue/*`: what each unit does in a cycle, and what stops three instructions a cycle.
//!
//! | kernels | question |
//! | --- | --- |
//! | [`INTEGER`], [`CARRY`], [`CONDITION`], [`FLOAT`], [`VECTOR`], [`LOAD`] | latency and throughput of one instruction |
//! | [`LOAD_WIDE`], [`STORE`], [`RESERVE`] | throughput of what cannot be chained |
//! | [`SERIAL`] | cost of an instruction that waits for all before it |
//! | `mix-*` | which limit of dispatch, issue or retirement is met first |
//! | `window-*` | how much is in flight behind a slow instruction |
//!
//! Hypothesis: with operands at hand and everything in the L1, an instruction costs its
//! latency when each needs the one before, and its unit's throughput when none does,
//! but never less than a third of a cycle, for three are dispatched and three are
//! retired [AN2203 2.3.3.9]. A figure that is neither is a finding.
//!
//! Manual: [AN2203 2.3.3.1 to 2.3.3.7] dispatch, issue queues, units, completion;
//! [AN2203 3.4] completion queue and serialization; latencies in \[MPC7455EC\] (its
//! comparison with the MPC7400), [GCC 7450.md] and [LLVM G4Plus], which agree unless a
//! prediction says otherwise.
//!
//! Surprises:
//! - The loop's `bdnz` is dispatched like any instruction: 24 instructions are 25.
//! - Operands are chosen so that no instruction finds a short cut or a slow path:
//!   numbers are normal, sums and products exact, divisions by 1.
//!
//! One kernel an instruction was rejected: sixty descriptors would differ in one word.
//! The choices of a kernel execute the same counts, so that its closed form holds for
//! all of them.

mod carry;
mod chain;
mod condition;
mod float;
mod integer;
mod load;
mod mix;
mod serial;
mod transfer;
mod vector;
mod window;

pub use carry::CARRY;
pub use condition::CONDITION;
pub use float::FLOAT;
pub use integer::INTEGER;
pub use load::{LOAD, RESERVE};
pub use mix::{MIX_DISPATCH, MIX_LSU, MIX_PAIRS, MIX_RETIRE, MIX_UNITS, MIX_VECTOR, MIX_VECTOR_SCALAR};
pub use serial::SERIAL;
pub use transfer::{LOAD_WIDE, STORE};
pub use vector::VECTOR;
pub use window::{WINDOW_BOTH, WINDOW_FLOAT, WINDOW_INTEGER, WINDOW_UPDATE, WINDOW_VECTOR};

use crate::kernels::host;
use mpc7450::instruction::Gpr;

use super::parameters::{Parameter, Range};
use super::preset::Presets;
use super::schedule::Schedule;

const SCHEDULES: Presets<Schedule> = Presets {
    quick: Schedule { warmup: 10, n: 2_000, trials: 3 },
    default: Schedule { warmup: 1_000, n: 100_000, trials: 3 },
    article: Schedule { warmup: 1_000, n: 1_000_000, trials: 5 },
};

/// The parameter that chooses the instruction.
const fn op(names: &'static [&'static str]) -> Parameter {
    Parameter {
        name: "op",
        meaning: host::text("the instruction"),
        range: Range::Choice(names),
        presets: Presets::all(0),
    }
}

/// General registers that take results and are read by nothing.
const RESULTS: [Gpr; 12] = {
    let mut results = [Gpr::at::<0>(); 12];
    let mut index = 0;
    while index < results.len() {
        results[index] = Gpr::new(14 + index as u8).expect("results are in r14 to r25");
        index += 1;
    }
    results
};
