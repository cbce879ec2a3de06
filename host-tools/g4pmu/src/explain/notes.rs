//! Where public tables of the events disagree.

use std::sync::LazyLock;

use crate::metrics::entries::{self, Entry};

/// The tables that list events, and the counters whose events each lists at all.
pub(super) const TABLES: [(&str, &[u8]); 5] = [
    ("LINUX-PMU", &[1, 2, 3, 4, 5, 6]),
    ("FREEBSD-PMC", &[1, 2, 3, 4, 5, 6]),
    ("OPROFILE", &[1, 2, 3, 4]),
    ("PAPI", &[1, 2, 3, 4, 5, 6]),
    ("SHARK", &[1, 2, 3, 4, 5, 6]),
];

static NOTES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| entries::read(include_str!("data/notes.txt"), &["note"]).expect("a test reads it"));

/// The notes on a code of a counter.
pub(super) fn of(pmc: u8, code: u8) -> Vec<String> {
    let name = format!("pmc{pmc}-{code}");
    NOTES.iter().filter(|note| note.name == name).flat_map(|note| &note.keys).map(|key| key.value.clone()).collect()
}

#[cfg(test)]
mod tests {
    use mpc7450::events::CATALOGUE;

    use super::{NOTES, TABLES};

    #[test]
    fn every_note_is_on_an_event_and_says_something() {
        for note in NOTES.iter() {
            let place = |event: &&mpc7450::events::Event| {
                format!("pmc{}-{}", event.selector.counter().number(), event.selector.code()) == note.name
            };
            assert!(CATALOGUE.iter().find(place).is_some(), "{}", note.name);
            assert!(note.keys.iter().all(|key| key.value.ends_with('.')) && note.keys.len() == 1, "{}", note.name);
        }
    }

    #[test]
    fn a_table_lists_events_of_the_counters_that_it_knows_and_no_others() {
        for (table, counters) in TABLES {
            for pmc in 1..=6 {
                let lists = CATALOGUE
                    .iter()
                    .any(|event| event.selector.counter().number() == pmc && event.sources.contains(&table));
                assert_eq!(lists, counters.contains(&pmc), "{table} PMC{pmc}");
            }
        }
    }
}
