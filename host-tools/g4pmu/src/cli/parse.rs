//! `g4pmu parse`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `g4pmu parse`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ParseArguments {
    /// The saved report; `-` reads standard input
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,
    /// Write CSV to this file; `-` prints it instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Write JSON to this file; `-` prints it instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Write the samples as CSV to this file; `-` prints them instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub samples: Option<PathBuf>,
    /// The report to read where the log holds several, 1 is the first [default: the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub report: Option<u32>,
    /// Write what there is of an incomplete report, marked as such in every row
    #[arg(long)]
    pub partial: bool,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu parse raw.log                           the table
  g4pmu parse raw.log --csv results.csv         a CSV file, and the table
  g4pmu parse raw.log --json - | jq .verdict    JSON on standard output
  g4pmu parse cut.log --partial --csv part.csv  what there is, marked as truncated";
