//! `g4pmu monitor`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::TargetArguments;

/// Arguments of `g4pmu monitor`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct MonitorArguments {
    /// Keep everything that comes over the serial line in this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
    /// What it runs on; the timeout is that of one answer.
    #[command(flatten)]
    pub on: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu monitor                                 a terminal; `off` or Ctrl-D ends
  echo 'run branch/chain nops=3' | g4pmu monitor --log session.log
  g4pmu parse session.log                       what the last measurement in it says

The timeout is that of one answer.";
