//! What can be typed: arguments, help and examples.
//!
//! Names of kernels and suites come from the firmware library, so help, error
//! messages and shell completion know exactly what the image knows.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use g4pmu_firmware::kernels::preset::Preset;
use report_format::record::{State, Translation};
use report_format::word::Word;

use crate::answer::CPUS;
use crate::catalogue;
use crate::exit::Exit;
use crate::output::layout::Layout;
use crate::plugin::Switch;
use crate::target::{Emulation, Target};

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
    /// Talk to the image: a terminal with history, or commands from standard input
    Monitor(MonitorArguments),
    /// Read a saved report again
    Parse(ParseArguments),
    /// Make a table of a saved report as the article has it that the kernels come from
    Export(ExportArguments),
    /// Read what the timing model was told in a run: as a listing, told again, or for a viewer
    Trace(TraceArguments),
    /// Show what can be measured
    List(ListArguments),
    /// Print a completion script for a shell
    Completions(CompletionArguments),
}

/// Arguments of `g4pmu run`.
#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// Kernel to measure, see `g4pmu list kernels`; without one a suite runs
    #[arg(value_parser = kernel_parser(), hide_possible_values = true, conflicts_with = "suite")]
    pub kernel: Option<String>,
    /// Parameters of the kernel, see `g4pmu list kernels KERNEL`
    #[arg(value_name = "NAME=VALUE", requires = "kernel")]
    pub parameters: Vec<String>,
    /// Suite to measure [default: default]
    #[arg(short, long, value_name = "NAME", value_parser = suite_parser())]
    pub suite: Option<String>,
    /// What measures: QEMU with the timing `model`, `stock` QEMU, or a saved report as `log:FILE`
    #[arg(short, long, default_value = "model", value_name = "TARGET")]
    pub target: Target,
    /// Folder for the results; it must not hold any yet [default: results/TIME]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// How the values of the parameters start out [default: the suite's; default for a kernel]
    #[arg(short, long, value_name = "NAME", value_parser = preset_parser())]
    pub preset: Option<Preset>,
    /// Seed of the order of kernels and of all random data
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Trials at n and as many at 2n iterations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: Option<u32>,
    /// Iterations n of a kernel
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,
    /// Iterations before the trials that are not timed
    #[arg(long, value_name = "N")]
    pub warmup: Option<u64>,
    /// How addresses are translated [default: bat, or the suite entry's]
    #[arg(long, value_name = "HOW", value_parser = word_parser::<Translation>())]
    pub translation: Option<Translation>,
    /// The privilege state that kernels run in [default: supervisor]
    #[arg(long, value_name = "STATE", value_parser = word_parser::<State>())]
    pub state: Option<State>,
    /// Only look whether the arguments can be measured; start and write nothing
    #[arg(long)]
    pub check: bool,
    /// Say nothing but errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// Whether and how kernels are sampled.
    #[command(flatten)]
    pub sampling: SamplingArguments,
    /// The timing model.
    #[command(flatten)]
    pub model: ModelArguments,
    /// How and where QEMU runs.
    #[command(flatten)]
    pub qemu: QemuArguments,
}

/// Arguments about the timing model.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Timing model")]
pub struct ModelArguments {
    /// Change what no source settles, for instance nop=free; may be given again
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    pub switches: Vec<Switch>,
    /// The model's library for QEMU, instead of the one that is found
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub plugin: Option<PathBuf>,
}

/// Arguments about the sampled call behind a kernel's trials.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sampling")]
pub struct SamplingArguments {
    /// Sample each kernel: pmc1 to pmc6, timebase or decrementer, and events or ticks between samples
    #[arg(long, value_name = "SOURCE:PERIOD")]
    pub sample: Option<String>,
    /// Largest deviation of a single period [default: a sixteenth]
    #[arg(long, value_name = "N", requires = "sample")]
    pub jitter: Option<u32>,
    /// Record return addresses with each sample
    #[arg(short = 'g', long, requires = "sample")]
    pub call_chain: bool,
    /// Let samples come faster than they can be taken
    #[arg(long, requires = "sample")]
    pub no_storm_guard: bool,
}

/// Arguments that only concern QEMU.
#[derive(Debug, Args)]
#[command(next_help_heading = "QEMU")]
pub struct QemuArguments {
    /// Processor model [default: 7450]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(CPUS.map(|(name, _)| name)))]
    pub cpu: Option<String>,
    /// How the image is started [default: loader]
    #[arg(long, value_enum)]
    pub boot: Option<Boot>,
    /// Folder with the image's files, as `cargo xtask image` writes them
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub image: Option<PathBuf>,
    /// The QEMU to use instead of the one that is found
    #[arg(long, value_name = "PATH", value_hint = ValueHint::ExecutablePath)]
    pub qemu: Option<PathBuf>,
    /// Seconds after which QEMU is stopped, a week at most [default: 600, with the timing model 3600]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=LONGEST_TIMEOUT))]
    pub timeout: Option<u64>,
}

/// Longest deadline of a measurement: a week.
const LONGEST_TIMEOUT: u64 = 7 * 24 * 60 * 60;

/// The image's ways to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Boot {
    /// Placed in memory and entered: no firmware, fastest
    Loader,
    /// Through OpenBIOS, as on a Mac
    Kernel,
    /// From the reset vector of a flash image
    Bios,
    /// On a Pegasos II instead of a Power Mac, by the firmware that QEMU has for it
    Pegasos2,
}

/// Arguments of `g4pmu monitor`.
#[derive(Debug, Args)]
#[command(after_help = MONITOR_EXAMPLES)]
pub struct MonitorArguments {
    /// Keep everything that comes over the serial line in this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
    /// What counts
    #[arg(short, long, value_enum, default_value = "model", value_name = "TARGET")]
    pub target: Emulation,
    /// The timing model.
    #[command(flatten)]
    pub model: ModelArguments,
    /// How and where QEMU runs; the timeout is that of one answer.
    #[command(flatten)]
    pub qemu: QemuArguments,
}

/// Arguments of `g4pmu parse`.
#[derive(Debug, Args)]
#[command(after_help = PARSE_EXAMPLES)]
pub struct ParseArguments {
    /// The saved report; `-` reads standard input
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,
    /// Write CSV to this file; `-` prints it instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Write JSON to this file; `-` prints it instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Write the samples as CSV to this file; `-` prints them instead of the table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub samples: Option<PathBuf>,
    /// The report to read where the log holds several, 1 is the first [default: the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub report: Option<u32>,
    /// Write what there is of an incomplete report, marked as such in every row
    #[arg(long)]
    pub partial: bool,
}

/// Arguments of `g4pmu export`.
#[derive(Debug, Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub struct ExportArguments {
    /// The table
    #[arg(value_enum)]
    pub layout: Layout,
    /// The saved report; `-` reads standard input
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub log: PathBuf,
    /// Take only runs with this kernel=ID, parameter, translation or state
    #[arg(value_name = "NAME=VALUE")]
    pub choices: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

/// Arguments of `g4pmu trace`.
#[derive(Debug, Args)]
#[command(after_help = TRACE_EXAMPLES)]
pub struct TraceArguments {
    /// The trace that the model wrote; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Tell the model again, and print what counters would be
    #[arg(long)]
    pub replay: bool,
    /// Answer a question that no source settles in another way, for instance nop=free; may be given again
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    pub model: Vec<Switch>,
    /// Count this event in the replay, see `g4pmu list events`; may be given again
    #[arg(short, long = "event", value_name = "EVENT", requires = "replay")]
    pub events: Vec<String>,
    /// Write when each instruction passed each stage, for Konata and other viewers of gem5's O3PipeView
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub pipeview: Option<PathBuf>,
    /// Number of the first instruction that is shown or counted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// How many are [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
}

impl TraceArguments {
    /// The numbers of the instructions that are asked for.
    #[must_use]
    pub fn window(&self) -> std::ops::Range<u64> {
        self.from..self.count.map_or(u64::MAX, |count| self.from.saturating_add(count))
    }
}

/// Arguments of `g4pmu list`.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub struct ListArguments {
    /// What to show
    #[arg(value_enum)]
    pub what: Listing,
    /// Show only these, in full; for events also perf's names and raw codes like r41c
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Print JSON
    #[arg(short, long, conflicts_with = "separator")]
    pub json: bool,
    /// Print a header and rows with this one character between the columns
    #[arg(short = 'x', long, value_name = "CHAR", value_parser = separator)]
    pub separator: Option<u8>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// What can be measured
    Kernels,
    /// What the counters can count
    Events,
    /// Named sets of kernels
    Suites,
}

/// Arguments of `g4pmu completions`.
#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

const RUN_EXAMPLES: &str = "\
Examples:
  g4pmu run                                     the default suite in QEMU
  g4pmu run --boot bios --cpu 7455              from the flash image, on another part
  g4pmu run branch/chain branches=256 nops=3    one kernel, two parameters set
  g4pmu run dispatch/mega --sample pmc4:1000    where mispredicted branches are
  g4pmu run branch/chain --switch nop=free      with another answer to an open question
  g4pmu run --target stock                      nothing but instructions, exactly
  g4pmu run --target log:results/T/raw.log      the results of a saved report again";

const MONITOR_EXAMPLES: &str = "\
Examples:
  g4pmu monitor                                 a terminal; `off` or Ctrl-D ends
  echo 'run branch/chain nops=3' | g4pmu monitor --log session.log
  g4pmu parse session.log                       what the last measurement in it says

The timeout is that of one answer.";

const PARSE_EXAMPLES: &str = "\
Examples:
  g4pmu parse raw.log                           the table
  g4pmu parse raw.log --csv results.csv         a CSV file, and the table
  g4pmu parse raw.log --json - | jq .verdict    JSON on standard output
  g4pmu parse cut.log --partial --csv part.csv  what there is, marked as truncated";

const EXPORT_EXAMPLES: &str = "\
Examples:
  g4pmu export btb raw.log fill=nop             chains of branches
  g4pmu export fetch raw.log nops=40 layout=crossing fill=nop
  g4pmu export fetch raw.log kernel=fetch/straight --out straight.csv";

const TRACE_EXAMPLES: &str = "\
Examples:
  g4pmu trace run.trace --from 1000 --count 50  a line an instruction
  g4pmu trace run.trace --replay --switch nop=free -e branch-misses
  g4pmu trace run.trace --pipeview run.o3 --from 1000 --count 500

QEMU writes a trace where the model's library is given trace=FILE.";

const LIST_EXAMPLES: &str = "\
Examples:
  g4pmu list kernels                            one line a kernel
  g4pmu list kernels branch/chain               parameters and predictions
  g4pmu list events -x,                         the catalogue as CSV";

fn after_help() -> String {
    format!("Exit status:\n{}", Exit::table())
}

fn kernel_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(catalogue::kernels().map(|kernel| kernel.id))
}

fn suite_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(catalogue::suites().iter().map(|suite| suite.name))
}

fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    let names = Preset::ALL.map(Preset::name);
    PossibleValuesParser::new(names).try_map(|name| Preset::find(&name).ok_or("no such preset"))
}

/// One of the words that reports use too.
fn word_parser<W: Word + Send + Sync>() -> impl TypedValueParser<Value = W> {
    let words = W::ALL.iter().map(|choice| choice.word());
    PossibleValuesParser::new(words).try_map(|word| W::from_word(&word).ok_or("no such word"))
}

/// One ASCII character that is no quote and no line end.
fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => Ok(*byte),
        _ => Err("give one ASCII character that is neither a quote nor a line end, for instance -x,".to_owned()),
    }
}
