//! `g4pmu man`.

use clap::Args;

/// Arguments of `g4pmu man`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArguments {
    /// The subcommand [default: g4pmu itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu man stat | man -l -                     reads the page of g4pmu stat
  g4pmu man > g4pmu.1                           for a folder of man pages";
