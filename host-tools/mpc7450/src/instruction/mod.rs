//! The instructions of the MPC7450: one table that decodes all of them, and typed encoders for those that kernels
//! generate.
//!
//! | module | holds |
//! | --- | --- |
//! | [`word`] | [`Word`], one encoded instruction |
//! | [`register`] | register numbers that cannot be out of range |
//! | [`condition`] | condition fields, condition bits and branch options |
//! | `form` | one file an instruction form: which field stands in which bits |
//! | `table` | one row an instruction: encoding, operands, timing |
//! | [`mod@decode`] | from a word to its row: what it reads and writes, where it executes and how long |
//! | [`disassemble`] | instructions as text |
//! | [`integer`], [`carry`], [`memory`], [`cache`], [`branch`], [`special`], [`condition_register`], [`system`], [`float`], [`vector`] | one function an instruction, named by its mnemonic |
//!
//! An encoding function takes operands in assembler order and only operands that exist:
//! a register number above 31 or a 17-bit immediate does not type-check, a branch
//! that does not reach is a [`branch::DistanceError`], a form that the architecture
//! calls invalid is `None`. Everything is `const`, so fixed code is encoded and
//! checked when the image is compiled.
//!
//! There are encoders only for what some generator uses. [`privileged`] and
//! [`mod@decode`] look at finished words. The rejected alternative to encoders was one
//! `encode(opcode, &[operand])` over a table of all instructions: its mistakes show
//! only at run time, on a machine without a screen.
//!
//! Encodings: [PEM] Programming Environments Manual for 32-bit implementations,
//! section 8 and appendix A; [ALTIVECPEM] AltiVec Technology Programming
//! Environments Manual, section 6 and appendix A.

mod form;
mod table;

pub mod branch;
pub mod cache;
pub mod carry;
pub mod condition;
pub mod condition_register;
pub mod decode;
pub mod disassemble;
pub mod float;
pub mod integer;
pub mod memory;
pub mod overflow;
pub mod privileged;
pub mod register;
pub mod special;
pub mod system;
pub mod vector;
pub mod word;

pub use condition::{Condition, CrBit, CrField};
pub use decode::{Decoded, decode};
pub use register::{Fpr, Gpr, Vr};
pub use word::Word;

#[cfg(test)]
mod tests;
