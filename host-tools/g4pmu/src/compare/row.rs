//! One row of a comparison and its verdict.

use serde::Serialize;

use super::direction::Better;
use super::rows::Key;
use crate::statistics::{Separation, Summary};

/// One measurement's side of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Iterations between the two sizes of trials.
    pub n: u64,
    /// Checksum of the code that ran.
    pub code: u32,
    /// What n iterations took, in each pair of trials.
    pub differences: Vec<i128>,
    /// Why there are none.
    pub reason: Option<String>,
}

/// Two sides, and what they say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What it is about.
    #[serde(flatten)]
    pub key: Key,
    /// What an iteration takes in the first, by the median.
    pub first: Option<f64>,
    /// In the second.
    pub second: Option<f64>,
    /// The change as a share of the first; absent where that is 0, or a value is.
    pub change: Option<f64>,
    /// How often chance alone separates as many values; 0 where nothing varies.
    pub chance: Option<f64>,
    /// Which way is better.
    pub better: Better,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether other code ran.
    pub other_code: bool,
    /// Why a side has no value.
    pub reason: Option<String>,
}

/// What two sides say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every value is the same.
    Same,
    /// Values of one lie among those of the other.
    Noise,
    /// Apart, and by no more than the threshold.
    Small,
    /// Apart, and the better way.
    Better,
    /// Apart, and the worse way.
    Worse,
    /// More, of what has no better way.
    More,
    /// Fewer, of what has no better way.
    Fewer,
    /// Only in the second.
    New,
    /// Only in the first.
    Missing,
    /// Counted in the first, and no longer.
    Uncounted,
    /// Counted now, and not in the first.
    Counted,
    /// Counted in neither.
    Neither,
}

impl Verdict {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 12] = [
        Self::Same,
        Self::Noise,
        Self::Small,
        Self::Better,
        Self::Worse,
        Self::More,
        Self::Fewer,
        Self::New,
        Self::Missing,
        Self::Uncounted,
        Self::Counted,
        Self::Neither,
    ];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Noise => "noise",
            Self::Small => "small",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::More => "more",
            Self::Fewer => "fewer",
            Self::New => "new",
            Self::Missing => "missing",
            Self::Uncounted => "uncounted",
            Self::Counted => "counted",
            Self::Neither => "neither",
        }
    }

    /// Whether it stops a script that watches for changes.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Worse | Self::More | Self::Fewer | Self::Missing | Self::Uncounted)
    }

    /// Whether there is nothing to look at.
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        matches!(self, Self::Same | Self::Noise | Self::Small | Self::Neither)
    }
}

impl Row {
    /// Sets two sides beside each other.
    #[must_use]
    pub fn of(key: Key, first: Option<&Cell>, second: Option<&Cell>, threshold: f64) -> Self {
        let better = Better::of(&key.event);
        let each = |cell: Option<&Cell>| {
            let cell = cell?;
            Some(Summary::of(&cell.differences)?.median / cell.n as f64)
        };
        let reason = [first, second].into_iter().flatten().find_map(|cell| cell.reason.clone());
        let (before, after) = (each(first), each(second));
        let separation = first.zip(second).and_then(|(first, second)| separation(first, second));
        let verdict = match (first, second, before, after) {
            (None, ..) => Verdict::New,
            (_, None, ..) => Verdict::Missing,
            (_, _, None, None) => Verdict::Neither,
            (_, _, Some(_), None) => Verdict::Uncounted,
            (_, _, None, Some(_)) => Verdict::Counted,
            _ => separation.map_or(Verdict::Noise, |found| verdict(&found, better, threshold)),
        };
        Self {
            first: before,
            second: after,
            change: separation.and_then(|found| found.relative),
            chance: separation.map(|found| found.chance),
            better,
            verdict,
            other_code: first.zip(second).is_some_and(|(first, second)| first.code != second.code),
            reason,
            key,
        }
    }
}

/// Two sides with other numbers of iterations are brought to their product, so that whole
/// numbers stay whole.
fn separation(first: &Cell, second: &Cell) -> Option<Separation> {
    let (by_first, by_second) = if first.n == second.n { (1, 1) } else { (second.n, first.n) };
    let scaled = |cell: &Cell, by: u64| {
        let values: Option<Vec<i128>> = cell.differences.iter().map(|value| value.checked_mul(by.into())).collect();
        Summary::of(&values?)
    };
    Some(Separation::of(&scaled(first, by_first)?, &scaled(second, by_second)?))
}

fn verdict(found: &Separation, better: Better, threshold: f64) -> Verdict {
    if found.change == 0.0 && found.chance == 0.0 {
        return Verdict::Same;
    }
    if !found.apart {
        return if found.change == 0.0 { Verdict::Same } else { Verdict::Noise };
    }
    if found.relative.is_some_and(|relative| relative.abs() <= threshold) {
        return Verdict::Small;
    }
    match (better, found.change > 0.0) {
        (Better::Less, true) | (Better::More, false) => Verdict::Worse,
        (Better::Less, false) | (Better::More, true) => Verdict::Better,
        (Better::Neither, true) => Verdict::More,
        (Better::Neither, false) => Verdict::Fewer,
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Cell, Row, Verdict};
    use crate::compare::rows::Key;

    fn key(event: &str) -> Key {
        let (kernel, parameters) = ("branch/chain".to_owned(), "-".to_owned());
        Key { kernel, parameters, translation: "bat", state: "supervisor", event: event.to_owned() }
    }

    fn cell(n: u64, differences: &[i128]) -> Cell {
        Cell { n, code: 1, differences: differences.to_vec(), reason: None }
    }

    fn told(event: &str, first: &[i128], second: &[i128]) -> Verdict {
        Row::of(key(event), Some(&cell(10, first)), Some(&cell(10, second)), 0.01).verdict
    }

    #[test]
    fn every_case_has_its_verdict() {
        let cycles = "processor-cycles";
        assert_eq!(told(cycles, &[100, 100], &[100, 100]), Verdict::Same);
        assert_eq!(told(cycles, &[100, 110], &[105, 120]), Verdict::Noise);
        assert_eq!(told(cycles, &[10_000, 10_000], &[10_100, 10_100]), Verdict::Small);
        assert_eq!(told(cycles, &[10_000, 10_000], &[10_101, 10_101]), Verdict::Worse);
        assert_eq!(told(cycles, &[100, 110], &[80, 90]), Verdict::Better);
        assert_eq!(told("l1-data-load-hit", &[100, 110], &[80, 90]), Verdict::Worse);
        assert_eq!(told("l1-data-load-hit", &[80, 80], &[100, 100]), Verdict::Better);
        assert_eq!(told("instructions-completed", &[80, 80], &[100, 100]), Verdict::More);
        assert_eq!(told("instructions-completed", &[80, 80], &[10, 10]), Verdict::Fewer);
        assert_eq!(told(cycles, &[0, 0], &[5, 5]), Verdict::Worse, "from nothing there is no small change");
        assert_eq!(told(cycles, &[80, 80], &[]), Verdict::Uncounted);
        assert_eq!(told(cycles, &[], &[80, 80]), Verdict::Counted);
        assert_eq!(told(cycles, &[], &[]), Verdict::Neither);
        let side = cell(1, &[5]);
        assert_eq!(Row::of(key(cycles), None, Some(&side), 0.01).verdict, Verdict::New);
        assert_eq!(Row::of(key(cycles), Some(&side), None, 0.01).verdict, Verdict::Missing);
    }

    #[test]
    fn other_numbers_of_iterations_compare_by_the_iteration() {
        let row = Row::of(key("processor-cycles"), Some(&cell(3, &[21, 21])), Some(&cell(7, &[49, 49])), 0.0);
        assert_eq!((row.verdict, row.first, row.second, row.change), (Verdict::Same, Some(7.0), Some(7.0), Some(0.0)));
        let row = Row::of(key("processor-cycles"), Some(&cell(3, &[21, 21])), Some(&cell(7, &[56, 56])), 0.0);
        assert_eq!((row.verdict, row.second), (Verdict::Worse, Some(8.0)));
    }

    proptest! {
        /// The other way round, better is worse and nothing else changes.
        #[test]
        fn exchanging_the_sides_exchanges_the_verdict(
            first in vec(1_i128..1000, 1..6),
            second in vec(1_i128..1000, 1..6),
            threshold in 0.0_f64..0.0001,
        ) {
            let (first, second) = (cell(5, &first), cell(9, &second));
            let there = Row::of(key("processor-cycles"), Some(&first), Some(&second), threshold).verdict;
            let back = Row::of(key("processor-cycles"), Some(&second), Some(&first), threshold).verdict;
            let exchanged = match there {
                Verdict::Better => Verdict::Worse,
                Verdict::Worse => Verdict::Better,
                other => other,
            };
            prop_assert_eq!(back, exchanged);
        }

        #[test]
        fn what_is_compared_with_itself_is_the_same(values in vec(-1000_i128..1000, 1..6), n in 1_u64..1000) {
            let side = cell(n, &values);
            prop_assert_eq!(Row::of(key("processor-cycles"), Some(&side), Some(&side), 0.0).verdict, Verdict::Same);
        }
    }
}
