//! Why a formula is refused.

use std::fmt;

use thiserror::Error;

use crate::metrics::unit::{NoUnit, Unit};

/// What is wrong with a formula, and where.
#[derive(Clone, Debug, PartialEq, Error)]
pub struct FormulaError {
    /// The place, in letters from 1.
    pub column: usize,
    /// What is wrong there.
    pub cause: Cause,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Cause {
    /// A letter that no formula has.
    #[error("`{0}` has no meaning here: a formula has names, numbers, + - * / and parentheses")]
    Letter(char),
    /// A number that is none.
    #[error("`{0}` is no number")]
    Number(String),
    /// A name that nothing has.
    #[error("{0}")]
    Name(String),
    /// A unit that is none.
    #[error(transparent)]
    Unit(#[from] NoUnit),
    /// Something else than a value.
    #[error("{found} stands where a name, a number or `(` is wanted")]
    NoValue {
        /// What stands there.
        found: String,
    },
    /// Something else than an operator.
    #[error("{found} stands where + - * / or the end is wanted")]
    NoOperator {
        /// What stands there.
        found: String,
    },
    /// A bracket without its other half.
    #[error("the `{0}` here is not closed")]
    Open(char),
    /// Sums of different things.
    #[error("{left} and {right} are not of one kind, so their sum or difference counts nothing")]
    Kinds {
        /// Unit of the left side.
        left: Unit,
        /// Unit of the right side.
        right: Unit,
    },
    /// Parentheses in parentheses in parentheses.
    #[error("more than {0} parentheses stand inside each other")]
    TooDeep(usize),
    /// More names, numbers and signs than are read.
    #[error("more than {0} names, numbers and signs")]
    TooLong(usize),
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.cause)
    }
}
