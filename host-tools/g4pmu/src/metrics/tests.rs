//! Tests of the metrics that come with the command, of laws, and of files.

use mpc7450::events::{CATALOGUE, Matches};
use proptest::prelude::*;

use super::counts::{Count, Counts, Pass};
use super::quantity::Form;
use super::{Book, Metric, Outcome, Quantity, laws, violations};
use crate::plan::matching;

const PASS: Pass = Pass { report: 1, run: 0 };

fn metric(name: &str) -> &'static Metric {
    Book::built_in().find(name).expect(name)[0]
}

fn counts<'a>(values: impl IntoIterator<Item = (&'a str, f64)>) -> Counts {
    let mut counts = Counts::new(PASS);
    for (name, value) in values {
        counts.add(Quantity::named(name).expect(name), Ok(Count::fixed(value)));
    }
    counts
}

#[test]
fn every_group_that_comes_with_the_command_is_right() {
    let book = Book::built_in();
    assert_eq!(book.groups().len(), 16);
    for group in book.groups() {
        assert!(!group.metrics.is_empty() && !group.about.is_empty() && group.text.ends_with('.'), "{}", group.name);
    }
    for metric in book.metrics() {
        assert!(metric.meaning.ends_with('.'), "{}", metric.name);
        assert!(metric.caveats.iter().all(|caveat| caveat.ends_with('.')), "{}", metric.name);
        assert_eq!(book.find(&metric.name).expect("itself"), [metric]);
    }
}

#[test]
fn one_pass_can_count_what_a_law_needs() {
    for law in laws::laws() {
        let quantities = [law.left.quantities(), law.right.quantities()].concat();
        let matches = |quantity: &&Quantity| match quantity {
            Quantity::Event { matches, .. } => Some(*matches),
            _ => None,
        };
        let matches: Vec<Matches> = quantities.iter().filter_map(matches).collect();
        assert!(matching::counters(&matches).is_some(), "{}", law.name);
        assert!(law.why.ends_with('.'), "{}", law.name);
    }
}

/// A prime of its own for everything that a formula can name.
fn primes() -> (Counts, impl Fn(&str) -> f64) {
    let is_prime = |number: &u32| (2..).take_while(|by| by * by <= *number).all(|by| !number.is_multiple_of(by));
    let mut names: Vec<String> = CATALOGUE.iter().map(|event| event.id.to_owned()).collect();
    names.extend(Form::ALL.map(|form| Quantity::Form(form).to_string()));
    names.extend(["time-base-ticks", "time-base-rate", "core-rate"].map(str::to_owned));
    names.sort_unstable();
    names.dedup();
    let values: Vec<(String, f64)> = names.into_iter().zip((1_000..).filter(is_prime).map(f64::from)).collect();
    let counts = counts(values.iter().map(|(name, value)| (name.as_str(), *value)));
    (counts, move |name: &str| values.iter().find(|(own, _)| own == name).expect(name).1)
}

/// What each of these means, written once more by hand: a swapped name gives another prime.
#[test]
fn metrics_are_made_of_what_they_say() {
    let (counts, of) = primes();
    let (cycles, completed) = (of("processor-cycles"), of("instructions-completed"));
    let processed = of("taken-branches-that-are-processed") + of("fall-through-branches-processed");
    let wrong = of("mispredicted-branches");
    let dispatching = [
        of("one-instruction-dispatched"),
        of("two-instructions-dispatched"),
        of("cycles-where-3-instructions-are-dispatched"),
    ];
    let completing =
        [of("completing-one-instruction"), of("completing-two-instructions"), of("completing-3-instructions")];
    let width = |clocks: [f64; 3]| clocks[0] + 2.0 * clocks[1] + 3.0 * clocks[2];
    let rate = |hit: &str, miss: &str| of(miss) / (of(hit) + of(miss));
    let by_hand = [
        ("ipc", completed / cycles),
        ("cpi", cycles / completed),
        ("cycles-per-operation", cycles / of("form.operations")),
        ("core-clock", cycles / of("time-base-ticks") * of("time-base-rate")),
        ("time", of("time-base-ticks") / of("time-base-rate")),
        ("misprediction-rate", wrong / processed),
        ("misprediction-rate-by-form", wrong / of("form.branches")),
        ("perf-branch-miss-ratio", wrong / of("completed-branch-instructions")),
        ("mispredictions-per-instruction", wrong / completed),
        ("link-stack-share-of-mispredictions", of("branch-link-stack-mispredicted") / wrong),
        ("taken-share", of("taken-branches-that-are-processed") / processed),
        ("folded-share", of("folded-branches") / processed),
        ("btic-hit-share", rate("btic-miss", "true-branch-target-instruction-hits")),
        ("link-stack-miss-rate", rate("branch-link-stack-correctly-resolved", "branch-link-stack-mispredicted")),
        ("ctr-stall-share", of("branch-unit-stall-on-ctr-dependency") / cycles),
        ("ctr-stall-per-operation", of("branch-unit-stall-on-ctr-dependency") / of("form.operations")),
        ("lr-stall-share", of("bpu-stall-on-lr-dependency") / cycles),
        ("dispatch-width", width(dispatching) / cycles),
        ("dispatch-width-when-any", width(dispatching) / dispatching.iter().sum::<f64>()),
        ("retire-width", width(completing) / cycles),
        ("retire-width-when-any", width(completing) / completing.iter().sum::<f64>()),
        ("l1d-miss-rate", rate("l1-data-total-hits", "l1-data-total-misses")),
        ("l1d-load-miss-rate", rate("l1-data-load-hit", "l1-data-load-access-miss")),
        ("l1d-store-miss-rate", rate("l1-data-store-hit", "l1-data-store-miss")),
        ("l1i-miss-rate", of("l1-instruction-cache-misses") / of("l1-instruction-cache-accesses")),
        ("l2-hit-rate", rate("l2-cache-misses", "l2-cache-hits")),
        ("l2-miss-rate", rate("l2-cache-hits", "l2-cache-misses")),
        ("l3-miss-rate", rate("l3-cache-hits", "l3-cache-misses")),
        ("cycles-per-dtlb-search", of("dtlb-hardware-table-search-cycles") / of("dtlb-misses")),
        ("fp-share", of("fpu-instructions") / completed),
        ("vpu-share", of("vpu-instructions-completed") / completed),
        ("bus-read-bytes-per-cycle", 8.0 * of("bus-tas-for-reads") / cycles),
        ("bus-write-bandwidth", 8.0 * of("bus-tas-for-writes") * of("time-base-rate") / of("time-base-ticks")),
        ("cpi-completing", (cycles - of("cycles-where-no-instructions-completed")) / completed),
        ("cpi-waiting", of("cycles-where-no-instructions-completed") / completed),
    ];
    for (name, expected) in by_hand {
        let value = metric(name).of(&counts).value.expect(name);
        assert!((value / expected - 1.0).abs() < 1e-12, "{name}: {value} {expected}");
    }
}

/// With other counts at each event, no two metrics have the same value: none is a copy.
#[test]
fn no_two_metrics_are_the_same() {
    let (counts, _) = primes();
    let mut values: Vec<(f64, &str)> = Book::built_in()
        .metrics()
        .map(|metric| (metric.of(&counts).value.expect("everything is counted"), metric.name.as_str()))
        .collect();
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    for pair in values.windows(2) {
        assert!((pair[1].0 / pair[0].0 - 1.0).abs() > 1e-12, "{} {}", pair[0].1, pair[1].1);
    }
}

#[test]
fn a_divisor_of_nothing_gives_no_value_and_the_reason() {
    let zero = counts([("mispredicted-branches", 0.0), ("completed-branch-instructions", 0.0)]);
    let outcome = metric("perf-branch-miss-ratio").of(&zero);
    let reason = "completed-branch-instructions is 0, and nothing is divided by it".to_owned();
    assert_eq!(outcome, Outcome { pass: PASS, value: None, spread: None, reason: Some(reason) });
}

#[test]
fn what_a_pass_does_not_count_is_named() {
    let reason = metric("ipc").of(&counts([("cycles", 5.0)])).reason;
    assert_eq!(reason.as_deref(), Some("instructions-completed is not counted in this pass"));
}

#[test]
fn a_value_outside_its_range_is_doubted_and_stays() {
    let outcome = metric("ipc").of(&counts([("cycles", 10.0), ("instructions", 31.0)]));
    assert_eq!((outcome.value, outcome.reason.as_deref()), (Some(3.1), Some("it must be 0 to 3")));
    let outcome = metric("ctr-stall-share").of(&counts([("cycles", 10.0), ("r31d", 11.0)]));
    assert_eq!(outcome.reason.as_deref(), Some("it must be 0 to 1"));
}

#[test]
fn the_spread_is_that_of_ratios_and_not_of_their_parts() {
    let mut counts = Counts::new(PASS);
    let count = |median: f64, pairs: &[f64]| Ok(Count { median, pairs: pairs.to_vec() });
    counts.add(Quantity::named("instructions").unwrap(), count(200.0, &[100.0, 200.0, 400.0]));
    counts.add(Quantity::named("cycles").unwrap(), count(400.0, &[200.0, 400.0, 800.0]));
    assert_eq!(metric("ipc").of(&counts).spread, Some((0.5, 0.5)), "both parts vary together");
    counts.add(Quantity::Form(Form::Operations), Ok(Count::fixed(10.0)));
    assert_eq!(metric("cycles-per-operation").of(&counts).spread, Some((20.0, 80.0)));
}

#[test]
fn a_ratio_is_taken_from_the_pass_that_has_both_parts() {
    let pass = |run, names: &[(&'static str, f64)]| {
        let mut counts = Counts::new(Pass { report: 1, run });
        for (name, value) in names {
            counts.add(Quantity::named(name).unwrap(), Ok(Count::fixed(*value)));
        }
        counts
    };
    let passes = [pass(0, &[("instructions", 7.0)]), pass(1, &[("cycles", 100.0)])];
    let outcome = metric("ipc").of_any(&passes).expect("passes");
    assert_eq!(outcome.value, None, "one part in each pass makes no ratio");
    let passes = [passes[0].clone(), pass(2, &[("cycles", 100.0), ("instructions", 50.0)])];
    let outcome = metric("ipc").of_any(&passes).expect("passes");
    assert_eq!((outcome.value, outcome.pass.run), (Some(0.5), 2));
    assert_eq!(metric("ipc").of_any(&[]), None);
}

/// Counts of a machine that keeps the laws: what happened, then what is counted of it.
fn machine() -> impl Strategy<Value = Vec<(&'static str, f64)>> {
    let few = 0_u32..1000;
    let widths = (1_u32..1000, few.clone(), few.clone(), few.clone());
    let branches = (1_u32..1000, 1_u32..1000, 0_u32..100, 0_u32..100, 0_u32..100);
    let caches = (1_u32..1000, few.clone(), few.clone(), few.clone());
    (widths, branches, caches).prop_map(
        |((none, one, two, three), (taken, through, wrong, returns, folded), (hit, store, miss, l2))| {
            let f = f64::from;
            let cycles = none + one + two + three;
            let completed = one + 2 * two + 3 * three;
            let branches = taken + through;
            let (wrong, returns) = (wrong.min(branches), returns.min(taken / 2));
            vec![
                ("processor-cycles", f(cycles)),
                ("instructions-completed", f(completed)),
                ("instructions-dispatched", f(completed + none.min(wrong))),
                ("cycles-where-no-instructions-completed", f(none)),
                ("completing-one-instruction", f(one)),
                ("completing-two-instructions", f(two)),
                ("completing-3-instructions", f(three)),
                ("dispatching-0-instructions", f(none)),
                ("one-instruction-dispatched", f(one)),
                ("two-instructions-dispatched", f(two)),
                ("cycles-where-3-instructions-are-dispatched", f(three)),
                ("taken-branches-that-are-processed", f(taken)),
                ("fall-through-branches-processed", f(through)),
                ("folded-branches", f(folded.min(branches))),
                ("completed-branch-instructions", f((branches - folded.min(branches)).min(completed))),
                ("mispredicted-branches", f(wrong)),
                ("unresolved-branches", f(branches)),
                ("branch-link-stack-mispredicted", f(returns.min(wrong))),
                ("branch-link-stack-correctly-resolved", f(returns)),
                ("branch-link-stack-predicted", f(2 * returns)),
                ("branch-unit-stall", f(none)),
                ("branch-unit-stall-on-ctr-dependency", f(none / 3)),
                ("bpu-stall-on-lr-dependency", f(none / 2)),
                ("l1-data-load-hit", f(hit)),
                ("l1-data-store-hit", f(store)),
                ("l1-data-total-hits", f(hit + store)),
                ("l1-data-load-access-miss", f(miss)),
                ("l1-data-total-misses", f(miss)),
                ("lwarx-instructions-completed", 0.0),
                ("l2-cache-hits", f(miss.saturating_sub(l2))),
                ("l2-cache-misses", f(miss.min(l2))),
                ("l2-data-cache-misses", f(miss.min(l2))),
                ("l2-load-hits", f(miss.saturating_sub(l2))),
                ("l1-instruction-cache-accesses", f(cycles)),
                ("l1-instruction-cache-misses", f(none)),
                ("form.branches", f(branches)),
                ("form.loads", f(hit + miss)),
            ]
        },
    )
}

proptest! {
    /// A machine that keeps the laws breaks none, and every ratio of it is in its range.
    #[test]
    fn ratios_of_a_possible_machine_are_in_their_ranges(values in machine()) {
        let counts = counts(values);
        let (checked, broken) = violations(&counts);
        prop_assert_eq!(checked, laws::laws().len());
        prop_assert!(broken.is_empty(), "{}", broken[0]);
        for metric in Book::built_in().metrics() {
            let outcome = metric.of(&counts);
            prop_assert!(outcome.value.is_none() || outcome.reason.is_none(), "{}: {:?}", metric.name, outcome);
            prop_assert!(outcome.value.is_some() || outcome.reason.is_some(), "{}", metric.name);
        }
    }

    /// A count that is moved far out of its place breaks each equality that it stands in.
    #[test]
    fn a_count_that_cannot_be_breaks_its_law(values in machine(), by in 17.0_f64..1e6) {
        for spoilt in ["dispatching-0-instructions", "completing-3-instructions"] {
            let values = values.iter().map(|(name, value)| (*name, if *name == spoilt { value + by } else { *value }));
            let (_, broken) = violations(&counts(values));
            prop_assert_eq!(broken.len(), 1, "{}", spoilt);
            prop_assert!(broken[0].to_string().contains("In each clock none, one, two or three"), "{}", broken[0]);
        }
    }
}

const FILE: &str = "\
group mine: my own
metric loads-per-branch
formula: load-instructions / completed-branch-instructions
unit: instructions per branch
meaning: Loads for each branch that completes.
";

#[test]
fn a_users_file_adds_metrics() {
    let book = Book::built_in().with(FILE).expect("a right file");
    assert_eq!(book.find("mine").expect("a group")[0].name, "loads-per-branch");
    let counts = counts([("load-instructions", 6.0), ("branches", 4.0)]);
    assert_eq!(book.find("loads-per-branch").expect("a metric")[0].of(&counts).value, Some(1.5));
}

#[test]
fn a_wrong_file_names_place_and_cause() {
    let complaint = |from: &str, to: &str| {
        let text = FILE.replace(from, to);
        assert_ne!(text, FILE);
        Book::built_in().with(&text).expect_err(&text).to_string()
    };
    assert!(
        complaint("load-instr", "load-inst").starts_with("line 3, column 10: nothing is called `load-instuctions`")
            || complaint("load-instr", "load-instx")
                .starts_with("line 3, column 10: nothing is called `load-instxuctions`")
    );
    assert_eq!(complaint("per branch", "per cycle"), "line 4, column 7: the formula counts instructions per branch");
    assert_eq!(
        complaint("instructions per branch", "share of branches"),
        "line 4, column 7: the formula counts instructions per branch"
    );
    assert_eq!(
        complaint("unit: ", "units: "),
        "line 4, column 8: a metric has no `units:`; it has formula, unit, range, meaning, caveat; did you mean unit?"
    );
    assert_eq!(
        complaint("meaning: Loads for each branch that completes.\n", ""),
        "line 2: metric loads-per-branch has no `meaning:`"
    );
    assert_eq!(complaint("metric loads-per-branch", "metric ipc"), "line 2: there is a metric or group ipc already");
    assert_eq!(
        complaint("metric loads-per-branch", "metric loads per branch"),
        "line 2: `loads per branch` is no name: use letters, digits and hyphens"
    );
    assert_eq!(complaint("group mine: my own\n", ""), "line 1: a metric stands in a group: begin with `group NAME`");
    assert_eq!(
        complaint("load-instructions", "1 [instructions per branch] * unresolved-branches"),
        "line 3, column 10: no pass can count all of these: unresolved-branches (PMC1), completed-branch-instructions (PMC1)"
    );
    assert_eq!(
        complaint("unit:", "range: 3 to 0\nunit:"),
        "line 4, column 8: `3 to 0` is no range: write `0 to 3` or `1 to any`"
    );
    let share = |formula: &str, unit: &str| {
        complaint(
            "formula: load-instructions / completed-branch-instructions\nunit: instructions per branch",
            &format!("formula: {formula}\nunit: {unit}"),
        )
    };
    assert_eq!(
        share("branch-misses / branches", "share of cycles"),
        "line 4, column 7: the formula divides by branches"
    );
    assert_eq!(
        share("1 * 2", "share of cycles"),
        "line 4, column 7: the formula divides by nothing, so it is no share"
    );
}

#[test]
fn a_misspelt_metric_is_answered_with_the_nearest() {
    let error = Book::built_in().find("misprediction-rat").expect_err("misspelt").to_string();
    assert!(error.starts_with("there is no metric and no group `misprediction-rat`; the groups are core, "), "{error}");
    assert!(error.ends_with("; did you mean misprediction-rate?"), "{error}");
}
