//! Formulas over counts: [`Formula`].
//!
//! ```text
//! sum      = product { ("+" | "-") product }
//! product  = factor { ("*" | "/") factor }
//! factor   = number [ "[" unit "]" ] | name | "(" sum ")"
//! ```
//!
//! Names hold hyphens, so a minus stands between blanks. Units are checked while a formula
//! is read: what is added must be of one kind. A general expression crate was rejected: it
//! would know no units and no events, and its errors would point at neither.

mod error;
mod lexer;
mod parse;

pub use error::{Cause, FormulaError};

use std::fmt;

use super::quantity::Quantity;
use super::unit::Unit;

/// A formula that is right: its names exist and its units fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    root: Node,
    unit: Unit,
}

/// A part of a formula.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// A number, and what it counts.
    Number(f64, Unit),
    Quantity(Quantity),
    Two(Operator, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    ///
    /// What is wrong and where.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let (root, unit) = parse::formula(text)?;
        Ok(Self { root, unit })
    }

    /// What its value counts.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// The unit of what it divides by last, where it is a quotient.
    #[must_use]
    pub fn divisor_unit(&self) -> Option<Unit> {
        match &self.root {
            Node::Two(Operator::Divide, _, divisor) => Some(divisor.unit()),
            _ => None,
        }
    }

    /// Everything that it names, each once, in the order of the text.
    #[must_use]
    pub fn quantities(&self) -> Vec<&Quantity> {
        let mut found = Vec::new();
        self.root.collect(&mut found);
        found
    }

    /// Its value, with a number for each name.
    ///
    /// # Errors
    ///
    /// Why there is none: the lookup's own reason, or what a divisor of 0 was.
    pub fn value(&self, lookup: &impl Fn(&Quantity) -> Result<f64, String>) -> Result<f64, String> {
        self.root.value(lookup)
    }
}

impl Node {
    fn collect<'a>(&'a self, found: &mut Vec<&'a Quantity>) {
        match self {
            Self::Number(..) => {}
            Self::Quantity(quantity) if found.contains(&quantity) => {}
            Self::Quantity(quantity) => found.push(quantity),
            Self::Two(_, left, right) => {
                left.collect(found);
                right.collect(found);
            }
        }
    }

    fn value(&self, lookup: &impl Fn(&Quantity) -> Result<f64, String>) -> Result<f64, String> {
        match self {
            Self::Number(number, _) => Ok(*number),
            Self::Quantity(quantity) => lookup(quantity),
            Self::Two(operator, left, right) => {
                let (first, second) = (left.value(lookup)?, right.value(lookup)?);
                match operator {
                    Operator::Add => Ok(first + second),
                    Operator::Subtract => Ok(first - second),
                    Operator::Multiply => Ok(first * second),
                    Operator::Divide if second == 0.0 => Err(format!("{right} is 0, and nothing is divided by it")),
                    Operator::Divide => Ok(first / second),
                }
            }
        }
    }

    /// Its unit; sums have that of their first part.
    fn unit(&self) -> Unit {
        match self {
            Self::Number(_, unit) => *unit,
            Self::Quantity(quantity) => quantity.unit(),
            Self::Two(Operator::Add | Operator::Subtract, left, _) => left.unit(),
            Self::Two(Operator::Multiply, left, right) => left.unit().times(right.unit()),
            Self::Two(Operator::Divide, left, right) => left.unit().over(right.unit()),
        }
    }
}

impl Operator {
    const fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }

    const fn binds(self) -> u8 {
        match self {
            Self::Add | Self::Subtract => 1,
            Self::Multiply | Self::Divide => 2,
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operator, left, right) = match self {
            Self::Number(number, Unit::NUMBER) => return number.fmt(f),
            Self::Number(number, unit) => return write!(f, "{number} [{unit}]"),
            Self::Quantity(quantity) => return quantity.fmt(f),
            Self::Two(operator, left, right) => (operator, left, right),
        };
        let side = |node: &Self, least: u8, f: &mut fmt::Formatter<'_>| match node {
            Self::Two(inner, ..) if inner.binds() < least => write!(f, "({node})"),
            node => node.fmt(f),
        };
        side(left, operator.binds(), f)?;
        write!(f, " {} ", operator.sign())?;
        side(right, operator.binds() + 1, f)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}

#[cfg(test)]
mod tests;
