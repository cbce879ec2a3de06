//! `g4pmu record`: sample a kernel.
//!
//! Where no period is given, the kernel is measured once before: what it counts in a call
//! says which prime gives as many samples as the image can keep.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::lab::request::Request;
use g4pmu_firmware::monitor::words::of_kernel;
use toolbox::talk::say;

use super::asking::failed;
use super::stat::{has_l3, state};
use super::{exit_of, incomplete, run, start};
use crate::boot_arguments::with_icount;
use crate::cli::RecordArguments;
use crate::exit::{Exit, Failure};
use crate::folder::{Folder, FolderError};
use crate::output::{file, report, samples};
use crate::results::{Completeness, Results};
use crate::sampled::Profile;
use crate::sampled::source::Source;
use crate::session::conversation::BOOT_ARGUMENTS;
use crate::stat::requests::Subject;
use crate::target::session::Session;
use crate::target::{Emulation, SerialPort, Target};

/// Where no event is named and counters count.
const DEFAULT_EVENT: &str = "cycles";

pub(super) fn record(arguments: &RecordArguments) -> Result<Exit, Failure> {
    let asked = Asked::of(arguments)?;
    match &arguments.on.target {
        Target::Qemu(emulation) => in_qemu(arguments, *emulation, &asked),
        Target::Serial(port) => on_a_board(arguments, port, &asked),
        Target::Log(log) => {
            let log = log.display();
            Err(usage(anyhow!("a saved log is not sampled again: `g4pmu report -i {log}` shows its samples")))
        }
    }
}

fn usage(error: impl Into<anyhow::Error>) -> Failure {
    Failure::new(Exit::Usage, error)
}

/// What is to be sampled, checked.
struct Asked {
    kernel: &'static Descriptor,
    /// The request without events and samples.
    request: String,
    /// What raises samples, where that was said.
    source: Option<Source>,
}

impl Asked {
    fn of(arguments: &RecordArguments) -> Result<Self, Failure> {
        let subject = Subject::find(&arguments.kernel).map_err(usage)?;
        let Subject::Kernel(kernel) = subject else {
            let error = anyhow!("one kernel is sampled at a time: `g4pmu run --suite NAME --sample` samples each");
            return Err(usage(error));
        };
        let mut requests = subject.requests(&arguments.words, Some(1)).map_err(usage)?;
        let (Some(request), 0) = (requests.pop(), requests.len()) else {
            return Err(usage(anyhow!("one value for each name: samples of several calls are not one profile")));
        };
        let source = arguments.event.as_deref().map(|event| source(event, arguments)).transpose()?;
        let asked = Self { kernel, request, source };
        // With the period that is given, or any: the image's own parser says what is wrong.
        if let Some(source) = &asked.source {
            asked.sampled(source, arguments.period.unwrap_or(8192), arguments)?;
        }
        Ok(asked)
    }

    /// The request with what the source counts.
    fn counted(&self, source: &Source) -> String {
        source.words().map_or_else(|| self.request.clone(), |words| format!("{} {words}", self.request))
    }

    /// The request for samples.
    fn sampled(&self, source: &Source, period: u32, arguments: &RecordArguments) -> Result<String, Failure> {
        let mut request = format!("{} sample={source}:{period}", self.counted(source));
        if let Some(jitter) = arguments.jitter {
            request += &format!(" jitter={jitter}");
        }
        if arguments.call_graph {
            request += " callchain=on";
        }
        if arguments.no_storm_guard {
            request += " storm=off";
        }
        let words = request.split_once(self.kernel.id).map_or("", |(_, words)| words).trim();
        match Request::parse(&of_kernel(self.kernel, None, words, None)) {
            Ok(_) => Ok(request),
            Err(error) => Err(usage(anyhow!("the image would refuse this: {error}"))),
        }
    }
}

fn source(event: &str, arguments: &RecordArguments) -> Result<Source, Failure> {
    Source::parse(event, has_l3(&arguments.on), state(&arguments.words)).map_err(usage)
}

fn in_qemu(arguments: &RecordArguments, emulation: Emulation, asked: &Asked) -> Result<Exit, Failure> {
    let on = &arguments.on;
    start::refuse_without_model(emulation, &on.model)?;
    let told = |shift| with_icount(BOOT_ARGUMENTS.to_owned(), shift);
    let (qemu, machine) = start::machine(emulation, on, told)?;
    let default = if machine.plugin.is_some() { DEFAULT_EVENT } else { "decrementer" };
    let source = asked.source.clone().map_or_else(|| source(default, arguments), Ok)?;
    if machine.plugin.is_none() && source != Source::Decrementer {
        let error = anyhow!("QEMU without the timing model counts no events: -e decrementer samples there");
        return Err(usage(error));
    }
    let folder = folder(&arguments.output)?;
    run::write_command(&folder, &run::describe(&qemu, &machine)).map_err(|error| Failure::new(Exit::Files, error))?;
    if !arguments.quiet {
        say(&start::announcement(&qemu, &machine));
    }
    let patience = Duration::from_secs(start::timeout(&on.qemu, &machine));
    let session = Session::start(&qemu, &machine, patience, &folder.log()).map_err(failed)?;
    sample(arguments, session, asked, &source, &folder)
}

fn on_a_board(arguments: &RecordArguments, port: &SerialPort, asked: &Asked) -> Result<Exit, Failure> {
    start::refuse_without_qemu(&arguments.on)?;
    let source = asked.source.clone().map_or_else(|| source(DEFAULT_EVENT, arguments), Ok)?;
    let folder = folder(&arguments.output)?;
    let facts = format!("port: {}\nbaud: {}\n", port.device.display(), port.baud);
    run::write_command(&folder, &facts).map_err(|error| Failure::new(Exit::Files, error))?;
    let session = Session::connect(port, start::patience_with_board(&arguments.on), &folder.log()).map_err(failed)?;
    sample(arguments, session, asked, &source, &folder)
}

/// Asks for the samples and says what came.
fn sample(
    arguments: &RecordArguments,
    mut session: Session,
    asked: &Asked,
    source: &Source,
    folder: &Folder,
) -> Result<Exit, Failure> {
    let kept = |failure: Failure| Failure {
        error: anyhow!("{:#}; the log so far is {}", failure.error, folder.log().display()),
        ..failure
    };
    let mut ask = || {
        let period = match arguments.period {
            Some(period) => period,
            None => {
                let earlier = answer(&mut session, &asked.counted(source))?;
                source.period(&earlier).ok_or_else(|| nothing_counted(&earlier))?
            }
        };
        answer(&mut session, &asked.sampled(source, period, arguments)?)
    };
    let results = ask().map_err(kept)?;
    session.end().map_err(failed).map_err(kept)?;
    if let Some(bytes) = samples::bytes(&results) {
        let written = file::write_whole(&folder.samples(), &bytes);
        let written = written.with_context(|| format!("cannot write {}", folder.samples().display()));
        written.map_err(|error| Failure::new(Exit::Files, error))?;
    }
    Ok(tell(&results, folder, arguments.quiet))
}

/// Says how many samples there are and what is doubtful about them.
fn tell(results: &Results, folder: &Folder, quiet: bool) -> Exit {
    for skipped in &results.skipped {
        say(&format!("{} did not run: {}", skipped.kernel, skipped.reason));
    }
    for error in &results.errors {
        say(&format!("the image says: {error}"));
    }
    let profiles = Profile::all(results, None, &folder.log());
    let mut taken = 0;
    for profile in &profiles {
        let call = profile.call;
        taken += call.samples.len();
        if !quiet {
            let (event, place) = (call.event.as_deref().unwrap_or_default(), folder.path().display());
            let lost = call.lost.unwrap_or_default();
            say(&format!("{} samples of {event}, {lost} lost, in {place}", call.samples.len()));
        }
        if call.samples.is_empty() {
            say(&format!("there are no samples: {}", call.reason.as_deref().unwrap_or("the call was not ended")));
        }
        for warning in report::warnings(profile) {
            say(&format!("warning: {warning}"));
        }
    }
    match exit_of(results) {
        Exit::Complete | Exit::Uncounted if taken == 0 => Exit::Uncounted,
        Exit::Uncounted => Exit::Complete,
        exit => exit,
    }
}

/// A whole answer.
fn answer(session: &mut Session, request: &str) -> Result<Results, Failure> {
    let reply = session.ask(request, &mut |_| Ok(())).map_err(failed)?;
    match &reply.request {
        Some(understood) if understood != request => {
            let text = format!("the image was asked `{request}` and answered `{understood}`");
            Err(Failure::new(Exit::Target, anyhow!("{text}")))
        }
        _ if reply.results.report != Completeness::Complete => {
            let missing = incomplete(&reply.results);
            Err(Failure::new(exit_of(&reply.results), anyhow!("`{request}`: {missing}")))
        }
        _ => Ok(reply.results),
    }
}

/// Nothing says which period would do.
fn nothing_counted(earlier: &Results) -> Failure {
    let said: Vec<String> = earlier.errors.iter().map(ToString::to_string).collect();
    let skipped = earlier.skipped.iter().map(|skipped| skipped.reason.clone());
    let said: Vec<String> = said.into_iter().chain(skipped).collect();
    let why =
        if said.is_empty() { "the event did not happen in a call of n iterations".to_owned() } else { said.join("; ") };
    Failure::new(Exit::Uncounted, anyhow!("no period can be chosen: {why}; -c PERIOD gives one"))
}

/// The folder for the log. What an earlier command left in the default one is kept beside it.
fn folder(path: &Path) -> Result<Folder, Failure> {
    let files = |error: anyhow::Error| Failure::new(Exit::Files, error);
    if path == Path::new(crate::cli::DEFAULT_FOLDER) && path.exists() {
        let mut old = (1..).map(|number| PathBuf::from(format!("{}.old-{number}", path.display())));
        let old = old.find(|old| old.symlink_metadata().is_err()).expect("numbers do not end");
        let moved = fs::rename(path, &old).with_context(|| format!("cannot move {} away", path.display()));
        moved.map_err(files)?;
        say(&format!("moved {} to {}", path.display(), old.display()));
    }
    Folder::named(path).map_err(|error| {
        let exit = if matches!(error, FolderError::Taken(_)) { Exit::Usage } else { Exit::Files };
        let hint = if exit == Exit::Usage { " (here it is -o)" } else { "" };
        Failure::new(exit, anyhow!("{error}{hint}"))
    })
}
