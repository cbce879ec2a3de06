//! Robust statistics of few repetitions, and what is wrong with them.
//!
//! Whole counts go in; nothing here clamps, averages or extrapolates.
//!
//! | question | answer |
//! | --- | --- |
//! | what is the value | the median; the least where nothing can be faster than ideal ([`Summary`]) |
//! | how sure is it | the order statistics that enclose the median ([`Interval`]) |
//! | what does an iteration take | the differences of trials at 2n and n ([`Difference`]) |
//! | were the first trials warm-up | those outside what the second half varies by ([`warmed_up`]) |
//! | did something change meanwhile | rank correlation with the order ([`Drift`]) |
//! | were there two states | the widest gap ([`Modes`]) |
//! | are two runs different | complete separation, and how often chance gives it ([`Separation`]) |
//!
//! The interval comes from order statistics: the k-th value from either end encloses the
//! median with a probability that only depends on how many values there are, whatever
//! their distribution. Six values are the fewest that give 95 %; of fewer the interval is
//! the whole range, and says what it is worth. A bootstrap was rejected: of three to ten
//! values it resamples the same few ties, promises a coverage that it does not have, and
//! wants a seed.

mod difference;
mod drift;
mod flag;
mod interval;
mod modes;
mod separation;
mod summary;
mod warm_up;

pub use difference::{Difference, Resolution};
pub use drift::Drift;
pub use flag::{Flag, LONE_PAIR, flags};
pub use interval::Interval;
pub use modes::Modes;
pub use separation::Separation;
pub use summary::Summary;
pub use warm_up::warmed_up;

/// The median of values in order; the mean of the two in the middle of an even number.
fn middle(ordered: &[f64]) -> Option<f64> {
    let half = ordered.len() / 2;
    match ordered.len() % 2 {
        1 => ordered.get(half).copied(),
        _ => Some((ordered.get(half.checked_sub(1)?)? + ordered.get(half)?) / 2.0),
    }
}
