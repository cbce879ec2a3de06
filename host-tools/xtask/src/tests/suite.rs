//! The quick suite, through the command that users type, on each start path.
//!
//! QEMU is started through a script that has it keep a log of guest errors, which must
//! name no register that the chip does not have.

use super::{Tally, fresh, no_invalid_register};
use crate::cargo;
use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{Record, Sink};

/// The image's ways to start, as `g4pmu run --boot` names them.
const START_PATHS: [&str; 4] = ["loader", "kernel", "bios", "pegasos2"];

/// Longest time for one run, building the command included.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Runs the suite on each path; the folders of results stay beside the image.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    for path in START_PATHS {
        tally.count(&format!("quick suite, --boot {path}"), on_path(project, record, path));
    }
}

fn on_path(project: &Project, record: &Record, path: &str) -> Result<()> {
    let results = project.image_folder().join("suites").join(path);
    if results.exists() {
        fs::remove_dir_all(&results).with_context(|| format!("removing {}", results.display()))?;
    }
    let (qemu, errors) = (results.with_extension("qemu"), results.with_extension("guest-errors"));
    fresh(&errors)?;
    fs::create_dir_all(project.image_folder().join("suites"))?;
    fs::write(&qemu, with_log(&record.tool(Role::Qemu)?.program, &errors))?;
    fs::set_permissions(&qemu, Permissions::from_mode(0o755))?;
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "run", "--quiet", "--target", "stock"]);
    command.args(["--suite", "quick", "--boot", path]);
    command.arg("--qemu").arg(&qemu).arg("--out").arg(&results);
    let finished = toolbox::run(command, PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    if !finished.outcome.success() {
        bail!("g4pmu {}; what it left: {}", finished.outcome, results.display());
    }
    no_invalid_register(&errors)
}

/// A script that starts QEMU with a log of guest errors besides what it is given.
fn with_log(qemu: &Path, log: &Path) -> String {
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
    format!("#!/bin/sh\nexec {} \"$@\" -d guest_errors -D {}\n", quoted(qemu), quoted(log))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_asked_for_besides_everything_else() {
        let script = with_log(Path::new("/my tools/qemu"), Path::new("/it's/log"));
        assert_eq!(script, "#!/bin/sh\nexec '/my tools/qemu' \"$@\" -d guest_errors -D '/it'\\''s/log'\n");
    }
}
