//! `g4pmu study`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Arguments of `g4pmu study`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct StudyArguments {
    /// The study
    #[arg(value_enum)]
    pub what: StudyName,
    /// Saved logs, or folders of runs
    #[arg(value_name = "LOG", required = true, value_hint = ValueHint::AnyPath)]
    pub logs: Vec<PathBuf>,
    /// Print JSON
    #[arg(short, long)]
    pub json: bool,
}

/// The studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StudyName {
    /// What indirect branches cost: the suites `dispatch` and `devirtualised`
    Indirect,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu run --suite dispatch --preset default --out dispatch
  g4pmu run --suite devirtualised --out devirtualised
  g4pmu study indirect dispatch devirtualised";
