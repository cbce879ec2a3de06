//! `g4pmu run`: measure, and leave a folder with everything.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{env, fs};

use anyhow::{Context, anyhow};
use report_format::parse::{Line, parse_line};
use sha2::{Digest, Sha256};
use toolbox::talk::{say, told};
use toolbox::{Outcome, Tool};

use super::{exit_of, incomplete, printed, start, supervised};
use crate::answer::strangers;
use crate::boot_arguments::{boot_arguments, with_icount};
use crate::cli::RunArguments;
use crate::exit::{Exit, Failure};
use crate::folder::{Folder, FolderError, utc};
use crate::measure::{Ended, MeasureError, measure};
use crate::output::{csv, file, json, samples, table};
use crate::paint::Paint;
use crate::progress::{Progress, Style};
use crate::qemu::Machine;
use crate::results::{Completeness, Results};
use crate::target::{Emulation, Target};

/// Most lines of the image's last words that are shown.
const LAST_WORDS: usize = 40;

pub(super) fn run(arguments: &RunArguments) -> Result<Exit, Failure> {
    match &arguments.on.target {
        Target::Qemu(emulation) => run_qemu(arguments, *emulation),
        Target::Serial(_) => {
            let error = anyhow!(
                "`g4pmu run` starts its image, and a board runs already: `g4pmu stat` and `g4pmu monitor` talk to one"
            );
            Err(Failure::new(Exit::Usage, error))
        }
        Target::Log(log) => read_log(arguments, log),
    }
}

/// Measures in QEMU.
fn run_qemu(arguments: &RunArguments, emulation: Emulation) -> Result<Exit, Failure> {
    let words = boot_arguments(arguments).map_err(|error| Failure::new(Exit::Usage, error))?;
    start::refuse_without_model(emulation, &arguments.on.model)?;
    if arguments.check {
        return vacant(arguments).map(|()| Exit::Complete);
    }
    let (qemu, machine) = start::machine(emulation, &arguments.on, |shift| with_icount(words, shift))?;
    let folder = folder(arguments)?;
    let files = |error| Failure::new(Exit::Files, error);
    write_command(&folder, &describe(&qemu, &machine)).map_err(files)?;
    if !arguments.quiet {
        say(&start::announcement(&qemu, &machine));
    }
    let mut progress = Progress::new(io::stderr(), Style::of(&io::stderr(), arguments.quiet));
    let seconds = start::timeout(&arguments.on.qemu, &machine);
    let deadline = Duration::from_secs(seconds);
    let ended =
        measure(&qemu, &machine, &folder.log(), deadline, &mut progress).map_err(|error| cannot(error, &folder))?;
    let bytes =
        fs::read(folder.log()).with_context(|| format!("cannot read {}", folder.log().display())).map_err(files)?;
    let results = Results::of(&report_format::log::parse(&bytes));
    let strangers = strangers(&results, &machine);
    let shown = if strangers.is_empty() {
        show(&results, &folder, arguments.quiet)
    } else {
        Err(stranger(&strangers, &folder))
    };
    let Some((exit, mut reason)) = failed(&ended, seconds) else {
        if !ended.said.is_empty() && !arguments.quiet {
            say(&ended.said);
        }
        return shown;
    };
    for said in [own_words(&ended.said), last_words(&bytes)].iter().filter(|said| !said.is_empty()) {
        reason += &format!("\n{said}");
    }
    let rest = match shown {
        Err(failure) => told(failure.error.as_ref()),
        Ok(_) => format!("the log is {}", folder.log().display()),
    };
    Err(Failure::new(exit, anyhow!("{reason}\n{rest}")))
}

/// Makes the results of a saved report again.
fn read_log(arguments: &RunArguments, log: &Path) -> Result<Exit, Failure> {
    let ignored = [
        ("KERNEL", arguments.kernel.is_some()),
        ("--suite", arguments.suite.is_some()),
        ("--preset", arguments.preset.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--translation", arguments.translation.is_some()),
        ("--state", arguments.state.is_some()),
        ("--trials", arguments.trials.is_some()),
        ("--iterations", arguments.iterations.is_some()),
        ("--warmup", arguments.warmup.is_some()),
        ("--sample", arguments.sampling.sample.is_some()),
        ("--model", !arguments.on.model.switches.is_empty()),
        ("--plugin", arguments.on.model.plugin.is_some()),
        ("--cpu", arguments.on.qemu.cpu.is_some()),
        ("--machine", arguments.on.qemu.machine.is_some()),
        ("--boot", arguments.on.qemu.boot.is_some()),
        ("--timeout", arguments.on.qemu.timeout.is_some()),
        ("--image", arguments.on.qemu.image.is_some()),
        ("--qemu", arguments.on.qemu.qemu.is_some()),
    ];
    if let Some((name, _)) = ignored.iter().find(|(_, given)| *given) {
        let error = anyhow!("{name} does not go with a saved report: it says itself what was measured");
        return Err(Failure::new(Exit::Usage, error));
    }
    if arguments.check {
        return vacant(arguments).map(|()| Exit::Complete);
    }
    let files = |error| Failure::new(Exit::Files, error);
    let bytes = fs::read(log).with_context(|| format!("cannot read {}", log.display())).map_err(files)?;
    let folder = folder(arguments)?;
    write_command(&folder, &format!("log: {}\n", log.display())).map_err(files)?;
    file::write_whole(&folder.log(), &bytes)
        .with_context(|| format!("cannot write {}", folder.log().display()))
        .map_err(files)?;
    show(&Results::of(&report_format::log::parse(&bytes)), &folder, arguments.quiet)
}

/// Writes the results of a whole report and shows the table.
fn show(results: &Results, folder: &Folder, quiet: bool) -> Result<Exit, Failure> {
    let exit = exit_of(results);
    if results.report != Completeness::Complete {
        let log = folder.log();
        let next = format!("`g4pmu parse {} --partial` shows what there is", log.display());
        return Err(Failure::new(exit, anyhow!("{}: {}\n{next}", log.display(), incomplete(results))));
    }
    let mut files = vec![(folder.csv(), csv::bytes(results)), (folder.json(), json::bytes(results))];
    files.extend(samples::bytes(results).map(|bytes| (folder.samples(), bytes)));
    for (path, bytes) in files {
        file::write_whole(&path, &bytes)
            .with_context(|| format!("cannot write {}", path.display()))
            .map_err(|error| Failure::new(Exit::Files, error))?;
    }
    printed(table::write(results, Paint::of(&io::stdout()), io::stdout().lock()))?;
    if !quiet {
        say(&format!("results in {}", folder.path().display()));
    }
    Ok(exit)
}

/// Refuses a folder that holds results.
fn vacant(arguments: &RunArguments) -> Result<(), Failure> {
    let taken = arguments.out.as_deref().map_or(Ok(()), Folder::vacant);
    taken.map_err(|error| Failure::new(Exit::Usage, error))
}

fn folder(arguments: &RunArguments) -> Result<Folder, Failure> {
    let folder = match &arguments.out {
        Some(path) => Folder::named(path),
        None => Folder::timed(SystemTime::now()),
    };
    folder.map_err(|error| {
        let exit = if matches!(error, FolderError::Taken(_)) { Exit::Usage } else { Exit::Files };
        Failure::new(exit, error)
    })
}

/// What `command.txt` says about a run in QEMU.
pub(super) fn describe(qemu: &Tool, machine: &Machine) -> String {
    let hash = fs::read(&machine.image).map(|bytes| Sha256::digest(&bytes));
    let hash = hash.map_or_else(|error| format!("unknown: {error}"), |digest| hex(&digest));
    let arguments = machine.arguments().unwrap_or_default();
    let mut line = quoted(&qemu.program.display().to_string());
    for argument in &arguments {
        line += " ";
        line += &quoted(&argument.to_string_lossy());
    }
    let folder =
        machine.folder.as_ref().map_or_else(String::new, |folder| format!("qemu-folder: {}\n", folder.display()));
    format!(
        "image: {}\nimage-sha256: {hash}\nqemu-version: {}\n{folder}qemu-command: {line}\n",
        machine.image.display(),
        qemu.version
    )
}

/// Writes `command.txt`: one `name: value` a line.
pub(super) fn write_command(folder: &Folder, facts: &str) -> anyhow::Result<()> {
    let typed: Vec<String> = env::args_os().map(|argument| quoted(&argument.to_string_lossy())).collect();
    let text = format!(
        "started: {}\ncommand: {}\nversion: {}\n{facts}",
        utc(SystemTime::now()),
        typed.join(" "),
        env!("CARGO_PKG_VERSION")
    );
    file::write_whole(&folder.command(), text.as_bytes())
        .with_context(|| format!("cannot write {}", folder.command().display()))
}

/// A word as a shell takes it: in single quotes where it needs them.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// How the command ends where QEMU did not end well.
fn failed(ended: &Ended, seconds: u64) -> Option<(Exit, String)> {
    match ended.outcome {
        Outcome::Exited(0) => None,
        Outcome::TimedOut => {
            Some((Exit::Timeout, format!("QEMU was stopped after {seconds} s: give more with --timeout SECONDS")))
        }
        Outcome::Exited(1) => {
            let meaning = "it refused its arguments, or the image failed outside a kernel";
            Some((Exit::Target, format!("QEMU ended with status 1: {meaning}")))
        }
        Outcome::Exited(_) | Outcome::Signalled(_) => Some((Exit::Target, format!("QEMU {}", ended.outcome))),
    }
}

/// A report that does not answer the request.
fn stranger(found: &[String], folder: &Folder) -> Failure {
    let log = folder.log();
    let text = format!(
        "{0}: the report is about something else, so no results were written:\n  {1}\n`cargo xtask image` makes the \
         image anew; `g4pmu parse {0}` reads the report as it is",
        log.display(),
        found.join("\n  ")
    );
    Failure::new(Exit::Target, anyhow!(text))
}

/// What QEMU said, less its remark that it was told to stop.
fn own_words(said: &str) -> String {
    said.lines().filter(|line| !line.contains(": terminating on signal ")).collect::<Vec<_>>().join("\n")
}

/// What stands in the log after the last record: an image that fails outside a
/// kernel prints a register dump there.
fn last_words(log: &[u8]) -> String {
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').collect();
    let foreign = lines.iter().rev().take_while(|line| parse_line(line) == Line::Foreign);
    let mut words: Vec<String> =
        foreign.map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).take(LAST_WORDS).collect();
    words.reverse();
    words.join("\n").trim().to_owned()
}

/// A measurement that could not be made or followed.
fn cannot(error: MeasureError, folder: &Folder) -> Failure {
    let code = match &error {
        MeasureError::Log { .. } => Exit::Files.code(),
        MeasureError::Path(_) => Exit::Usage.code(),
        MeasureError::Supervise(error) => supervised(error),
        MeasureError::Flood => Exit::Target.code(),
    };
    Failure { code, error: anyhow!("{error}; the log so far is {}", folder.log().display()) }
}
