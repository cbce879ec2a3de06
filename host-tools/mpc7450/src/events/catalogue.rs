//! What the table says about an event: [`Event`], and tests of the table as a whole.

use super::{CATALOGUE, Selector};

/// One line of the table: an event on one counter.
#[derive(Debug, PartialEq, Eq)]
pub struct Event {
    /// Id in kebab case. Codes of one event on several counters share it; codes
    /// of the same name whose difference no source explains do not.
    pub id: &'static str,
    /// Counter and code.
    pub selector: Selector,
    /// Name as in the lists made from the manual.
    pub name: &'static str,
    /// Unit of the chip the event belongs to.
    pub unit: &'static str,
    /// What is counted, and what is known about it.
    pub description: &'static str,
    /// Parts on which it can count.
    pub parts: Parts,
    /// How it uses the threshold; `None` for an event without one.
    pub threshold: Option<Threshold>,
    /// Keys of the sources that list this code, as in the crate's references.
    pub sources: &'static [&'static str],
}

/// Parts on which an event can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Every member of the family.
    All,
    /// Only those with an L3: 7450, 7451, 7455, 7457.
    WithL3,
}

/// How an event uses `MMCR0[THRESHOLD]` [LINUX-PMU].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// Compared as it is: 0 to 63.
    Unscaled,
    /// Multiplied by 2 or 32 as `MMCR2[THRESHMULT]` says.
    Scaled,
    /// Sources disagree whether there is a threshold and whether it is scaled.
    Open,
}

/// The codes of one event, at most one a counter, PMC1 first; none for an
/// unknown id.
pub fn alternatives(id: &str) -> impl Iterator<Item = &'static Event> {
    CATALOGUE.iter().filter(move |event| event.id == id)
}

#[cfg(test)]
mod tests {
    use super::{Parts, Threshold, alternatives};
    use crate::counter::Counter;
    use crate::events::{CATALOGUE, Pmc1Event, Selector};

    fn places(id: &str) -> Vec<(u8, u8)> {
        alternatives(id).map(|event| (event.selector.counter().number(), event.selector.code())).collect()
    }

    #[test]
    fn every_counter_has_as_many_rows_as_the_lists_made_from_the_manual() {
        let rows =
            Counter::ALL.map(|counter| CATALOGUE.iter().filter(|event| event.selector.counter() == counter).count());
        assert_eq!(rows, [93, 62, 31, 30, 20, 53]);
        assert_eq!(CATALOGUE.len(), 289);
    }

    #[test]
    fn exactly_these_codes_are_in_no_list() {
        let undefined: [&[u8]; 6] = [
            &[
                6, 69, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114,
                115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
            ],
            &[6, 63],
            &[6],
            &[6, 31],
            &[12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31],
            &[12, 38, 39, 40, 41, 58, 59, 60, 61, 62, 63],
        ];
        for counter in Counter::ALL {
            let legal = (0..128).map_while(|code| Selector::raw(counter, code).ok());
            let found: Vec<u8> =
                legal.filter(|selector| selector.event().is_none()).map(|selector| selector.code()).collect();
            assert_eq!(found, undefined[counter.index()], "{counter:?}");
        }
    }

    #[test]
    fn alternatives_share_an_id() {
        assert_eq!(places("nothing"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]);
        assert_eq!(places("processor-cycles"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
        assert_eq!(places("instructions-completed"), [(1, 2), (2, 2), (3, 2), (4, 2)]);
        assert_eq!(places("vpu-instructions-completed"), [(1, 8), (2, 8), (4, 8)]);
        assert_eq!(places("l1-data-snoops"), [(1, 22), (2, 22)]);
    }

    /// The pairs and triples that Linux moves an event between [LINUX-PMU].
    #[test]
    fn the_alternatives_of_linux_are_ours() {
        let linux: [&[(u8, u8)]; 15] = [
            &[(2, 0x17), (3, 0x17)],
            &[(4, 0x18), (5, 0x0f), (6, 0x0f)],
            &[(5, 0x02), (6, 0x02)],
            &[(5, 0x03), (6, 0x03)],
            &[(5, 0x04), (6, 0x04)],
            &[(5, 0x05), (6, 0x05)],
            &[(5, 0x06), (6, 0x06)],
            &[(5, 0x07), (6, 0x07)],
            &[(5, 0x0a), (6, 0x23)],
            &[(5, 0x0b), (6, 0x24)],
            &[(5, 0x0d), (6, 0x0d)],
            &[(5, 0x0e), (6, 0x0e)],
            &[(5, 0x12), (6, 0x12)],
            &[(5, 0x13), (6, 0x1d)],
            &[(5, 0x14), (6, 0x1e)],
        ];
        for codes in linux {
            let (number, code) = codes[0];
            let first = Selector::raw(Counter::new(number).unwrap(), code.into()).unwrap();
            assert_eq!(places(first.event().unwrap().id), codes);
        }
    }

    #[test]
    fn ids_are_shared_by_nothing_else() {
        let shared_by_class = |code: u8| code <= 22;
        for event in CATALOGUE.iter().filter(|event| places(event.id).len() > 1) {
            let (counter, code) = (event.selector.counter(), event.selector.code());
            let in_linux_list = event.sources.contains(&"LINUX-PMU");
            assert!(in_linux_list || shared_by_class(code), "{} on {counter:?}", event.id);
        }
    }

    #[test]
    fn unexplained_twins_have_ids_of_their_own() {
        for (code, id) in [
            (31, "l3-cache-hits-code-31"),
            (32, "l3-cache-misses-code-32"),
            (33, "l3-instruction-cache-misses-code-33"),
            (34, "l3-data-cache-misses-code-34"),
            (37, "l3-touch-hits-code-37"),
        ] {
            assert_eq!(places(id), [(6, code)]);
        }
    }

    #[test]
    fn threshold_events_are_those_of_linux() {
        let found: Vec<_> = CATALOGUE
            .iter()
            .filter_map(|event| Some((event.selector.counter().number(), event.selector.code(), event.threshold?)))
            .collect();
        use Threshold::{Open, Scaled, Unscaled};
        let expected = [
            (1, 30, Unscaled),
            (1, 31, Unscaled),
            (1, 40, Scaled),
            (1, 43, Scaled),
            (2, 32, Unscaled),
            (3, 12, Unscaled),
            (3, 13, Open),
            (3, 17, Scaled),
            (4, 16, Unscaled),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_event_of_the_l3_needs_one() {
        for event in CATALOGUE {
            assert_eq!(event.parts == Parts::WithL3, event.description.contains("parts without an L3"), "{}", event.id);
        }
        assert_eq!(CATALOGUE.iter().filter(|event| event.parts == Parts::WithL3).count(), 24);
    }

    #[test]
    fn a_variant_leads_to_its_line() {
        let event = Selector::from(Pmc1Event::L1DataCacheLoadMissCyclesOverThreshold).event().unwrap();
        assert_eq!((event.name, event.unit), ("L1 data cache load miss cycles over threshold", "L1 data cache"));
        assert_eq!(event.sources, ["LINUX-PMU", "FREEBSD-PMC", "PAPI", "SHARK"]);
    }
}
