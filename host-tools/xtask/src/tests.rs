//! `cargo xtask test`: every test there is.
//!
//! In this order: lints, both builds of the image, its disassembly, the host's tests,
//! on-target tests, the quick suite on each start path, a short report on each machine.
//! A part that fails does not keep the others from running; the last line tells
//! how many tests passed and failed.

mod disassembly;
mod host;
mod machines;
mod on_target;
mod suite;

use crate::image;
use crate::lint;
use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use anyhow::Result;
use std::process::ExitCode;
use std::time::Instant;

pub use on_target::Expectation;

/// How many tests ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, and parts that could not be run.
    pub failed: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// Counts one test, telling why if it failed.
    fn count(&mut self, name: &str, result: Result<()>) {
        match result {
            Ok(()) => {
                eprintln!("ok      {name}");
                self.passed += 1;
            }
            Err(error) => {
                eprintln!("FAILED  {name}: {error:#}");
                self.failed += 1;
            }
        }
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
    part("quick suite on each start path");
    suite::run(project, &mut tally);
    stop_if_interrupted()?;
    part("a report on each machine");
    machines::run(project, &record, &mut tally);
    stop_if_interrupted()?;

    eprintln!("\n{:.0} s", started.elapsed().as_secs_f64());
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(if tally.failed == 0 && tally.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn part(name: &str) {
    eprintln!("\n== {name}");
}

fn stop_if_interrupted() -> Result<()> {
    match toolbox::interrupt::received() {
        Some(signal) => Err(toolbox::SuperviseError::Interrupted(signal).into()),
        None => Ok(()),
    }
}
