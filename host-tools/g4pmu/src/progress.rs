//! What a run is doing, on standard error, read from the report as it comes.
//!
//! First it says how long all of it takes, from the instructions that the report states.
//! On a terminal one line is rewritten; elsewhere each kernel gets a line of its
//! own, so that a log of a build shows how far a run came.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use report_format::parse::{Line, parse_line};
use report_format::record::{Emulator, Record, Suite};
use toolbox::talk::visible;

use crate::estimate::{self, Estimate, Speed};

/// Longest line kept while its end has not come; longer ones are no records.
const LONGEST: usize = 2 * report_format::LONGEST_LINE;

/// Follows a report and says how far it is.
pub struct Progress<W> {
    out: W,
    style: Style,
    line: Vec<u8>,
    position: Position,
    speed: Speed,
    /// How far it is, and since when.
    estimate: Option<(Estimate, Instant)>,
    /// Characters of the line that is shown now.
    shown: usize,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    Silent,
    /// One line a kernel.
    Lines,
    /// One line, rewritten.
    Rewritten,
}

/// How far the report is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Position {
    kernels: u32,
    begun: u32,
    kernel: String,
    trials: u32,
    trial: u32,
}

impl Style {
    /// The style for a stream.
    #[must_use]
    pub fn of(stream: &impl IsTerminal, quiet: bool) -> Self {
        match (quiet, stream.is_terminal()) {
            (true, _) => Self::Silent,
            (false, true) => Self::Rewritten,
            (false, false) => Self::Lines,
        }
    }
}

impl<W: Write> Progress<W> {
    /// Nothing has come yet.
    pub const fn new(out: W, style: Style) -> Self {
        let position = Position { kernels: 0, begun: 0, kernel: String::new(), trials: 0, trial: 0 };
        Self { out, style, line: Vec::new(), position, speed: Speed::Unknown, estimate: None, shown: 0 }
    }

    /// Takes the next bytes of the report, cut anywhere.
    ///
    /// # Errors
    ///
    /// The stream's own.
    pub fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + piece.len() <= LONGEST {
                self.line.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.line_came(&line)?;
            }
        }
        Ok(())
    }

    /// Removes the rewritten line, so that what follows starts on a clean one.
    ///
    /// # Errors
    ///
    /// The stream's own.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.shown > 0 {
            write!(self.out, "\r{:1$}\r", "", self.shown)?;
            self.shown = 0;
            self.out.flush()?;
        }
        Ok(())
    }

    fn line_came(&mut self, line: &[u8]) -> io::Result<()> {
        let Line::Record { record, .. } = parse_line(line) else { return Ok(()) };
        match record {
            Record::Report(report) if report.emulator == Emulator::Qemu => self.speed = Speed::Alone,
            Record::Model(_) => self.speed = Speed::WithModel,
            Record::Suite(suite) => {
                self.position.kernels = suite.kernels;
                return self.announce(&suite);
            }
            Record::Expect(call) => {
                if let Some((estimate, _)) = &mut self.estimate {
                    estimate.call(call.n, call.executed);
                }
            }
            Record::Kernel(kernel) => {
                if let Some((estimate, _)) = &mut self.estimate {
                    estimate.kernel(kernel.warmup);
                }
                self.position.begun += 1;
                self.position.kernel = visible(&kernel.id.to_string());
                self.position.trials = kernel.trials.saturating_mul(2);
                self.position.trial = 0;
                return self.show(self.style != Style::Silent);
            }
            Record::Trial(trial) => {
                self.position.trial += 1;
                if let Some((estimate, _)) = &mut self.estimate {
                    estimate.trial(trial.n);
                }
                return self.show(self.style == Style::Rewritten);
            }
            Record::Skip(_) => self.position.begun += 1,
            _ => {}
        }
        Ok(())
    }

    /// Says how long everything takes, on a line that stays.
    fn announce(&mut self, suite: &Suite<'_>) -> io::Result<()> {
        let estimate = Estimate::new(suite.instructions, self.speed);
        let started = Instant::now();
        self.estimate = Some((estimate, started));
        if self.style == Style::Silent {
            return Ok(());
        }
        let executed = estimate::instructions(suite.instructions);
        let time = match (self.speed.stated(), estimate.left(started.elapsed())) {
            (Some(rate), Some(left)) => {
                format!("{} at {} a second", estimate::about(left), estimate::instructions(rate))
            }
            _ => "how long they take is not known yet".to_owned(),
        };
        writeln!(self.out, "{executed} instructions, {time}")?;
        self.out.flush()
    }

    /// The time that is left by the rate so far, once that means something.
    fn left(&self) -> String {
        let left = self.estimate.as_ref().and_then(|(estimate, started)| {
            let elapsed = started.elapsed();
            estimate.measured(elapsed).and_then(|_| estimate.left(elapsed))
        });
        left.map(|left| format!(", {} left", estimate::time(left))).unwrap_or_default()
    }

    fn show(&mut self, wanted: bool) -> io::Result<()> {
        if !wanted {
            return Ok(());
        }
        let left = self.left();
        let Position { kernels, begun, kernel, trials, trial } = &self.position;
        match self.style {
            Style::Rewritten => {
                let text = format!("[{begun}/{kernels}] {kernel}, trial {trial} of {trials}{left}");
                write!(self.out, "\r{text:0$}", self.shown)?;
                self.shown = text.len();
            }
            Style::Lines | Style::Silent => writeln!(self.out, "[{begun}/{kernels}] {kernel}{left}")?,
        }
        self.out.flush()
    }
}
