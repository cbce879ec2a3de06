//! `g4pmu monitor`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{ModelArguments, QemuArguments};
use crate::target::Emulation;

/// Arguments of `g4pmu monitor`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct MonitorArguments {
    /// Keep everything that comes over the serial line in this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
    /// What counts
    #[arg(short, long, value_enum, default_value = "model", value_name = "TARGET")]
    pub target: Emulation,
    /// The timing model.
    #[command(flatten)]
    pub model: ModelArguments,
    /// How and where QEMU runs; the timeout is that of one answer.
    #[command(flatten)]
    pub qemu: QemuArguments,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu monitor                                 a terminal; `off` or Ctrl-D ends
  echo 'run branch/chain nops=3' | g4pmu monitor --log session.log
  g4pmu parse session.log                       what the last measurement in it says

The timeout is that of one answer.";
