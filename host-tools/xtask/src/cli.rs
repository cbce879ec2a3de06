//! The command line.

use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use crate::tests::{self, Expectation};
use crate::{generate, image, lint, machine, run};
use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Examples:
  cargo xtask run                          the default suite in QEMU, results in results/<time>/
  cargo xtask run --suite quick            options of `g4pmu run` are passed on
  cargo xtask test                         every test there is

Exit status:
  0    success
  1    the task failed; standard error says why and what to do
  2    wrong usage
  130  interrupted
  `run` ends with the status of `g4pmu run`, see `cargo g4pmu run --help`";

/// The project's chores: set-up, builds, image formats, tests.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = AFTER_HELP)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub task: Task,
}

/// One chore.
#[derive(Subcommand)]
pub enum Task {
    /// Does the main job: set-up, build, measure in QEMU, print and write results
    Run(RunArguments),
    /// Provides what is missing and runs every test there is
    #[command(visible_alias = "ci", after_help = TEST_EXAMPLES)]
    Test(TestArguments),
    /// Provides what is missing, below the user's cache folder
    ///
    /// Root is not needed and the system is not changed. A second call changes nothing.
    #[command(after_help = SETUP_EXAMPLES)]
    Setup(MirrorOptions),
    /// Builds the image: ELF, raw kernel and flash image, in target/image
    #[command(after_help = IMAGE_EXAMPLES)]
    Image(ImageArguments),
    /// Starts the image in QEMU by itself, for a debugger
    #[command(after_help = QEMU_EXAMPLES)]
    Qemu(QemuArguments),
    /// Checks the format, and lints for host and chip
    #[command(after_help = "Example:\n  cargo xtask lint")]
    Lint,
    /// Writes the code that is made from data: the event catalogue
    #[command(
        after_help = "Example:\n  cargo xtask generate      after a change of host-tools/mpc7450/data/events.csv"
    )]
    Generate,
}

/// Arguments of `cargo xtask run`.
#[derive(Args)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// Options and arguments of `g4pmu run`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "G4PMU ARGUMENTS")]
    pub arguments: Vec<OsString>,
}

/// Arguments of `cargo xtask test`.
#[derive(Args)]
pub struct TestArguments {
    /// Write down what the tests on the target print as what is expected of them
    #[arg(long)]
    pub bless: bool,
}

/// Arguments of `cargo xtask image`.
#[derive(Args)]
pub struct ImageArguments {
    /// With overflow checks, debug assertions and full debug information (g4pmu-debug.*)
    #[arg(long)]
    pub debug: bool,
}

/// Arguments of `cargo xtask qemu`.
#[derive(Args)]
pub struct QemuArguments {
    /// The debug image
    #[arg(long)]
    pub debug: bool,
    /// Further options of QEMU
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "QEMU ARGUMENTS")]
    pub arguments: Vec<OsString>,
}

const RUN_EXAMPLES: &str = "\
Examples:
  cargo xtask run                          the default suite
  cargo xtask run --suite quick            a short one
  cargo xtask run --boot bios --cpu 7455   from the flash image, on another part
  cargo g4pmu run --help                   all options";

const TEST_EXAMPLES: &str = "\
Examples:
  cargo xtask test            everything; the last line is `N passed, N failed`
  cargo xtask test --bless    accept what the tests on the target print now";

const SETUP_EXAMPLES: &str = "\
Examples:
  cargo xtask setup
  cargo xtask setup --mirror URL --security-mirror URL    where apt's sources name no Debian mirror";

const QEMU_EXAMPLES: &str = "\
Examples:
  cargo xtask qemu                 the default suite, as raw report lines
  cargo xtask qemu --debug -s -S   stopped, waiting for a debugger on port 1234
  cargo xtask qemu -d int          with QEMU's log of interrupts";

const IMAGE_EXAMPLES: &str = "\
Examples:
  cargo xtask image           target/image/g4pmu.elf, .bin and .rom
  cargo xtask image --debug   target/image/g4pmu-debug.elf, .bin and .rom";

impl Task {
    /// Does the chore.
    ///
    /// # Errors
    /// When it fails, with the reason and what to do.
    pub fn execute(self) -> Result<ExitCode> {
        let project = Project::find()?;
        match self {
            Self::Run(arguments) => return run::run(&project, &arguments.arguments),
            Self::Test(arguments) => {
                let expectation = if arguments.bless { Expectation::Replace } else { Expectation::Keep };
                return tests::run(&project, expectation);
            }
            Self::Setup(options) => drop(setup::ensure(Need::Everything, &options)?),
            Self::Image(arguments) => {
                let record = setup::ensure(Need::Image, &MirrorOptions::default())?;
                let files = image::build(&project, Profile::of(arguments.debug), &record)?;
                for path in [&files.elf, &files.raw, &files.flash] {
                    writeln!(stdout(), "{}", path.display()).context("writing to standard output")?;
                }
            }
            Self::Qemu(arguments) => {
                let profile = Profile::of(arguments.debug);
                machine::become_qemu(&project, profile, &arguments.arguments)?;
            }
            Self::Lint => {
                let record = setup::ensure(Need::Everything, &MirrorOptions::default())?;
                lint::checks(&project, &record).into_iter().try_for_each(lint::Check::run)?;
            }
            Self::Generate => generate::run(&project)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
