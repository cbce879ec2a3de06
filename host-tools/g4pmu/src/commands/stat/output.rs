//! Where counts go: standard output or a file, in one of the formats, and the table that a
//! run leaves in its folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::{exit_of, printed};
use crate::cli::{Format, StatArguments};
use crate::exit::{Exit, Failure};
use crate::metrics::Metric;
use crate::output::file;
use crate::output::stat::{csv, perf, text};
use crate::paint::Paint;
use crate::plan::Plan;
use crate::results::{Results, Status};
use crate::stat::gate::Gate;
use crate::stat::measured::{Gathered, Measured, broken_laws};
use crate::stat::view::{Line, lines, metrics};
use crate::statistics::LONE_PAIR;
use toolbox::talk::say;

/// What prints.
pub(super) struct Output<'a> {
    format: Format,
    /// The file, and what is to be written there at the end.
    file: Option<(PathBuf, Vec<u8>)>,
    /// The table of all that came.
    table: Vec<u8>,
    gate: Gate,
    metrics: Vec<&'a Metric>,
    quiet: bool,
}

impl<'a> Output<'a> {
    /// Prints nothing yet.
    pub(super) fn of(arguments: &StatArguments, metrics: Vec<&'a Metric>) -> Self {
        let file = arguments.output.clone().filter(|path| path != Path::new("-")).map(|path| (path, Vec::new()));
        Self {
            format: arguments.format,
            file,
            table: csv::header(),
            gate: Gate::default(),
            metrics,
            quiet: arguments.quiet,
        }
    }

    /// Prints what stands above everything else.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        if self.format.csv { self.print(&csv::header()) } else { Ok(()) }
    }

    /// Takes the verdict of the gate: for people a line in front of the counts, beside data
    /// it is talk.
    pub(super) fn gate(&mut self, gate: Gate) -> Result<Exit, Failure> {
        let exit = if gate.failed().next().is_some() { Exit::Counts } else { Exit::Complete };
        if self.is_text() {
            let mut bytes = Vec::new();
            text::write_gate(&gate, self.paint(), &mut bytes).expect("memory takes all");
            self.print(&bytes)?;
        } else if !self.quiet || exit != Exit::Complete {
            say(&gate.to_string());
        }
        self.gate = gate;
        Ok(exit)
    }

    /// Prints what these reports measured.
    pub(super) fn point(&mut self, reports: &[Results], plan: Option<&Plan>, several: bool) -> Result<Exit, Failure> {
        let mut taken = Taken::default();
        reports.iter().for_each(|report| taken.add(report));
        self.taken(&taken, plan, several)
    }

    /// Prints what was taken.
    pub(super) fn taken(&mut self, taken: &Taken, plan: Option<&Plan>, several: bool) -> Result<Exit, Failure> {
        let all = &taken.gathered.all;
        let several = several || all.len() > 1;
        let mut bytes = Vec::new();
        let mut counted = false;
        for measured in all {
            let lines = lines(measured, plan, &self.gate);
            let metrics = metrics(measured, &self.metrics, &self.gate);
            counted |= lines.iter().any(is_counted) || metrics.iter().any(|line| line.outcome.value.is_some());
            self.table.extend(csv::rows(measured, &lines, &metrics));
            let written = match self.format {
                Format { csv: true, .. } => bytes.write_all(&csv::rows(measured, &lines, &metrics)),
                Format { json: true, .. } => perf::write_json(measured, &lines, &metrics, &mut bytes),
                Format { separator: Some(separator), .. } => {
                    perf::write(measured, &lines, &metrics, separator, several, &mut bytes)
                }
                Format { .. } => text::write(measured, &lines, &metrics, self.paint(), &mut bytes),
            };
            written.expect("memory takes all");
        }
        self.print(&bytes)?;
        taken.remarks.iter().filter(|_| !self.quiet).for_each(|remark| say(remark));
        if !self.is_text() && !self.quiet {
            doubts(all).iter().for_each(|doubt| say(doubt));
        }
        let exit = taken.exit.filter(|exit| *exit != Exit::Complete);
        Ok(exit.unwrap_or(if counted { Exit::Complete } else { Exit::Uncounted }))
    }

    /// Writes the file, and the table into the folder of the run.
    pub(super) fn end(self, table: Option<&Path>) -> Result<(), Failure> {
        let table = table.map(|path| (path.to_owned(), self.table));
        for (path, bytes) in self.file.into_iter().chain(table) {
            let written = file::write_whole(&path, &bytes).with_context(|| format!("cannot write {}", path.display()));
            written.map_err(|error| Failure::new(Exit::Files, error))?;
        }
        Ok(())
    }

    const fn is_text(&self) -> bool {
        !self.format.csv && !self.format.json && self.format.separator.is_none()
    }

    fn paint(&self) -> Paint {
        if self.file.is_some() { Paint::PLAIN } else { Paint::of(&io::stdout()) }
    }

    fn print(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if let Some((_, kept)) = &mut self.file {
            kept.extend_from_slice(bytes);
            return Ok(());
        }
        let mut out = io::stdout().lock();
        printed(out.write_all(bytes).and_then(|()| out.flush()))
    }
}

/// What is left of reports when their raw values are not needed any more.
#[derive(Default)]
pub(super) struct Taken {
    gathered: Gathered,
    /// How the command ends for what is wrong with one of them.
    exit: Option<Exit>,
    /// What the image would not measure or complained of.
    remarks: Vec<String>,
}

impl Taken {
    pub(super) fn add(&mut self, report: &Results) {
        self.gathered.add(report);
        let exit = self.exit.filter(|exit| *exit != Exit::Complete);
        self.exit = Some(exit.unwrap_or_else(|| exit_of(report)));
        let skipped =
            report.skipped.iter().map(|skipped| format!("{} did not run: {}", skipped.kernel, skipped.reason));
        let errors = report.errors.iter().map(|error| format!("the image says: {error}"));
        for remark in skipped.chain(errors) {
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
    }
}

/// What stands below the table for people and in no line of data.
fn doubts(all: &[Measured]) -> Vec<String> {
    let laws = all.iter().flat_map(|measured| {
        broken_laws(measured).into_iter().map(|law| format!("{}: {law}", measured.subject.typed()))
    });
    let lone = all.iter().any(|measured| measured.trials == 1).then(|| LONE_PAIR.to_owned());
    laws.chain(lone).collect()
}

/// Whether a line says something: a count, or why a fault left none.
fn is_counted(line: &Line<'_>) -> bool {
    line.row.outcome.as_ref().map_or_else(|why| why.status != Status::NotCounted, |_| true)
}

/// Writes the plan.
pub(super) fn write_plan(plan: &Plan, points: usize, mut out: impl Write) -> io::Result<()> {
    let number = plan.passes.len();
    for (place, pass) in plan.passes.iter().enumerate() {
        writeln!(out, "pass {} of {number}: {pass}", place + 1)?;
    }
    if points > 1 {
        writeln!(out, "{points} points, {} requests", points * number)?;
    }
    Ok(())
}
