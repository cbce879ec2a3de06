//! What can be typed: arguments, help and examples. One module a command.
//!
//! Names of kernels and suites come from the firmware library, so help, error
//! messages and shell completion know exactly what the image knows.

mod annotate;
mod compare;
mod completions;
mod doctor;
mod explain;
mod export;
mod list;
mod man;
mod monitor;
mod parse;
mod parsers;
mod plot;
mod probe;
mod record;
mod report;
mod run;
mod sampling;
mod show;
mod stat;
mod study;
mod target;
mod trace;

use clap::{Parser, Subcommand};

pub use annotate::AnnotateArguments;
pub use compare::CompareArguments;
pub use completions::CompletionArguments;
pub use doctor::DoctorArguments;
pub use explain::ExplainArguments;
pub use export::ExportArguments;
pub use list::{ListArguments, Listing};
pub use man::ManArguments;
pub use monitor::MonitorArguments;
pub use parse::ParseArguments;
pub use plot::{PictureFormat, PlotArguments};
pub use probe::{ALL, ProbeArguments};
pub use record::{DEFAULT_FOLDER, RecordArguments};
pub use report::{ReportArguments, ReportFormat};
pub use run::RunArguments;
pub use sampling::SamplingArguments;
pub use show::ShowArguments;
pub use stat::{Format, StatArguments};
pub use study::StudyArguments;
pub use target::{Board, Boot, ModelArguments, QemuArguments, TargetArguments};
pub use trace::TraceArguments;

use crate::exit::Exit;

/// Measures PowerPC G4 microarchitecture: runs the image, checks its report, writes tables, CSV and JSON.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true, after_help = after_help())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure: start the target, follow its report, write results
    Run(Box<RunArguments>),
    /// Count events: plan them onto the counters, measure, show counts as perf stat does
    Stat(Box<StatArguments>),
    /// Measure one structure or limit of the chip, and say what follows
    Probe(Box<ProbeArguments>),
    /// Sample a kernel: where it is when something happens, as perf record does
    Record(Box<RecordArguments>),
    /// Show where samples fell, as perf report does
    Report(ReportArguments),
    /// Show a sampled kernel's instructions with their shares, as perf annotate does
    Annotate(AnnotateArguments),
    /// Talk to the image: a terminal with history, or commands from standard input
    Monitor(MonitorArguments),
    /// Read a saved report again
    Parse(ParseArguments),
    /// Make a table of a saved report as the article has it that the kernels come from
    Export(ExportArguments),
    /// Draw a saved report: pictures as SVG or PNG, and a page of all tables and pictures
    Plot(PlotArguments),
    /// Read what the timing model was told in a run: as a listing, told again, or for a viewer
    Trace(TraceArguments),
    /// Show what can be measured
    List(ListArguments),
    /// Show a kernel before it runs: closed forms, predictions, instructions
    Show(ShowArguments),
    /// Say what an event, a metric or a name of perf means
    Explain(ExplainArguments),
    /// Say what keeps counters from counting and the exception from coming, of a target or of register words
    Doctor(Box<DoctorArguments>),
    /// Set two saved measurements beside each other
    Compare(CompareArguments),
    /// Make the tables of a study from saved logs
    Study(StudyArguments),
    /// Print a completion script for a shell
    Completions(CompletionArguments),
    /// Print a manual page
    Man(ManArguments),
}

fn after_help() -> String {
    format!("Exit status:\n{}", Exit::table())
}
