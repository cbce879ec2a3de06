//! The host's tests: `cargo test`, counted by its closing lines.

use super::Tally;
use crate::cargo;
use crate::project::Project;
use anyhow::{Result, bail};
use std::io::{Write, stdout};
use std::time::Duration;
use toolbox::{Event, Sink, Source, Supervised};

/// Longest time for building and running all of them.
const PATIENCE: Duration = Duration::from_secs(40 * 60);

/// Runs the tests of every package on the host.
///
/// # Errors
/// When they cannot be built or run at all.
pub fn run(project: &Project) -> Result<Tally> {
    let mut command = cargo::host(project);
    command.args(["test", "--workspace", "--no-fail-fast"]);
    let mut child = Supervised::spawn(command, PATIENCE, &Source::Nothing, &Sink::Capture, &Sink::Inherit)?;
    let mut said = Vec::new();
    let outcome = loop {
        match child.poll(Duration::from_secs(1))? {
            Event::Output(bytes) => {
                stdout().write_all(&bytes)?;
                said.extend(bytes);
            }
            Event::Quiet => {}
            Event::Ended(outcome) => break outcome,
        }
    };
    let tally = closing_lines(&String::from_utf8_lossy(&said));
    if !outcome.success() && tally.failed == 0 {
        bail!("cargo test {outcome}");
    }
    Ok(tally)
}

/// Adds up the lines `test result: ok. 3 passed; 0 failed; ...`.
fn closing_lines(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines().filter(|line| line.starts_with("test result: ")) {
        let before = |word: &str| -> u64 {
            let count = line.split([';', '.']).find_map(|part| part.trim().strip_suffix(word));
            count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
        };
        tally.passed += before("passed");
        tally.failed += before("failed");
    }
    let failed = text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    tally.failures.extend(failed.map(str::to_owned));
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_lines_of_all_test_programs_are_added_up() {
        let text = "running 3 tests\ntest a ... ok\ntest odd::b ... FAILED\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 12 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.25s\n";
        assert_eq!(closing_lines(text), Tally { passed: 15, failed: 2, failures: vec!["odd::b".to_owned()] });
    }

    #[test]
    fn text_without_closing_lines_counts_nothing() {
        assert_eq!(closing_lines("error: could not compile\n3 passed; 0 failed\n"), Tally::default());
    }
}
