//! The monitor under the timing model: what a measurement says does not depend on what was
//! asked before it, how often, or how long the image waited for it.

use super::Tally;
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
    tally.count("a measurement from the monitor repeats, byte for byte", repeats(project, record, &plugin));
}

fn repeats(project: &Project, record: &Record, plugin: &Path) -> Result<()> {
    let plain: Vec<&str> = MEASURED.into_iter().chain(MEASURED).collect();
    let backward = MEASURED.into_iter().rev().zip(BETWEEN).flat_map(|(measured, other)| [other, measured, other]);
    let backward: Vec<&str> = backward.collect();
    let mut answers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for lines in [plain, backward] {
        let said = session(project, record, plugin, &lines)?;
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
