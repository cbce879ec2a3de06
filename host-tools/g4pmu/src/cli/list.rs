//! `g4pmu list`.

use clap::{Args, ValueEnum};

use super::parsers::separator;

/// Arguments of `g4pmu list`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArguments {
    /// What to show
    #[arg(value_enum)]
    pub what: Listing,
    /// Show only these, in full; for events also perf's names and raw codes like r41c
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Print JSON
    #[arg(short, long, conflicts_with = "separator")]
    pub json: bool,
    /// Print a header and rows with this one character between the columns
    #[arg(short = 'x', long, value_name = "CHAR", value_parser = separator)]
    pub separator: Option<u8>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// What can be measured
    Kernels,
    /// What the counters can count
    Events,
    /// Named sets of kernels
    Suites,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu list kernels                            one line a kernel
  g4pmu list kernels branch/chain               parameters and predictions
  g4pmu list events -x,                         the catalogue as CSV";
