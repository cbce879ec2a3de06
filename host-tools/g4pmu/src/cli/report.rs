//! `g4pmu report`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::parsers::separator;
use super::record::DEFAULT_FOLDER;

/// Arguments of `g4pmu report`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArguments {
    /// What `g4pmu record` left, the folder of a run, or a log
    #[arg(short, long, default_value = DEFAULT_FOLDER, value_name = "DIR|LOG", value_hint = ValueHint::AnyPath)]
    pub input: PathBuf,
    /// Folder with g4pmu.elf, for samples outside the kernel [default: the image that was measured, else the project's]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub image: Option<PathBuf>,
    /// Print stacks for a flame graph, a line each: names with `;` between them, and samples
    #[arg(long, conflicts_with_all = ["separator", "json"])]
    pub folded: bool,
    /// How the shares are printed.
    #[command(flatten)]
    pub format: ReportFormat,
}

/// How shares are printed; as perf report --stdio lays them out where nothing is said.
#[derive(Clone, Copy, Debug, Default, Args)]
#[group(multiple = false)]
pub struct ReportFormat {
    /// Print a header and rows with this one character between the fields
    #[arg(short = 'x', long = "field-separator", value_name = "CHAR", value_parser = separator)]
    pub separator: Option<u8>,
    /// Print JSON
    #[arg(short, long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu report                                  what the last `g4pmu record` left
  g4pmu report -i results/samples               a run with --sample
  g4pmu report -i misses -x,                    for a spreadsheet
  g4pmu report --folded | flamegraph.pl         a flame graph";
