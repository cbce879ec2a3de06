//! `g4pmu run`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use g4pmu_firmware::kernels::preset::Preset;
use report_format::record::{State, Translation};

use super::parsers::{kernel_parser, preset_parser, suite_parser, word_parser};
use super::{SamplingArguments, TargetArguments};

/// Arguments of `g4pmu run`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArguments {
    /// Kernel to measure, see `g4pmu list kernels`; without one a suite runs
    #[arg(value_parser = kernel_parser(), hide_possible_values = true, conflicts_with = "suite")]
    pub kernel: Option<String>,
    /// Parameters of the kernel, see `g4pmu list kernels KERNEL`
    #[arg(value_name = "NAME=VALUE", requires = "kernel")]
    pub parameters: Vec<String>,
    /// Suite to measure [default: default]
    #[arg(short, long, value_name = "NAME", value_parser = suite_parser())]
    pub suite: Option<String>,
    /// Folder for the results; it must not hold any yet [default: results/TIME]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// How the values of the parameters start out [default: the suite's; default for a kernel]
    #[arg(short, long, value_name = "NAME", value_parser = preset_parser())]
    pub preset: Option<Preset>,
    /// Seed of the order of kernels and of all random data
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Trials at n and as many at 2n iterations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: Option<u32>,
    /// Iterations n of a kernel
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,
    /// Iterations before the trials that are not timed
    #[arg(long, value_name = "N")]
    pub warmup: Option<u64>,
    /// How addresses are translated [default: bat, or the suite entry's]
    #[arg(long, value_name = "HOW", value_parser = word_parser::<Translation>())]
    pub translation: Option<Translation>,
    /// The privilege state that kernels run in [default: supervisor]
    #[arg(long, value_name = "STATE", value_parser = word_parser::<State>())]
    pub state: Option<State>,
    /// Only look whether the arguments can be measured; start and write nothing
    #[arg(long)]
    pub check: bool,
    /// Say nothing but errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// Whether and how kernels are sampled.
    #[command(flatten)]
    pub sampling: SamplingArguments,
    /// What it runs on.
    #[command(flatten)]
    pub on: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu run                                     the default suite in QEMU
  g4pmu run --boot bios --cpu 7455              from the flash image, on another part
  g4pmu run branch/chain branches=256 nops=3    one kernel, two parameters set
  g4pmu run dispatch/mega --sample pmc4:1000    where mispredicted branches are
  g4pmu run branch/chain --model nop=free       with another answer to an open question
  g4pmu run --target stock                      nothing but instructions, exactly
  g4pmu run --target log:results/T/raw.log      the results of a saved report again";
