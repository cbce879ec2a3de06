//! `g4pmu probe`: experiments on one structure of the chip each.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};

use anyhow::{Context, anyhow};
use toolbox::talk::say;

use super::asking::Asking;
use super::printed;
use super::stat::worse;
use crate::cli::{ALL, ProbeArguments};
use crate::exit::{Exit, Failure};
use crate::plan::pass::Pass;
use crate::probe::list::PROBES;
use crate::probe::measure::{Manner, measure};
use crate::probe::reading::Point;
use crate::probe::verdict::Measured;
use crate::probe::{Figure, Probe, find, text};
use crate::results::Results;
use crate::stat::gate::{self, Gate, Tested};
use crate::stat::measured::gather;
use crate::target::Target;

/// The page in the folder of the log.
const PAGE: &str = "probe.txt";

pub(super) fn probe(arguments: &ProbeArguments) -> Result<Exit, Failure> {
    let probes: Vec<&Probe> = match arguments.names.iter().any(|name| name == ALL) {
        true => PROBES.iter().collect(),
        false => arguments.names.iter().filter_map(|name| find(name)).collect(),
    };
    let manner = manner(arguments);
    let (asking, folder) = Asking::open(&arguments.on, arguments.out.as_deref(), arguments.quiet)?;
    let mut session =
        Probing { asking, gate: Gate::default(), answers: HashMap::new(), page: String::new(), named: false };
    let exit = session.all(&probes, &manner, arguments.no_gate);
    let Probing { asking, page, .. } = session;
    let Some(folder) = folder else { return exit };
    let file = folder.path().join(PAGE);
    let written = fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()));
    let kept = |failure: Failure| Failure {
        error: anyhow!("{:#}; page and log so far are in {}", failure.error, folder.path().display()),
        ..failure
    };
    let exit = exit.map_err(kept)?;
    asking.end().map_err(kept)?;
    written.map_err(|error| Failure::new(Exit::Files, error))?;
    if !arguments.quiet {
        say(&format!("page and log in {}", folder.path().display()));
    }
    Ok(exit)
}

/// How all kernels are measured: shorter where somebody computes what they do.
fn manner(arguments: &ProbeArguments) -> Manner {
    let usual = if matches!(arguments.on.target, Target::Serial(_)) { "default" } else { "quick" };
    let preset = arguments.preset.map_or(usual, |preset| preset.name());
    Manner { words: format!("preset={preset}"), trials: arguments.repeat }
}

/// A session, what is known of its counters, and the page so far.
struct Probing {
    asking: Asking,
    gate: Gate,
    /// What was asked already; probes share points.
    answers: HashMap<String, Results>,
    page: String,
    /// Whether the page says what was measured.
    named: bool,
}

impl Probing {
    /// The gate, then every probe.
    fn all(&mut self, probes: &[&Probe], manner: &Manner, no_gate: bool) -> Result<Exit, Failure> {
        let mut exit = if no_gate { Exit::Complete } else { self.test(probes, manner)? };
        for probe in probes {
            exit = worse(exit, self.probe(probe, manner)?);
        }
        Ok(exit)
    }

    /// Tests the counters of all figures on what is known.
    fn test(&mut self, probes: &[&Probe], manner: &Manner) -> Result<Exit, Failure> {
        let figures = probes.iter().flat_map(|probe| probe.figures);
        let passes: Vec<Pass> = figures.flat_map(|figure| passes(figure, manner)).collect();
        let mut reports = Vec::new();
        for request in gate::requests(&passes) {
            match self.asking.report(&request) {
                Ok(report) => reports.push(report),
                // A log of a session without the gate has none.
                Err(failure) if self.asking.is_live() => return Err(failure),
                Err(_) => {}
            }
        }
        if reports.is_empty() {
            return Ok(Exit::Complete);
        }
        self.gate = Gate::of(&gather(&reports));
        self.print(&format!("{}\n\n", self.gate))?;
        Ok(if self.gate.failed().next().is_some() { Exit::Counts } else { Exit::Complete })
    }

    fn probe(&mut self, probe: &Probe, manner: &Manner) -> Result<Exit, Failure> {
        let mut measured = Vec::new();
        for figure in probe.figures {
            measured.push(self.figure(figure, manner)?);
        }
        self.asking.clear();
        let mut text = String::new();
        if let Some(report) = self.answers.values().next().filter(|_| !self.named) {
            self.named = true;
            // A string takes every write.
            let _ = text::write_machine(&report.header, &mut text);
        }
        let _ = text::write(probe, &measured, &mut text);
        let _ = writeln!(text);
        self.print(&text)?;
        let missing = measured.iter().any(|figure| figure.value.is_err());
        Ok(if missing { Exit::Uncounted } else { Exit::Complete })
    }

    fn figure(&mut self, figure: &Figure, manner: &Manner) -> Result<Measured, Failure> {
        let Self { asking, answers, .. } = self;
        let found = measure(&figure.how, manner, |point: &Point| match answers.get(&point.request) {
            Some(report) => Ok(report.clone()),
            None => {
                let report = asking.report(&point.request)?;
                answers.insert(point.request.clone(), report.clone());
                Ok(report)
            }
        })?;
        let failed = passes(figure, manner).iter().find_map(|pass| self.wrong(figure, pass));
        Ok(match failed {
            Some(why) => Measured { value: Err(why), ..found },
            None => found,
        })
    }

    /// The counter of a figure that the gate found wrong.
    fn wrong(&self, figure: &Figure, pass: &Pass) -> Option<String> {
        pass.slots().find_map(|slot| {
            let (counter, event) = (slot.selector.counter().number(), slot.selector.event()?.id);
            let failed = self.gate.tested(event, Some(counter)) == Tested::Failed;
            (failed && figure.how.counts(event)).then(|| format!("the gate found PMC{counter} wrong on {event}"))
        })
    }

    fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.page += text;
        printed(io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()))
    }
}

/// The counters of a figure.
fn passes(figure: &Figure, manner: &Manner) -> Vec<Pass> {
    let points = figure.how.points(manner).unwrap_or_default();
    points.into_iter().map(|point| point.pass).collect()
}
