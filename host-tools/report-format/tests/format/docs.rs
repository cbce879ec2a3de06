//! `docs/report-format.md` says what the code does.

use report_format::{LONGEST_LINE, MARKER, VERSION, text};

use crate::expected_file::{assert_is, path, read};
use crate::golden::golden;
use crate::sample;

const PAGE: &str = "../../docs/report-format.md";
const START: &str = "<!-- example: written by the tests of report-format -->\n```text\n";
const END: &str = "```\n<!-- end of example -->";

fn page() -> String {
    String::from_utf8(read(&path(PAGE))).unwrap()
}

#[test]
fn the_example_is_what_the_writer_writes() {
    let page = page();
    let (before, rest) = page.split_once(START).expect("the page has the start of the example");
    let (_, after) = rest.split_once(END).expect("the page has the end of the example");
    let expected = format!("{before}{START}{}{END}{after}", sample::text());
    assert_is(&path(PAGE), expected.as_bytes());
}

/// The heading of every type, in order, and below it a table row for every key.
#[test]
fn every_type_is_there_with_its_keys_in_order() {
    let mut documented = Vec::new();
    for line in page().lines() {
        if let Some(name) = line.strip_prefix("### `").and_then(|rest| rest.strip_suffix('`')) {
            documented.push((name.to_owned(), Vec::new()));
        } else if let Some((key, _)) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` | "))
            && let Some((_, keys)) = documented.last_mut()
        {
            keys.push(key.to_owned());
        }
    }
    let mut written: Vec<(String, Vec<String>)> = golden()
        .iter()
        .map(|(line, record)| {
            let fields = line.split(' ').filter_map(|word| word.split_once('='));
            (record.name().to_owned(), fields.map(|(key, _)| key.to_owned()).collect())
        })
        .collect();
    written.dedup();
    assert_eq!(documented, written);
}

#[test]
fn the_limits_are_stated() {
    let page = page();
    for fact in [
        format!("This page describes version {VERSION}."),
        format!("at most {LONGEST_LINE} bytes"),
        format!("at most {} bytes", text::LONGEST),
        format!("\"{MARKER}\""),
    ] {
        assert!(page.contains(&fact), "`{fact}`");
    }
}
