//! Parameters with more than one value: `nops=0,1,2,4 n=1..16384:x2`.
//!
//! | typed | values |
//! | --- | --- |
//! | `0,1,4` | these |
//! | `1..5` | 1 2 3 4 5 |
//! | `0..64:+16` | 0 16 32 48 64 |
//! | `1..16384:x2` | 1 2 4 ... 16384 |
//!
//! An end that no step meets is left out. Pieces of all forms can stand behind one `=`.

use thiserror::Error;

/// Most values of one parameter and most points of all together.
pub const MOST_POINTS: usize = 10_000;

/// What is no list of values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SweepError {
    /// It has no `=`.
    #[error("`{0}` is no NAME=VALUES: write for instance nops=0,1,2,4 or n=1..16384:x2")]
    NoValue(String),
    /// Nothing stands behind the `=`, or between two commas.
    #[error("`{0}` lacks a value")]
    Empty(String),
    /// A range that is none.
    #[error("`{0}` is no range: write FROM..TO, FROM..TO:+STEP or FROM..TO:xFACTOR with whole numbers")]
    Range(String),
    /// A range that begins behind its end.
    #[error("`{0}` is empty: write the lesser end first")]
    Backwards(String),
    /// A range that never comes to its end.
    #[error("`{0}` never ends: STEP is at least 1, and FACTOR at least 2 from 1 on")]
    Endless(String),
    /// More than [`MOST_POINTS`].
    #[error("`{0}` makes more than {MOST_POINTS} measurements: take larger steps")]
    TooMany(String),
}

/// Names, each with one of its values.
pub type Point = Vec<(String, String)>;

/// All combinations of what was typed; the last name varies fastest. One point without
/// names where nothing was typed.
///
/// # Errors
///
/// [`SweepError`].
pub fn points(typed: &[String]) -> Result<Vec<Point>, SweepError> {
    let mut points: Vec<Point> = vec![Vec::new()];
    for word in typed {
        let (name, values) = word.split_once('=').ok_or_else(|| SweepError::NoValue(word.clone()))?;
        let values = values_of(word, values)?;
        if points.len().saturating_mul(values.len()) > MOST_POINTS {
            return Err(SweepError::TooMany(word.clone()));
        }
        let with = |point: &Point, value: &String| {
            let mut point = point.clone();
            point.push((name.to_owned(), value.clone()));
            point
        };
        points = points.iter().flat_map(|point| values.iter().map(|value| with(point, value))).collect();
    }
    Ok(points)
}

/// The values of one list, which stands in this word.
fn values_of(word: &str, list: &str) -> Result<Vec<String>, SweepError> {
    let mut values = Vec::new();
    for piece in list.split(',') {
        if piece.is_empty() {
            return Err(SweepError::Empty(word.to_owned()));
        }
        match piece.split_once("..") {
            None => values.push(piece.to_owned()),
            Some((from, rest)) => values.extend(range(piece, from, rest)?.iter().map(u64::to_string)),
        }
    }
    Ok(values)
}

fn range(piece: &str, from: &str, rest: &str) -> Result<Vec<u64>, SweepError> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| digits).ok_or_else(|| SweepError::Range(piece.to_owned()))
    };
    let (to, step) = rest.split_once(':').map_or((rest, None), |(to, step)| (to, Some(step)));
    let (from, to) = (number(from)?, number(to)?);
    let (add, times) = match step.map(|step| (step.strip_prefix('x'), step.strip_prefix('+').unwrap_or(step))) {
        None => (1, 1),
        Some((Some(factor), _)) => (0, number(factor)?),
        Some((None, step)) => (number(step)?, 1),
    };
    if from > to {
        return Err(SweepError::Backwards(piece.to_owned()));
    }
    if add == 0 && (times < 2 || from == 0) {
        return Err(SweepError::Endless(piece.to_owned()));
    }
    let next = |value: &u64| value.checked_mul(times)?.checked_add(add).filter(|next| *next <= to);
    let values: Vec<u64> = std::iter::successors(Some(from), next).take(MOST_POINTS + 1).collect();
    if values.len() > MOST_POINTS { Err(SweepError::TooMany(piece.to_owned())) } else { Ok(values) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{SweepError, points};

    fn all(typed: &[&str]) -> Result<Vec<String>, SweepError> {
        let typed: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
        let line = |point: &super::Point| {
            point.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        Ok(points(&typed)?.iter().map(line).collect())
    }

    #[test]
    fn the_last_name_varies_fastest() {
        let found = all(&["nops=0,1", "n=1..8:x2"]).unwrap();
        let expected = [
            "nops=0 n=1",
            "nops=0 n=2",
            "nops=0 n=4",
            "nops=0 n=8",
            "nops=1 n=1",
            "nops=1 n=2",
            "nops=1 n=4",
            "nops=1 n=8",
        ];
        assert_eq!(found, expected);
        assert_eq!(all(&[]).unwrap(), [""]);
        assert_eq!(all(&["fill=nop,independent"]).unwrap(), ["fill=nop", "fill=independent"]);
        assert_eq!(all(&["k=0..64:+16,100..102,7"]).unwrap().len(), 9);
        assert_eq!(all(&["k=0..5:2"]).unwrap(), ["k=0", "k=2", "k=4"]);
    }

    #[test]
    fn what_is_no_list_is_told() {
        let error = |word| all(&[word]).unwrap_err().to_string();
        assert!(error("nops").contains("is no NAME=VALUES"));
        assert!(error("nops=").starts_with("`nops=` lacks a value") && error("nops=1,,2").contains("lacks a value"));
        assert!(error("n=1..x").contains("`1..x` is no range") && error("n=1..8:y2").contains("is no range"));
        for endless in ["n=0..8:x2", "n=1..8:x1", "n=1..8:+0"] {
            assert!(error(endless).contains("never ends"), "{endless}");
        }
        assert_eq!(error("n=8..1"), "`8..1` is empty: write the lesser end first");
        assert!(error("n=0..4294967295").contains("more than 10000 measurements"));
        assert!(all(&["a=1..101", "b=1..101"]).unwrap_err().to_string().starts_with("`b=1..101` makes more"));
    }

    proptest! {
        #[test]
        fn every_list_ends(list in "[0-9]{0,3}(\\.\\.[0-9]{1,4})?(:[x+]?[0-9]{0,2})?") {
            if let Ok(found) = all(&[&format!("n={list}")]) {
                prop_assert!(!found.is_empty() && found.len() <= super::MOST_POINTS);
            }
        }
    }
}
