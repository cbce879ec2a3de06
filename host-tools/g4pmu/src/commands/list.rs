//! `g4pmu list`: what can be measured.
//!
//! Each listing is a header and rows, printed as aligned columns or with a
//! separator; JSON and the view of single entries say more than fits a row.

mod events;
mod kernels;
mod suites;

use std::io::{self, Write};

use anyhow::anyhow;
use serde::Serialize;

use super::printed;
use crate::cli::{ListArguments, Listing};
use crate::exit::{Exit, Failure};
use crate::names;

/// A listing: the head of each column, and a cell for each.
struct Rows {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

pub(super) fn list(arguments: &ListArguments) -> Result<Exit, Failure> {
    let text = match arguments.what {
        Listing::Kernels => {
            let chosen = chosen("kernel", &arguments.names, kernels::all(), |kernel| kernel.id)?;
            shown(arguments, || kernels::rows(&chosen), || kernels::details(&chosen), || kernels::json(&chosen))
        }
        Listing::Events => {
            let chosen = events::chosen(&arguments.names)?;
            shown(arguments, || events::rows(&chosen), || events::details(&chosen), || events::json(&chosen))
        }
        Listing::Suites => {
            let chosen = chosen("suite", &arguments.names, suites::all(), |suite| suite.name)?;
            shown(arguments, || suites::rows(&chosen), || suites::details(&chosen), || suites::json(&chosen))
        }
    };
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(Exit::Complete)
}

/// The entries with these names, or all of them where no name is given.
fn chosen<T: Copy>(
    kind: &str,
    typed: &[String],
    all: Vec<T>,
    name: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, Failure> {
    for typed in typed {
        if !all.iter().any(|entry| name(*entry) == typed) {
            let accepted: Vec<&str> = all.iter().map(|entry| name(*entry)).collect();
            let hint = names::hint(typed, accepted.iter().copied());
            let error = anyhow!("there is no {kind} `{typed}`; there are {}{hint}", accepted.join(", "));
            return Err(Failure::new(Exit::Usage, error));
        }
    }
    let wanted = |entry: &T| typed.is_empty() || typed.iter().any(|typed| typed == name(*entry));
    Ok(all.into_iter().filter(wanted).collect())
}

/// The text in the form that was asked for.
fn shown<J: Serialize>(
    arguments: &ListArguments,
    rows: impl FnOnce() -> Rows,
    details: impl FnOnce() -> String,
    json: impl FnOnce() -> Vec<J>,
) -> String {
    if arguments.json {
        // Lists of texts and numbers always serialize.
        serde_json::to_string_pretty(&json()).map_or_else(|error| error.to_string(), |text| text + "\n")
    } else if let Some(separator) = arguments.separator {
        separated(&rows(), separator)
    } else if arguments.names.is_empty() {
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
