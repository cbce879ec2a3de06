//! What a kernel says about itself before it runs.
//!
//! A kernel is data: an id, the question it answers, its parameters, closed
//! forms for what it executes, predictions from the manuals, and a function that
//! writes its code and data into a workspace. The function is pure, so that a
//! host builds, disassembles and checks exactly the words that the chip runs.

use core::fmt;

use super::counts::Counts;
use super::parameters::{Parameter, Parameters};
use super::workspace::{Prepared, Workspace};

/// A measurable piece of code.
pub struct Descriptor {
    /// Stable name, `family/name`.
    pub id: &'static str,
    /// The question this kernel answers, one sentence.
    pub question: &'static str,
    /// Parameters with range and the value of each preset.
    pub parameters: &'static [Parameter],
    /// What the manuals let one expect on hardware.
    pub predictions: &'static [Prediction],
    /// Writes code and data; pure.
    pub prepare: fn(&Parameters, &mut Workspace<'_>) -> Result<Prepared, KernelError>,
    /// Closed form of what one call with `iterations` executes, from the
    /// kernel's first instruction up to but without its final `blr`.
    pub counts: fn(&Parameters, iterations: u64) -> Counts,
}

/// An expectation stated before the measurement.
pub struct Prediction {
    /// What is predicted, for instance `cycles-per-call`.
    pub quantity: &'static str,
    /// The predicted value with its unit, in words.
    pub expectation: &'static str,
    /// Where the prediction comes from, `[KEY section]`.
    pub source: &'static str,
}

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
    BranchOutOfRange {
        /// Distance in bytes.
        distance: i64,
    },
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CodeTooLarge { needed, available } => {
                write!(f, "code needs {needed} words, the arena has {available}")
            }
            Self::DataTooLarge { needed, available } => {
                write!(f, "data needs {needed} words, the arena has {available}")
            }
            Self::BranchOutOfRange { distance } => {
                write!(f, "a branch would span {distance} bytes")
            }
        }
    }
}

impl core::error::Error for KernelError {}
