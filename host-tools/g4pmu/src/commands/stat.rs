//! `g4pmu stat`: count events.
//!
//! The plan comes before anything runs. Then the gate, then each point of a sweep in all
//! its passes; a pass whose anchors differ from the first is measured again. What is
//! printed is made from the answers alone, and from a saved log in the same way.

mod output;

use std::collections::HashSet;
use std::io;
use std::path::Path;

use anyhow::anyhow;
use report_format::record::State;
use report_format::word::Word;
use toolbox::talk::say;

use super::asking::{Asking, failed};
use super::{exit_of, explain, printed, start};
use crate::cli::{StatArguments, TargetArguments};
use crate::exit::{Exit, Failure};
use crate::folder::Folder;
use crate::metrics::{Book, Metric};
use crate::output::place;
use crate::plan::wish::Asked;
use crate::plan::{Passes, Plan, Setting};
use crate::results::{Completeness, Results};
use crate::stat::gate::{self, Gate};
use crate::stat::measured::{Gathered, gather};
use crate::stat::requests::Subject;
use crate::target::Target;
use crate::target::session::{Reply, Session};

use output::{Output, Taken};

/// Events where none are named: those that perf counts by default and a G4 has, less the
/// times that an operating system would count.
const DEFAULT_EVENTS: &str = "cycles,instructions,branches,branch-misses";

/// How often a pass whose anchors differ is measured again.
const MOST_RERUNS: u32 = 2;

pub(super) fn stat(arguments: &StatArguments) -> Result<Exit, Failure> {
    let book = explain::book(arguments.book.as_deref())?;
    let metrics = metrics(arguments, &book)?;
    let wanted = arguments.subject.as_deref().map(|subject| Wanted::of(subject, arguments, &metrics)).transpose()?;
    let output = Output::of(arguments, metrics);
    if arguments.check {
        let wanted = wanted.ok_or_else(nothing_asked)?;
        return printed(output::write_plan(&wanted.plan, wanted.requests.len(), io::stdout().lock()))
            .map(|()| Exit::Complete);
    }
    match (&arguments.on.target, wanted) {
        (Target::Log(_), None) if !arguments.events.is_empty() => Err(Failure::new(
            Exit::Usage,
            anyhow!("-e goes with a kernel: name one, or leave -e out to see all that the log holds"),
        )),
        (Target::Log(path), wanted) => {
            let session = Session::saved(path).map_err(failed)?;
            beside(arguments, session.log(), None)?;
            saved(arguments, session, wanted, output)
        }
        (Target::Qemu(_) | Target::Serial(_), Some(wanted)) => measured(arguments, &wanted, output),
        (Target::Qemu(_) | Target::Serial(_), None) => Err(nothing_asked()),
    }
}

/// Refuses to write what is printed where the log is, or the table of the run.
fn beside(arguments: &StatArguments, log: &Path, table: Option<&Path>) -> Result<(), Failure> {
    let output = arguments.output.iter().map(|path| ("--output", path.as_path()));
    let places: Vec<(&str, &Path)> = output.chain(table.map(|table| ("the table", table))).collect();
    place::apart(log, &places).map_err(|error| Failure::new(Exit::Usage, error))
}

fn nothing_asked() -> Failure {
    Failure::new(Exit::Usage, anyhow!("what shall be measured? name a kernel (`g4pmu list kernels`) or suite:NAME"))
}

/// What was asked for, ready to be sent.
struct Wanted {
    plan: Plan,
    /// One a point, without events.
    requests: Vec<String>,
}

impl Wanted {
    fn of(subject: &str, arguments: &StatArguments, metrics: &[&Metric]) -> Result<Self, Failure> {
        let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
        let subject = Subject::find(subject).map_err(|error| usage(error.into()))?;
        let requests = subject.requests(&arguments.words, arguments.repeat).map_err(|error| usage(error.into()))?;
        let mut asked = match arguments.events.as_slice() {
            [] if metrics.is_empty() => Asked::parse([DEFAULT_EVENTS]),
            events => Asked::parse(events.iter().map(String::as_str)),
        };
        if asked.wishes.is_empty() && metrics.is_empty() {
            return Err(usage(anyhow!("-e names no event; `g4pmu list events` shows all")));
        }
        for metric in metrics {
            asked.together(metric.events().map(|(id, _)| id));
        }
        let setting = Setting {
            l3: has_l3(&arguments.on),
            state: state(&arguments.words),
            passes: if arguments.single_pass { Passes::Single } else { Passes::Any },
        };
        // In a sweep over both states an event of one would count in half of it.
        for state in states(&arguments.words) {
            Plan::of(asked.clone(), Setting { state, ..setting }).map_err(|error| usage(error.into()))?;
        }
        Ok(Self { plan: Plan::of(asked, setting).map_err(|error| usage(error.into()))?, requests })
    }

    /// The requests of a point, one a pass.
    fn passes<'a>(&'a self, request: &'a str) -> impl Iterator<Item = String> + 'a {
        self.plan.passes.iter().map(move |pass| format!("{request} {}", pass.words()))
    }
}

/// The metrics that were asked for.
fn metrics<'a>(arguments: &StatArguments, book: &'a Book) -> Result<Vec<&'a Metric>, Failure> {
    let names = arguments.metrics.iter().flat_map(|names| names.split(',')).filter(|name| !name.is_empty());
    let mut found: Vec<&Metric> = Vec::new();
    for name in names {
        let metrics = book.find(name).map_err(|error| Failure::new(Exit::Usage, error))?;
        let other = |metric: &&Metric| !found.iter().any(|known| known.name == metric.name);
        let new: Vec<&Metric> = metrics.into_iter().filter(other).collect();
        found.extend(new);
    }
    if found.is_empty() && !arguments.metrics.is_empty() {
        return Err(Failure::new(Exit::Usage, anyhow!("-M names no metric; `g4pmu list metrics` shows all")));
    }
    Ok(found)
}

/// Whether the part can have an L3. QEMU's name tells a part from its twin without one.
pub(super) fn has_l3(on: &TargetArguments) -> bool {
    on.qemu.cpu.as_deref().is_none_or(|cpu| ["7450", "7451", "7455", "7457"].contains(&cpu))
}

/// The state that is asked for; of a sweep the first.
pub(super) fn state(words: &[String]) -> State {
    states(words).next().unwrap_or(State::Supervisor)
}

/// The states that are asked for.
fn states(words: &[String]) -> impl Iterator<Item = State> {
    let values = words.iter().find_map(|word| word.strip_prefix("state=")).unwrap_or_default();
    values.split(',').filter_map(State::from_word)
}

/// Measures in QEMU or on a board.
fn measured(arguments: &StatArguments, wanted: &Wanted, mut output: Output<'_>) -> Result<Exit, Failure> {
    if matches!(arguments.on.target, Target::Serial(_)) {
        start::refuse_without_qemu(&arguments.on)?;
    }
    output.begin()?;
    let (mut asking, folder) = Asking::open(&arguments.on, arguments.out.as_deref(), arguments.quiet)?;
    if let Some(folder) = &folder {
        beside(arguments, &folder.log(), Some(&folder.stat()))?;
    }
    let exit = asking.all(arguments, wanted, &mut output);
    let kept = |failure: Failure| match &folder {
        Some(folder) => {
            Failure { error: anyhow!("{:#}; the log so far is {}", failure.error, folder.log().display()), ..failure }
        }
        None => failure,
    };
    let exit = exit.map_err(kept)?;
    asking.end().map_err(kept)?;
    output.end(folder.as_ref().map(Folder::stat).as_deref())?;
    if let Some(folder) = folder.filter(|_| !arguments.quiet) {
        say(&format!("log in {}", folder.path().display()));
    }
    Ok(exit)
}

impl Asking {
    /// The gate, then every point.
    fn all(&mut self, arguments: &StatArguments, wanted: &Wanted, output: &mut Output<'_>) -> Result<Exit, Failure> {
        let mut exit = Exit::Complete;
        // Without the model QEMU's counters stand still: they would be asked in vain.
        if self.may_count() && !arguments.no_gate {
            let tests = gate::requests(&wanted.plan.passes);
            let reports = tests.iter().map(|request| self.report(request)).collect::<Result<Vec<_>, _>>()?;
            exit = output.gate(Gate::of(&gather(&reports)))?;
        }
        self.announce(wanted.requests.len() * wanted.plan.passes.len());
        let several = wanted.requests.len() > 1;
        for request in &wanted.requests {
            let commands: Vec<String> = wanted.passes(request).collect();
            let mut reports = commands.iter().map(|command| self.report(command)).collect::<Result<Vec<_>, _>>()?;
            self.again(&commands, &mut reports)?;
            self.clear();
            exit = worse(exit, output.point(&reports, Some(&wanted.plan), several)?);
        }
        Ok(exit)
    }

    /// Measures passes again that do not belong with the first. Suites are not: one odd
    /// kernel in a hundred is flagged instead.
    fn again(&mut self, commands: &[String], reports: &mut [Results]) -> Result<(), Failure> {
        for _ in 0..MOST_RERUNS {
            let gathered = gather(&*reports);
            let [one] = gathered.as_slice() else { return Ok(()) };
            let Some(first) = one.passes.first().filter(|_| one.passes.len() == commands.len()) else { return Ok(()) };
            let apart: Vec<usize> = (1..commands.len())
                .filter(|place| first.anchors.apart(&one.passes[*place].anchors).is_some())
                .collect();
            let odd = match (apart.len(), commands.len()) {
                // Of two nobody knows which.
                (1, 2) => vec![0, 1],
                // Where most differ from the first, the first is the odd one.
                (different, all) if 2 * different >= all => vec![0],
                _ => apart,
            };
            if odd.is_empty() {
                return Ok(());
            }
            for place in odd {
                reports[place] = self.report(&commands[place])?;
            }
        }
        Ok(())
    }
}

/// Shows what a saved log holds: the answers to what is asked for, or all of it.
fn saved(
    arguments: &StatArguments,
    mut session: Session,
    wanted: Option<Wanted>,
    mut output: Output<'_>,
) -> Result<Exit, Failure> {
    let mut taken = Taken::default();
    let mut tests = Gathered::default();
    let mut whole: HashSet<Option<String>> = HashSet::new();
    let mut broken: Vec<Reply> = Vec::new();
    for reply in session.replies() {
        match reply.results.header.suite.is_some() {
            _ if reply.results.report != Completeness::Complete => broken.push(reply),
            true if gate::is_its_own(&reply.results) => {
                tests.add(&reply.results);
                whole.insert(reply.request);
            }
            measured => {
                if measured && wanted.is_none() {
                    taken.add(&reply.results);
                }
                whole.insert(reply.request);
            }
        }
    }
    let mut exit = passed_over(&whole, &broken, arguments.quiet);
    let points: Vec<Vec<Results>> = match &wanted {
        None => Vec::new(),
        Some(wanted) => {
            let mut ask = |command: String| session.ask(&command, &mut |_| Ok(())).map(|reply| reply.results);
            let mut point = |request| wanted.passes(request).map(&mut ask).collect::<Result<Vec<_>, _>>();
            wanted.requests.iter().map(|request| point(request)).collect::<Result<_, _>>().map_err(failed)?
        }
    };
    output.begin()?;
    if !tests.all.is_empty() && !arguments.no_gate {
        exit = worse(exit, output.gate(Gate::of(&tests.all))?);
    }
    match &wanted {
        None => exit = worse(exit, output.taken(&taken, None, false)?),
        Some(wanted) => {
            for reports in &points {
                exit = worse(exit, output.point(reports, Some(&wanted.plan), points.len() > 1)?);
            }
        }
    }
    output.end(None)?;
    Ok(exit)
}

/// Says how many reports of a log are not whole; gives how the command ends where what
/// one of them was to answer no whole one does.
fn passed_over(whole: &HashSet<Option<String>>, broken: &[Reply], quiet: bool) -> Exit {
    match broken.len() {
        _ if quiet => {}
        0 => {}
        1 => say("1 report that is not whole was passed over"),
        number => say(&format!("{number} reports that are not whole were passed over")),
    }
    broken.iter().find(|reply| !whole.contains(&reply.request)).map_or(Exit::Complete, |reply| exit_of(&reply.results))
}

/// Of two exits the one to end with: the first that is no success.
pub(super) const fn worse(first: Exit, second: Exit) -> Exit {
    if matches!(first, Exit::Complete) { second } else { first }
}
