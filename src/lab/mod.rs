//! How kernels are measured: what was asked for, in which order, from which start
//! state, through which window.
//!
//! Everything but the window itself is pure and runs on a host against a machine
//! made of memory ([`machine::Machine`]).

pub mod machine;
pub mod obstacle;
pub mod order;
pub mod plan;
pub mod reading;
pub mod recipes;
pub mod report;
pub mod request;
pub mod runner;
pub mod sampling;
pub mod suite;

#[cfg(target_arch = "powerpc")]
pub mod window;

#[cfg(test)]
pub(crate) mod tests;
