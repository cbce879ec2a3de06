//! `cargo xtask test`: every test there is.
//!
//! In this order: lints, both builds of the image, its disassembly, the host's tests,
//! on-target tests, what must not vary from boot to boot and from build to build, the
//! quick suite on each start path, alone and with the timing model, sessions with the
//! monitor, a short report on each machine.
//! A part that fails does not keep the others from running; the last line tells
//! how many tests passed and failed.

mod disassembly;
mod host;
mod machines;
mod model;
mod on_target;
mod repeat;
mod sessions;
mod suite;

use crate::image;
use crate::lint;
use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use anyhow::{Context, Result, ensure};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use toolbox::talk::{say, told};

pub use on_target::Expectation;

/// How many tests ended how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, and parts that could not be run.
    pub failed: u64,
    /// Their names, to be repeated at the end.
    pub failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
    }

    /// Counts one test, telling why if it failed.
    fn count(&mut self, name: &str, result: Result<()>) {
        match result {
            Ok(()) => {
                say(&format!("ok      {name}"));
                self.passed += 1;
            }
            Err(error) => {
                say(&format!("FAILED  {name}: {}", told(error.as_ref())));
                self.failed += 1;
                self.failures.push(name.to_owned());
            }
        }
    }
}

/// Checks that QEMU's log of guest errors is there and names no special purpose
/// register that the chip does not have. A log that is not there proves nothing.
fn no_invalid_register(log: &Path) -> Result<()> {
    let text = std::fs::read(log).with_context(|| format!("reading QEMU's log of guest errors, {}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    let found = text.lines().find(|line| line.to_ascii_lowercase().contains("invalid spr"));
    ensure!(found.is_none(), "{}: {}", log.display(), found.unwrap_or_default());
    Ok(())
}

/// Makes room for a log that only this run can have written.
fn fresh(log: &Path) -> Result<()> {
    match std::fs::remove_file(log) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", log.display()))
        }
        _ => Ok(()),
    }
}

/// Runs every test. `expectation` says what becomes of on-target output that is
/// not as expected.
///
/// # Errors
/// When what the tests need cannot be provided, or this process is interrupted.
pub fn run(project: &Project, expectation: Expectation) -> Result<ExitCode> {
    let started = Instant::now();
    let record = setup::ensure(Need::Everything, &MirrorOptions::default())?;
    let mut tally = Tally::default();

    for check in lint::checks(project, &record) {
        part(check.name);
        let name = check.name;
        tally.count(name, check.run());
        stop_if_interrupted()?;
    }
    for (name, profile) in [("image", Profile::Release), ("image with debug assertions", Profile::Debug)] {
        part(name);
        tally.count(name, image::build(project, profile, &record).map(drop));
        stop_if_interrupted()?;
    }
    part("disassembly of the image");
    disassembly::run(project, &record, &mut tally);
    stop_if_interrupted()?;
    part("tests on the host (cargo test)");
    match host::run(project) {
        Ok(host) => tally.add(host),
        Err(error) => tally.count("tests on the host", Err(error)),
    }
    stop_if_interrupted()?;
    part("tests on the target");
    on_target::run(project, &record, expectation, &mut tally);
    stop_if_interrupted()?;
    part("what must not vary");
    repeat::run(project, &record, &mut tally);
    stop_if_interrupted()?;
    part("quick suite on each start path");
    suite::run(project, &record, &mut tally);
    stop_if_interrupted()?;
    part("quick suite with the timing model");
    model::run(project, &record, &mut tally);
    stop_if_interrupted()?;
    part("sessions with the timing model");
    sessions::run(project, &record, &mut tally);
    stop_if_interrupted()?;
    part("a report on each machine");
    machines::run(project, &record, &mut tally);
    stop_if_interrupted()?;

    for name in &tally.failures {
        say(&format!("FAILED  {name}"));
    }
    say(&format!("\n{:.0} s", started.elapsed().as_secs_f64()));
    writeln!(stdout(), "{} passed, {} failed", tally.passed, tally.failed).context("writing to standard output")?;
    Ok(if tally.failed == 0 && tally.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn part(name: &str) {
    say(&format!("\n== {name}"));
}

fn stop_if_interrupted() -> Result<()> {
    match toolbox::interrupt::received() {
        Some(signal) => Err(toolbox::SuperviseError::Interrupted(signal).into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod unit {
    use super::{fresh, no_invalid_register};

    #[test]
    fn invalid_registers_are_found_in_the_log_and_a_missing_log_is_no_proof() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("errors");
        let missing = no_invalid_register(&log).unwrap_err().to_string();
        assert!(missing.starts_with("reading QEMU's log of guest errors"), "{missing}");
        fresh(&log).unwrap();
        std::fs::write(&log, "guest wrote to a read-only register\n").unwrap();
        no_invalid_register(&log).unwrap();
        std::fs::write(&log, "mac99: else\nTrying to read invalid spr 1023 (0x3ff) at 01000010\n").unwrap();
        let found = no_invalid_register(&log).unwrap_err().to_string();
        assert!(found.ends_with(": Trying to read invalid spr 1023 (0x3ff) at 01000010"), "{found}");
        fresh(&log).unwrap();
        assert!(!log.exists());
    }
}
