//! What runs the image, wherever a command starts it: the target, the timing model and QEMU.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint};

use crate::answer::CPUS;
use crate::plugin::Switch;
use crate::target::Target;

/// What a command works on, the same words for every command that measures.
#[derive(Debug, Args)]
pub struct TargetArguments {
    /// What measures: QEMU with the timing `model`, `stock` QEMU, a board as `serial:DEV[@BAUD]`, or a saved report as `log:FILE`
    #[arg(short, long, default_value = "model", value_name = "TARGET")]
    pub target: Target,
    /// The timing model.
    #[command(flatten)]
    pub model: ModelArguments,
    /// How and where QEMU runs.
    #[command(flatten)]
    pub qemu: QemuArguments,
}

/// Arguments about the timing model.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Timing model")]
pub struct ModelArguments {
    /// Change what no source settles, for instance nop=free; may be given again
    #[arg(long = "model", alias = "switch", value_name = "SWITCH=VALUE")]
    pub switches: Vec<Switch>,
    /// The model's library for QEMU, instead of the one that is found
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub plugin: Option<PathBuf>,
}

/// Arguments that only concern QEMU.
#[derive(Debug, Args)]
#[command(next_help_heading = "QEMU")]
pub struct QemuArguments {
    /// Processor model [default: 7450]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(CPUS.map(|(name, _)| name)))]
    pub cpu: Option<String>,
    /// Board [default: mac99]
    #[arg(long, value_enum)]
    pub machine: Option<Board>,
    /// How the image is started [default: loader]
    #[arg(long, value_enum)]
    pub boot: Option<Boot>,
    /// Folder with the image's files, as `cargo xtask image` writes them
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub image: Option<PathBuf>,
    /// The QEMU to use instead of the one that is found
    #[arg(long, value_name = "PATH", value_hint = ValueHint::ExecutablePath)]
    pub qemu: Option<PathBuf>,
    /// Seconds after which QEMU is stopped, a week at most [default: 600, with the timing model 3600]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=LONGEST_TIMEOUT))]
    pub timeout: Option<u64>,
}

/// Longest deadline of a measurement: a week.
const LONGEST_TIMEOUT: u64 = 7 * 24 * 60 * 60;

/// QEMU's boards that the image runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// A Power Mac G4
    Mac99,
    /// A Pegasos II; short for --boot pegasos2, the one way to start there
    Pegasos2,
}

/// The image's ways to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Boot {
    /// Placed in memory and entered: no firmware, fastest
    Loader,
    /// Through OpenBIOS, as on a Mac
    Kernel,
    /// From the reset vector of a flash image
    Bios,
    /// On a Pegasos II instead of a Power Mac, by the firmware that QEMU has for it
    Pegasos2,
}
