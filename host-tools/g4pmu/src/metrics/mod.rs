//! Metrics: named formulas over the counts of one pass, kept as text.
//!
//! | module | holds |
//! | --- | --- |
//! | [`formula`] | formulas: names, numbers, four operations, units |
//! | [`quantity`], [`mod@unit`] | what a formula may name, and what that counts |
//! | [`metric`], [`book`] | metrics in groups, built in or from a file |
//! | [`counts`] | the counts of one pass, the only thing that a metric has a value of |
//! | [`laws`] | what must hold between counts of one pass |
//! | [`entries`] | the text that all of this stands in |
//!
//! Groups are files in `data/groups`, laid out like those of likwid: a formula, a unit, a
//! paragraph. A user's file has the same form. A formula is refused where it is read if a
//! name does not exist, if it adds different things, if what it divides is not what its unit
//! says, or if no pass can count all that it names.

pub mod book;
pub mod counts;
pub mod entries;
pub mod formula;
pub mod laws;
pub mod metric;
pub mod quantity;
pub mod unit;

pub use book::{Book, Group};
pub use counts::{Count, Counts, Outcome, Pass};
pub use laws::{Violation, violations};
pub use metric::{Metric, Range};
pub use quantity::Quantity;

#[cfg(test)]
mod tests;
