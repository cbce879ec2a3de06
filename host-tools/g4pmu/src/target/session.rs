//! Many requests to one target: [`Session`].
//!
//! A live target is started once, with its monitor, and asked as often as needed; every
//! byte that it says goes to a log on disk before anything is made of it. A saved log
//! answers with what is in it: what was asked then can be asked again, and nothing else.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use report_format::log::{Boot, parse};
use report_format::record::Record;
use thiserror::Error;
use toolbox::{Outcome, Tool};

use crate::qemu::Machine;
use crate::results::Results;
use crate::session::conversation::{Conversation, Hear, NoAnswer};
use crate::session::serial::Pace;
use crate::target::SerialPort;

/// A target that answers requests.
#[derive(Debug)]
pub struct Session {
    line: Line,
    log: PathBuf,
}

#[derive(Debug)]
enum Line {
    /// Somebody answers, and all is kept.
    Live(Box<Conversation>, File),
    /// The answers of an earlier session.
    Saved(Vec<u8>),
}

/// What came back on a request.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The request as the image understood it; absent in the report of a run.
    pub request: Option<String>,
    /// The checked report.
    pub results: Results,
}

/// Why there is no answer to a request.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The target does not answer.
    #[error(transparent)]
    Target(#[from] NoAnswer),
    /// The log cannot be made or read.
    #[error("cannot {doing} {}: {source}", path.display())]
    Log {
        /// What was to be done.
        doing: &'static str,
        /// The log.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A saved log that holds no report.
    #[error("{} holds no report", .0.display())]
    Empty(PathBuf),
    /// A saved log that does not hold this.
    #[error("{} holds no answer to `{request}`; it holds {held}", path.display())]
    NotAsked {
        /// The log.
        path: PathBuf,
        /// What was asked for.
        request: String,
        /// The requests that it answers.
        held: String,
    },
}

/// Most requests of a log that a message lists.
const MOST_LISTED: usize = 5;

impl Session {
    /// Starts QEMU with the image's monitor. `patience` is how long an answer may take.
    ///
    /// # Errors
    ///
    /// [`SessionError`].
    pub fn start(qemu: &Tool, machine: &Machine, patience: Duration, log: &Path) -> Result<Self, SessionError> {
        let mut file = File::create_new(log).map_err(failed("make", log))?;
        let conversation = Conversation::open(qemu, machine, patience, &mut |bytes| file.write_all(bytes))?;
        Ok(Self { line: Line::Live(Box::new(conversation), file), log: log.to_owned() })
    }

    /// Speaks to a board behind a serial port. `patience` is how long an answer may take.
    ///
    /// # Errors
    ///
    /// [`SessionError`].
    pub fn connect(port: &SerialPort, patience: Duration, log: &Path) -> Result<Self, SessionError> {
        let mut file = File::create_new(log).map_err(failed("make", log))?;
        let hear: Hear<'_> = &mut |bytes| file.write_all(bytes);
        let conversation = Conversation::connect(&port.device, port.baud, Pace::BOARD, patience, hear)?;
        Ok(Self { line: Line::Live(Box::new(conversation), file), log: log.to_owned() })
    }

    /// Reads a saved log, or the log in the folder of a run.
    ///
    /// # Errors
    ///
    /// It cannot be read, or holds no report.
    pub fn saved(path: &Path) -> Result<Self, SessionError> {
        let log = if path.is_dir() { path.join("raw.log") } else { path.to_owned() };
        let bytes = fs::read(&log).map_err(failed("read", &log))?;
        if parse(&bytes).boots.is_empty() {
            return Err(SessionError::Empty(log));
        }
        Ok(Self { line: Line::Saved(bytes), log })
    }

    /// The log.
    #[must_use]
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Whether somebody answers, who can be asked what nobody asked before.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        matches!(self.line, Line::Live(..))
    }

    /// Asks, and hands on what comes as it comes.
    ///
    /// # Errors
    ///
    /// No answer; of a saved log, what it does not hold.
    pub fn ask(&mut self, request: &str, hear: Hear<'_>) -> Result<Reply, SessionError> {
        match &mut self.line {
            Line::Live(conversation, file) => {
                let answer = conversation.ask(request, &mut |bytes| {
                    file.write_all(bytes)?;
                    hear(bytes)
                })?;
                if let Some(outcome) = answer.ended {
                    return Err(conversation.ended(outcome).into());
                }
                let log = parse(&answer.bytes);
                // An answer is a report; of an answer that is none, nothing is left but that.
                let results = Results::of_report(&log, log.boots.len());
                Ok(Reply { request: log.boots.last().and_then(asked), results })
            }
            Line::Saved(_) => self.find(request),
        }
    }

    /// What a saved log holds, in its order; of a live target nothing, for what it was
    /// asked the asker knows.
    #[must_use]
    pub fn replies(&self) -> Vec<Reply> {
        let Line::Saved(bytes) = &self.line else { return Vec::new() };
        let log = parse(bytes);
        let reply = |(place, boot)| Reply { request: asked(boot), results: Results::of_report(&log, place + 1) };
        log.boots.iter().enumerate().map(reply).collect()
    }

    /// Ends the target: QEMU is asked to switch itself off, a board goes on.
    ///
    /// # Errors
    ///
    /// It fails instead.
    pub fn end(self) -> Result<(), SessionError> {
        let Line::Live(mut conversation, mut file) = self.line else { return Ok(()) };
        if !conversation.owns_its_target() {
            return Ok(());
        }
        match conversation.ask("off", &mut |bytes| file.write_all(bytes))?.ended {
            Some(Outcome::Exited(0)) | None => Ok(()),
            Some(outcome) => Err(conversation.ended(outcome).into()),
        }
    }

    /// The last answer of a saved log to this request.
    fn find(&self, request: &str) -> Result<Reply, SessionError> {
        let Line::Saved(bytes) = &self.line else { unreachable!("only of a saved log") };
        let log = parse(bytes);
        let found = log.boots.iter().rposition(|boot| asked(boot).as_deref() == Some(request));
        let Some(place) = found else {
            let mut held: Vec<String> =
                log.boots.iter().filter_map(asked).take(MOST_LISTED).map(|held| format!("`{held}`")).collect();
            if held.is_empty() {
                held.push("the report of a run".to_owned());
            }
            let held = held.join(", ");
            return Err(SessionError::NotAsked { path: self.log.clone(), request: request.to_owned(), held });
        };
        Ok(Reply { request: Some(request.to_owned()), results: Results::of_report(&log, place + 1) })
    }
}

/// What a report is the answer to.
fn asked(boot: &Boot<'_>) -> Option<String> {
    boot.entries.iter().find_map(|entry| match &entry.record {
        Record::Answer(answer) => Some(answer.command.to_string()),
        _ => None,
    })
}

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> SessionError {
    let path = path.to_owned();
    move |source| SessionError::Log { doing, path: path.clone(), source }
}
