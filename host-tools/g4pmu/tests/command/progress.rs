//! What a person sees while a run goes on.

use g4pmu::progress::{Progress, Style};

use crate::sample::report;

/// How long it takes.
const FIRST: &str = "4.0 million instructions, less than 1 s at 100 million a second\n";

fn shown(style: Style, step: usize) -> String {
    let log = report().text();
    let mut out = Vec::new();
    let mut progress = Progress::new(&mut out, style);
    for piece in log.as_bytes().chunks(step) {
        progress.take(piece).expect("memory takes all");
    }
    progress.clear().expect("memory takes all");
    String::from_utf8(out).expect("text")
}

#[test]
fn each_kernel_gets_a_line_however_the_bytes_are_cut() {
    for step in [1, 7, 100_000] {
        assert_eq!(shown(Style::Lines, step), format!("{FIRST}[1/3] calibrate/empty\n[2/3] branch/chain\n"));
    }
}

#[test]
fn a_rewritten_line_counts_trials_covers_the_one_before_and_goes_away() {
    let text = shown(Style::Rewritten, 50);
    let text = text.strip_prefix(FIRST).expect("the time comes first and stays");
    let lines: Vec<&str> = text.split('\r').collect();
    assert_eq!(lines[1], "[1/3] calibrate/empty, trial 0 of 4");
    assert_eq!(lines[2], "[1/3] calibrate/empty, trial 1 of 4");
    assert_eq!(lines[6], "[2/3] branch/chain, trial 0 of 4   ");
    assert_eq!(lines[lines.len() - 2].trim(), "");
    assert_eq!(lines[lines.len() - 1], "");
}

#[test]
fn silence_is_silent() {
    assert_eq!(shown(Style::Silent, 50), "");
}

#[test]
fn a_flood_without_line_ends_does_not_hide_the_next_record() {
    let mut out = Vec::new();
    let mut progress = Progress::new(&mut out, Style::Lines);
    for _ in 0..100 {
        progress.take(&[b'x'; 1000]).expect("memory takes all");
    }
    progress.take(b"\n").expect("memory takes all");
    progress.take(report().text().as_bytes()).expect("memory takes all");
    assert!(String::from_utf8(out).expect("text").starts_with(&format!("{FIRST}[1/3] calibrate/empty\n")));
}
