//! `g4pmu compare`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::parsers::separator;
use crate::compare::Fact;

/// Arguments of `g4pmu compare`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArguments {
    /// The first: a saved log, or the folder of a run
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    pub first: PathBuf,
    /// The second
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath)]
    pub second: PathBuf,
    /// Largest change in percent of the first that is small
    #[arg(long, value_name = "PERCENT", default_value = "1", allow_negative_numbers = true, value_parser = percent)]
    pub threshold: f64,
    /// Compare although the two differ in this; may be given again
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub despite: Vec<Fact>,
    /// Show rows that are the same too
    #[arg(short, long)]
    pub all: bool,
    /// Print JSON
    #[arg(short, long, conflicts_with = "separator")]
    pub json: bool,
    /// Print a header and all rows with this one character between the columns
    #[arg(short = 'x', long, value_name = "CHAR", value_parser = separator)]
    pub separator: Option<u8>,
}

/// A share in percent, not negative.
fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err("give a number of percent, 0 or more, for instance 2.5".to_owned()),
    }
}

const EXAMPLES: &str = "\
Examples:
  g4pmu compare results/before results/after
  g4pmu compare a b --threshold 0.5             smaller changes too
  g4pmu compare plain free --despite switches   one switch of the model against another
  g4pmu compare model chip --despite source,switches,clocks

Status 0: nothing is worse; 11: something is worse, differs without a better way, is missing or
is no longer counted; 12: the two cannot be compared.";
