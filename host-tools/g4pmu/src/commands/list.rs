//! `g4pmu list`: what can be measured.
//!
//! Each listing is a header and rows, printed as aligned columns or with a
//! separator; JSON and the view of single entries say more than fits a row.

mod events;
mod kernels;
mod machines;
mod metrics;
mod suites;
mod targets;

use std::io::{self, Write};

use anyhow::anyhow;
use g4pmu_firmware::lab::suite::Suite;
use mpc7450::events::CATALOGUE;
use serde::Serialize;

use super::printed;
use crate::cli::{ListArguments, Listing};
use crate::exit::{Exit, Failure};
use crate::metrics::Book;
use crate::names;

/// A listing: the head of each column, and a cell for each.
struct Rows {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

pub(super) fn list(arguments: &ListArguments) -> Result<Exit, Failure> {
    let names = &arguments.names;
    let text = match arguments.what {
        None => shown(arguments, overview, String::new, overview_json),
        Some(Listing::Kernels) => {
            let chosen =
                chosen("kernel", names, kernels::all(), |kernel| kernel.id, |kernel| kernel.question.to_owned())?;
            let (found, full) = &chosen;
            shown_in(arguments, *full, || kernels::rows(found), || kernels::details(found), || kernels::json(found))
        }
        Some(Listing::Events) => {
            let (found, full) = &events::chosen(names)?;
            shown_in(arguments, *full, || events::rows(found), || events::details(found), || events::json(found))
        }
        Some(Listing::Metrics) => {
            let book = super::explain::book(arguments.metrics.as_deref())?;
            let (found, full) = &metrics::chosen(&book, names)?;
            shown_in(arguments, *full, || metrics::rows(found), || metrics::details(found), || metrics::json(found))
        }
        Some(Listing::Suites) => {
            let about = |suite: &'static Suite| suite.description.to_owned();
            let (found, full) = &chosen("suite", names, suites::all(), |suite| suite.name, about)?;
            shown_in(arguments, *full, || suites::rows(found), || suites::details(found), || suites::json(found))
        }
        Some(Listing::Targets) => {
            let (found, _) =
                &chosen("target", names, targets::all(), |target| target.target, |target| target.about.to_owned())?;
            shown_in(arguments, false, || targets::rows(found), String::new, || found.clone())
        }
        Some(Listing::Machines) => {
            let (found, _) =
                &chosen("machine", names, machines::all(), |machine| machine.machine, |machine| machine.about.clone())?;
            shown_in(arguments, false, || machines::rows(found), String::new, || found.clone())
        }
    };
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(Exit::Complete)
}

/// What can be listed, and how much there is of it.
fn overview() -> Rows {
    let row = |(what, number, about): (&str, usize, &str)| vec![what.to_owned(), number.to_string(), about.to_owned()];
    Rows { head: &["list", "entries", "about"], rows: overviewed().into_iter().map(row).collect() }
}

fn overviewed() -> [(&'static str, usize, &'static str); 6] {
    [
        ("kernels", kernels::all().len(), "what can be measured"),
        ("events", CATALOGUE.len(), "what the counters can count, one entry a counter"),
        ("metrics", Book::built_in().metrics().count(), "what counts say together"),
        ("suites", suites::all().len(), "named sets of kernels"),
        ("targets", targets::all().len(), "what can measure"),
        ("machines", machines::all().len(), "boards in QEMU, and their processors"),
    ]
}

#[derive(Serialize)]
struct Overviewed {
    list: &'static str,
    entries: usize,
    about: &'static str,
}

fn overview_json() -> Vec<Overviewed> {
    overviewed().into_iter().map(|(list, entries, about)| Overviewed { list, entries, about }).collect()
}

/// The entries with these names, in full; or, where a word is no name, all whose name or
/// description has it; all entries where nothing is typed.
fn chosen<T: Clone>(
    kind: &str,
    typed: &[String],
    all: Vec<T>,
    name: impl Fn(T) -> &'static str,
    about: impl Fn(T) -> String,
) -> Result<(Vec<T>, bool), Failure> {
    if typed.is_empty() {
        return Ok((all, false));
    }
    let mut full = true;
    for typed in typed {
        if all.iter().any(|entry| name(entry.clone()) == typed) {
            continue;
        }
        full = false;
        if !all.iter().any(|entry| has(typed, &[name(entry.clone()), &about(entry.clone())])) {
            let accepted: Vec<&str> = all.iter().map(|entry| name(entry.clone())).collect();
            let hint = names::hint(typed, accepted.iter().copied());
            let error = anyhow!("there is no {kind} `{typed}`; there are {}{hint}", accepted.join(", "));
            return Err(Failure::new(Exit::Usage, error));
        }
    }
    let wanted = |entry: &T, typed: &String| {
        let own = name(entry.clone());
        own == typed || (!full && has(typed, &[own, &about(entry.clone())]))
    };
    Ok((all.into_iter().filter(|entry| typed.iter().any(|typed| wanted(entry, typed))).collect(), full))
}

/// Whether a word stands in one of these texts.
fn has(word: &str, texts: &[&str]) -> bool {
    let word = word.to_ascii_lowercase();
    texts.iter().any(|text| text.to_ascii_lowercase().contains(&word))
}

/// A table, or JSON.
fn shown<J: Serialize>(
    arguments: &ListArguments,
    rows: impl FnOnce() -> Rows,
    details: impl FnOnce() -> String,
    json: impl FnOnce() -> Vec<J>,
) -> String {
    shown_in(arguments, false, rows, details, json)
}

/// The text in the form that was asked for, in full where that is asked for.
fn shown_in<J: Serialize>(
    arguments: &ListArguments,
    full: bool,
    rows: impl FnOnce() -> Rows,
    details: impl FnOnce() -> String,
    json: impl FnOnce() -> Vec<J>,
) -> String {
    if arguments.json {
        // Lists of texts and numbers always serialize.
        serde_json::to_string_pretty(&json()).map_or_else(|error| error.to_string(), |text| text + "\n")
    } else if let Some(separator) = arguments.separator {
        separated(&rows(), separator)
    } else if !full {
        aligned(&rows())
    } else {
        details()
    }
}

/// Rows with a separator, quoted where they must be [RFC 4180].
fn separated(rows: &Rows, separator: u8) -> String {
    let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    let head = rows.head.iter().map(|cell| (*cell).to_owned()).collect();
    for row in std::iter::once(&head).chain(&rows.rows) {
        csv.write_record(row).expect("memory takes every write and all rows have one width");
    }
    String::from_utf8_lossy(&csv.into_inner().expect("memory takes every write")).into_owned()
}

/// Columns side by side; the last one is as long as it likes.
fn aligned(rows: &Rows) -> String {
    let head = rows.head.iter().map(|cell| (*cell).to_owned()).collect();
    let lines = || std::iter::once(&head).chain(&rows.rows);
    let width = |column: usize| lines().map(|row: &Vec<String>| row[column].len()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..rows.head.len()).map(width).collect();
    let mut text = String::new();
    for row in lines() {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}
