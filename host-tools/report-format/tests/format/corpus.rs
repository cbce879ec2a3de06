//! The fuzz target's corpus, run through the same entry on any compiler.
//!
//! The first word of a file's name says what the worst of its boots is.

use std::fs;

use report_format::laws;
use report_format::log::{Diagnosis, parse};

use crate::expected_file::{assert_is, path, read};
use crate::golden::golden;
use crate::sample::text;

const FOLDER: &str = "fuzz/corpus/log";

/// Names and contents of the files that this test owns.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let text = text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let golden: String = golden().iter().map(|(line, _)| format!("{line}\n")).collect();
    let noisy: String = lines.iter().map(|line| format!(">> switching to new context:\r{line}\r\n")).collect();
    let without = |lost: usize| [&lines[..lost], &lines[lost + 1..]].concat().concat();
    let twice = |line: usize| [&lines[..line], &lines[line - 1..]].concat().concat();
    let mut swapped = lines.clone();
    swapped.swap(6, 7);
    vec![
        ("foreign-banner", b">> OpenBIOS 1.1\r\n\0\xff@g4".to_vec()),
        ("complete", text.clone().into()),
        ("complete-every-type", golden.into()),
        ("complete-crlf", text.replace('\n', "\r\n").into()),
        ("complete-behind-noise", noisy.into()),
        ("complete-line-ends-lost", text.replace('\n', "").into()),
        ("complete-line-repeated", twice(9).into()),
        ("complete-twice", [text.clone(), text.clone()].concat().into()),
        ("truncated-after-line", lines[..9].concat().into()),
        ("truncated-in-line", text.as_bytes()[..1_000].to_vec()),
        ("truncated-then-complete", [&text[..1_000], &text].concat().into()),
        ("corrupt-changed", text.replace("pmc=3", "pmc=5").into()),
        ("corrupt-head-lost", lines[7..].concat().into()),
        ("corrupt-line-lost", without(12).into()),
        ("corrupt-lines-swapped", swapped.concat().into()),
        ("corrupt-byte", text.replace("mmcr2", "mm\0r2").into()),
        ("corrupt-version", b"@g4 0 report version=7 colour=blue *97a1f1cb\n".to_vec()),
    ]
}

#[test]
fn the_corpus_is_what_the_sample_makes_and_obeys_the_laws() {
    for (name, content) in files() {
        assert_is(&path(FOLDER).join(name), &content);
    }
    let mut tried = 0;
    for file in fs::read_dir(path(FOLDER)).unwrap() {
        let file = file.unwrap();
        let content = read(&file.path());
        laws::assert_for(&content);
        let worst = parse(&content).boots.iter().map(|boot| boot.diagnosis()).max();
        let name = file.file_name().into_string().unwrap();
        match name.split('-').next() {
            Some("foreign") => assert_eq!(worst, None, "{name}"),
            Some("complete") => assert_eq!(worst, Some(Diagnosis::Complete), "{name}"),
            Some("truncated") => assert_eq!(worst, Some(Diagnosis::Truncated), "{name}"),
            Some("corrupt") => assert_eq!(worst, Some(Diagnosis::Corrupt), "{name}"),
            // Found by a fuzzing run on this machine.
            _ => continue,
        }
        tried += 1;
    }
    assert_eq!(tried, files().len());
}
