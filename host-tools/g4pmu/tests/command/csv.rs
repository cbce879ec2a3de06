//! The CSV, byte for byte.

use g4pmu::output::csv::{COLUMNS, bytes};
use g4pmu::results::Results;

use crate::sample::{Sample, report};

fn csv(sample: &Sample) -> String {
    let results = Results::of(&report_format::log::parse(sample.text().as_bytes()));
    String::from_utf8(bytes(&results)).expect("UTF-8")
}

/// The rows as a CSV reader sees them.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("RFC 4180").iter().map(str::to_owned).collect()).collect()
}

fn column(name: &str) -> usize {
    COLUMNS.iter().position(|column| *column == name).expect("a column")
}

#[test]
fn the_first_trial_of_a_kernel_is_these_rows() {
    let golden = include_str!("first-trial.csv");
    let text = csv(&report());
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], COLUMNS.join(","));
    // Four trials of the first kernel, four rows each, stand before the second.
    assert_eq!(rows[17..21].join("\n") + "\n", golden);
}

#[test]
fn every_row_has_every_column_and_lines_end_in_lf() {
    let text = csv(&report());
    assert!(text.ends_with('\n') && !text.contains('\r'));
    let rows = rows(&text);
    assert!(rows.iter().all(|row| row.len() == COLUMNS.len()));
    // Header, two kernels of 4 trials and 4 values, one skip.
    assert_eq!(rows.len(), 1 + 2 * 4 * 4 + 1);
}

#[test]
fn a_value_is_there_exactly_when_the_status_allows_it() {
    let mut different = report();
    different.run(0).surplus = vec![0, 1, -1, 2];
    let mut ambiguous = Sample::hardware();
    ambiguous.core_hz = None;
    let mut broken = report();
    broken.run(1).faults = true;
    broken.errors = vec!["bad \"word\", refused"];
    for sample in [report(), different, Sample::hardware(), ambiguous, broken] {
        for row in &rows(&csv(&sample))[1..] {
            let has_value = !row[column("value")].is_empty();
            assert_eq!(has_value, ["ok", "mismatch"].contains(&row[column("status")].as_str()), "{row:?}");
            assert_eq!(has_value, row[column("source")] != "none", "{row:?}");
            assert_eq!(has_value, !row[column("exactness")].is_empty(), "{row:?}");
            assert_eq!(row[column("status")] == "ok", row[column("reason")].is_empty(), "{row:?}");
            assert!(row[column("value")].bytes().all(|byte| byte.is_ascii_digit()), "{row:?}");
        }
    }
}

#[test]
fn faults_skips_and_errors_have_rows_without_values() {
    let mut sample = report();
    sample.run(1).faults = true;
    sample.errors = vec!["bad \"word\", refused"];
    let rows = rows(&csv(&sample));
    let with = |status: &str| rows.iter().find(|row| row[column("status")] == status).expect("such a row");
    let fault = with("fault");
    assert_eq!((fault[column("run")].as_str(), fault[column("n")].as_str()), ("1", "1000"));
    assert!(fault[column("reason")].starts_with("program-illegal in a trial: vector 0x00000700"));
    let skipped = with("skipped");
    assert_eq!((skipped[column("kernel")].as_str(), skipped[column("run")].as_str()), ("calibrate/vector", ""));
    assert_eq!(with("error")[column("reason")], "bad \"word\", refused");
}

/// Scripts may cut these off the end of a row by their places.
#[test]
fn the_last_columns_are_the_value_and_where_it_comes_from() {
    let last = ["event", "pmc", "code", "value", "unit", "source", "exactness", "status", "reason"];
    assert_eq!(COLUMNS[COLUMNS.len() - last.len()..], last);
}
