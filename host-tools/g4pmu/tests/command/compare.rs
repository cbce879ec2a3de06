//! `g4pmu compare`.

use crate::sample::{Part, Run, Sample};
use crate::tool::{Done, Place};

/// A chip's report in which a chain takes so many cycles an iteration.
fn chip(cycles: u32) -> Sample {
    let run = Run::new("branch/chain", "branches:128,nops:7,fill:nop", 1000, 3, 1026);
    let run = Run { start: [0, 0, 0, 7, 0, 0], stop: [0x100, 0, 0, 10, 0, 0], cycles, ..run };
    Sample { kernels: vec![Part::Run(run)], ..Sample::hardware() }
}

fn compared(first: &Sample, second: &Sample, options: &str) -> Done {
    let place = Place::new();
    place.write("a/raw.log", first.text());
    place.write("b.log", second.text());
    place.g4pmu(&format!("compare a b.log {options}"))
}

#[test]
fn the_same_twice_is_the_same() {
    let done = compared(&chip(259), &chip(259), "");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_eq!(done.out, "3 rows: 3 same\n");
}

#[test]
fn what_is_slower_is_worse_and_what_is_faster_better() {
    let done = compared(&chip(259), &chip(344), "");
    assert_eq!((done.code, done.err.as_str()), (11, ""));
    let table = "\
branch/chain branches:128,nops:7,fill:nop
  processor-cycles            259            344   +32.82 %  worse

3 rows: 2 same, 1 worse
";
    assert_eq!(done.out, table);
    let done = compared(&chip(344), &chip(259), "");
    assert_eq!(done.code, 0);
    assert!(done.out.contains("-24.71 %  better\n"), "{}", done.out);
}

#[test]
fn a_change_up_to_the_threshold_is_small() {
    let done = compared(&chip(1000), &chip(1010), "");
    assert_eq!((done.code, done.out.as_str()), (0, "3 rows: 2 same, 1 small\n"));
    assert_eq!(compared(&chip(1000), &chip(1010), "--threshold 0.9").code, 11);
    let done = compared(&chip(1000), &chip(1010), "--threshold -1");
    assert!(done.code == 2 && done.err.contains("give a number of percent, 0 or more"), "{}", done.err);
}

#[test]
fn what_differs_in_more_than_counts_is_refused_unless_told() {
    let mut other = chip(259);
    (other.pvr, other.core_hz) = (0x8001_0302, Some(867_000_000));
    let done = compared(&chip(259), &other, "");
    assert_eq!((done.code, done.out.as_str()), (12, ""));
    for told in ["part: MPC7450, PVR 0x80000201\n", "core 867000000", "say --despite part,clocks\n"] {
        assert!(done.err.contains(told), "{told}: {}", done.err);
    }
    assert_eq!(compared(&chip(259), &other, "--despite part").code, 12);
    let done = compared(&chip(259), &other, "--despite part,clocks");
    assert_eq!(done.code, 0);
    assert!(done.err.starts_with("different by intent, part: MPC7450, PVR 0x80000201 / "), "{}", done.err);
}

#[test]
fn a_model_against_a_chip_is_a_comparison_like_any_other() {
    let model = |cycles, switches| {
        let mut model = Sample::model();
        model.kernels = chip(cycles).kernels;
        model.core_hz = Some(1_000_000_000);
        model.model = Some(switches);
        model
    };
    let plain = model(259, "nop:ordinary,l3:30");
    let done = compared(&plain, &chip(344), "");
    assert!(done.code == 12 && done.err.ends_with("say --despite source,switches\n"), "{}", done.err);
    let done = compared(&plain, &chip(344), "--despite source,switches");
    assert_eq!(done.code, 11, "{}", done.err);
    let done = compared(&plain, &model(200, "nop:free,l3:30"), "--despite switches");
    assert_eq!((done.code, done.err.as_str()), (0, "different by intent, switches: nop:ordinary / nop:free\n"));
    assert!(done.out.contains("-22.78 %  better\n"), "{}", done.out);
}

#[test]
fn rows_of_one_side_are_new_or_missing() {
    let two = || {
        let mut two = chip(259);
        two.kernels.extend(chip(20).kernels);
        two.run(1).parameters = "branches:1,nops:0,fill:nop";
        two
    };
    let done = compared(&chip(259), &two(), "");
    assert_eq!(done.code, 0);
    assert!(done.out.ends_with("6 rows: 3 same, 3 new\n"), "{}", done.out);
    let done = compared(&two(), &chip(259), "");
    assert_eq!(done.code, 11);
    assert!(done.out.ends_with("6 rows: 3 same, 3 missing\n"), "{}", done.out);
}

#[test]
fn what_is_no_longer_counted_is_said_with_its_reason() {
    let mut quiet = chip(259);
    quiet.counts = false;
    let done = compared(&chip(259), &quiet, "--despite source");
    assert_eq!(done.code, 11);
    assert!(done.out.contains("  uncounted: the counter does not count: a known loop"), "{}", done.out);
}

#[test]
fn a_report_that_is_cut_is_refused_unless_told() {
    let place = Place::new();
    let text = chip(259).text();
    place.write("a", &text);
    place.write("b", &text[..text.rfind("@g4").expect("a record")]);
    let done = place.g4pmu("compare a b");
    assert!(done.code == 12 && done.err.contains("completeness: complete\n"), "{}", done.err);
    assert_eq!(place.g4pmu("compare a b --despite completeness").code, 0);
    assert_eq!(place.g4pmu("compare b a").code, 12);
}

#[test]
fn what_is_no_measurement_is_refused() {
    let place = Place::new();
    place.write("a", chip(259).text());
    place.write("b", "nothing\n");
    let done = place.g4pmu("compare a b");
    assert!(done.code == 1 && done.err.contains("b: no report in it measured anything"), "{}", done.err);
    let done = place.g4pmu("compare a none");
    assert!(done.code == 1 && done.err.contains("cannot read none"), "{}", done.err);
}

#[test]
fn csv_and_json_have_every_row() {
    let done = compared(&chip(259), &chip(344), "-x,");
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(
        lines[0],
        "kernel,parameters,translation,state,event,first_per_iteration,second_per_iteration,change,chance,verdict,reason"
    );
    assert_eq!(
        lines[2],
        "branch/chain,\"branches:128,nops:7,fill:nop\",bat,supervisor,processor-cycles,259,344,0.3281853281853282,0,worse,"
    );
    assert_eq!(lines.len(), 4);
    let json: serde_json::Value = serde_json::from_str(&compared(&chip(259), &chip(344), "-j").out).expect("JSON");
    assert_eq!(json["rows"][1]["verdict"], "worse");
    assert_eq!(json["rows"][1]["better"], "less");
}
