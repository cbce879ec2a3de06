//! The monitor under the timing model: what a measurement says does not depend on what was
//! asked before it, how often, or how long the image waited for it.

use super::Tally;
use super::model::{counters, field};
use crate::cargo;
use crate::machine;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{ImageFiles, Record, Sink, Source};

/// Longest time for one session.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the image says when it awaits a line.
const PROMPT: &str = "g4pmu> ";

/// What is measured: every way in which time can show in records.
const MEASURED: [&str; 6] = [
    "info",
    "run dispatch/mega preset=quick",
    "run memory/chase preset=quick nodes=65536 trials=1",
    "sample dispatch/mega pmc2:1000 preset=quick trials=1 callchain=on",
    "sample dispatch/mega timebase:512 preset=quick trials=1",
    "sample dispatch/mega decrementer:100 preset=quick trials=1",
];

/// What takes time between them: answers of every length, and none.
const BETWEEN: [&str; 6] = ["spr hid0", "list", "", "help", "peek 0x01000000 words=64", "load clear"];

/// Holds sessions.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    let plugin = match cargo::plugin(project) {
        Ok(plugin) => plugin,
        Err(error) => return tally.count("the timing model", Err(error)),
    };
    let session = |lines: &[&str]| session(project, record, &plugin, lines);
    tally.count("a measurement from the monitor repeats, byte for byte", repeats(session));
    tally.count("samples and those that are lost are as many as periods fit", periods(session));
    tally.count("a storm that nothing guards against ends by itself", storms(session));
}

fn repeats(session: impl Fn(&[&str]) -> Result<String>) -> Result<()> {
    let plain: Vec<&str> = MEASURED.into_iter().chain(MEASURED).collect();
    let backward = MEASURED.into_iter().rev().zip(BETWEEN).flat_map(|(measured, other)| [other, measured, other]);
    let backward: Vec<&str> = backward.collect();
    let mut answers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for lines in [plain, backward] {
        let said = session(&lines)?;
        // An empty line has no answer, only another prompt.
        let mut said = said.split(PROMPT).skip(1);
        for line in lines {
            let answer = said.next().with_context(|| format!("no answer to `{line}`"))?;
            answers.entry(line).or_default().push(answer.to_owned());
        }
    }
    for line in MEASURED {
        let [first, others @ ..] = &answers[line][..] else { continue };
        ensure!(first.contains(" end records="), "`{line}` is answered with {first}");
        for (number, other) in others.iter().enumerate() {
            let differing = first.lines().zip(other.lines()).find(|(first, other)| first != other);
            ensure!(first == other, "`{line}`: answer {} differs from the first: {differing:?}", number + 2);
        }
    }
    for line in MEASURED.iter().filter(|line| line.starts_with("sample")) {
        let samples = answers[line][0].matches(" sample run=").count();
        ensure!(samples > 20, "`{line}` takes {samples} samples, too few to compare");
    }
    Ok(())
}

/// Periods of completed instructions, the smallest and the longest that there are included,
/// none of them jittered or guarded.
fn periods(session: impl Fn(&[&str]) -> Result<String>) -> Result<()> {
    let kernels = ["calibrate/integer", "calibrate/multiply", "calibrate/mispredicted"];
    let periods = [1_u64, 2, 7, 1000, 0x7fff_ffff];
    let asked = periods.into_iter().flat_map(|period| kernels.map(|kernel| (period, kernel)));
    let asked = asked.map(|(period, kernel)| {
        (period, format!("sample {kernel} pmc2:{period} storm=off jitter=0 n=100 preset=quick trials=1"))
    });
    let asked: Vec<(u64, String)> = asked.collect();
    let said = session(&asked.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>())?;
    let mut answers = said.split(PROMPT).skip(1);
    for (period, line) in asked {
        let said = answers.next().with_context(|| format!("no answer to `{line}`"))?;
        let record = |name: &str| said.lines().find(|line| line.split(' ').nth(2) == Some(name)).context("a record");
        let (trial, sampling) = (record("trial")?, record("sampling")?);
        let (start, stop) = (counters(trial, "start")?, counters(trial, "stop")?);
        let fit = u64::from(stop[1].wrapping_sub(start[1])) / period;
        let number = |key: &str| Ok::<u64, anyhow::Error>(field(sampling, key)?.parse()?);
        let (told, pending) = (number("samples")? + number("lost")?, number("spurious")?);
        // What was signalled when the call ended belongs to none; more may have completed by then.
        let missing = fit.checked_sub(told).with_context(|| format!("`{line}`: {told} samples, {fit} periods"))?;
        let right = if pending == 0 { missing == 0 } else { missing > 0 && (missing - 1) * period <= IN_FLIGHT };
        ensure!(right, "`{line}`: {told} samples, {fit} periods, {pending} exceptions pending at the end");
    }
    Ok(())
}

/// Instructions that may complete behind a signal before its exception is taken.
const IN_FLIGHT: u64 = 32;

fn storms(session: impl Fn(&[&str]) -> Result<String>) -> Result<()> {
    for (source, found) in [
        ("pmc1:1", "65536%20samples%20in%20a%20row"),
        ("decrementer:1", "between%204096%20samples%20in%20a%20row%20the%20kernel%20executed%20nothing"),
    ] {
        let line = format!("sample calibrate/integer {source} storm=off jitter=0 n=20000 preset=quick trials=1");
        let said = session(&[&line])?;
        let error =
            said.lines().find(|line| line.contains(" error text=")).with_context(|| format!("`{line}` ended"))?;
        ensure!(error.contains(found) && error.contains("storm%3don"), "`{line}`: {error}");
        ensure!(said.contains(" fault run=0 n=20000 phase=sample"), "`{line}`: no fault");
    }
    Ok(())
}

/// What the image prints when these lines are typed.
fn session(project: &Project, record: &Record, plugin: &Path, lines: &[&str]) -> Result<String> {
    let folder = project.image_folder().join("sessions");
    fs::create_dir_all(&folder)?;
    let typed = folder.join("typed");
    fs::write(&typed, format!("{}\noff\n", lines.join("\n")))?;
    let mut qemu = record.tool(Role::Qemu)?.command();
    machine::start_with_model(&mut qemu, plugin, &ImageFiles::in_folder(&project.image_folder(), "g4pmu").elf)?;
    qemu.args(["-fw_cfg", "name=opt/g4pmu/args,string=autostart=off"]);
    let finished = toolbox::run_with(qemu, PATIENCE, &Source::File(typed), &Sink::Capture, &Sink::Inherit)?;
    fs::write(folder.join("printed"), &finished.stdout)?;
    ensure!(finished.outcome.success(), "QEMU {}", finished.outcome);
    Ok(String::from_utf8_lossy(&finished.stdout).into_owned())
}
