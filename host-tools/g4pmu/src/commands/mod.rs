//! The subcommands, one module each; `asking` and `start` are what several of them share.
//!
//! They return how the command ends; what they print is data on standard output
//! or talk on standard error.

mod annotate;
mod asking;
mod compare;
mod completions;
mod doctor;
mod explain;
mod export;
mod list;
mod man;
mod monitor;
mod parse;
mod plot;
mod probe;
mod record;
mod report;
mod run;
mod show;
mod start;
mod stat;
mod study;
mod trace;

use std::io::{self, ErrorKind};

use anyhow::anyhow;
use toolbox::SuperviseError;

use crate::cli::{Cli, Command};
use crate::exit::{Exit, Failure};
use crate::results::{Agreement, Completeness, Results};
use crate::session::conversation::NoAnswer;

/// Does what the command line asks for.
///
/// # Errors
///
/// The work could not be done; the failure says how to end.
pub fn execute(cli: &Cli) -> Result<Exit, Failure> {
    match &cli.command {
        Command::Run(arguments) => run::run(arguments),
        Command::Stat(arguments) => stat::stat(arguments),
        Command::Probe(arguments) => probe::probe(arguments),
        Command::Record(arguments) => record::record(arguments),
        Command::Report(arguments) => report::report(arguments),
        Command::Annotate(arguments) => annotate::annotate(arguments),
        Command::Monitor(arguments) => monitor::monitor(arguments),
        Command::Parse(arguments) => parse::parse(arguments),
        Command::Export(arguments) => export::export(arguments),
        Command::Plot(arguments) => plot::plot(arguments),
        Command::Trace(arguments) => trace::trace(arguments),
        Command::List(arguments) => list::list(arguments),
        Command::Show(arguments) => show::show(arguments),
        Command::Explain(arguments) => explain::explain(arguments),
        Command::Doctor(arguments) => doctor::doctor(arguments),
        Command::Compare(arguments) => compare::compare(arguments),
        Command::Study(arguments) => study::study(arguments),
        Command::Completions(arguments) => completions::completions(arguments),
        Command::Man(arguments) => man::man(arguments),
    }
}

/// How a command ends whose target could not be started or watched.
fn supervised(error: &SuperviseError) -> u8 {
    match error {
        SuperviseError::Interrupted(signal) => {
            u8::try_from(toolbox::interrupt::exit_code(*signal)).unwrap_or(Exit::Target.code())
        }
        _ => Exit::Target.code(),
    }
}

/// How a command ends whose target did not answer.
fn unanswered(error: NoAnswer) -> Failure {
    let code = match &error {
        NoAnswer::Path(_) => Exit::Usage.code(),
        NoAnswer::Supervise(error) => supervised(error),
        NoAnswer::Send(_) | NoAnswer::Ended { .. } | NoAnswer::Port { .. } | NoAnswer::Deaf { .. } => {
            Exit::Target.code()
        }
        NoAnswer::Output(_) => Exit::Files.code(),
        NoAnswer::Late(_) => Exit::Timeout.code(),
    };
    Failure { code, error: anyhow!("{error}") }
}

/// How a command ends that has shown these results.
fn exit_of(results: &Results) -> Exit {
    let verdict = &results.verdict;
    let nothing_ran = results.kernels.is_empty() && results.header.suite.is_some();
    match results.report {
        Completeness::Truncated => Exit::Truncated,
        Completeness::Corrupt => Exit::Corrupt,
        Completeness::Complete if verdict.faults + verdict.errors > 0 => Exit::Fault,
        Completeness::Complete if verdict.counts == Agreement::Different => Exit::Counts,
        Completeness::Complete if verdict.counts == Agreement::NotCounted => Exit::Uncounted,
        Completeness::Complete if verdict.missed > 0 || nothing_ran => Exit::Skipped,
        Completeness::Complete => Exit::Complete,
    }
}

/// Says what keeps a report from being whole.
fn incomplete(results: &Results) -> String {
    let word = if results.report == Completeness::Corrupt { "corrupt" } else { "truncated" };
    let mut text = format!("the report is {word}, so no results were written:");
    for missing in &results.missing {
        text += &format!("\n  {missing}");
    }
    text
}

/// A write to standard output that failed. A reader that went away, like `head`,
/// is no failure of ours.
///
/// # Errors
///
/// Anything else that keeps standard output from taking all.
pub fn printed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Files, anyhow::Error::from(error).context("cannot write to standard output")))
        }
        _ => Ok(()),
    }
}
