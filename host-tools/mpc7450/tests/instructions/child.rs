//! Child processes under a deadline.

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longest time for one child.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(20);

/// Runs a command to its end, which must be a success within the deadline.
pub fn run(command: &mut Command) -> io::Result<()> {
    let mut child = command.stdin(Stdio::null()).spawn()?;
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if Instant::now() < end => std::thread::sleep(PAUSE),
            None => {
                child.kill()?;
                break child.wait()?;
            }
        }
    };
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} ended with {status}"))) }
}
