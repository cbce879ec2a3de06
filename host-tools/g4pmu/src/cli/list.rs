//! `g4pmu list`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::parsers::separator;

/// Arguments of `g4pmu list`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArguments {
    /// What to show [default: what can be listed]
    #[arg(value_enum)]
    pub what: Option<Listing>,
    /// Show these in full, for events also by perf's names and raw codes like r41c; or, where a word
    /// names nothing, every entry with it
    #[arg(value_name = "WORD")]
    pub names: Vec<String>,
    /// Metrics of your own beside those that come with the command
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub metrics: Option<PathBuf>,
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
    /// What counts say together
    Metrics,
    /// Named sets of kernels
    Suites,
    /// What can measure
    Targets,
    /// Boards and processors in QEMU, and how the image starts there
    Machines,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu list kernels                            one line a kernel
  g4pmu list kernels branch/chain               parameters and predictions
  g4pmu list events btic                        every event about that
  g4pmu list metrics branches                   the metrics of a group
  g4pmu list events -x,                         the catalogue as CSV";
