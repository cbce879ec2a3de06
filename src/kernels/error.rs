//! Why a kernel cannot be prepared.

use core::fmt;

use mpc7450::instruction::branch::DistanceError;

/// Why a kernel cannot be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// The generated code needs more words than the workspace has.
    CodeTooLarge {
        /// Words the kernel needs.
        needed: usize,
        /// Words there are.
        available: usize,
    },
    /// The kernel's data needs more words than the workspace has.
    DataTooLarge {
        /// Words the kernel needs.
        needed: usize,
        /// Words there are.
        available: usize,
    },
    /// A branch of the generated code would not reach its target.
    Branch(DistanceError),
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CodeTooLarge { needed, available } => {
                write!(f, "the code needs {needed} words, the area has {available}; choose smaller parameters")
            }
            Self::DataTooLarge { needed, available } => {
                write!(f, "the data needs {needed} words, the area has {available}; choose smaller parameters")
            }
            Self::Branch(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KernelError {}
