//! The check of whether records make sense together: one change to the sample,
//! one message.

use report_format::check::check;
use report_format::log::parse;
use report_format::record::*;
use report_format::text::Text;

use crate::golden::golden;
use crate::sample::{records, written};

/// What the check says about these records, which the log parser finds whole.
fn messages(records: &[Record<'_>]) -> Vec<String> {
    let log = written(records);
    let parsed = parse(log.as_bytes());
    assert_eq!(parsed.boots[0].findings, []);
    check(&parsed.boots[0]).iter().map(ToString::to_string).collect()
}

/// The sample with one change.
fn changed(change: impl FnOnce(&mut Vec<Record<'static>>)) -> Vec<String> {
    let mut records = records();
    change(&mut records);
    messages(&records)
}

/// Position of the record of this type with this index among its kind.
fn position(records: &[Record<'_>], name: &str, index: usize) -> usize {
    let mut positions = records.iter().enumerate().filter(|(_, record)| record.name() == name);
    positions.nth(index).unwrap().0
}

/// Changes a trial of the sample.
fn with_trial(index: usize, change: impl FnOnce(&mut Trial)) -> Vec<String> {
    changed(|records| {
        let at = position(records, "trial", index);
        if let Record::Trial(trial) = &mut records[at] {
            change(trial);
        }
    })
}

#[test]
fn the_sample_is_sound() {
    assert_eq!(changed(|_| {}), [""; 0]);
}

#[test]
fn types_stand_in_order() {
    let found = changed(|records| records.swap(1, 2));
    assert_eq!(found, ["line 3: record `cpu` cannot stand after record `clock`"]);
}

#[test]
fn an_error_may_stand_anywhere() {
    for at in 1..records().len() {
        let error = Record::Error(Error { text: Text::new("argument `speed=9` is unknown") });
        assert_eq!(changed(|records| records.insert(at, error)), [""; 0]);
    }
}

#[test]
fn a_header_record_stands_once() {
    let found = changed(|records| records.insert(2, records[1].clone()));
    assert_eq!(found, ["line 3: a second `cpu` record"]);
}

#[test]
fn a_model_stands_between_processor_and_clock_and_once() {
    let model =
        Record::Model(Model { version: Text::new("0.1.0"), part: Text::new("7450"), switches: Text::new("nop:free") });
    assert_eq!(changed(|records| records.insert(2, model.clone())), [""; 0]);
    let found = changed(|records| records.splice(2..2, [model.clone(), model.clone()]).for_each(drop));
    assert_eq!(found, ["line 4: a second `model` record"]);
    let found = changed(|records| records.insert(3, model.clone()));
    assert_eq!(found, ["line 4: record `model` cannot stand after record `clock`"]);
}

#[test]
fn a_header_record_that_is_not_there_is_named() {
    let found = changed(|records| {
        records.remove(2);
    });
    assert_eq!(found, ["there is no `clock` record, which must stand before the `end` record"]);
}

#[test]
fn an_image_that_gives_up_needs_no_suite() {
    let mut records = records();
    records.truncate(5);
    records.push(Record::Error(Error { text: Text::new("suite `quikc` is unknown") }));
    assert_eq!(messages(&records), [""; 0]);
    records.pop();
    assert_eq!(messages(&records).len(), 2, "without an error it does");
}

/// The records of an answer, with `report` in front.
fn answer(answered: Vec<Record<'static>>) -> Vec<Record<'static>> {
    let asked = Record::Answer(Answer { command: Text::new("peek 0x01000000") });
    [vec![records()[0].clone(), asked], answered].concat()
}

const WORD: Record<'static> = Record::Word(WordValue { address: 0x0100_0000, value: 0x4800_0008 });

#[test]
fn an_answer_has_what_was_asked_for_and_no_more() {
    assert_eq!(messages(&answer(vec![])), [""; 0]);
    assert_eq!(messages(&answer(vec![WORD, WORD])), [""; 0]);
    let header = records()[1..5].to_vec();
    assert_eq!(messages(&answer(header)), [""; 0]);
}

#[test]
fn what_answers_a_command_stands_behind_an_answer() {
    assert_eq!(
        messages(&[records()[0].clone(), WORD])[0],
        "line 2: record `word` without an `answer` record before it"
    );
    let twice = answer(vec![answer(vec![])[1].clone()]);
    assert_eq!(messages(&twice), ["line 3: a second `answer` record"]);
}

#[test]
fn an_answer_that_measures_has_all_that_a_report_has() {
    let whole = |without: usize| {
        let mut answered = records().split_off(1);
        answered.remove(without);
        messages(&answer(answered))
    };
    assert_eq!(whole(1), ["there is no `clock` record, which must stand before the `end` record"]);
    assert_eq!(messages(&answer(records().split_off(1))), [""; 0]);
}

#[test]
fn counters_are_one_to_six_and_once() {
    for pmc in [0, 2, 7] {
        let found = changed(|records| {
            let at = position(records, "counter", 5);
            if let Record::Counter(counter) = &mut records[at] {
                counter.pmc = pmc;
            }
        });
        assert_eq!(found, [format!("line 13: pmc={pmc}, legal is each of 1 to 6 at most once, in this order")]);
    }
}

/// Changes the only or the first record of a type.
fn with(name: &str, change: impl FnOnce(&mut Record<'static>)) -> Vec<String> {
    changed(|records| {
        let at = position(records, name, 0);
        change(&mut records[at]);
    })
}

#[test]
fn impossible_rates_are_refused() {
    for (tb_hz, icount_shift, said) in [
        (0, Some(7), "0 icount_shift=7"),
        (0, None, "0 icount_shift=-"),
        (25_000_000, Some(11), "25000000 icount_shift=11"),
    ] {
        let found = with("clock", |record| {
            if let Record::Clock(clock) = record {
                (clock.tb_hz, clock.icount_shift) = (tb_hz, icount_shift);
            }
        });
        assert_eq!(found, [format!("line 3: tb_hz={said}, legal are a rate from 1 and a shift to 10")]);
    }
}

#[test]
fn a_verdict_on_the_time_base_follows_from_its_numbers() {
    let with_check = |change: fn(&mut TimeBaseCheck)| {
        with("time-base", |record| {
            if let Record::TimeBase(check) = record {
                change(check);
            }
        })
    };
    let changes: [fn(&mut TimeBaseCheck); 4] = [
        |check| check.ticks += 4,
        |check| check.instructions += 1,
        |check| check.overhead = 0,
        |check| check.exact = false,
    ];
    for change in changes {
        let found = with_check(change);
        assert!(found.len() == 1 && found[0].starts_with("line 14: exact="), "{found:?}");
    }
    assert_eq!(
        with_check(|check| check.ticks = 0),
        ["line 14: exact=yes, but with these rates 0 ticks are not 100003 instructions and 9 of the window"]
    );
    let honest = with_check(|check| (check.ticks, check.exact) = (0, false));
    assert_eq!(honest, [""; 0]);
}

#[test]
fn without_icount_or_with_too_short_instructions_nothing_is_exact() {
    for icount_shift in [None, Some(6)] {
        let found = with("clock", |record| {
            if let Record::Clock(clock) = record {
                clock.icount_shift = icount_shift;
            }
        });
        assert_eq!(found.len(), 2, "{found:?}");
    }
}

#[test]
fn a_counter_that_stood_still_does_not_count() {
    let with_counter = |advanced, counts| {
        with("counter", |record| {
            if let Record::Counter(counter) = record {
                (counter.advanced, counter.counts) = (advanced, counts);
            }
        })
    };
    assert_eq!(
        with_counter(9_999, true),
        ["line 8: counts=yes for pmc=1, which advanced by 9999, not by 10000 or more"]
    );
    for sound in [with_counter(10_000, true), with_counter(u32::MAX, false), with_counter(9_999, false)] {
        assert_eq!(sound, [""; 0]);
    }
}

#[test]
fn each_state_has_one_check_of_the_time_base() {
    let found = changed(|records| {
        let at = position(records, "time-base", 1);
        records.insert(at, records[at].clone());
    });
    assert_eq!(found, ["line 16: a second `time-base` record for the state user"]);
    let found = changed(|records| {
        let at = position(records, "time-base", 0);
        records.drain(at..at + 2);
    });
    assert_eq!(found, ["there is no `time-base` record, which must stand before the `end` record"]);
}

#[test]
fn runs_are_numbered_in_order() {
    let found = changed(|records| {
        let at = position(records, "kernel", 0);
        if let Record::Kernel(kernel) = &mut records[at] {
            kernel.run = 4;
        }
    });
    assert_eq!(found[0], "line 17: the kernel is run 4, the next run is 0");
    assert_eq!(found[1], "line 18: the `expect` record is of run 0, the run in progress is 4");
}

#[test]
fn a_trial_belongs_to_the_run_in_progress() {
    let found = with_trial(4, |trial| trial.run = 0);
    assert_eq!(found, ["line 27: the `trial` record is of run 0, the run in progress is 1"]);
}

#[test]
fn nothing_of_a_run_stands_before_its_kernel() {
    let found = changed(|records| {
        let at = position(records, "kernel", 0);
        records.swap(at, at + 1);
    });
    assert_eq!(found[0], "line 17: the `expect` record is of run 0, but no `kernel` record is before it");
}

#[test]
fn a_fault_ends_its_run() {
    let found = changed(|records| {
        let (trial, fault) = (position(records, "trial", 4), position(records, "fault", 0));
        records.swap(trial, fault);
    });
    assert_eq!(found, ["line 28: the `trial` record is of run 1, which a fault has ended"]);
}

#[test]
fn a_run_has_trials_of_n_and_twice_n() {
    let found = with_trial(3, |trial| trial.n = 3_000);
    assert_eq!(
        found,
        [
            "line 23: the `trial` record has n=3000, run 0 has n=1000 and twice as many",
            "line 17: run 0 states 2 trials with n=2000, there are 1",
        ]
    );
}

#[test]
fn a_warm_up_fault_has_its_own_iterations() {
    let found = changed(|records| {
        let at = position(records, "fault", 0);
        if let Record::Fault(fault) = &mut records[at] {
            fault.phase = Phase::Warmup;
            fault.n = 10;
        }
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn expectations_come_before_their_trials_and_once() {
    let found = changed(|records| {
        let at = position(records, "expect", 0);
        records.swap(at, at + 2);
    });
    assert_eq!(found, ["line 18: a trial of run 0 with n=1000 before the `expect` record for it"]);
    let found = changed(|records| {
        let at = position(records, "expect", 0);
        records.insert(at, records[at].clone());
    });
    assert_eq!(found, ["line 19: a second `expect` record of run 0 for n=1000"]);
}

#[test]
fn trials_are_numbered_in_order() {
    let found = with_trial(1, |trial| trial.trial = 7);
    assert_eq!(
        found,
        ["line 21: trial 7 of run 0, the next trial is 1", "line 22: trial 2 of run 0, the next trial is 8"]
    );
}

#[test]
fn a_run_without_fault_has_the_trials_it_states() {
    let found = changed(|records| {
        records.remove(position(records, "trial", 3));
    });
    assert_eq!(found, ["line 17: run 0 states 2 trials with n=2000, there are 1"]);
}

#[test]
fn the_suite_has_the_kernels_it_states() {
    let found = changed(|records| {
        records.pop();
    });
    assert_eq!(found, ["line 16: the suite states 3 kernels, there are 2 that ran or were skipped"]);
}

/// Run 0 with a sampled call of two samples behind its trials, at lines 23 to 26.
fn sampled() -> Vec<Record<'static>> {
    let mut records = records();
    let at = position(&records, "kernel", 1);
    let call: Vec<_> = golden().into_iter().map(|(_, record)| record).filter(is_of_sampled_call).collect();
    records.splice(at..at, call);
    records
}

fn is_of_sampled_call(record: &Record<'_>) -> bool {
    matches!(record, Record::Code(_) | Record::Sample(_) | Record::Sampling(_))
}

#[test]
fn a_sampled_call_stands_behind_the_trials() {
    assert_eq!(messages(&sampled()), [""; 0]);
}

#[test]
fn samples_follow_their_code_are_numbered_and_are_counted() {
    let without = |name, index| {
        let mut records = sampled();
        records.remove(position(&records, name, index));
        messages(&records)
    };
    let code = position(&sampled(), "code", 0) + 1;
    assert_eq!(
        without("code", 0),
        [
            format!("line {code}: a `sample` record of run 0 without a `code` record before it"),
            format!("line {}: a `sample` record of run 0 without a `code` record before it", code + 1),
            format!("line {}: a `sampling` record of run 0 without a `code` record before it", code + 2),
        ]
    );
    assert_eq!(without("sample", 0), [format!("line {}: sample 1 of run 0, the next sample is 0", code + 1)],);
    assert_eq!(
        without("sample", 1),
        [format!("line {}: the sampled call of run 0 states 2 samples, there are 1", code + 2)],
    );
    assert_eq!(
        without("sampling", 0),
        [format!("line {code}: the sampled call of run 0 has 2 samples and no `sampling` record after them")],
    );
}

#[test]
fn a_sampled_call_has_one_code() {
    let mut records = sampled();
    let at = position(&records, "code", 0);
    records.insert(at, records[at].clone());
    let found = messages(&records);
    assert_eq!(
        found,
        [format!("line {}: a second `code` record of run 0 before the `sampling` record of the first", at + 2)]
    );
}

#[test]
fn a_sampled_call_has_the_runs_iterations_and_so_has_its_fault() {
    let mut records = sampled();
    let at = position(&records, "sampling", 0);
    if let Record::Sampling(sampling) = &mut records[at] {
        sampling.n = 7;
    }
    let fault = Fault { n: 8, run: 0, phase: Phase::Sample, ..fault() };
    records.insert(at + 1, Record::Fault(fault));
    assert_eq!(
        messages(&records),
        [
            format!("line {}: the `sampling` record has n=7, run 0 has n=1000 and twice as many", at + 1),
            format!("line {}: the `fault` record has n=8, run 0 has n=1000 and twice as many", at + 2),
        ]
    );
}

fn fault() -> Fault<'static> {
    let faults = records().into_iter().find_map(|record| match record {
        Record::Fault(fault) => Some(fault),
        _ => None,
    });
    faults.unwrap()
}

/// A truncated boot is checked too: the messages say how far it came.
#[test]
fn a_truncated_boot_says_how_far_it_came() {
    let log: String = crate::sample::text().split_inclusive('\n').take(21).collect();
    let parsed = parse(log.as_bytes());
    let found: Vec<_> = check(&parsed.boots[0]).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 17: run 0 states 2 trials with n=2000, there are 0",
            "line 16: the suite states 3 kernels, there are 1 that ran or were skipped",
        ]
    );
}
