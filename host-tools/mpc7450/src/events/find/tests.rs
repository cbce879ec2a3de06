//! Tests of [`find`](super::find).

use proptest::prelude::*;

use super::{FindError, find};
use crate::counter::Counter;
use crate::events::{ALIASES, CATALOGUE, CodeTooLarge, Selector};

/// Counter numbers and codes that a spec stands for.
fn places(spec: &str) -> Vec<(u8, u8)> {
    let matches = find(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    matches.iter().map(|selector| (selector.counter().number(), selector.code())).collect()
}

fn complaint(spec: &str) -> String {
    find(spec).unwrap_err().to_string()
}

#[test]
fn an_id_means_every_counter_that_can_count_it() {
    assert_eq!(places("mispredicted-branches"), [(4, 28)]);
    assert_eq!(places("l1-data-total-misses"), [(2, 23), (3, 23)]);
    assert_eq!(places("l2-cache-misses"), [(5, 19), (6, 29)]);
}

#[test]
fn an_alias_means_what_its_event_means() {
    for alias in ALIASES {
        assert_eq!(find(alias.name), find(alias.id), "{}", alias.name);
    }
    assert_eq!(places("branch-misses"), [(4, 28)]);
}

#[test]
fn a_raw_code_is_counter_and_selector() {
    for spec in ["r41c", "0x41c", "r41C"] {
        assert_eq!(places(spec), [(4, 28)]);
    }
    assert_eq!(places("r17f"), [(1, 127)]);
    assert_eq!(places("r106"), [(1, 6)], "a code that no source lists is found too");
}

/// Classes of Linux: which counters share a code that names no counter
/// [LINUX-PMU `mpc7450_classify_event`, `classmap`]. It accepts code 6, which no
/// list defines; we do not.
#[test]
fn a_raw_code_without_counter_means_the_counters_that_share_it() {
    for code in (0..=22).filter(|code| *code != 6) {
        let counters: &[u8] = match code {
            0..=1 => &[1, 2, 3, 4, 5, 6],
            2..=7 => &[1, 2, 3, 4],
            8..=13 => &[1, 2, 4],
            _ => &[1, 2],
        };
        let expected: Vec<_> = counters.iter().map(|counter| (*counter, code)).collect();
        assert_eq!(places(&format!("r{code:x}")), expected);
        assert_eq!(places(&format!("0x{code:03x}")), expected);
    }
    for code in [6, 23, 28, 127, 128, 255] {
        assert_eq!(find(&format!("r{code:x}")), Err(FindError::NotShared { code }));
    }
}

#[test]
fn a_colon_picks_the_counter() {
    assert_eq!(places("instructions-completed:PMC4"), [(4, 2)]);
    assert_eq!(places("cycles:pmc6"), [(6, 1)]);
    assert_eq!(places("r002:PMC3"), [(3, 2)]);
    assert_eq!(places("r41c:PMC4"), [(4, 28)]);
    assert_eq!(
        complaint("instructions:PMC5"),
        "PMC5 cannot count this event; it can be counted on PMC1, PMC2, PMC3, PMC4"
    );
}

#[test]
fn what_is_wrong_is_said() {
    for spec in ["cycles:PMC7", "cycles:PMC0", "cycles:4", "cycles:", "cycles:PMC1:PMC2", "r71c", "rf00"] {
        assert_eq!(find(spec), Err(FindError::NoSuchCounter), "{spec}");
    }
    assert_eq!(find("r520"), Err(FindError::Code(CodeTooLarge { counter: Counter::Pmc5, code: 32 })));
    for spec in ["r1012b", "0x100000000", "0xffffffffffffffffff"] {
        assert_eq!(find(spec), Err(FindError::RawTooLong), "{spec}");
    }
    assert_eq!(complaint("r17"), "no counters share selector 0x17, so a raw code must name the counter, 1 to 6: r117");
}

#[test]
fn an_unknown_name_leads_to_a_similar_one() {
    for (typed, meant) in [
        ("mispredicted-branch", "mispredicted-branches"),
        ("branch-miss", "branch-misses"),
        ("instruction-completed", "instructions-completed"),
        ("Cycles", "cycles"),
        ("dtlb-miss", "dtlb-misses"),
        ("l2-data-misses", "l2-data-cache-misses"),
    ] {
        assert_eq!(find(typed), Err(FindError::Unknown { similar: Some(meant) }), "{typed}");
    }
    for typed in ["", "-", "xyzzy", "r", "0x", "rxyz", ":PMC1"] {
        assert_eq!(find(typed), Err(FindError::Unknown { similar: None }), "{typed:?}");
    }
}

proptest! {
    #[test]
    fn every_line_of_the_table_is_found_by_id_and_by_raw_code(index in 0..CATALOGUE.len()) {
        let event = &CATALOGUE[index];
        let (counter, code) = (event.selector.counter(), event.selector.code());
        prop_assert_eq!(find(event.id).unwrap().on(counter), Some(event.selector));
        let by_raw = find(&format!("r{}{code:02x}", counter.number())).unwrap();
        prop_assert_eq!(by_raw.iter().collect::<Vec<_>>(), [event.selector]);
        prop_assert_eq!(event.selector.event(), Some(event));
    }

    #[test]
    fn a_raw_code_is_found_exactly_when_its_selector_fits(number in 1_u8..=6, code in 0_u32..256) {
        let expected = Selector::raw(Counter::new(number).unwrap(), code).map(Some).map_err(FindError::Code);
        let found = find(&format!("r{number}{code:02x}")).map(|matches| matches.iter().next());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_text_makes_it_panic(spec: String) {
        let _found_or_not = find(&spec);
    }
}
