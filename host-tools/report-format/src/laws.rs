//! What holds for every log, whatever bytes it consists of.
//!
//! The fuzz target and the tests call [`assert_for`]; it stands in the library so
//! that both check the same laws, the first on a nightly compiler and outside the
//! workspace, the second everywhere.

use memchr::memmem;

use crate::check::check;
use crate::log::{Boot, Diagnosis, Entry, parse};
use crate::parse::{Line, parse_line};
use crate::record::Record;
use crate::write::write_line;
use crate::{MARKER, checksum};

/// Asserts every law for a log.
///
/// # Panics
///
/// When a law does not hold.
pub fn assert_for(log: &[u8]) {
    let lines: Vec<&[u8]> = log.split(|&byte| byte == b'\n').collect();
    let parsed = parse(log);
    assert_eq!(parsed.lines, lines.len() - usize::from(lines.last().is_some_and(|last| last.is_empty())));
    let foreign = lines.iter().filter(|line| parse_line(line) == Line::Foreign).count();
    assert_eq!(parsed.lines - parsed.foreign, lines.len() - foreign, "every line is foreign or not");
    for boot in &parsed.boots {
        assert!(!boot.entries.is_empty() || !boot.findings.is_empty(), "a boot has a reason to be there");
        for entry in &boot.entries {
            assert_stands_in(lines[entry.line - 1], entry);
        }
        assert!(boot.entries.is_sorted_by(|one, next| one.sequence < next.sequence));
        assert_complete_means_complete(boot);
        for finding in &boot.findings {
            assert!(!finding.to_string().is_empty());
        }
        for problem in check(boot) {
            assert!(!problem.to_string().is_empty());
        }
    }
    for line in lines {
        assert_one_spelling(line);
        assert_one_spelling(&sealed(line));
    }
}

/// The line from its first marker on, with a checksum that matches. Behind it the
/// parser of fields is out of reach for random bytes.
fn sealed(line: &[u8]) -> Vec<u8> {
    let body = &line[memmem::find(line, MARKER.as_bytes()).unwrap_or(0)..];
    let body = &body[..memmem::rfind(body, b" *").unwrap_or(body.len())];
    [body, format!(" *{:08x}", checksum::of(body)).as_bytes()].concat()
}

/// A line that is a record is the one that the writer writes for it.
fn assert_one_spelling(line: &[u8]) {
    if let Line::Record { sequence, record } = parse_line(line) {
        assert_stands_in(line, &Entry { line: 0, sequence, record });
    }
}

/// A record written again is what the line has: there is one spelling.
fn assert_stands_in(line: &[u8], entry: &Entry<'_>) {
    let mut written = String::new();
    write_line(&mut written, entry.sequence, &entry.record).expect("a string takes everything");
    let written = written.trim_end().as_bytes();
    assert!(memmem::find(line, written).is_some(), "{entry:?} is on its line");
}

/// A boot called complete starts with `report`, ends with `end`, has no gap, and
/// as many records as `end` states.
fn assert_complete_means_complete(boot: &Boot<'_>) {
    if boot.diagnosis() != Diagnosis::Complete {
        return;
    }
    assert!((0..).zip(&boot.entries).all(|(number, entry)| entry.sequence == number));
    assert!(matches!(boot.entries.first(), Some(Entry { record: Record::Report(_), .. })));
    let Some(Entry { record: Record::End(end), sequence, .. }) = boot.entries.last() else {
        panic!("the last record is `end`");
    };
    assert_eq!(end.records, *sequence);
}
