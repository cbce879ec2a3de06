//! `cargo xtask run`: a look at the arguments, set-up, image, timing model, then `g4pmu run`.

use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use crate::{cargo, image};
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use toolbox::{Outcome, Sink, SuperviseError};

/// Longest time for the whole measurement: a day more than the longest that `g4pmu` may
/// be given, so that this one is only for a `g4pmu` that hangs.
const PATIENCE: Duration = Duration::from_secs(8 * 24 * 60 * 60);

/// Longest time for a look at arguments.
const LOOK_PATIENCE: Duration = Duration::from_secs(60);

/// Provides and builds what a measurement takes and runs `g4pmu run` with
/// `arguments`. Gives g4pmu's exit code. Arguments that it refuses cost no set-up.
///
/// # Errors
/// When set-up or a build fails, or g4pmu cannot be run.
pub fn run(project: &Project, arguments: &[OsString]) -> Result<ExitCode> {
    let g4pmu = cargo::program(project, "g4pmu")?;
    let mut look = measure(&g4pmu, arguments);
    look.arg("--check");
    let looked = toolbox::run(look, LOOK_PATIENCE, &Sink::Capture, &Sink::Inherit).context("running g4pmu")?;
    // It prints only where it was asked for help.
    if !looked.outcome.success() || !looked.stdout.is_empty() {
        stdout().write_all(&looked.stdout).context("writing to standard output")?;
        return ended(looked.outcome);
    }
    let record = setup::ensure(Need::Run, &MirrorOptions::default())?;
    image::build(project, Profile::Release, &record)?;
    cargo::plugin(project)?;
    match toolbox::run(measure(&g4pmu, arguments), PATIENCE, &Sink::Inherit, &Sink::Inherit) {
        Ok(finished) => ended(finished.outcome),
        // It has said itself that it was interrupted, and what it left.
        Err(SuperviseError::Interrupted(signal)) => status(toolbox::interrupt::exit_code(signal)),
        Err(error) => Err(error).context("running g4pmu"),
    }
}

/// `g4pmu run` itself and not `cargo run`, which would end before it when interrupted.
fn measure(g4pmu: &Path, arguments: &[OsString]) -> Command {
    let mut command = Command::new(g4pmu);
    command.arg("run").args(arguments);
    command
}

fn ended(outcome: Outcome) -> Result<ExitCode> {
    match outcome {
        Outcome::Exited(code) => status(code),
        other => bail!("g4pmu {other}"),
    }
}

fn status(code: i32) -> Result<ExitCode> {
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}
