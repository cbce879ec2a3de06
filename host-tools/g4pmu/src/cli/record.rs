//! `g4pmu record`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::TargetArguments;

/// Arguments of `g4pmu record`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArguments {
    /// Kernel to sample, see `g4pmu list kernels`
    #[arg(value_name = "KERNEL")]
    pub kernel: String,
    /// Parameters of the kernel, and n, warmup, seed, preset, translation, state; one value each
    #[arg(value_name = "NAME=VALUE")]
    pub words: Vec<String>,
    /// What raises the samples: an event of `g4pmu list events`, timebase or decrementer [default: cycles, with stock QEMU decrementer]
    #[arg(short, long, value_name = "EVENT")]
    pub event: Option<String>,
    /// Events or ticks from sample to sample [default: a prime that gives up to 800 samples]
    #[arg(short = 'c', long = "count", value_name = "PERIOD", value_parser = clap::value_parser!(u32).range(1..))]
    pub period: Option<u32>,
    /// Record return addresses with each sample
    #[arg(short = 'g', long)]
    pub call_graph: bool,
    /// Largest deviation of a single period, 0 for none [default: a sixteenth]
    #[arg(long, value_name = "N")]
    pub jitter: Option<u32>,
    /// Let samples come faster than they can be taken
    #[arg(long)]
    pub no_storm_guard: bool,
    /// Folder for the log; it must not hold any yet
    #[arg(short, long, default_value = DEFAULT_FOLDER, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output: PathBuf,
    /// Say nothing but errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
    /// What it runs on; the timeout is that of one answer.
    #[command(flatten)]
    pub on: TargetArguments,
}

/// Where `record` writes and `report` reads where nothing is said.
pub const DEFAULT_FOLDER: &str = "g4pmu.data";

const EXAMPLES: &str = "\
Examples:
  g4pmu record dispatch/mega                    by clocks, then `g4pmu report`
  g4pmu record -e branch-misses -c 101 branch/chain branches=4096 -o misses
  g4pmu record -e decrementer -c 20000 --target stock dispatch/mega";
