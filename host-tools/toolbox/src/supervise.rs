//! Children with a deadline, ended with their owner.
//!
//! A child runs in its own process group, with no standard input unless its owner
//! gives it one. Whoever holds the [`Supervised`] polls it: output as it comes,
//! silence, or the end. At the
//! deadline, on an interrupt and when the value is dropped, the whole group is
//! asked to end (SIGTERM) and after [`GRACE`] made to (SIGKILL). A grandchild
//! that left the group and holds the output open cannot hang the owner: once
//! the child has ended, output is waited for [`DRAIN`] at most.

use crate::interrupt;
use crate::streams::{Sink, Source, forward, stdin, stdout_or_err};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long a group may take to end once asked, before it is made to.
pub const GRACE: Duration = Duration::from_secs(1);
/// How long output may still come once the child itself has ended.
pub const DRAIN: Duration = Duration::from_millis(500);
/// Longest pause between two looks at a silent child.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal, which nobody here sent.
    Signalled(i32),
    /// At the deadline, ended by its supervisor.
    TimedOut,
}

impl Outcome {
    /// Whether the child ended by itself with status 0.
    #[must_use]
    pub const fn success(self) -> bool {
        matches!(self, Self::Exited(0))
    }
}

impl From<ExitStatus> for Outcome {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exited(code),
            (None, signal) => Self::Signalled(signal.unwrap_or_default()),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "ended with status {code}"),
            Self::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            Self::TimedOut => write!(f, "did not end before its deadline"),
        }
    }
}

/// What [`Supervised::poll`] saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The child wrote this to its standard output.
    Output(Vec<u8>),
    /// Nothing happened for as long as the caller was patient.
    Quiet,
    /// The child has ended and all its output was handed out.
    Ended(Outcome),
}

/// Why a child could not be started or watched.
#[derive(Debug, thiserror::Error)]
pub enum SuperviseError {
    /// The program cannot be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program as it was asked for.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The file that was to be its standard input cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A log file cannot be made.
    #[error("cannot write {}: {source}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The system lost track of the child.
    #[error("cannot wait for {program}: {source}")]
    Wait {
        /// The program as it was asked for.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A signal asked this process to end; the child has been ended.
    #[error("interrupted by signal {0}")]
    Interrupted(i32),
}

/// A running child. Dropping it ends the child and all that it started.
#[derive(Debug)]
pub struct Supervised {
    child: Child,
    group: Pid,
    program: String,
    deadline: Instant,
    input: Option<ChildStdin>,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
    stderr: Vec<u8>,
    ended: Option<(Outcome, Instant)>,
}

impl Supervised {
    /// Starts `command`, which must have ended `patience` from now.
    ///
    /// # Errors
    /// When the program, its input or a log file cannot be opened, or this process
    /// has been asked to end.
    pub fn spawn(
        mut command: Command,
        patience: Duration,
        input: &Source,
        stdout: &Sink,
        stderr: &Sink,
    ) -> Result<Self, SuperviseError> {
        if let Some(signal) = interrupt::received() {
            return Err(SuperviseError::Interrupted(signal));
        }
        let program = command.get_program().to_string_lossy().into_owned();
        command.stdin(stdin(input)?).stdout(stdout_or_err(stdout)?).stderr(stdout_or_err(stderr)?).process_group(0);
        let mut child = interrupt::start(|| command.spawn(), Pid::from_child)
            .map_err(|source| SuperviseError::Start { program: program.clone(), source })?;
        Ok(Self {
            group: Pid::from_child(&child),
            input: child.stdin.take(),
            output: child.stdout.take().map(forward),
            errors: child.stderr.take().map(forward),
            child,
            program,
            deadline: Instant::now() + patience,
            stderr: Vec::new(),
            ended: None,
        })
    }

    /// Waits for output or the end, but no longer than `patience`.
    ///
    /// # Errors
    /// When this process has been asked to end, or the system loses the child.
    pub fn poll(&mut self, patience: Duration) -> Result<Event, SuperviseError> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            match self.output.as_ref().map(|output| output.recv_timeout(pause)) {
                Some(Ok(bytes)) => return Ok(Event::Output(bytes)),
                Some(Err(RecvTimeoutError::Timeout)) => {}
                Some(Err(RecvTimeoutError::Disconnected)) => self.output = None,
                None if self.ended.is_none() => std::thread::sleep(pause),
                None => {}
            }
            self.keep_errors();
            if let Some(outcome) = self.finished()? {
                return Ok(Event::Ended(outcome));
            }
            let now = Instant::now();
            if now >= until {
                return Ok(Event::Quiet);
            }
            pause = (pause * 2).min(LONGEST_PAUSE).min(until - now);
        }
    }

    /// Writes to the child's standard input; waits as long as the child reads
    /// nothing and its pipe is full.
    ///
    /// # Errors
    /// When the child has closed its end, or its input was not to come from here.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(bytes)?;
        input.flush()
    }

    /// Takes the captured standard error, as far as it has come.
    pub fn stderr(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.stderr)
    }

    /// Ends the child and everything in its group, now.
    pub fn kill(&mut self) {
        if self.ended.is_none() {
            self.end_group();
            self.note_end(Outcome::TimedOut);
        }
    }

    /// Notes how the child ended, if it has, and enforces the deadline. Gives
    /// the outcome once there is no more output to come.
    fn finished(&mut self) -> Result<Option<Outcome>, SuperviseError> {
        if self.ended.is_none() {
            if let Some(signal) = interrupt::received() {
                self.kill();
                return Err(SuperviseError::Interrupted(signal));
            }
            let status = self.child.try_wait();
            match status.map_err(|source| SuperviseError::Wait { program: self.program.clone(), source })? {
                Some(status) => self.note_end(status.into()),
                None if Instant::now() >= self.deadline => self.kill(),
                None => {}
            }
        }
        Ok(self.ended.and_then(|(outcome, since)| {
            let drained = self.output.is_none() && self.errors.is_none();
            (drained || since.elapsed() >= DRAIN).then_some(outcome)
        }))
    }

    fn keep_errors(&mut self) {
        let Some(errors) = &self.errors else { return };
        loop {
            match errors.recv_timeout(Duration::ZERO) {
                Ok(bytes) => self.stderr.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.errors = None;
    }

    fn note_end(&mut self, outcome: Outcome) {
        interrupt::ended(self.group);
        self.ended = Some((outcome, Instant::now()));
    }

    /// Asks the group to end, waits [`GRACE`], makes it end. The child is only
    /// reaped at the end: until then its number cannot mean another group.
    fn end_group(&mut self) {
        let until = Instant::now() + GRACE;
        // Errors mean that there is nobody left to signal.
        let _ = kill_process_group(self.group, Signal::TERM);
        let left = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(self.group), left), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a child left when it had ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// All it wrote to standard output, if captured.
    pub stdout: Vec<u8>,
    /// All it wrote to standard error, if captured.
    pub stderr: Vec<u8>,
}

/// Runs `command` without input to its end, `patience` at most.
///
/// # Errors
/// As [`Supervised::spawn`] and [`Supervised::poll`]. A failure status is not
/// an error here: it stands in the outcome.
pub fn run(command: Command, patience: Duration, stdout: &Sink, stderr: &Sink) -> Result<Finished, SuperviseError> {
    run_with(command, patience, &Source::Nothing, stdout, stderr)
}

/// Runs `command` with the given input to its end, `patience` at most.
///
/// # Errors
/// As [`run`].
pub fn run_with(
    command: Command,
    patience: Duration,
    input: &Source,
    stdout: &Sink,
    stderr: &Sink,
) -> Result<Finished, SuperviseError> {
    let mut child = Supervised::spawn(command, patience, input, stdout, stderr)?;
    let mut stdout = Vec::new();
    loop {
        match child.poll(Duration::from_secs(1))? {
            Event::Output(bytes) => stdout.extend(bytes),
            Event::Quiet => {}
            Event::Ended(outcome) => return Ok(Finished { outcome, stdout, stderr: child.stderr() }),
        }
    }
}
