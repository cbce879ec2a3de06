//! `g4pmu probe`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use g4pmu_firmware::kernels::preset::Preset;

use super::TargetArguments;
use super::parsers::preset_parser;
use crate::probe::list::PROBES;

/// The name that stands for every probe.
pub const ALL: &str = "all";

/// Arguments of `g4pmu probe`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ProbeArguments {
    /// What is measured
    #[arg(value_name = "NAME", required = true, value_parser = names())]
    pub names: Vec<String>,
    /// How long it is measured [default: quick in QEMU and of a log, default on a board]
    #[arg(short, long, value_name = "NAME", value_parser = preset_parser())]
    pub preset: Option<Preset>,
    /// Trials at n and as many at 2n iterations [default: the preset's]
    #[arg(short, long, value_name = "TRIALS", value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: Option<u32>,
    /// Do not count what is known first
    #[arg(long)]
    pub no_gate: bool,
    /// Folder for the page and the log; it must not hold any yet [default: results/TIME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Say nothing but errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// What it runs on; the timeout is that of one answer.
    #[command(flatten)]
    pub on: TargetArguments,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(PROBES.iter().map(|probe| probe.name).chain([ALL]))
}

const EXAMPLES: &str = "\
Examples:
  g4pmu probe btic                              entries of the branch target cache, and its index
  g4pmu probe nop --model nop=free              the same question to another model
  g4pmu probe all --out results/page            one page
  g4pmu probe all --target serial:/dev/ttyUSB0  of a board
  g4pmu probe all --target log:results/page     of its log, again";
