//! `g4pmu study`.

use serde_json::Value;

use crate::sample::{Part, Run, Sample};
use crate::tool::Place;

fn place() -> Place {
    let place = Place::new();
    place.write("dispatch/raw.log", include_str!("dispatch.log"));
    place.write("devirtualised.log", include_str!("devirtualised.log"));
    place
}

fn json(place: &Place, logs: &str) -> Value {
    let done = place.g4pmu(&format!("study indirect -j {logs}"));
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{logs}");
    serde_json::from_str(&done.out).expect("JSON")
}

#[test]
fn every_way_stands_beside_its_baseline_and_its_expectation() {
    let study = json(&place(), "dispatch devirtualised.log");
    let families = study["families"].as_array().expect("families");
    let forms: Vec<&Value> = families.iter().flat_map(|family| family["forms"].as_array().expect("forms")).collect();
    assert_eq!(forms.len(), 8);
    for form in forms {
        assert_eq!(form["agreement"], "as-expected", "{form}");
        assert!(form["expected_cycles"]["source"].as_str().is_some_and(|source| source.starts_with('[')), "{form}");
    }
    for family in families {
        assert_eq!(family["forms"][0]["relative"], 1.0, "the first is the baseline");
    }
    assert_eq!(study["missing"], Value::Array(Vec::new()));
}

/// One class or four: no difference, so that no misprediction has a cost.
#[test]
fn where_no_more_is_mispredicted_a_misprediction_has_no_cost() {
    let study = json(&place(), "dispatch");
    assert_eq!(study["cost"]["each"], Value::Null);
    assert_eq!(study["ratios"]["agree"], true);
    assert!(study["missing"][0].as_str().is_some_and(|missing| missing.contains("--suite devirtualised")));
    let percents = study["percents"].as_array().expect("percents");
    let share =
        |of: &str| percents.iter().find(|percent| percent["of"] == of).and_then(|percent| percent["share"].as_f64());
    let (branches, calls) = (share("all branches, by the closed form"), share("indirect calls, by the closed form"));
    let times = calls.expect("a share") / branches.expect("a share");
    assert!((times - 3.0).abs() < 0.001, "three branches a call, and one a round: {times}");
    assert_eq!(share("samples"), None);
}

#[test]
fn the_way_that_is_advised_is_the_fastest_that_was_measured() {
    let study = json(&place(), "dispatch devirtualised.log");
    let decisions = study["decisions"].as_array().expect("decisions");
    assert_eq!(decisions.len(), 7);
    for decision in decisions {
        let cycles = |way: &str| decision[way].as_f64().expect(way);
        let advice = decision["advice"].as_str().expect("advice");
        assert!(cycles("split") < cycles("ladder").min(cycles("guarded")), "{decision}");
        assert!(advice.starts_with("an array for each class: "), "{advice}");
        let in_order = cycles("ladder").min(cycles("guarded")) <= 0.9 * cycles("virtual_call");
        assert_eq!(advice.contains("if the order must stay, the virtual call"), !in_order, "{decision}");
    }
}

/// A chip on which four classes are slower and mispredicted.
#[test]
fn where_more_is_mispredicted_each_has_its_cost() {
    let run = |id, cycles, mispredicted| {
        let run = Run::new(id, "objects:100,seed:42", 1000, 5, 1103);
        Part::Run(Run { cycles, mispredicted, ..run })
    };
    let kernels = vec![run("dispatch/mono", 2000, 0), run("dispatch/mega", 4400, 75)];
    let place = Place::new();
    place.write("a.log", Sample { kernels, ..Sample::hardware() }.text());
    let cost = &json(&place, "a.log")["cost"];
    let figure = |name: &str| cost[name].as_f64().expect(name);
    assert_eq!((figure("cycles"), figure("mispredictions"), figure("each")), (24.0, 0.75, 32.0));
    let done = place.g4pmu("study indirect a.log");
    let text = done.out.replace('\n', " ");
    assert!(text.contains("mispredictions more: 32.0 cycles for each"), "{text}");
}

#[test]
fn what_nothing_counted_is_open_and_said() {
    let place = Place::new();
    place.write("stock.log", include_str!("quick.log"));
    let study = json(&place, "stock.log");
    assert_eq!(study["families"][0]["forms"][1]["agreement"], "open");
    assert_eq!(study["cost"], Value::Null);
    assert_eq!(study["percents"][0]["share"], Value::Null);
    assert_eq!(study["missing"][0], "cycles of every kernel that ran: the timing model or a chip counts them");
}

#[test]
fn logs_without_the_study_are_refused() {
    let place = Place::new();
    place.write("a.log", include_str!("chain.log"));
    let done = place.g4pmu("study indirect a.log");
    assert!(done.code == 2 && done.err.contains("`g4pmu run --suite dispatch` measures them"), "{}", done.err);
    place.write("a.log", include_str!("dispatch.log").replace("\n@g4 60 ", "\n@g5 60 "));
    let done = place.g4pmu("study indirect a.log");
    assert!([3, 4].contains(&done.code) && done.err.contains("a.log: the report is "), "{}", done.err);
}
