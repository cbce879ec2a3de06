//! From a log to values.

use g4pmu::results::{Agreement, Completeness, EXECUTED, Exactness, Results, Source, Status, TICKS, Value};

use mpc7450::counter::Counter;
use report_format::record::{State, Translation};

use crate::sample::{Sample, report};

fn results(sample: &Sample) -> Results {
    Results::of(&report_format::log::parse(sample.text().as_bytes()))
}

fn value<'a>(results: &'a Results, kernel: usize, trial: usize, event: &str) -> &'a Value {
    let values = &results.kernels[kernel].trials[trial].values;
    values.iter().find(|value| value.event == event).expect("the event has a value")
}

#[test]
fn stock_qemu_gives_exact_instructions_and_no_counters() {
    let results = results(&report());
    assert_eq!(results.report, Completeness::Complete);
    let executed = value(&results, 1, 0, EXECUTED);
    assert_eq!((executed.value, executed.expected), (Some(513_003), Some(513_003)));
    assert_eq!((executed.source, executed.exactness), (Source::Instructions, Some(Exactness::Exact)));
    assert_eq!(value(&results, 0, 0, EXECUTED).value, Some(0));
    let ticks = value(&results, 1, 0, TICKS);
    assert_eq!((ticks.source, ticks.exactness), (Source::Instructions, Some(Exactness::AsRead)));
    let cycles = &results.kernels[1].trials[0].values[2];
    assert_eq!((cycles.pmc, cycles.code, cycles.value), (Some(1), Some(1), None));
    assert_eq!((cycles.status, cycles.source), (Status::NotCounted, Source::None));
    assert!(cycles.reason.is_some());
    assert_eq!((results.verdict.counts, results.verdict.compared), (Agreement::Equal, 8));
}

#[test]
fn values_stand_in_their_fixed_order() {
    let results = results(&report());
    let events: Vec<&str> = results.kernels[0].trials[0].values.iter().map(|value| value.event.as_str()).collect();
    assert_eq!(events, [EXECUTED, TICKS, "processor-cycles", "mispredicted-branches"]);
}

#[test]
fn one_instruction_too_many_is_a_mismatch_in_that_trial_only() {
    let mut sample = report();
    sample.run(1).surplus = vec![0, 0, 1, 0];
    let results = results(&sample);
    let status = |trial| value(&results, 1, trial, EXECUTED).status;
    assert_eq!([0, 1, 2, 3].map(status), [Status::Ok, Status::Ok, Status::Mismatch, Status::Ok]);
    assert_eq!(value(&results, 1, 2, EXECUTED).reason.as_deref(), Some("the closed form is 513003"));
    assert_eq!(results.verdict.counts, Agreement::Different);
    assert_eq!(results.verdict.mismatches.len(), 1);
    let mismatch = &results.verdict.mismatches[0];
    assert_eq!((mismatch.run, mismatch.trial, mismatch.measured, mismatch.expected), (1, 2, 513_004, Some(513_003)));
    assert_eq!(results.kernels[1].per_iteration.measured, None);
}

#[test]
fn a_window_shorter_than_its_overhead_is_an_error_and_never_a_zero() {
    let mut sample = report();
    sample.run(0).surplus = vec![-1, 0, 0, 0];
    let results = results(&sample);
    let executed = value(&results, 0, 0, EXECUTED);
    assert_eq!((executed.value, executed.status, executed.source), (None, Status::Error, Source::None));
    assert_eq!(results.verdict.counts, Agreement::Different);
}

#[test]
fn each_state_has_its_own_window_subtracted() {
    let mut sample = report();
    sample.run(1).translation = Translation::Page;
    sample.run(1).state = State::User;
    let results = results(&sample);
    assert_eq!((results.kernels[1].translation, results.kernels[1].state), ("page", "user"));
    assert_eq!(value(&results, 0, 0, EXECUTED).value, Some(0));
    assert_eq!(value(&results, 1, 0, EXECUTED).value, Some(513_003));
    assert_eq!(results.verdict.counts, Agreement::Equal);
}

#[test]
fn the_difference_of_the_sizes_has_no_start_up_share() {
    let results = results(&report());
    let each = &results.kernels[1].per_iteration;
    assert_eq!((each.iterations, each.measured, each.expected), (500, Some(513_000), Some(513_000)));
}

#[test]
fn without_icount_there_are_no_instructions_and_no_verdict() {
    let mut sample = report();
    sample.icount_shift = None;
    sample.exact = false;
    let results = results(&sample);
    let executed = value(&results, 1, 0, EXECUTED);
    assert_eq!((executed.value, executed.status), (None, Status::NotCounted));
    let ticks = value(&results, 1, 0, TICKS);
    assert_eq!((ticks.value, ticks.status, ticks.source), (None, Status::NotCounted, Source::None));
    let reason = "no icount= argument says that the time base counts instructions";
    assert_eq!((executed.reason.as_deref(), ticks.reason.as_deref()), (Some(reason), Some(reason)));
    assert_eq!((results.verdict.counts, results.verdict.uncounted), (Agreement::NotCounted, 8));
    assert_eq!(results.verdict.remarks, [format!("nothing counted: {reason}")]);
}

#[test]
fn a_wrong_claim_of_icount_is_named_as_the_cause() {
    let mut sample = report();
    sample.exact = false;
    let results = results(&sample);
    assert_eq!(value(&results, 1, 0, EXECUTED).status, Status::NotCounted);
    let verdict = &results.verdict;
    assert_eq!((verdict.counts, verdict.compared, verdict.uncounted), (Agreement::NotCounted, 0, 8));
    assert!(
        verdict.remarks[0].starts_with("nothing counted: the time base does not follow the claim icount=7: "),
        "{:?}",
        verdict.remarks
    );
}

#[test]
fn a_chip_counts_in_hardware_and_its_ticks_are_its_own() {
    let results = results(&Sample::hardware());
    let cycles = value(&results, 1, 0, "processor-cycles");
    assert_eq!((cycles.value, cycles.source, cycles.status), (Some(0x200), Source::Hardware, Status::Ok));
    assert_eq!(value(&results, 1, 0, "mispredicted-branches").value, Some(3));
    assert_eq!(value(&results, 1, 0, TICKS).source, Source::Hardware);
    assert_eq!(value(&results, 1, 0, EXECUTED).status, Status::NotCounted);
}

#[test]
fn counters_that_count_under_qemu_are_a_models() {
    let mut sample = Sample::hardware();
    sample.emulator = report().emulator;
    assert_eq!(value(&results(&sample), 1, 0, "processor-cycles").source, Source::Model);
}

#[test]
fn without_a_core_clock_no_wrap_can_be_excluded() {
    let mut sample = Sample::hardware();
    sample.core_hz = None;
    let results = results(&sample);
    let cycles = value(&results, 1, 0, "processor-cycles");
    assert_eq!((cycles.value, cycles.status), (None, Status::WrapUnknown));
}

#[test]
fn codes_outside_the_catalogue_are_named_raw() {
    assert_eq!(g4pmu::catalogue::event_id(Counter::Pmc4, 31), "raw-41f");
    assert_eq!(g4pmu::catalogue::event_id(Counter::Pmc1, 127), "raw-17f");
}

#[test]
fn faults_skips_and_errors_are_kept() {
    let mut sample = report();
    sample.run(1).faults = true;
    sample.errors = vec!["no such kernel"];
    let results = results(&sample);
    assert_eq!(results.kernels[1].trials.len(), 1);
    assert_eq!(
        results.kernels[1].faults[0].to_string(),
        "program-illegal in a trial: vector 0x00000700, srr0 0x02000010, srr1 0x00081032, dsisr 0x00000000, dar 0x00000000"
    );
    assert_eq!(results.skipped[0].reason, "the part has no AltiVec unit");
    assert_eq!(results.errors, ["no such kernel"]);
    let verdict = &results.verdict;
    assert_eq!((verdict.faults, verdict.skipped, verdict.errors), (1, 1, 1));
}

#[test]
fn the_last_report_of_a_log_is_read() {
    let first = report().text();
    let mut second = report();
    second.run(1).surplus = vec![1; 4];
    let log = format!("{first}OpenBIOS banner\n{}", second.text());
    let results = Results::of(&report_format::log::parse(log.as_bytes()));
    assert_eq!((results.log.reports, results.log.foreign), (2, 1));
    assert_eq!(results.log.first_line, Some(first.lines().count() + 2));
    assert_eq!(results.verdict.counts, Agreement::Different);
}
