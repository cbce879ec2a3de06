//! `g4pmu explain`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `g4pmu explain`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExplainArguments {
    /// Events by id, perf's name or raw code, with perf's modifiers or not; or metrics
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
    /// Metrics of your own beside those that come with the command
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub metrics: Option<PathBuf>,
    /// Print JSON
    #[arg(short, long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu explain branch-misses                   what Linux's name counts on a G4
  g4pmu explain r41c cycles:u                   a raw code; a modifier
  g4pmu explain misprediction-rate              a metric";
