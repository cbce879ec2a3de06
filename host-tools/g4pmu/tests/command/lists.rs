//! What `g4pmu list` prints.

use serde_json::Value;

use crate::tool::Place;

fn printed(line: &str) -> String {
    let done = Place::new().g4pmu(line);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{line}");
    done.out
}

#[test]
fn every_kernel_event_and_suite_is_listed_in_every_form() {
    let kernels: Vec<&str> = g4pmu::catalogue::kernels().map(|kernel| kernel.id).collect();
    let suites: Vec<&str> = g4pmu::catalogue::suites().iter().map(|suite| suite.name).collect();
    let events: Vec<&str> = mpc7450::events::CATALOGUE.iter().map(|event| event.id).collect();
    for (what, key, names) in [("kernels", "id", kernels), ("suites", "suite", suites), ("events", "event", events)] {
        let first = |text: &str, end: char| -> Vec<String> {
            text.lines().skip(1).map(|line| line.split(end).next().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(first(&printed(&format!("list {what}")), ' '), names);
        assert_eq!(first(&printed(&format!("list {what} -x,")), ','), names);
        let json: Vec<Value> = serde_json::from_str(&printed(&format!("list {what} -j"))).expect("JSON");
        let found: Vec<&str> = json.iter().filter_map(|entry| entry[key].as_str()).collect();
        assert_eq!(found, names);
    }
}

#[test]
fn a_kernel_in_full_has_parameters_presets_and_predictions() {
    let text = printed("list kernels branch/chain");
    for part in
        ["  nops: ", "; 0 to 64", "; nop or independent", "  preset quick: branches:", "  predicted btic-knee: "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn an_event_of_several_counters_is_shown_once_with_all_its_codes() {
    let text = printed("list events processor-cycles");
    assert_eq!(text.matches("Processor cycles").count(), 1, "{text}");
    for raw in ["r101", "r201", "r301", "r401", "r501", "r601", "also cycles, cpu-cycles"] {
        assert!(text.contains(raw), "{raw}: {text}");
    }
}

#[test]
fn perfs_names_and_raw_codes_find_events() {
    for spec in ["branch-misses", "r41c", "mispredicted-branches:PMC4"] {
        assert!(printed(&format!("list events {spec}")).starts_with("mispredicted-branches: "), "{spec}");
    }
}

#[test]
fn a_cell_with_the_separator_in_it_is_quoted() {
    let suite = &g4pmu::catalogue::suites()[0];
    assert!(suite.description.contains(','), "the test needs a description with a comma");
    assert!(printed("list suites -x,").contains(&format!(",\"{}\"\n", suite.description)));
    assert!(printed("list suites -x|").contains(&format!("|{}\n", suite.description)));
}

#[test]
fn a_suite_states_its_instructions() {
    let json: Vec<Value> = serde_json::from_str(&printed("list suites -j")).expect("JSON");
    let executed = |name: &str| {
        let suite = json.iter().find(|suite| suite["suite"] == name).expect(name);
        suite["instructions"].as_u64().expect("a number")
    };
    // The limits that the presets are held to.
    assert!((1_000_000..=300_000_000).contains(&executed("quick")));
    assert!((1_000_000_000..=6_000_000_000).contains(&executed("default")));
    for name in ["quick", "default"] {
        assert!(printed("list suites").contains(&format!("  {}  ", executed(name))), "{name}");
        assert!(printed(&format!("list suites {name}")).contains(" instructions a pass: about "), "{name}");
    }
}

#[test]
fn an_event_that_is_named_twice_is_listed_once() {
    let once = Place::new().g4pmu("list events branch-misses -x,");
    let twice = Place::new().g4pmu("list events branch-misses r41c mispredicted-branches -x,");
    assert_eq!((once.code, once.out), (0, twice.out));
}

#[test]
fn a_word_that_is_no_name_finds_every_entry_with_it() {
    let found = printed("list events btic -x,");
    let ids: Vec<&str> = found.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(ids, ["btic-miss", "fast-btic-hit"]);
    assert!(printed("list kernels TLB").contains("\nmemory/tlb "));
    assert!(printed("list suites knees").contains("chain-knees"));
    assert!(printed("list metrics retire -x,").lines().count() == 7);
    let done = Place::new().g4pmu("list kernels nothing-like-it");
    assert!(done.code == 2 && done.err.contains("there is no kernel `nothing-like-it`; there are "), "{}", done.err);
    let done = Place::new().g4pmu("list metrics ipd");
    assert!(done.code == 2 && done.err.ends_with("did you mean ipc?\n"), "{}", done.err);
}

#[test]
fn what_can_be_listed_is_listed() {
    let overview = printed("list -x,");
    for line in overview.lines().skip(1) {
        let [what, entries, _] = line.splitn(3, ',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rows = printed(&format!("list {what} -x,")).lines().count() - 1;
        assert_eq!(rows.to_string(), entries, "{what}");
    }
}
