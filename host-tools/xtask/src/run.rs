//! `cargo xtask run`: set-up, image, then `g4pmu run`.

use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use crate::{cargo, image};
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;
use toolbox::{Outcome, Sink};

/// Longest time for the whole measurement. `g4pmu` has a closer deadline of its
/// own (`--timeout`), so this one is only for a `g4pmu` that hangs.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Provides and builds what a measurement takes and runs `g4pmu run` with
/// `arguments`. Gives g4pmu's exit code.
///
/// # Errors
/// When set-up or a build fails, or g4pmu cannot be run.
pub fn run(project: &Project, arguments: &[OsString]) -> Result<ExitCode> {
    let record = setup::ensure(Need::Run, &MirrorOptions::default())?;
    image::build(project, Profile::Release, &record)?;
    let mut build = cargo::host(project);
    build.args(["build", "--package", "g4pmu"]);
    cargo::run(build, "building the command")?;
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "run"]).args(arguments);
    if let Ok(here) = std::env::current_dir() {
        command.current_dir(here);
    }
    let finished = toolbox::run(command, PATIENCE, &Sink::Inherit, &Sink::Inherit).context("running g4pmu")?;
    match finished.outcome {
        Outcome::Exited(code) => Ok(ExitCode::from(u8::try_from(code).unwrap_or(1))),
        other => bail!("g4pmu {other}"),
    }
}
