//! `g4pmu compare`: two saved measurements, row for row.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::anyhow;
use toolbox::talk::say;

use super::printed;
use crate::cli::CompareArguments;
use crate::compare::{Comparison, Row, Verdict};
use crate::exit::{Exit, Failure};
use crate::paint::Paint;
use crate::saved::Saved;

pub(super) fn compare(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let read = |path| Saved::read(path).map_err(|error| Failure::new(Exit::Files, error));
    let (first, second) = (read(&arguments.first)?, read(&arguments.second)?);
    let comparison = Comparison::of(&first, &second, arguments.threshold / 100.0);
    let (wanted, unwanted): (Vec<_>, Vec<_>) =
        comparison.different.iter().partition(|difference| arguments.despite.contains(&difference.fact));
    if !unwanted.is_empty() {
        let mut text = "the two are not comparable:".to_owned();
        for difference in &unwanted {
            let (name, first, second) = (difference.fact.name(), &difference.first, &difference.second);
            text += &format!("\n  {name}: {first}\n  {:1$}  {second}", "", name.len());
        }
        let names: Vec<String> = unwanted.iter().map(|difference| difference.fact.name()).collect();
        text += &format!("\nwhere that is what is to be compared, say --despite {}", names.join(","));
        return Err(Failure::new(Exit::Incomparable, anyhow!(text)));
    }
    for difference in wanted {
        say(&format!("different by intent, {}: {} / {}", difference.fact.name(), difference.first, difference.second));
    }
    let text = if arguments.json {
        // Texts and numbers always serialize.
        serde_json::to_string_pretty(&comparison).unwrap_or_default() + "\n"
    } else if let Some(separator) = arguments.separator {
        separated(&comparison, separator)
    } else {
        table(&comparison, arguments.all, Paint::of(&io::stdout()))
    };
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(if comparison.is_worse() { Exit::Worse } else { Exit::Complete })
}

/// Rows with a separator, the same columns always.
fn separated(comparison: &Comparison, separator: u8) -> String {
    const HEAD: [&str; 11] = [
        "kernel",
        "parameters",
        "translation",
        "state",
        "event",
        "first_per_iteration",
        "second_per_iteration",
        "change",
        "chance",
        "verdict",
        "reason",
    ];
    let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    csv.write_record(HEAD).expect("memory takes every write");
    for row in &comparison.rows {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let (key, reason) = (&row.key, row.reason.clone().unwrap_or_default());
        let texts = [&key.kernel, &key.parameters, key.translation, key.state, &key.event].map(str::to_owned);
        let numbers = [row.first, row.second, row.change, row.chance].map(number);
        let cells = texts.into_iter().chain(numbers).chain([row.verdict.word().to_owned(), reason]);
        csv.write_record(cells).expect("memory takes every write");
    }
    String::from_utf8_lossy(&csv.into_inner().expect("memory takes every write")).into_owned()
}

/// The rows that are worth a look under their kernels, and how many there are of each kind.
fn table(comparison: &Comparison, all: bool, paint: Paint) -> String {
    let mut text = String::new();
    let shown: Vec<&Row> = comparison.rows.iter().filter(|row| all || !row.verdict.is_quiet()).collect();
    let width = shown.iter().map(|row| row.key.event.len()).max().unwrap_or(0);
    let mut kernel = None;
    for row in &shown {
        let key = &row.key;
        let own = (&key.kernel, &key.parameters, key.translation, key.state);
        if kernel.replace(own) != Some(own) {
            let mode = if (key.translation, key.state) == ("bat", "supervisor") {
                String::new()
            } else {
                format!(" {} {}", key.translation, key.state)
            };
            let parameters = if key.parameters == "-" { String::new() } else { format!(" {}", key.parameters) };
            let code = if row.other_code { ", other code" } else { "" };
            // A string takes every write.
            let _ = writeln!(text, "{}{parameters}{mode}{code}", key.kernel);
        }
        let _ = writeln!(text, "{}", line(row, width, paint));
    }
    if !shown.is_empty() {
        text.push('\n');
    }
    let counts = Verdict::ALL.iter().filter_map(|verdict| match comparison.count(*verdict) {
        0 => None,
        number => Some(format!("{number} {}", verdict.word())),
    });
    let _ = writeln!(text, "{} rows: {}", comparison.rows.len(), counts.collect::<Vec<_>>().join(", "));
    let chances = shown
        .iter()
        .filter(|row| matches!(row.verdict, Verdict::Better | Verdict::Worse | Verdict::More | Verdict::Fewer));
    let chance = chances.filter_map(|row| row.chance).fold(0.0, f64::max);
    if chance > 0.0 {
        let _ =
            writeln!(text, "of rows that vary and do not differ, chance alone separates up to {:.1} %", chance * 100.0);
    }
    text
}

fn line(row: &Row, width: usize, paint: Paint) -> String {
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), shown);
    let change = match (row.change, row.first, row.second) {
        _ if row.first == row.second => String::new(),
        (Some(change), ..) => format!("{:+.2} %", change * 100.0),
        (None, Some(_), Some(_)) => "from 0".to_owned(),
        _ => String::new(),
    };
    let word = match row.verdict {
        verdict if verdict.is_bad() => paint.bad(verdict.word()),
        Verdict::Better => paint.good(Verdict::Better.word()),
        verdict => verdict.word().to_owned(),
    };
    let reason = row.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    let (first, second) = (number(row.first), number(row.second));
    format!("  {:width$} {first:>14} {second:>14} {change:>10}  {word}{reason}", row.key.event)
}

/// Whole where it is whole, else three decimals.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
