//! A conversation over a line that loses and changes what it carries: [`SerialLine`].
//!
//! A command carries a checksum, and so does each record of its answer. An answer that is
//! not whole, or is to something else, is asked for again: every command either measures
//! or reads, so doing it twice does no harm. A board may be silent for long while a kernel
//! runs, so silence alone ends nothing; after a while an empty line asks for the prompt.

use std::time::{Duration, Instant};

use report_format::command_line::Summed;
use report_format::log::{Diagnosis, parse};
use report_format::record::Record;

use super::conversation::Hear;
use super::ear::Ear;
use super::port::Port;

/// How often a command is sent before its answer is taken as it is.
pub const ATTEMPTS: u32 = 4;

/// The times that the line needs; shorter in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Silence after which the prompt is asked for. Longer than any pause of a line.
    pub nudge: Duration,
    /// Silence after which a line is taken to be quiet.
    pub settle: Duration,
}

impl Pace {
    /// For a board.
    pub const BOARD: Self = Self { nudge: Duration::from_secs(10), settle: Duration::from_millis(100) };
}

/// A board's monitor behind a serial port.
#[derive(Debug)]
pub struct SerialLine {
    port: Port,
    pace: Pace,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Lost {
    /// It did not come in time.
    Late,
    /// What came cannot be passed on.
    Output(std::io::Error),
}

impl SerialLine {
    /// Nobody has been spoken to yet.
    #[must_use]
    pub const fn new(port: Port, pace: Pace) -> Self {
        Self { port, pace }
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> &Port {
        &self.port
    }

    /// Sends line ends until the image awaits a command, then makes it send nothing back.
    /// An image that waits for a key to listen gets it so.
    ///
    /// # Errors
    ///
    /// [`Lost`].
    pub fn greet(&mut self, deadline: Instant, hear: Hear<'_>) -> Result<(), Lost> {
        let mut ear = Ear::default();
        let mut quiet = self.pace.nudge;
        while !ear.is_prompted() {
            if quiet >= self.pace.nudge {
                self.port.send(b"\r");
                quiet = Duration::ZERO;
            }
            quiet += self.take(deadline, &mut ear, hear)?;
        }
        self.ask("echo off", deadline, hear).map(drop)
    }

    /// Sends a command as often as needed for a whole answer to it; gives the last one.
    ///
    /// # Errors
    ///
    /// [`Lost`].
    pub fn ask(&mut self, command: &str, deadline: Instant, hear: Hear<'_>) -> Result<Vec<u8>, Lost> {
        let mut answer = Vec::new();
        for _ in 0..ATTEMPTS {
            self.settle(hear)?;
            self.port.send(format!("{}\r", Summed(command)).as_bytes());
            answer = self.listen(command, deadline, hear)?;
            if is_whole(&answer, command) {
                break;
            }
        }
        Ok(answer)
    }

    /// What comes up to the next prompt behind a record, or nothing where nothing comes.
    fn listen(&mut self, command: &str, deadline: Instant, hear: Hear<'_>) -> Result<Vec<u8>, Lost> {
        let mut ear = Ear::default();
        let mut quiet = Duration::ZERO;
        let mut gaps = self.port.gaps();
        loop {
            let silence = self.take(deadline, &mut ear, hear)?;
            quiet = if silence.is_zero() { Duration::ZERO } else { quiet + silence };
            if ear.is_prompted() && ear.has_records() {
                return Ok(ear.answer());
            }
            let unplugged = self.port.gaps() != gaps;
            if quiet < self.pace.nudge && !unplugged {
                continue;
            }
            (gaps, quiet) = (self.port.gaps(), Duration::ZERO);
            // Nothing at all: the command was lost. All but the prompt: that was.
            if !ear.has_records() || is_whole(ear.heard(), command) {
                return Ok(ear.answer());
            }
            self.port.send(b"\r");
        }
    }

    /// Takes what comes next; gives how long nothing did.
    fn take(&mut self, deadline: Instant, ear: &mut Ear, hear: Hear<'_>) -> Result<Duration, Lost> {
        let started = Instant::now();
        if started >= deadline {
            return Err(Lost::Late);
        }
        match self.port.receive(self.pace.settle) {
            Some(bytes) => {
                hear(&bytes).map_err(Lost::Output)?;
                ear.take(&bytes);
                Ok(Duration::ZERO)
            }
            None => Ok(started.elapsed()),
        }
    }

    /// Lets what is still on its way go by: the end of an earlier answer, a second prompt.
    fn settle(&mut self, hear: Hear<'_>) -> Result<(), Lost> {
        while let Some(bytes) = self.port.receive(self.pace.settle) {
            hear(&bytes).map_err(Lost::Output)?;
        }
        Ok(())
    }
}

/// Whether this is one whole report that answers the command.
fn is_whole(answer: &[u8], command: &str) -> bool {
    let log = parse(answer);
    log.boots.last().is_some_and(|boot| {
        let answers =
            |record: &Record<'_>| matches!(record, Record::Answer(answer) if answer.command.to_string() == command);
        boot.diagnosis() == Diagnosis::Complete && boot.entries.iter().any(|entry| answers(&entry.record))
    })
}
