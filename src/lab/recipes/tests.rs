//! Every recipe on a unit that counts, freezes and triggers.

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use proptest::prelude::*;
use report_format::record::State;

use super::{RecipeError, RecipeWords, above, freeze_after, has_frozen, only_in, start_after};
use crate::pmu::group::Group;
use crate::pmu::present::Present;
use crate::pmu::programming::Programming;
use crate::pmu::sampler::fake::{FakeUnit, MMCR0};

const PR: u32 = 0x0000_4000;

fn selecting(pairs: &[(Counter, u32)]) -> Programming {
    pairs.iter().fold(Programming::new(), |programming, &(counter, code)| {
        programming.select(Selector::raw(counter, code).unwrap()).unwrap()
    })
}

/// Cycles, instructions completed, mispredicted branches.
fn three() -> Programming {
    selecting(&[(Counter::Pmc1, 1), (Counter::Pmc2, 2), (Counter::Pmc4, 28)])
}

/// Runs code of so many events a step, as the window does, and gives what each
/// counter has counted and its value.
fn measured(programming: &Programming, state: State, steps: &[([u32; 6], u32)]) -> ([u32; 6], [u32; 6], FakeUnit) {
    let group = Group::new(programming, Present::Six, state).unwrap();
    let mut unit = FakeUnit::new();
    group.arm(&mut unit);
    let start = group.read(&unit);
    *unit.register(MMCR0) = group.armed();
    for (events, msr) in steps {
        let running = unit.msr;
        unit.msr |= msr;
        unit.complete(0x0140_0000, *events);
        unit.msr = running;
    }
    let stop = group.read(&unit);
    let mut counted = [0; 6];
    for ((counted, start), stop) in counted.iter_mut().zip(start).zip(stop) {
        *counted = stop.wrapping_sub(start);
    }
    (counted, stop, unit)
}

#[test]
fn all_counters_stop_with_the_nth_event() {
    let programming = freeze_after(three(), Counter::Pmc2, 4).unwrap();
    let words = programming.words();
    assert_eq!((words.mmcr0, words.mmcr1), (0x0200_4042, 0x0700_0000));
    let steps = [([3, 2, 0, 1, 0, 0], 0); 5];
    let (counted, stop, mut unit) = measured(&programming, State::Supervisor, &steps);
    assert_eq!(counted, [6, 4, 0, 1, 0, 0], "in the second step, before its misprediction");
    assert!(has_frozen(Counter::Pmc2, stop));
    assert_eq!(*unit.register(MMCR0), 0x8a00_4042);
    assert!(unit.exception().is_none(), "and no exception comes of it");
}

#[test]
fn too_few_events_stop_nothing() {
    let programming = freeze_after(three(), Counter::Pmc1, 100).unwrap();
    assert_eq!(programming.words().mmcr0, 0x0200_8042);
    let (counted, stop, _) = measured(&programming, State::Supervisor, &[([3, 2, 0, 1, 0, 0], 0); 5]);
    assert_eq!(counted, [15, 10, 0, 5, 0, 0]);
    assert!(!has_frozen(Counter::Pmc1, stop));
}

#[test]
fn the_others_start_with_the_nth_event_of_pmc1() {
    let programming = start_after(three(), 7).unwrap();
    assert_eq!(programming.words().mmcr0, 0x0000_2042);
    let (counted, _, mut unit) = measured(&programming, State::Supervisor, &[([3, 2, 0, 1, 0, 0], 0); 5]);
    assert_eq!(counted, [15, 6, 0, 3, 0, 0], "held in the first two steps");
    assert_eq!(*unit.register(MMCR0), 0x0800_0042, "TRIGGER is used up");
}

#[test]
fn starting_and_stopping_go_together() {
    let programming = freeze_after(start_after(three(), 7).unwrap(), Counter::Pmc2, 3).unwrap();
    assert_eq!(programming.words().mmcr0, 0x0200_6042);
    let (counted, _, _) = measured(&programming, State::Supervisor, &[([3, 2, 0, 1, 0, 0], 0); 9]);
    assert_eq!(counted, [12, 3, 0, 1, 0, 0]);
}

#[test]
fn loads_above_a_latency() {
    let programming = above(selecting(&[(Counter::Pmc1, 43), (Counter::Pmc2, 2)]), 320).unwrap();
    let words = programming.words();
    assert_eq!((words.mmcr0, words.mmcr2), (0x000a_0ac2, 0x8000_0000));
    assert_eq!(above(three(), 320), Err(RecipeError::NoThresholdEvent));
}

#[test]
fn only_the_state_asked_for_counts() {
    let steps = [([1, 1, 0, 0, 0, 0], 0), ([10, 10, 0, 0, 0, 0], PR)];
    let user = only_in(three(), State::User);
    assert_eq!(user.words().mmcr0, 0x4000_0042);
    assert_eq!(measured(&user, State::User, &steps).0, [10, 10, 0, 0, 0, 0]);
    let supervisor = only_in(three(), State::Supervisor);
    assert_eq!(supervisor.words().mmcr0, 0x2000_0042);
    assert_eq!(measured(&supervisor, State::Supervisor, &steps).0, [1, 1, 0, 0, 0, 0]);
    assert_eq!(measured(&three(), State::Supervisor, &steps).0, [11, 11, 0, 0, 0, 0]);
}

fn apply(words: &str, programming: Programming) -> Result<u32, String> {
    let mut recipe = RecipeWords::default();
    for word in words.split_ascii_whitespace() {
        let (name, value) = word.split_once('=').unwrap();
        assert!(recipe.take(name, value), "{name}");
    }
    recipe.apply(programming).map(|programming| programming.words().mmcr0).map_err(|error| error.to_string())
}

#[test]
fn words_make_recipes() {
    assert_eq!(apply("", three()), Ok(0x0000_0042));
    assert_eq!(apply("freeze=pmc2:4", three()), Ok(0x0200_4042));
    assert_eq!(apply("trigger=7 freeze=pmc4:3", three()), Ok(0x0200_6042));
    assert_eq!(apply("count=user", three()), Ok(0x4000_0042));
    assert_eq!(apply("count=supervisor freeze=pmc2:4", three()), Ok(0x2200_4042));
    assert_eq!(apply("threshold=64", selecting(&[(Counter::Pmc1, 43)])), Ok(0x0020_0ac0));
    assert!(!RecipeWords::default().take("freezer", "1"));
}

#[test]
fn what_makes_no_recipe_is_refused_with_what_does() {
    let error = |words| apply(words, three()).unwrap_err();
    for words in ["freeze=4", "freeze=pmc7:4", "freeze=pmc2", "freeze=pmc2:", "freeze=pmc2:-1"] {
        assert_eq!(error(words), format!("{words}: write pmcN:EVENTS with N 1 to 6, for instance freeze=pmc2:10000"));
    }
    assert_eq!(error("trigger=x"), "trigger: `x` is not a decimal number below 2^32");
    assert_eq!(error("trigger=0"), "no counter turns negative after 0 events: 1 to 2147483648 are possible");
    assert_eq!(error("count=both"), "count=both: supervisor, user are legal");
    assert_eq!(error("freeze=pmc3:1"), "PMC3 is to be counted and has no event: add pmc3=CODE");
    assert_eq!(
        error("trigger=1 freeze=pmc1:1"),
        "with trigger= PMC1 starts the others and cannot stop them: freeze=pmc2: to freeze=pmc6: can"
    );
    assert!(error("threshold=4").starts_with("threshold= needs an event that compares: pmc1= 30, "));
    let error = apply("threshold=3", selecting(&[(Counter::Pmc1, 43)])).unwrap_err();
    assert!(error.starts_with("PMC1 code 43 cannot be compared with 3: "), "{error}");
}

proptest! {
    /// Whatever happens in whatever order: the counter that stops the others has at most
    /// its N events, and exactly so many when the unit has frozen.
    #[test]
    fn the_stopping_counter_never_passes_n(
        n in 1_u32..100, steps in proptest::collection::vec((0_u32..5, 0_u32..5), 0..60),
    ) {
        let programming = freeze_after(three(), Counter::Pmc2, n).unwrap();
        let steps: Vec<_> = steps.iter().map(|&(one, two)| ([one, two, 0, 0, 0, 0], 0)).collect();
        let all: u32 = steps.iter().map(|(events, _)| events[1]).sum();
        let (counted, stop, _) = measured(&programming, State::Supervisor, &steps);
        prop_assert_eq!(counted[1], all.min(n));
        prop_assert_eq!(has_frozen(Counter::Pmc2, stop), all >= n);
    }
}
