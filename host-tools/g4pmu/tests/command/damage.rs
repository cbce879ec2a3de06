//! Logs that are not whole never give results that look whole.

use crate::sample::report;
use crate::tool::Place;

#[test]
fn a_log_cut_at_any_line_never_ends_with_0() {
    let text = report().text();
    let place = Place::new();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for end in std::iter::once(0).chain(ends[..ends.len() - 1].iter().copied()) {
        place.write("cut.log", &text[..end]);
        let done = place.g4pmu("parse cut.log --csv cut.csv --json cut.json");
        assert_eq!((done.code, done.out.as_str()), (3, ""), "cut at {end}: {}", done.err);
        assert!(!place.has("cut.csv") && !place.has("cut.json"), "cut at {end}");
    }
}

#[test]
fn a_log_cut_within_a_line_says_where_it_stops() {
    let text = report().text();
    let place = Place::new();
    place.write("cut.log", &text[..text.len() - 5]);
    let done = place.g4pmu("parse cut.log");
    let line = text.lines().count();
    assert_eq!(done.code, 3);
    let expected = format!(
        "g4pmu: error: cut.log: the report is truncated, so no results were written:\n  \
         line {line}: the report stops within this line\n  \
         no `end` record: everything after record {} is missing\n\
         --partial writes what there is, marked\n",
        line - 2
    );
    assert_eq!(done.err, expected);
}

#[test]
fn a_lost_line_in_the_middle_is_named() {
    let text = report().text();
    let lost: String =
        text.lines().enumerate().filter(|(at, _)| *at != 20).map(|(_, line)| format!("{line}\n")).collect();
    let place = Place::new();
    place.write("lost.log", lost);
    let done = place.g4pmu("parse lost.log --csv lost.csv");
    assert_eq!((done.code, done.out.as_str()), (4, ""));
    assert!(done.err.contains("\n  record 20 is missing\n"), "{}", done.err);
    assert!(!place.has("lost.csv"));
}

#[test]
fn a_changed_digit_is_corrupt() {
    let place = Place::new();
    place.write("changed.log", report().text().replacen("n=500 ", "n=501 ", 1));
    let done = place.g4pmu("parse changed.log --csv changed.csv");
    assert_eq!((done.code, place.has("changed.csv")), (4, false));
    assert!(done.err.contains("the checksum says"), "{}", done.err);
}

#[test]
fn partial_results_are_marked_in_every_row_and_at_the_end() {
    let text = report().text();
    let place = Place::new();
    let kept: String = text.lines().take(20).map(|line| format!("{line}\n")).collect();
    place.write("cut.log", kept);
    let done = place.g4pmu("parse cut.log --partial --csv part.csv --json part.json");
    assert_eq!(done.code, 3, "{}", done.err);
    let csv = place.read("part.csv");
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert!(rows.len() > 4 && rows.iter().all(|row| row.starts_with("1,truncated,")), "{csv}");
    assert!(rows.iter().rev().take_while(|row| row.contains(",missing,")).count() >= 1, "{csv}");
    assert!(rows[rows.len() - 1].contains(",missing,"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&place.read("part.json")).expect("JSON");
    assert_eq!(json["report"], "truncated");
    assert!(done.out.contains("The report is truncated:"), "{}", done.out);
}

#[test]
fn noise_around_a_report_changes_nothing_but_its_count() {
    let place = Place::new();
    place.write("clean.log", report().text());
    let mut noisy = b">> OpenBIOS 1.1\r\n\0\xff\xfe\n".to_vec();
    noisy.extend(report().text().replace('\n', "\r\n").into_bytes());
    noisy.extend(b"after\n");
    place.write("noisy.log", noisy);
    for log in ["clean", "noisy"] {
        let done = place.g4pmu(&format!("parse {log}.log --csv {log}.csv --json {log}.json"));
        assert_eq!(done.code, 0, "{}", done.err);
    }
    assert_eq!(place.read("clean.csv"), place.read("noisy.csv"));
    assert!(place.read("noisy.json").contains("\"foreign\": 3"));
}

#[test]
fn much_damage_of_one_kind_is_counted_and_not_all_listed() {
    let text = report().text().replace("hid0=0x84", "hid0=0x85").repeat(2);
    let damaged: String = text.lines().map(|line| format!("{}\n", line.replace("@g4 1", "@g4 1x"))).collect();
    let place = Place::new();
    place.write("bad.log", format!("{}{}", "@g4 7 trial *00000000\n".repeat(1000), damaged));
    let done = place.g4pmu("parse bad.log --report 1");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.lines().count() < 40, "{}", done.err);
    assert!(done.err.contains("and 990 more like `line 1: the checksum says"), "{}", done.err);
}

#[test]
fn the_last_report_of_a_log_is_read_or_the_one_that_is_named() {
    let text = report().text();
    let place = Place::new();
    place.write("two.log", format!("{text}{}", &text[..text.len() / 2]));
    let done = place.g4pmu("parse two.log");
    assert_eq!(done.code, 3, "a report that was cut is not covered up by an older one: {}", done.err);
    assert!(done.err.starts_with("the log holds 2 reports; the last one is read"), "{}", done.err);
    assert!(done.err.contains("--report N reads another"), "{}", done.err);
    let done = place.g4pmu("parse two.log --report 1");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let done = place.g4pmu("parse two.log --report 3");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("two.log holds 2 reports; --report 3 is none of them"), "{}", done.err);
    assert_eq!(place.g4pmu("parse two.log --report 0").code, 2);
}
