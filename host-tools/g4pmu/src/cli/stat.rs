//! `g4pmu stat`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::TargetArguments;
use super::parsers::separator;

/// Arguments of `g4pmu stat`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct StatArguments {
    /// Kernel to measure, see `g4pmu list kernels`, or suite:NAME; with a saved log all that is in it
    #[arg(value_name = "KERNEL")]
    pub subject: Option<String>,
    /// Parameters of the kernel, and n, warmup, seed, preset, translation, state; lists and ranges are swept
    #[arg(value_name = "NAME=VALUES", requires = "subject")]
    pub words: Vec<String>,
    /// Events with commas between them, see `g4pmu list events`; may be given again
    #[arg(short, long = "event", value_name = "EVENTS")]
    pub events: Vec<String>,
    /// Metrics or groups of metrics with commas between them, see `g4pmu list metrics`; may be given again
    #[arg(short = 'M', long = "metric", value_name = "METRICS")]
    pub metrics: Vec<String>,
    /// A file with metrics of your own, laid out as the built-in ones
    #[arg(long = "metrics", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub book: Option<PathBuf>,
    /// Trials at n and as many at 2n iterations [default: the preset's]
    #[arg(short, long, value_name = "TRIALS", value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: Option<u32>,
    /// Refuse what does not fit onto the six counters at once
    #[arg(long)]
    pub single_pass: bool,
    /// Do not count what is known first
    #[arg(long)]
    pub no_gate: bool,
    /// How the counts are printed.
    #[command(flatten)]
    pub format: Format,
    /// Print to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Folder for the log; it must not hold any yet [default: results/TIME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Only print the plan: which events on which counters in which pass
    #[arg(long)]
    pub check: bool,
    /// Say nothing but errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// What it runs on; the timeout is that of one answer.
    #[command(flatten)]
    pub on: TargetArguments,
}

/// How counts are printed; as perf stat lays them out where nothing is said.
#[derive(Clone, Copy, Debug, Default, Args)]
#[group(multiple = false)]
pub struct Format {
    /// Print as perf stat -x does, with this one character between the fields
    #[arg(short = 'x', long = "field-separator", value_name = "CHAR", value_parser = separator)]
    pub separator: Option<u8>,
    /// Print as perf stat -j does, an object a line
    #[arg(short, long = "json-output")]
    pub json: bool,
    /// Print a table with a header, a row an event
    #[arg(long)]
    pub csv: bool,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu stat branch/chain branches=128          clocks, instructions, branches, their misses
  g4pmu stat -e cycles,branch-misses -r 10 dispatch/mega
  g4pmu stat -M branches,ipc dispatch/mega
  g4pmu stat -e cycles branch/chain nops=0,1,2,4 branches=1..16384:x2 --csv
  g4pmu stat -e branch-misses,folded-branches --check branch/chain
  g4pmu stat -e L1-dcache-load-misses suite:quick
  g4pmu stat --target log:results/T             what a saved log counted, again";
