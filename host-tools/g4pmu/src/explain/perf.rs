//! perf's names and modifiers.

use std::sync::LazyLock;

use serde::Serialize;

use super::PerfFacts;
use crate::metrics::entries::{self, Entry};

static NAMES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| entries::read(&joined(include_str!("data/perf.txt")), &["name"]).expect("a test reads it"));

/// `instead:` stands indented under its name in the file; it is a key of its own.
fn joined(text: &str) -> String {
    text.replace("\n  instead:", "\ninstead:")
}

/// A modifier of perf, and what it means here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// The letter.
    pub letter: char,
    /// What it means here.
    pub meaning: &'static str,
}

/// perf's modifiers.
const MODIFIERS: [Modifier; 8] = [
    Modifier {
        letter: 'u',
        meaning: "user state only: MMCR0[FCS]; `count=user` for all counters at once, with a kernel in `--state user`",
    },
    Modifier {
        letter: 'k',
        meaning: "supervisor state only: MMCR0[FCP]; `count=supervisor` for all counters at once, where kernels run if nothing is said",
    },
    Modifier {
        letter: 'p',
        meaning: "precise: a sample's address is SIAR, the last instruction completed when the counter overflowed; more letters make it no more precise",
    },
    Modifier { letter: 'P', meaning: "as precise as can be: a sample's address is SIAR whatever is asked" },
    Modifier { letter: 'h', meaning: "nothing: there is no hypervisor" },
    Modifier { letter: 'H', meaning: "nothing: there is no guest and no host" },
    Modifier { letter: 'G', meaning: "nothing: there is no guest and no host" },
    Modifier { letter: 'D', meaning: "nothing: a counter is nobody else's here" },
];

/// The name in front of modifiers, and these; a counter behind a colon is none.
pub(super) fn modifiers(typed: &str) -> (&str, Vec<Modifier>) {
    let known = |letter: char| MODIFIERS.iter().find(|modifier| modifier.letter == letter).copied();
    let split = typed.rsplit_once(':').filter(|(_, letters)| !letters.is_empty());
    match split.and_then(|(name, letters)| Some((name, letters.chars().map(known).collect::<Option<Vec<_>>>()?))) {
        Some((name, mut found)) => {
            found.dedup();
            (name, found)
        }
        None => (typed, Vec::new()),
    }
}

/// What perf means by a name that is no event here.
pub(super) fn name(typed: &str) -> Option<PerfFacts> {
    let entry = NAMES.iter().find(|entry| entry.name == typed)?;
    Some(PerfFacts {
        name: entry.name.clone(),
        answer: entry.may("")?.value.clone(),
        instead: entry.may("instead")?.value.split_whitespace().map(str::to_owned).collect(),
    })
}

/// All of them.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|entry| entry.name.as_str())
}

#[cfg(test)]
mod tests {
    use mpc7450::events::{ALIASES, alternatives};

    use super::{modifiers, name, names};

    #[test]
    fn every_name_is_answered_with_events_that_exist_and_is_no_alias() {
        for own in names() {
            let facts = name(own).expect(own);
            assert!(facts.answer.ends_with('.') && !facts.instead.is_empty(), "{own}");
            for event in facts.instead {
                assert!(alternatives(&event).next().is_some(), "{own}: {event}");
            }
            assert!(ALIASES.iter().all(|alias| alias.name != own), "{own}");
        }
    }

    #[test]
    fn letters_behind_a_colon_are_modifiers_and_a_counter_is_none() {
        let letters = |typed| {
            let (name, found) = modifiers(typed);
            (name, found.iter().map(|modifier| modifier.letter).collect::<String>())
        };
        assert_eq!(letters("branch-misses:upp"), ("branch-misses", "up".to_owned()));
        assert_eq!(letters("cycles:PMC4"), ("cycles:PMC4", String::new()));
        assert_eq!(letters("cycles:x"), ("cycles:x", String::new()));
        assert_eq!(letters("cycles:PMC2:k"), ("cycles:PMC2", "k".to_owned()));
    }
}
