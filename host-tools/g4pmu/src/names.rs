//! The name that was probably meant.

/// The candidate with the fewest letters inserted, dropped or replaced, if no
/// more than a third of the longer word differs.
#[must_use]
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(typed, candidate), candidate))
        .filter(|(distance, candidate)| 3 * distance <= typed.chars().count().max(candidate.chars().count()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `; did you mean NAME?`, or nothing where no candidate is near.
#[must_use]
pub fn hint<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, candidates).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// Levenshtein's distance, one row of the table at a time.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (taken, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = taken + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, hint, nearest};

    #[test]
    fn distances_of_the_textbook() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }

    #[test]
    fn the_nearest_name_wins_and_far_names_do_not() {
        let names = ["branches", "nops", "fill"];
        assert_eq!(nearest("branchs", names), Some("branches"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(hint("nop", names), "; did you mean nops?");
        assert_eq!(hint("colour", names), "");
    }
}
