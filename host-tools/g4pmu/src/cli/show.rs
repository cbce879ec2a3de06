//! `g4pmu show`.

use clap::Args;
use g4pmu_firmware::kernels::preset::Preset;

use super::parsers::{kernel_parser, preset_parser};

/// Arguments of `g4pmu show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArguments {
    /// Kernel, see `g4pmu list kernels`
    #[arg(value_parser = kernel_parser(), hide_possible_values = true)]
    pub kernel: String,
    /// Parameters of the kernel
    #[arg(value_name = "NAME=VALUE")]
    pub parameters: Vec<String>,
    /// How the values of the other parameters are
    #[arg(short, long, value_name = "NAME", value_parser = preset_parser(), default_value = "default")]
    pub preset: Preset,
    /// Show all instructions, not the first hundred
    #[arg(short, long)]
    pub all: bool,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu show calibrate/mispredicted             question, closed forms, predictions, instructions
  g4pmu show branch/chain branches=4 nops=1     with parameters set";
