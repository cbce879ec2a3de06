//! Children with a deadline, ended with their owner.
//!
//! A child runs in its own process group, with no standard input unless its owner
//! gives it one. Whoever holds the [`Supervised`] polls it: output as it comes,
//! silence, or the end. At the
//! deadline, on an interrupt and when the value is dropped, the whole group is
//! asked to end (SIGTERM) and after [`GRACE`] made to (SIGKILL); a group that an
//! interrupt has already asked gets three times as long, for a child that
//! supervises children of its own needs [`GRACE`] for them first. Deadline and
//! interrupts are looked at before every piece of output, so that a flood of it
//! cannot outrun them. A grandchild that left the group and holds the output open
//! cannot hang the owner: once the child has ended, output may pause for [`DRAIN`]
//! and come for [`LONGEST_DRAIN`] at most.
//!
//! What is captured is bounded: [`MOST_CAPTURED`] bytes of each stream.

use crate::interrupt;
use crate::streams::{PIECES, Sink, Source, forward, stdin, stdout_or_err};
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
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
/// How long a child's output may go on once the child itself has ended.
pub const LONGEST_DRAIN: Duration = Duration::from_secs(5);
/// Most bytes of one stream that are kept in memory.
pub const MOST_CAPTURED: usize = 64 << 20;
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
    /// It wrote more than [`MOST_CAPTURED`] to standard output; it has been ended.
    #[error("{program} wrote more than {MOST_CAPTURED} bytes and was ended")]
    Flood {
        /// The program as it was asked for.
        program: String,
    },
}

/// A running child. Dropping it ends the child and all that it started.
#[derive(Debug)]
pub struct Supervised {
    child: Child,
    group: Pid,
    program: String,
    /// `None` where it is later than any time the system can tell.
    deadline: Option<Instant>,
    input: Option<ChildStdin>,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
    stderr: Vec<u8>,
    ended: Option<End>,
}

/// The end of a child.
#[derive(Clone, Copy, Debug)]
struct End {
    outcome: Outcome,
    since: Instant,
    /// When output last came, or the child ended.
    heard: Instant,
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
            deadline: Instant::now().checked_add(patience),
            stderr: Vec::new(),
            ended: None,
        })
    }

    /// Waits for output or the end, but no longer than `patience`.
    ///
    /// # Errors
    /// When this process has been asked to end, or the system loses the child.
    pub fn poll(&mut self, patience: Duration) -> Result<Event, SuperviseError> {
        let started = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            self.keep_errors();
            if let Some(outcome) = self.finished()? {
                return Ok(Event::Ended(outcome));
            }
            match self.output.as_ref().map(|output| output.recv_timeout(pause)) {
                Some(Ok(bytes)) => {
                    self.ended = self.ended.map(|end| End { heard: Instant::now(), ..end });
                    return Ok(Event::Output(bytes));
                }
                Some(Err(RecvTimeoutError::Timeout)) => {}
                Some(Err(RecvTimeoutError::Disconnected)) => self.output = None,
                // Its output is closed or never came here.
                None => std::thread::sleep(pause),
            }
            let waited = started.elapsed();
            if waited >= patience {
                return Ok(Event::Quiet);
            }
            pause = (pause * 2).min(LONGEST_PAUSE).min(patience - waited);
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
            // Errors mean that there is nobody left to signal.
            let _ = kill_process_group(self.group, Signal::TERM);
            self.end_group(GRACE);
        }
    }

    /// Notes how the child ended, if it has, and enforces the deadline. Gives
    /// the outcome once there is no more output to come.
    fn finished(&mut self) -> Result<Option<Outcome>, SuperviseError> {
        if self.ended.is_none() {
            if let Some(signal) = interrupt::received() {
                // The group was asked when the signal came; a second request would
                // make a child that is a supervisor itself end at once.
                self.end_group(3 * GRACE);
                return Err(SuperviseError::Interrupted(signal));
            }
            let status = self.child.try_wait();
            match status.map_err(|source| SuperviseError::Wait { program: self.program.clone(), source })? {
                Some(status) => self.note_end(status.into()),
                None if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => self.kill(),
                None => {}
            }
        }
        Ok(self.ended.and_then(|end| {
            let drained = self.output.is_none() && self.errors.is_none();
            let given_up = end.heard.elapsed() >= DRAIN || end.since.elapsed() >= LONGEST_DRAIN;
            (drained || given_up).then_some(end.outcome)
        }))
    }

    /// Takes what has come on standard error; what is beyond [`MOST_CAPTURED`] is lost.
    fn keep_errors(&mut self) {
        let Some(errors) = &self.errors else { return };
        for _ in 0..PIECES {
            match errors.recv_timeout(Duration::ZERO) {
                Ok(bytes) => {
                    let room = MOST_CAPTURED - self.stderr.len();
                    self.stderr.extend(bytes.iter().take(room));
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    self.errors = None;
                    return;
                }
            }
        }
    }

    fn note_end(&mut self, outcome: Outcome) {
        interrupt::ended(self.group);
        let now = Instant::now();
        self.ended = Some(End { outcome, since: now, heard: now });
    }

    /// Waits until the group, which was asked to end, has ended, then makes what is
    /// left of it end. The leader is not waited for alone: what it started may need
    /// longer than it does.
    fn end_group(&mut self, grace: Duration) {
        let started = Instant::now();
        let mut leader_left = true;
        while started.elapsed() < grace {
            leader_left = leader_left && matches!(self.child.try_wait(), Ok(None));
            if !leader_left && test_kill_process_group(self.group).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        if leader_left || test_kill_process_group(self.group).is_ok() {
            let _ = kill_process_group(self.group, Signal::KILL);
        }
        let _ = self.child.wait();
        self.note_end(Outcome::TimedOut);
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
            Event::Output(bytes) if stdout.len() + bytes.len() > MOST_CAPTURED => {
                child.kill();
                return Err(SuperviseError::Flood { program: child.program.clone() });
            }
            Event::Output(bytes) => stdout.extend(bytes),
            Event::Quiet => {}
            Event::Ended(outcome) => return Ok(Finished { outcome, stdout, stderr: child.stderr() }),
        }
    }
}
