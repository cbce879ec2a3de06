//! What is measured: one file a family, each a descriptor and a code generator.
//!
//! # Calling convention
//!
//! A kernel is entered by `bctrl` with r3 = iterations, r4 to r9 = the prepared
//! arguments, and returns by `blr`. It keeps r1, r2 and r13; the caller saves
//! every other register it needs, floating-point and vector ones included.
//! A kernel that calls keeps LR in a register of its own.

pub mod counts;
pub mod descriptor;
pub mod parameters;
pub mod workspace;
