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

/// Most names that are offered for one that is misspelt.
const OFFERED: usize = 3;

/// `; did you mean NAME?`, or nothing where no candidate is near; where several are equally
/// near, up to three of them.
#[must_use]
pub fn hint<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let Some(first) = nearest(typed, candidates.iter().copied()) else { return String::new() };
    let least = distance(typed, first);
    let near = candidates.into_iter().filter(|candidate| distance(typed, candidate) == least);
    let mut offered: Vec<&str> = Vec::new();
    for name in near {
        if !offered.contains(&name) {
            offered.push(name);
        }
    }
    offered.truncate(OFFERED);
    format!("; did you mean {}?", offered.join(" or "))
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
        assert_eq!(hint("l4-hits", ["l2-hits", "l3-hits", "l2-hits", "l3-miss"]), "; did you mean l2-hits or l3-hits?");
    }
}
