//! The command loop: hears a line, answers it, until `off`.
//!
//! Every line that is heard gets an answer, and every answer is a report of its own:
//! `report`, `answer` with the command as it was understood, what was asked for,
//! `end`. So an answer is checked like any report, a session is a log of several
//! boots, and nothing but the report's writer writes record lines. One running report
//! for the whole session was rejected: it would be whole only after `off`, and a line
//! lost in one answer would spoil all others.

use core::{fmt, mem};

use report_format::command_line::{self, SumError};
use report_format::record::{Answer, Record};
use report_format::text::Text;
use report_format::write::{WriteError, Writer};

use super::answer::{Bench, Next, Target};
use super::command::{Command, CommandError};
use super::line::{Line, LineError, Step};
use super::load::Loader;
use super::terminal::{Terminal, pause};
use crate::lab::report::{self, Found};

/// What a person and a program see when a command is awaited. No line end follows.
pub const PROMPT: &str = "g4pmu> ";

/// How long the port may be silent within a line, by the time base: for a person who
/// thinks. In an emulator the time base may run fifty times as fast as a clock.
pub const MOST_SILENCE_SECONDS: u32 = 1800;

/// One conversation.
pub struct Session<'a, M, T> {
    bench: Bench<'a, M>,
    terminal: &'a mut T,
    line: Line,
    echo: bool,
    /// Whether what comes belongs to a line that was given up.
    in_remainder: bool,
}

/// Why a line gets an error for an answer.
enum Refusal<'a> {
    Line(LineError),
    Sum(SumError),
    Command(CommandError<'a>),
}

impl<'a, M: Target, T: Terminal> Session<'a, M, T> {
    /// A conversation that has not begun. `echo`: whether what comes in is sent back,
    /// for a person at a terminal.
    pub fn new(
        machine: &'a mut M,
        found: &'a Found<'a>,
        terminal: &'a mut T,
        icount_shift: Option<u32>,
        echo: bool,
    ) -> Self {
        let bench = Bench { machine, found, icount_shift, loader: Loader::default() };
        Self { bench, terminal, line: Line::default(), echo, in_remainder: false }
    }

    /// Converses until `off`. `first` is a byte that has come already.
    ///
    /// # Errors
    ///
    /// The output failed.
    pub fn run(&mut self, first: Option<u8>) -> Result<(), WriteError> {
        let mut first = first;
        loop {
            self.terminal.write_str(PROMPT)?;
            let heard = self.hear(first.take())?;
            self.terminal.write_str("\n")?;
            let next = self.answer(heard)?;
            self.line.clear();
            match next {
                Next::Listen => {}
                Next::Echo(on) => self.echo = on,
                Next::End => return Ok(()),
            }
        }
    }

    /// Waits for the end of a line. One thrown away by Ctrl-C is an empty one, and so is
    /// the remainder of a line that was given up: carried out, half of a command would
    /// be another command.
    fn hear(&mut self, first: Option<u8>) -> Result<Result<(), LineError>, WriteError> {
        let patience = u64::from(MOST_SILENCE_SECONDS) * u64::from(self.bench.found.facts.tb_hz);
        let mut pending = first;
        let mut last = self.terminal.ticks();
        loop {
            let Some(byte) = pending.take().or_else(|| self.terminal.receive()) else {
                let waiting = !self.line.is_empty() && !self.in_remainder;
                if waiting && self.terminal.ticks().wrapping_sub(last) > patience {
                    self.in_remainder = true;
                    return Ok(Err(LineError::Unfinished { seconds: MOST_SILENCE_SECONDS }));
                }
                pause();
                continue;
            };
            last = self.terminal.ticks();
            let step = self.line.take(byte);
            if self.echo && !self.in_remainder {
                self.show(step)?;
            }
            if matches!(step, Step::Complete | Step::Cancelled) {
                if mem::take(&mut self.in_remainder) {
                    self.line.clear();
                }
                return Ok(Ok(()));
            }
        }
    }

    /// Shows a person what a byte did. To a program nothing is sent back: it would
    /// have to read while it still writes.
    fn show(&mut self, step: Step) -> Result<(), WriteError> {
        match step {
            Step::Added(byte) => self.terminal.write_char(char::from(byte))?,
            Step::Erased(count) => (0..count).try_for_each(|_| self.terminal.write_str("\x08 \x08"))?,
            Step::Spoiled => self.terminal.write_str("\x07")?,
            Step::Cancelled => self.terminal.write_str("^C")?,
            Step::Nothing | Step::Complete => {}
        }
        Ok(())
    }

    fn answer(&mut self, heard: Result<(), LineError>) -> Result<Next, WriteError> {
        let (body, command) = understand(heard.and_then(|()| self.line.text()));
        if matches!(command, Ok(None)) {
            return Ok(Next::Listen);
        }
        let mut writer = Writer::new(&mut *self.terminal);
        report::open(&mut writer, self.bench.found)?;
        writer.write(&Record::Answer(Answer { command: Text::new(body) }))?;
        let next = match command {
            Ok(Some(command)) => self.bench.carry_out(command, &mut writer)?,
            Ok(None) => Next::Listen,
            Err(refusal) => {
                report::explain(&mut writer, &refusal)?;
                Next::Listen
            }
        };
        writer.finish()?;
        Ok(next)
    }
}

/// The command as it stands in the line, and what it means; an empty line means
/// nothing.
fn understand(line: Result<&str, LineError>) -> (&str, Result<Option<Command<'_>>, Refusal<'_>>) {
    let line = match line {
        Ok(line) => line.trim_ascii(),
        Err(refused) => return ("", Err(Refusal::Line(refused))),
    };
    if line.is_empty() {
        return (line, Ok(None));
    }
    match command_line::received(line) {
        Err(refused) => ("", Err(Refusal::Sum(refused))),
        Ok(received) => {
            let command = Command::parse(received.body, received.summed);
            (received.body, command.map(Some).map_err(Refusal::Command))
        }
    }
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::Sum(error) => error.fmt(f),
            Self::Command(error) => error.fmt(f),
        }
    }
}
