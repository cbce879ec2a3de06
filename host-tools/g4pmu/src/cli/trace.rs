//! `g4pmu trace`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::plugin::Switch;

/// Arguments of `g4pmu trace`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TraceArguments {
    /// The trace that the model wrote; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Tell the model again, and print what counters would be
    #[arg(long)]
    pub replay: bool,
    /// Answer a question that no source settles in another way, for instance nop=free; may be given again
    #[arg(long = "model", alias = "switch", value_name = "SWITCH=VALUE")]
    pub model: Vec<Switch>,
    /// Count this event in the replay, see `g4pmu list events`; may be given again
    #[arg(short, long = "event", value_name = "EVENT", requires = "replay")]
    pub events: Vec<String>,
    /// Write when each instruction passed each stage, for Konata and other viewers of gem5's O3PipeView
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub pipeview: Option<PathBuf>,
    /// Number of the first instruction that is shown or counted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// How many are [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
}

impl TraceArguments {
    /// The numbers of the instructions that are asked for.
    #[must_use]
    pub fn window(&self) -> Range<u64> {
        self.from..self.count.map_or(u64::MAX, |count| self.from.saturating_add(count))
    }
}

const EXAMPLES: &str = "\
Examples:
  g4pmu trace run.trace --from 1000 --count 50  a line an instruction
  g4pmu trace run.trace --replay --model nop=free -e branch-misses
  g4pmu trace run.trace --pipeview run.o3 --from 1000 --count 500

QEMU writes a trace where the model's library is given trace=FILE.";
