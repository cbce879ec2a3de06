//! How far a session is, on standard error.

use std::io::{self, Write};
use std::time::Instant;

use crate::estimate;
use crate::progress::{Progress, Style};
use toolbox::talk::visible;

/// Counts the requests. Where there is one only, the report that comes says more.
pub(super) struct Steps {
    style: Style,
    total: usize,
    done: usize,
    started: Instant,
    report: Option<Progress<io::Stderr>>,
    /// Characters of the line that is shown now.
    shown: usize,
}

/// From how many requests on they are counted instead of what each reports.
const MANY: usize = 3;

impl Steps {
    pub(super) fn new(style: Style) -> Self {
        Self { style, total: 0, done: 0, started: Instant::now(), report: None, shown: 0 }
    }

    /// So many requests will be sent, besides those that must be repeated.
    pub(super) fn announce(&mut self, total: usize) {
        (self.total, self.done) = (total, 0);
        self.started = Instant::now();
    }

    /// A request is sent.
    pub(super) fn begin(&mut self, request: &str) {
        let style = if request.starts_with("suite ") { self.style } else { Style::Silent };
        self.report = Some(Progress::new(io::stderr(), style));
        if self.total < MANY || style != Style::Silent {
            return;
        }
        let request = visible(request.strip_prefix("run ").unwrap_or(request));
        let text = format!("[{}/{}] {request}{}", self.done + 1, self.total.max(self.done + 1), self.left());
        let mut err = io::stderr();
        // Talk that nobody can hear is no reason to stop.
        let _ = match self.style {
            Style::Silent => Ok(()),
            Style::Lines => writeln!(err, "{text}"),
            Style::Rewritten => write!(err, "\r{text:0$}", self.shown),
        };
        if self.style == Style::Rewritten {
            let _ = err.flush();
            self.shown = text.len();
        }
    }

    /// The answer comes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        if let Some(report) = &mut self.report {
            let _ = report.take(bytes);
        }
    }

    /// The answer has come.
    pub(super) fn end(&mut self) {
        if let Some(mut report) = self.report.take() {
            let _ = report.clear();
        }
        self.done += 1;
    }

    /// Removes the rewritten line.
    pub(super) fn clear(&mut self) {
        if self.shown > 0 {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.shown);
            self.shown = 0;
        }
    }

    /// The time that is left by the rate so far, once that means something.
    fn left(&self) -> String {
        let elapsed = self.started.elapsed();
        if elapsed.as_secs() < 1 || self.done == 0 {
            return String::new();
        }
        let each = elapsed.as_secs_f64() / self.done as f64;
        let left = each * self.total.saturating_sub(self.done) as f64;
        let rate = 1.0 / each;
        format!(", {rate:.1} a second, {} left", estimate::time(std::time::Duration::from_secs_f64(left)))
    }
}
