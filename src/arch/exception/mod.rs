//! Exceptions: the saved state, its causes in words, and the vectors.

pub mod cause;
pub mod frame;

#[cfg(target_arch = "powerpc")]
pub mod direct_return;
#[cfg(target_arch = "powerpc")]
pub mod vectors;

pub use frame::ExceptionFrame;
