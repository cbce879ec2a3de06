//! What is measured: one module a family, each descriptors and a code generator.
//!
//! | module | holds |
//! | --- | --- |
//! | [`descriptor`] | what a kernel says about itself |
//! | [`counts`], [`factor`], [`formula`] | closed forms of what it executes, as numbers and as text |
//! | [`parameters`], [`preset`], [`schedule`] | what can be varied, and how often it runs |
//! | [`host`] | words that only a host shows |
//! | [`workspace`], [`label`], [`error`] | where code and data go, branches, refusals |
//! | [`random`], [`deal`] | the generator of random data, and random orders with exact shares |
//! | [`calibrate`] | `calibrate/*`, loops of known counts |
//! | [`dispatch`] | `dispatch/*`, direct and indirect calls and jump tables |
//! | [`fetch`] | `fetch/*`, what instruction fetch delivers |
//! | [`issue`] | `issue/*`, latency, throughput and limits of execution |
//! | [`profile`] | `profile/*`, whole loop nests |
//! | [`memory`] | `memory/*`, loads and stores beyond the L1 |
//! | [`branch`] | `branch/*`, what the branch unit remembers |
//!
//! # Calling convention
//!
//! A kernel is entered by `bctrl` with r3 = iterations, r4 to r9 = the prepared
//! arguments, and returns by `blr`. It keeps r1, r2 and r13; the caller saves every
//! other register it needs, floating-point and vector ones included. A kernel that
//! calls keeps LR in a register of its own. Iterations are from 1 to
//! [`schedule::MOST_ITERATIONS`]. A kernel reads and writes its prepared data and
//! nothing else, and may run any number of times after one preparation.
//!
//! # References
//!
//! - `[AN2203]`: MPC7450 RISC Microprocessor Family Software Optimization Guide,
//!   application note AN2203, section numbers of the 2001 edition.
//! - `[MPC7447AEC]`: MPC7447A RISC Microprocessor Hardware Specifications, its list of
//!   features.
//! - `[MPC7455EC]`: MPC7455 RISC Microprocessor Hardware Specifications, its comparison
//!   with the MPC7400.
//! - `[PEM]`: Programming Environments Manual for 32-bit Implementations of the PowerPC
//!   Architecture, section 8.2 by instruction.
//! - `[GCC 7450.md]`: GCC, `gcc/config/rs6000/7450.md`, the pipeline description.
//! - `[LLVM G4Plus]`: LLVM, `PPCScheduleG4Plus.td`, the same.

pub mod branch;
pub mod calibrate;
pub mod counts;
pub mod deal;
pub mod descriptor;
pub mod dispatch;
pub mod error;
pub mod factor;
pub mod fetch;
pub mod filler;
pub mod formula;
pub mod host;
pub mod issue;
pub mod label;
pub mod loops;
pub mod memory;
pub mod parameters;
pub mod preset;
pub mod profile;
pub mod random;
pub mod schedule;
pub mod workspace;

#[cfg(test)]
mod tests;

use descriptor::Descriptor;

/// Every kernel, in the order in which lists show them.
pub static ALL: &[&Descriptor] = &[
    &calibrate::EMPTY,
    &calibrate::units::INTEGER,
    &calibrate::units::MULTIPLY,
    &calibrate::units::DIVIDE,
    &calibrate::units::SYSTEM,
    &calibrate::units::SYSTEM_CALLS,
    &calibrate::units::FLOAT,
    &calibrate::vectors::VECTOR,
    &calibrate::vectors::VIU1,
    &calibrate::vectors::VIU2,
    &calibrate::vectors::VPU,
    &calibrate::vectors::VFPU,
    &calibrate::branches::BRANCHES,
    &calibrate::branches::BC_TAKEN,
    &calibrate::branches::BC_NOT_TAKEN,
    &calibrate::branches::BDNZ,
    &calibrate::branches::MISPREDICTED,
    &calibrate::links::BL,
    &calibrate::links::BLR,
    &calibrate::links::BCTR,
    &calibrate::memory::LOADS,
    &calibrate::memory::STORES,
    &calibrate::memory::L1_MISSES,
    &calibrate::memory::TLB_MISSES,
    &calibrate::flushes::L2_MISSES,
    &calibrate::flushes::WRITE_BACKS,
    &calibrate::flushes::TOUCH_HITS,
    &calibrate::flushes::TOUCH_MISSES,
    &calibrate::flushes::FETCH_MISSES,
    &dispatch::DIRECT,
    &dispatch::MONO,
    &dispatch::DUAL,
    &dispatch::MEGA,
    &dispatch::FPTR_SINGLE,
    &dispatch::FPTR_MULTI,
    &dispatch::SWITCH_SEQUENTIAL,
    &dispatch::SWITCH_RANDOM,
    &dispatch::PERIOD_OF_TARGETS,
    &dispatch::LADDER,
    &dispatch::SPLIT,
    &dispatch::GUARDED,
    &branch::CHAIN,
    &branch::DIRECTION,
    &branch::RETURN,
    &branch::INDIRECT,
    &fetch::RING,
    &fetch::STRAIGHT,
    &fetch::ENTRY,
    &issue::INTEGER,
    &issue::CARRY,
    &issue::CONDITION,
    &issue::FLOAT,
    &issue::VECTOR,
    &issue::LOAD,
    &issue::LOAD_WIDE,
    &issue::STORE,
    &issue::RESERVE,
    &issue::SERIAL,
    &issue::MIX_DISPATCH,
    &issue::MIX_LSU,
    &issue::MIX_RETIRE,
    &issue::MIX_VECTOR,
    &issue::MIX_VECTOR_SCALAR,
    &issue::MIX_PAIRS,
    &issue::MIX_UNITS,
    &issue::WINDOW_INTEGER,
    &issue::WINDOW_UPDATE,
    &issue::WINDOW_FLOAT,
    &issue::WINDOW_VECTOR,
    &issue::WINDOW_BOTH,
    &memory::CHASE,
    &memory::TLB,
    &memory::MISSES,
    &memory::LOAD_STRIDE,
    &memory::STORE_STRIDE,
    &memory::GATHER,
    &memory::FORWARD,
    &memory::PREFETCH,
    &profile::MATMUL,
];

/// The kernel with this id; `None` when there is none.
#[must_use]
pub fn find(id: &str) -> Option<&'static Descriptor> {
    ALL.iter().find(|kernel| kernel.id == id).copied()
}
