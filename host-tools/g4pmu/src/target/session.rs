//! Many requests to one target: [`Session`].
//!
//! A live target is started once, with its monitor, and asked as often as needed; every
//! byte that it says goes to a log on disk before anything is made of it. A saved log
//! answers with what is in it: what was asked then can be asked again, and nothing else.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use report_format::log::{Boot, parse};
use report_format::parse::{Line as ParsedLine, parse_line};
use report_format::record::Record;
use thiserror::Error;
use toolbox::{Outcome, Tool};

use crate::qemu::Machine;
use crate::results::{Completeness, Results};
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
    Saved(Saved),
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
        let saved = Saved::of(bytes);
        if saved.pieces.iter().all(|piece| piece.requests.is_empty()) {
            return Err(SessionError::Empty(log));
        }
        Ok(Self { line: Line::Saved(saved), log })
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
            Line::Saved(saved) => saved.find(request).ok_or_else(|| {
                let mut held: Vec<String> =
                    saved.requests().take(MOST_LISTED).map(|held| format!("`{held}`")).collect();
                if held.is_empty() {
                    held.push("the report of a run".to_owned());
                }
                let held = held.join(", ");
                SessionError::NotAsked { path: self.log.clone(), request: request.to_owned(), held }
            }),
        }
    }

    /// What a saved log holds, in its order, one after the other; of a live target nothing,
    /// for what it was asked the asker knows.
    pub fn replies(&self) -> impl Iterator<Item = Reply> {
        let saved = match &self.line {
            Line::Saved(saved) => Some(saved),
            Line::Live(..) => None,
        };
        saved.into_iter().flat_map(|saved| (0..saved.pieces.len()).flat_map(|piece| saved.replies(piece)))
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
}

/// A log in pieces that begin with a report: read one by one, it needs little more memory
/// than its bytes.
#[derive(Debug)]
struct Saved {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

/// A report, and what follows it up to the next.
#[derive(Debug)]
struct Piece {
    range: Range<usize>,
    /// What each report in it answers: one, or more where the head of one is missing.
    requests: Vec<Option<String>>,
}

impl Saved {
    fn of(bytes: Vec<u8>) -> Self {
        let starts = starts(&bytes);
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let piece = |(start, end): (&usize, usize)| {
            let log = parse(&bytes[*start..end]);
            Piece { range: *start..end, requests: log.boots.iter().map(asked).collect() }
        };
        let pieces = starts.iter().zip(ends).map(piece).collect();
        Self { bytes, pieces }
    }

    fn replies(&self, piece: usize) -> Vec<Reply> {
        let Piece { range, requests } = &self.pieces[piece];
        let log = parse(&self.bytes[range.clone()]);
        let reply = |(place, request): (usize, &Option<String>)| Reply {
            request: request.clone(),
            results: Results::of_report(&log, place + 1),
        };
        requests.iter().enumerate().map(reply).collect()
    }

    /// The last whole answer to this request, else the last one.
    fn find(&self, request: &str) -> Option<Reply> {
        let answers = |piece: &Piece| piece.requests.iter().any(|asked| asked.as_deref() == Some(request));
        let able = (0..self.pieces.len()).rev().filter(|piece| answers(&self.pieces[*piece]));
        let mut replies = able.flat_map(|piece| self.replies(piece).into_iter().rev());
        let mut last = None;
        let whole = replies.find_map(|reply| {
            if reply.request.as_deref() != Some(request) {
                return None;
            }
            if reply.results.report == Completeness::Complete {
                return Some(reply);
            }
            last.get_or_insert(reply);
            None
        });
        whole.or(last)
    }

    fn requests(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().flat_map(|piece| &piece.requests).flatten().map(String::as_str)
    }
}

/// Where a log is cut: at 0 and at each line with a report's first record, unless it
/// repeats the line before it.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut begun = false;
    let (mut at, mut last) = (0, &b""[..]);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line != last && matches!(parse_line(line), ParsedLine::Record { record: Record::Report(_), .. }) {
            // What stands before the first report belongs to it.
            if std::mem::replace(&mut begun, true) {
                starts.push(at);
            }
        }
        at += line.len();
        last = line;
    }
    starts
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

#[cfg(test)]
mod tests {
    use super::starts;

    const REPORT: &[u8] = include_bytes!("../../tests/command/session.log");

    #[test]
    fn a_log_is_cut_where_reports_begin() {
        let log = report_format::log::parse(REPORT);
        let found = starts(REPORT);
        assert_eq!(found.len(), log.boots.len());
        let line = |at: &usize| 1 + REPORT[..*at].iter().filter(|byte| **byte == b'\n').count();
        let lines: Vec<usize> = found.iter().skip(1).map(line).collect();
        assert_eq!(lines, log.boots.iter().skip(1).map(|boot| boot.line).collect::<Vec<_>>());
        // A terminal that repeats a line begins no report.
        let first =
            REPORT.split_inclusive(|byte| *byte == b'\n').find(|line| line.starts_with(b"@g4 0 ")).expect("one");
        assert_eq!(starts(&[first, first].concat()), [0]);
        assert_eq!(starts(b"noise"), [0]);
    }
}
