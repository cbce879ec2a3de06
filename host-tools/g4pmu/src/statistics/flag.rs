//! What is to be said about a series of trials: [`Flag`].

use std::fmt;

use serde::Serialize;

use super::{Drift, Modes, Summary, warmed_up};

/// The least excess, as a share of the others' median, that makes a trial slow: 1 in 100.
const WORTH: f64 = 0.01;

/// What is said where a kernel ran once at n and once at 2n.
pub const LONE_PAIR: &str =
    "one pair of trials shows no spread, and not what one trial warms up for the next: take three or more";

/// Something about a series that its median does not show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "flag")]
pub enum Flag {
    /// The first trial is greater than all others by more than their range.
    SlowFirst {
        /// The first.
        first: i128,
        /// The greatest of the others.
        others: i128,
    },
    /// Several first trials are, each.
    WarmUp {
        /// How many.
        trials: usize,
        /// Of all.
        of: usize,
        /// The greatest of the others.
        others: i128,
    },
    /// Later trials are greater, or smaller, than chance explains.
    Drift(Drift),
    /// The values are in two groups.
    TwoGroups(Modes),
}

/// The flags of values in the order of the trials; none where fewer than three are.
///
/// Slow first trials of a series that is steady otherwise are told as such and as nothing
/// else, so that the one cause has one name.
#[must_use]
pub fn flags(values: &[i128]) -> Vec<Flag> {
    if values.len() < 3 {
        return Vec::new();
    }
    let slow = slow_first(values).or_else(|| warming_up(values));
    let settled = match slow {
        Some(Flag::WarmUp { trials, .. }) => &values[trials..],
        Some(_) => &values[1..],
        None => values,
    };
    let others = [Drift::of(settled).map(Flag::Drift), Modes::of(settled).map(Flag::TwoGroups)];
    slow.into_iter().chain(others.into_iter().flatten()).collect()
}

fn slow_first(values: &[i128]) -> Option<Flag> {
    let (first, others) = values.split_first()?;
    let rest = Summary::of(others)?;
    is_slow(*first, &rest).then_some(Flag::SlowFirst { first: *first, others: rest.max })
}

/// More than one first trial, all of them slow beside what is settled.
fn warming_up(values: &[i128]) -> Option<Flag> {
    let trials = warmed_up(values).filter(|trials| *trials > 1)?;
    let (early, settled) = values.split_at(trials);
    let rest = Summary::of(settled)?;
    let slow = early.iter().all(|value| is_slow(*value, &rest));
    slow.then_some(Flag::WarmUp { trials, of: values.len(), others: rest.max })
}

/// Whether a trial is greater than others by more than their range, and by enough for a word.
fn is_slow(value: i128, others: &Summary) -> bool {
    let beyond = value > others.max + (others.max - others.min) + 1;
    beyond && value as f64 - others.median > WORTH * others.median.abs()
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlowFirst { first, others } => {
                write!(f, "the first trial has {first}, no other more than {others}: more warm-up is needed")
            }
            Self::WarmUp { trials, of, others } => write!(
                f,
                "the first {trials} of {of} trials were warm-up: each has more than {others}, the most of the others; \
                 more warm-up is needed"
            ),
            Self::Drift(Drift { change, chance }) => {
                let which = if *change < 0.0 { "fall" } else { "rise" };
                let change = change.abs();
                write!(f, "the trials {which} by {change} from first to last, by chance {:.1} %", chance * 100.0)
            }
            Self::TwoGroups(Modes { lower, upper }) => write!(
                f,
                "two groups: {} trials up to {}, {} from {} on; the median says little",
                lower.0, lower.1, upper.0, upper.1
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Flag, flags};

    fn said(values: &[i128]) -> Vec<String> {
        flags(values).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_fault_has_its_name() {
        assert_eq!(
            said(&[900, 100, 101, 100]),
            ["the first trial has 900, no other more than 101: more warm-up is needed"]
        );
        assert_eq!(
            said(&[900, 800, 100, 101, 100, 100]),
            ["the first 2 of 6 trials were warm-up: each has more than 101, the most of the others; more warm-up is \
              needed"]
        );
        assert_eq!(
            said(&[100, 200, 100, 200, 100]),
            ["two groups: 3 trials up to 100, 2 from 200 on; the median says little"]
        );
        assert_eq!(said(&[10, 20, 30, 40, 50, 60]), ["the trials rise by 50 from first to last, by chance 0.3 %"]);
        assert_eq!(said(&[60, 50, 40, 30, 20, 10]), ["the trials fall by 50 from first to last, by chance 0.3 %"]);
    }

    #[test]
    fn what_is_steady_has_none() {
        assert!(flags(&[5; 20]).is_empty());
        assert!(flags(&[0, 1, 0]).is_empty());
        assert!(flags(&[1, 0, 0]).is_empty(), "one event is no slow trial");
        assert!(flags(&[100, 1]).is_empty(), "two values say nothing about a third");
    }

    proptest! {
        #[test]
        fn a_slow_first_trial_is_found_whatever_the_noise(
            steady in vec(100_000_i128..100_050, 4..30),
            extra in 2_000_i128..1 << 40,
        ) {
            let mut series = vec![100_050 + extra];
            series.extend(&steady);
            let found = flags(&series);
            prop_assert!(matches!(found.first(), Some(Flag::SlowFirst { .. })), "{found:?}");
        }
    }
}
