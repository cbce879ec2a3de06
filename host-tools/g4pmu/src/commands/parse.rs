//! `g4pmu parse`: a saved report again, as table, CSV and JSON.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use toolbox::talk::say;

use super::{exit_of, incomplete, printed};
use crate::cli::ParseArguments;
use crate::exit::{Exit, Failure};
use crate::output::{csv, file, json, place, samples, table};
use crate::paint::Paint;
use crate::results::{Completeness, Results};

pub(super) fn parse(arguments: &ParseArguments) -> Result<Exit, Failure> {
    let outputs = [("--csv", &arguments.csv), ("--json", &arguments.json), ("--samples", &arguments.samples)];
    let outputs = outputs.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    place::apart(&arguments.log, &outputs.collect::<Vec<_>>()).map_err(|error| Failure::new(Exit::Usage, error))?;
    let bytes = read(&arguments.log).map_err(|error| Failure::new(Exit::Files, error))?;
    let log = report_format::log::parse(&bytes);
    let last = log.boots.len();
    if let Some(number) = arguments.report.filter(|number| *number as usize > last.max(1)) {
        let error = anyhow!("{} holds {last} reports; --report {number} is none of them", arguments.log.display());
        return Err(Failure::new(Exit::Usage, error));
    }
    let results = match arguments.report {
        Some(number) => Results::of_report(&log, number as usize),
        None => Results::of(&log),
    };
    if arguments.report.is_none() {
        say_which_report(&results);
    }
    let exit = exit_of(&results);
    if results.report != Completeness::Complete && !arguments.partial {
        let text = format!("{}\n--partial writes what there is, marked", incomplete(&results));
        return Err(Failure::new(exit, anyhow!("{}: {text}", arguments.log.display())));
    }
    let files = |error| Failure::new(Exit::Files, error);
    let mut table_wanted = true;
    if let Some(path) = &arguments.csv {
        table_wanted &= to(path, &csv::bytes(&results)).map_err(files)?;
    }
    if let Some(path) = &arguments.json {
        table_wanted &= to(path, &json::bytes(&results)).map_err(files)?;
    }
    if let Some(path) = &arguments.samples {
        let bytes = samples::bytes(&results).ok_or_else(|| no_samples(&arguments.log))?;
        table_wanted &= to(path, &bytes).map_err(files)?;
    }
    if table_wanted {
        printed(table::write(&results, Paint::of(&io::stdout()), io::stdout().lock()))?;
    }
    Ok(exit)
}

/// Reads the log; `-` is standard input.
pub(super) fn read(log: &Path) -> anyhow::Result<Vec<u8>> {
    if log == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    fs::read(log).with_context(|| format!("cannot read {}", log.display()))
}

/// Writes to a file, or to standard output for `-`. Gives whether standard output
/// is still free for the table.
fn to(path: &Path, bytes: &[u8]) -> anyhow::Result<bool> {
    if path == Path::new("-") {
        printed(io::stdout().write_all(bytes)).map_err(|failure| failure.error)?;
        return Ok(false);
    }
    file::write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

fn no_samples(log: &Path) -> Failure {
    let error = anyhow!("{}: no kernel was sampled in this report: `g4pmu run --sample` samples", log.display());
    Failure::new(Exit::Usage, error)
}

/// A log may hold several reports; says which one is shown.
fn say_which_report(results: &Results) {
    if let (2.., Some(line)) = (results.log.reports, results.log.first_line) {
        let reports = results.log.reports;
        say(&format!(
            "the log holds {reports} reports; the last one is read, from line {line} on; --report N reads another"
        ));
    }
}
