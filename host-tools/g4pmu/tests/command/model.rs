//! Runs with the timing model: how QEMU gets it, what is said without it, and what a
//! report says whose counts are the model's.

use g4pmu::output::csv;
use g4pmu::results::Results;

use crate::sample::{Sample, report};
use crate::tool::{Done, Place};

/// A folder that looks like the project, with an image and a QEMU that prints this report.
fn place(version: &str, log: &str) -> Place {
    let place = Place::new();
    place.write("powerpc-unknown-none.json", "{}");
    place.image("target/image");
    place.write("report.log", log);
    place.fake_qemu(version, "cat report.log");
    place
}

fn library(place: &Place, folder: &str) {
    let name = format!("{}g4pmu_qemu_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    place.write(&format!("{folder}/{name}"), "a library");
}

fn run(place: &Place, more: &str) -> Done {
    place.g4pmu(&format!("run --suite quick --qemu ./qemu --out out {more}"))
}

fn rows(sample: &Sample) -> Vec<csv_row::Row> {
    let results = Results::of(&report_format::log::parse(sample.text().as_bytes()));
    ::csv::Reader::from_reader(csv::bytes(&results).as_slice()).deserialize().map(|row| row.expect("a row")).collect()
}

mod csv_row {
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    pub struct Row {
        pub kernel: Option<String>,
        pub n: Option<u64>,
        pub expected: Option<u64>,
        pub expected_least: Option<u64>,
        pub expected_most: Option<u64>,
        pub model: Option<String>,
        pub event: String,
        pub value: Option<u64>,
        pub source: String,
        pub exactness: Option<String>,
        pub status: String,
        pub reason: Option<String>,
    }
}

#[test]
fn the_default_target_is_the_model_that_was_built_in_the_project() {
    let place = place("11.1.3", &Sample::model().text());
    library(&place, "target/release");
    let done = run(&place, "--model nop=free --model clocks=1420000000/167000000/41750000");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.starts_with("QEMU 11.1.3 (the system's) and the timing model runs "), "{}", done.err);
    let command = place.read("out/command.txt");
    assert!(command.contains("g4pmu_qemu_plugin"), "{command}");
    assert!(command.contains(",nop=free,clocks=1420000000/167000000/41750000 -device"), "{command}");
    assert!(command.contains("string=suite=quick\n") && !command.contains("icount"), "{command}");
}

#[test]
fn a_library_can_be_named_and_must_then_be_there() {
    let place = place("11.1.3", &Sample::model().text());
    let done = run(&place, "--plugin mine.so");
    assert_eq!((done.code, place.has("out")), (7, false));
    assert_eq!(
        done.err,
        "g4pmu: error: no mine.so: `cargo xtask run` builds the library of the timing model, or name it with --plugin FILE\n"
    );
    place.write("mine.so", "a text");
    let done = run(&place, "--plugin mine.so");
    assert_eq!((done.code, place.has("out")), (7, false));
    assert_eq!(
        done.err,
        "g4pmu: error: mine.so is no library of the timing model: there is no qemu_plugin_install in it, which QEMU looks \
         for: `cargo xtask run` builds one, name that with --plugin FILE\n"
    );
    place.write("mine.so", "qemu_plugin_install");
    assert_eq!(run(&place, "--plugin mine.so").code, 0);
    assert!(place.read("out/command.txt").contains("/mine.so -device"));
}

#[test]
fn an_older_qemu_goes_on_stock_and_says_so_in_one_line() {
    let place = place("10.0.2", &report().text());
    library(&place, "target/release");
    let done = run(&place, "--quiet");
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(
        done.err,
        "nothing but instructions is counted, on stock QEMU: QEMU 10.0.2 cannot load the timing model, 11.1.0 or later \
         can: `cargo xtask setup` provides one\n"
    );
    assert!(place.read("out/command.txt").contains("-icount shift=7,sleep=off"));
}

#[test]
fn a_report_without_the_model_that_was_asked_for_gives_no_results() {
    let mut silent = Sample::model();
    silent.model = None;
    let without = place("11.1.3", &silent.text());
    library(&without, "target/release");
    let done = run(&without, "");
    assert_eq!((done.code, without.has("out/results.csv")), (7, false), "{}", done.err);
    let said = "counting: the report says `no timing model`, asked for was `a timing model`";
    assert!(done.err.contains(said), "{}", done.err);

    let mut counting = report();
    counting.model = Sample::model().model;
    let with = place("11.1.3", &counting.text());
    let done = run(&with, "--target stock");
    assert_eq!(done.code, 7, "{}", done.err);
}

#[test]
fn every_count_is_the_models_and_names_it() {
    let mut sample = Sample::model();
    sample.emulator = report_format::record::Emulator::NoneFound;
    let rows = rows(&sample);
    let counted: Vec<_> = rows.iter().filter(|row| row.value.is_some()).collect();
    // Ticks and three counters in each of four trials of two kernels.
    assert_eq!(counted.len(), 32);
    for row in counted {
        assert_eq!(row.source, "model", "{row:?}");
        let model = "0.1.0 part:7450,nop:ordinary,clocks:900000000/100000000/25000000";
        assert_eq!(row.model.as_deref(), Some(model));
        let exactness = match row.event.as_str() {
            "processor-cycles" => "modelled",
            "instructions-completed" | "mispredicted-branches" => "structural",
            _ => "as-read",
        };
        assert_eq!(row.exactness.as_deref(), Some(exactness), "{row:?}");
    }
    let executed = rows.iter().find(|row| row.event == "instructions-executed").expect("a row");
    assert_eq!((executed.status.as_str(), executed.value), ("not-counted", None), "the time base is the model's");
}

#[test]
fn completed_instructions_are_held_to_the_range_of_their_closed_form() {
    let completed = |sample: &Sample| -> Vec<csv_row::Row> {
        let chain = |row: &csv_row::Row| row.kernel.as_deref() == Some("branch/chain") && row.n == Some(500);
        rows(sample).into_iter().filter(|row| chain(row) && row.event == "instructions-completed").collect()
    };
    let rows = completed(&Sample::model());
    // 513003 execute, 500 of them may go early; the window completes 3 to 6 of its own.
    let range = (rows[0].expected, rows[0].expected_least, rows[0].expected_most);
    assert_eq!(range, (None, Some(512_506), Some(513_009)));
    assert_eq!((rows[0].value, rows[0].status.as_str()), (Some(512_508), "ok"));
    for (window, status) in [(5, "mismatch"), (6, "ok"), (509, "ok"), (510, "mismatch")] {
        let mut sample = Sample::model();
        sample.run(1).completed = (1025, window);
        let row = &completed(&sample)[0];
        assert_eq!(row.status, status, "{row:?}");
        let reason = "the closed form is 512506 to 513009, the window's own instructions included";
        assert_eq!(row.reason.as_deref(), (status == "mismatch").then_some(reason));
    }
}

#[test]
fn a_mispredicted_branch_may_complete_where_the_closed_form_has_it_folded() {
    let most = |change: fn(&mut crate::sample::Run)| {
        let mut sample = Sample::model();
        change(sample.run(1));
        let chain = |row: &&csv_row::Row| row.kernel.as_deref() == Some("branch/chain");
        let rows = rows(&sample);
        let row = rows.iter().filter(chain).find(|row| row.event == "instructions-completed");
        row.expect("a row").expected_most
    };
    // 513003 execute, and 200 branches fold; the window completes 6 at the most.
    assert_eq!(most(|run| run.folded = 200), Some(512_809));
    assert_eq!(most(|run| (run.folded, run.stop[3]) = (200, 70)), Some(512_879));
    assert_eq!(most(|run| (run.folded, run.stop[3]) = (200, 700)), Some(513_009), "no more than execute");
    assert_eq!(most(|run| (run.folded, run.mmcr1) = (200, 0)), Some(513_009), "nothing counts mispredictions");
}

#[test]
fn a_count_of_part_of_the_time_is_held_to_nothing() {
    let mut sample = Sample::model();
    // FCECE: the counters stop at an event.
    sample.run(1).mmcr0 = crate::sample::WITH_COMPLETED | 0x0200_0000;
    let rows = rows(&sample);
    let row = rows.iter().rfind(|row| row.event == "instructions-completed").expect("a row");
    assert_eq!((row.expected_least, row.expected_most), (None, None));
}

#[test]
fn an_event_that_the_model_does_not_count_has_a_reason_and_no_number() {
    let mut sample = Sample::model();
    let code = model::signal::Signal::of(mpc7450::counter::Counter::Pmc1, 7).map(model::signal::Signal::exactness);
    assert!(matches!(code, Some(model::signal::Exactness::NotModelled(_))), "{code:?}");
    sample.run(0).mmcr0 = 0x0800_0000 | 7 << 6;
    let rows = rows(&sample);
    let row = rows.iter().find(|row| row.event.contains("external")).expect("a row");
    assert_eq!((row.value, row.status.as_str()), (None, "not-counted"));
    assert!(row.reason.as_deref().is_some_and(|why| why.starts_with("the model does not count this event: ")));
}

#[test]
fn the_table_shows_the_model_and_completed_instructions() {
    let place = Place::new();
    place.write("raw.log", Sample::model().text());
    let done = place.g4pmu("parse raw.log");
    assert_eq!(done.code, 0, "{}", done.out);
    for line in [
        "model         0.1.0 part:7450,nop:ordinary,clocks:900000000/100000000/25000000\n",
        "PMC1 PMC2 PMC3 PMC4 PMC5 PMC6 count (model)\n",
        "events/iteration (model), those of 0 left out:\nmispredicted-branches (PMC4)\n",
        "     instructions/iteration\n",
        "trials  completed      expected  cycles/iteration  source  counts\n",
        "2 + 2          0             0                 0  model   equal\n",
        "2 + 2       1025  1025 to 1026              2000  model   in range\n",
        "    15.625 cycles/branch\n",
        "2 kernels; all 8 counts agree with their closed forms; 1 skipped\n",
    ] {
        assert!(done.out.contains(line), "{line}: {}", done.out);
    }
    assert!(!done.out.contains("mispredicted-branches\n") && !done.out.contains("0 processor-cycles"), "{}", done.out);

    let mut wrong = Sample::model();
    wrong.run(1).completed = (1027, 5);
    place.write("raw.log", wrong.text());
    let done = place.g4pmu("parse raw.log");
    assert_eq!(done.code, 8, "{}", done.out);
    let said = "branch/chain n=500 trial 0: 513505 instructions-completed, expected 512506 to 513009\n";
    assert!(done.out.contains(said) && done.out.contains("model   different\n"), "{}", done.out);
}

#[test]
fn below_a_kernel_stands_what_happened_and_above_all_what_nobody_counts() {
    let mut sample = Sample::model();
    // PMC1 with an event that the model does not count; 7 mispredictions in each trial at 2n.
    for run in 0..2 {
        sample.run(run).mmcr0 = crate::sample::WITH_COMPLETED & !(0x7f << 6) | 7 << 6;
    }
    sample.run(1).mispredicted = 7;
    let place = Place::new();
    place.write("raw.log", sample.text());
    let done = place.g4pmu("parse raw.log");
    assert!(done.out.contains("\n    7 mispredicted-branches\n"), "{}", done.out);
    assert!(
        done.out.contains("\nnot counted: ") && done.out.contains(" (PMC1): the model does not count"),
        "{}",
        done.out
    );
    assert!(done.out.contains(" 1025  1025 to 1026              none  model   in range\n"), "{}", done.out);
}
