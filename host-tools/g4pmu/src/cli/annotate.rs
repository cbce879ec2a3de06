//! `g4pmu annotate`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::record::DEFAULT_FOLDER;
use super::report::ReportFormat;

/// Arguments of `g4pmu annotate`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnnotateArguments {
    /// The kernel, where several were sampled [default: all]
    #[arg(value_name = "KERNEL")]
    pub kernel: Option<String>,
    /// What `g4pmu record` left, the folder of a run, or a log
    #[arg(short, long, default_value = DEFAULT_FOLDER, value_name = "DIR|LOG", value_hint = ValueHint::AnyPath)]
    pub input: PathBuf,
    /// Show blocks without a sample too
    #[arg(long)]
    pub all: bool,
    /// How the instructions are printed.
    #[command(flatten)]
    pub format: ReportFormat,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu annotate                                what the last `g4pmu record` left
  g4pmu annotate -i results/samples --all       every instruction, sampled or not
  g4pmu annotate -x,                            for a spreadsheet";
