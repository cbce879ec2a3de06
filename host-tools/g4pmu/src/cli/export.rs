//! `g4pmu export`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::output::layout::Layout;

/// Arguments of `g4pmu export`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArguments {
    /// The table
    #[arg(value_enum)]
    pub layout: Layout,
    /// The saved report; `-` reads standard input
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,
    /// Take only runs with this kernel=ID, parameter, translation or state
    #[arg(value_name = "NAME=VALUE")]
    pub choices: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu export btb raw.log fill=nop             chains of branches
  g4pmu export fetch raw.log nops=40 layout=crossing fill=nop
  g4pmu export fetch raw.log kernel=fetch/straight --out straight.csv";
