//! `g4pmu doctor`.

use clap::Args;

use super::TargetArguments;

/// Arguments of `g4pmu doctor`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DoctorArguments {
    /// Judge these words instead of a target: mmcr0 mmcr1 mmcr2 pmc1 to pmc6 siar msr hid0 pvr vector
    #[arg(
        short,
        long,
        value_name = "NAME=VALUE",
        num_args = 1..,
        conflicts_with_all = ["target", "switches", "plugin", "cpu", "machine", "boot", "image", "qemu", "timeout"]
    )]
    pub words: Vec<String>,
    /// Print JSON
    #[arg(short, long)]
    pub json: bool,
    /// What it runs on; the timeout is that of one answer.
    #[command(flatten)]
    pub on: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  g4pmu doctor                                  the image's registers under the timing model
  g4pmu doctor --target serial:/dev/ttyUSB0     those of a board
  g4pmu doctor --words mmcr0=0x80000042 mmcr1=0x970d6000
  g4pmu doctor --words mmcr0=0x0400c042 mmcr1=0 pmc1=0x7ffffc18 msr=0x1032 pvr=0x80010302

msr is what the measured code runs under; vector is the word of memory at 0x00000f00, or at
0xfff00f00 with MSR[IP]. A word that is not given is not taken for 0: what needs it is not judged.

Status 0: no trouble; 13: a trouble.";
