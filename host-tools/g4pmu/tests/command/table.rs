//! The table that a person reads.

use g4pmu::output::table;
use g4pmu::paint::Paint;
use g4pmu::results::Results;
use report_format::record::{State, Translation};

use crate::sample::{Sample, report};

fn table(sample: &Sample, paint: Paint) -> String {
    let results = Results::of(&report_format::log::parse(sample.text().as_bytes()));
    let mut out = Vec::new();
    table::write(&results, paint, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_run_in_stock_qemu_reads_like_this() {
    assert_eq!(table(&report(), Paint::PLAIN), include_str!("table.txt"));
}

#[test]
fn no_line_is_wider_than_100_columns() {
    let mut sample = report();
    sample.run(1).parameters = "a-parameter:1000,a-parameter:1000,a-parameter:1000,a-parameter:1000,a-parameter:1000,\
                                a-parameter:1000,a-parameter:1000,a-parameter:1000,a-parameter:1000";
    sample.run(1).faults = true;
    for sample in [sample, Sample::hardware()] {
        let text = table(&sample, Paint::PLAIN);
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    }
}

#[test]
fn without_colour_there_is_no_escape_and_with_it_only_the_words_differ() {
    let plain = table(&report(), Paint::PLAIN);
    let coloured = table(&report(), Paint::COLOURED);
    assert!(!plain.contains('\u{1b}') && coloured.contains("\u{1b}[32mequal\u{1b}[0m"));
    let mut stripped = coloured;
    for code in ["\u{1b}[32m", "\u{1b}[31m", "\u{1b}[2m", "\u{1b}[0m"] {
        stripped = stripped.replace(code, "");
    }
    assert_eq!(stripped, plain);
}

#[test]
fn one_pair_of_trials_is_said_to_be_one() {
    let mut results = Results::of(&report_format::log::parse(report().text().as_bytes()));
    let text = |results: &Results| {
        let mut out = Vec::new();
        table::write(results, Paint::PLAIN, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("UTF-8")
    };
    assert!(!text(&results).contains("one pair of trials"));
    results.kernels[1].trials_each = 1;
    assert_eq!(text(&results).matches("one pair of trials shows no spread").count(), 1);
}

#[test]
fn trials_that_disagree_give_no_figure() {
    let mut sample = report();
    sample.run(1).surplus = vec![0, 0, 2, 0];
    let text = table(&sample, Paint::PLAIN);
    assert!(text.contains("no agreement      1026  instructions  different\n"), "{text}");
    assert!(text.contains("branch/chain n=500 trial 2: 513005 instructions-executed, expected 513003\n"), "{text}");
    assert!(text.ends_with("2 kernels; 1 of 8 counts differ from their closed forms; 1 skipped\n"), "{text}");
}

#[test]
fn a_mode_that_is_not_the_plain_one_stands_below_its_kernel() {
    assert!(!table(&report(), Paint::PLAIN).contains("translation"));
    let mut sample = report();
    sample.run(0).translation = Translation::Real;
    sample.run(1).state = State::User;
    let text = table(&sample, Paint::PLAIN);
    assert!(text.contains("equal\n    translation real, state supervisor\nbranch/chain"), "{text}");
    assert!(text.contains("nops:7,fill:nop\n    translation bat, state user\n"), "{text}");
}

#[test]
fn many_mismatches_are_counted_and_not_all_listed() {
    let mut sample = report();
    sample.run(0).surplus = vec![1; 40];
    let text = table(&sample, Paint::PLAIN);
    assert_eq!(text.matches("instructions-executed, expected").count(), 20);
    assert!(text.contains("\nand 20 more\n"), "{text}");
}

#[test]
fn counters_of_a_chip_are_shown_by_iteration_with_their_source() {
    let mut sample = Sample::hardware();
    sample.run(1).stop = [0x100 + 1000, 0, 0, 10, 0, 0];
    let text = table(&sample, Paint::PLAIN);
    assert!(text.contains("counters      PMC1 PMC2 PMC3 PMC4 PMC5 PMC6 count (hardware)\n"), "{text}");
    assert!(text.contains("       none         none                 0  hardware  none\n"), "{text}");
    assert!(text.contains("no count could be compared with a closed form"), "{text}");
}

#[test]
fn kernels_stand_as_in_the_catalogue_and_by_their_numbers() {
    let mut sample = report();
    let run = |id, parameters| crate::sample::Part::Run(crate::sample::Run::new(id, parameters, 10, 0, 1));
    sample.kernels = vec![
        run("branch/chain", "branches:128,nops:7"),
        run("retired/kernel", "-"),
        run("branch/chain", "branches:16,nops:7"),
        run("calibrate/loads", "-"),
    ];
    let text = table(&sample, Paint::PLAIN);
    let order: Vec<usize> = ["calibrate/loads", "branches:16,", "branches:128,", "retired/kernel"]
        .iter()
        .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")))
        .collect();
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn a_profile_is_judged_in_words() {
    let profile = |mut sample: Sample, id| {
        let crate::sample::Part::Run(run) = &mut sample.kernels[0] else { panic!("a run") };
        (run.id, run.float, run.each) = (id, 3, 10);
        let text = table(&sample, Paint::PLAIN);
        let below = text.lines().skip_while(|line| !line.starts_with(id)).skip(1);
        below.take_while(|line| line.starts_with(' ')).map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let alone = profile(report(), "profile/matmul");
    let start = "30.0 % floating-point by the closed form, mispredictions not counted: floating-point work is a large";
    assert!(alone.starts_with(start), "{alone}");
    let counted = profile(Sample::hardware(), "profile/matmul");
    let rate = "30.0 % floating-point by the closed form, 0.0 % of the branches mispredicted (hardware): ";
    assert!(counted.starts_with(rate) && counted.contains("predicted well: try more independent sums"), "{counted}");
    assert!(!profile(report(), "calibrate/float").contains("floating-point by"), "its question is another");
}

#[test]
fn a_law_between_counts_that_is_broken_is_told() {
    let mut sample = Sample::model();
    // 1025 instructions complete in each iteration: more than three a clock.
    sample.run(1).cycles = 300;
    let told = |sample: &Sample| table(sample, Paint::PLAIN).replace('\n', " ");
    let law = "branch/chain: instructions-completed is 512500, not <= 3 [instructions per cycle] * processor-cycles, \
               which is 450000: Three instructions complete in a clock at most.";
    assert!(told(&sample).contains(law), "{}", told(&sample));
    sample.run(1).cycles = 350;
    assert!(!told(&sample).contains("not <="));
}
