//! The quick suite, through the command that users type, on each start path.

use super::Tally;
use crate::cargo;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::fs;
use std::time::Duration;
use toolbox::Sink;

/// The image's ways to start, as `g4pmu run --boot` names them.
const START_PATHS: [&str; 4] = ["loader", "kernel", "bios", "pegasos2"];

/// Longest time for one run, building the command included.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Runs the suite on each path; the folders of results stay beside the image.
pub fn run(project: &Project, tally: &mut Tally) {
    for path in START_PATHS {
        tally.count(&format!("quick suite, --boot {path}"), on_path(project, path));
    }
}

fn on_path(project: &Project, path: &str) -> Result<()> {
    let results = project.image_folder().join("suites").join(path);
    if results.exists() {
        fs::remove_dir_all(&results).with_context(|| format!("removing {}", results.display()))?;
    }
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "run", "--quiet", "--suite", "quick", "--boot", path]);
    command.arg("--out").arg(&results);
    let finished = toolbox::run(command, PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    if !finished.outcome.success() {
        bail!("g4pmu {}; what it left: {}", finished.outcome, results.display());
    }
    Ok(())
}
