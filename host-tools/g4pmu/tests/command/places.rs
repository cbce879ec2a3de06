//! Outputs never take the place of the input or of one another, and streams that are
//! closed or full change no exit status but their own.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::sample::report;
use crate::tool::Place;

#[test]
fn a_report_is_never_written_over() {
    let text = report().text();
    let place = Place::new();
    place.write("raw.log", &text);
    place.write("folder/inside", "");
    symlink("raw.log", place.path().join("link")).expect("a link");
    fs::hard_link(place.path().join("raw.log"), place.path().join("hard")).expect("a link");
    for target in ["raw.log", "./raw.log", "folder/../raw.log", "link", "hard"] {
        for option in ["--csv", "--json", "--samples"] {
            let done = place.g4pmu(&format!("parse raw.log {option} {target}"));
            assert_eq!((done.code, done.out.as_str()), (2, ""), "{option} {target}: {}", done.err);
            assert!(done.err.contains("are one place"), "{}", done.err);
            assert_eq!(place.read("raw.log"), text, "{option} {target}");
        }
    }
    let input = File::open(place.path().join("raw.log")).expect("a log");
    let done = place.fed("parse - --csv hard", input);
    assert_eq!((done.code, place.read("raw.log") == text), (2, true), "{}", done.err);
}

#[test]
fn two_outputs_need_two_places() {
    let place = Place::new();
    place.write("raw.log", report().text());
    symlink("x", place.path().join("y")).expect("a link");
    for (csv, json) in [("x", "x"), ("-", "-"), ("x", "./x"), ("x", "y"), ("y", "x"), ("-", "/dev/stdout")] {
        let done = place.g4pmu(&format!("parse raw.log --csv {csv} --json {json}"));
        assert_eq!((done.code, done.out.as_str(), place.has("x")), (2, "", false), "{csv} {json}: {}", done.err);
    }
    assert_eq!(place.g4pmu("parse raw.log --csv x --json -").code, 0);
}

#[test]
fn a_folder_of_dangling_links_is_no_place_for_results() {
    let place = Place::new();
    place.write("raw.log", report().text());
    fs::create_dir(place.path().join("out")).expect("a folder");
    symlink("../elsewhere", place.path().join("out/results.csv")).expect("a link");
    let done = place.g4pmu("run --target log:raw.log --out out");
    assert_eq!((done.code, place.has("elsewhere")), (2, false), "{}", done.err);
}

/// Runs the command with one of its streams on a device that takes nothing.
fn on_a_full_device(
    place: &Place,
    line: &str,
    full: for<'c> fn(&'c mut Command, Stdio) -> &'c mut Command,
) -> Option<i32> {
    let device = OpenOptions::new().write(true).open("/dev/full").ok()?;
    let mut command = place.command(&line.split_whitespace().collect::<Vec<_>>());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    full(&mut command, device.into());
    Some(command.status().expect("the command runs").code().expect("a status and no signal"))
}

#[test]
fn where_nobody_can_be_told_the_status_still_tells() {
    let place = Place::new();
    let text = report().text();
    place.write("raw.log", &text);
    place.write("twice.log", text.repeat(2));
    place.write("cut.log", &text[..text.len() / 2]);
    for (line, status) in [
        ("parse raw.log", 0),
        ("parse twice.log", 0),
        ("parse cut.log", 3),
        ("parse cut.log --partial", 3),
        ("parse none.log", 1),
        ("parze", 2),
        ("run --target log:raw.log --out out", 0),
        ("list suites", 0),
    ] {
        if let Some(code) = on_a_full_device(&place, line, Command::stderr) {
            assert_eq!(code, status, "{line}");
        }
    }
    for line in ["parse raw.log", "parse raw.log --csv -", "list events", "completions bash", "--help", "--version"] {
        if let Some(code) = on_a_full_device(&place, line, Command::stdout) {
            assert_eq!(code, 1, "{line}");
        }
    }
}

#[test]
fn what_came_over_the_line_does_not_command_the_terminal() {
    let mut sample = report();
    sample.errors = vec!["\u{1b}[2Jgone\r\u{9b}31m\u{7}"];
    let place = Place::new();
    place.write("raw.log", sample.text());
    let done = place.g4pmu("parse raw.log");
    assert_eq!(done.code, 5, "{}", done.err);
    assert!(done.out.contains("error: \\u{1b}[2Jgone\\r\\u{9b}31m\\u{7}"), "{}", done.out);
    let csv = place.g4pmu("parse raw.log --csv -").out;
    assert!(csv.bytes().all(|byte| matches!(byte, b'\n' | 0x20..=0x7e)), "{csv}");
    let done = place.g4pmu("parse \u{1b}[2J");
    assert!(!done.err.contains('\u{1b}'), "{}", done.err);
}

#[test]
fn a_file_that_may_not_grow_so_large_is_an_error_and_leaves_nothing() {
    let place = Place::new();
    place.write("raw.log", report().text());
    let tool = env!("CARGO_BIN_EXE_g4pmu");
    let script = format!("ulimit -f 1; exec '{tool}' parse raw.log --csv out.csv");
    let status = Command::new("sh").args(["-c", &script]).current_dir(place.path()).stderr(Stdio::null()).status();
    assert_eq!(status.expect("a shell runs").code(), Some(1));
    assert_eq!(fs::read_dir(place.path()).expect("read").count(), 1);
}

#[test]
fn a_cause_is_told_once() {
    let done = Place::new().g4pmu("run --target log:none.log");
    assert_eq!(done.err.matches("No such file").count(), 1, "{}", done.err);
    let done = Place::new().g4pmu("run --target stock --image image --qemu none");
    assert!(done.err.matches("No such file").count() <= 1, "{}", done.err);
    let place = Place::new();
    place.write("raw.log", report().text());
    let done = place.g4pmu("run --target log:raw.log --out /proc/none");
    assert_eq!((done.code, done.err.matches("os error").count()), (1, 1), "{}", done.err);
}
