//! The image under the timing model.
//!
//! Every kernel of the quick suite must execute, by what the model told its counters, as
//! many instructions as its closed form says, to the unit: those completed, and the branches
//! that left before they could. Reports must repeat to the byte, whatever the host does.

use super::Tally;
use crate::cargo;
use crate::machine;
use crate::project::Project;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{ImageFiles, Record, Sink};

/// Longest time for one boot, and for a run of the command, building it included.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// The image's ways to start, as `g4pmu run --boot` names them.
const START_PATHS: [&str; 4] = ["loader", "kernel", "bios", "pegasos2"];

/// Branches completed, branches not taken, branches taken, instructions completed: the
/// branches that left early are the second and the third less the first.
const IDENTITY: &str = "suite=quick pmc1=34 pmc2=54 pmc3=25 pmc4=2";

/// Instructions between the two switches of `MSR[PMM]` besides a kernel, as the model has
/// it: isync, bctrl, blr, lwz, and the move that ends it.
const WINDOW: i64 = 5;

/// Makes system calls: the exception clears `MSR[PMM]`, so the `rfi` behind each of the 8 an
/// iteration is executed and not counted.
const SYSTEM_CALLS: (&str, i64) = ("calibrate/system-calls", 8);

/// Builds the model and runs everything.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    let plugin = match cargo::plugin(project) {
        Ok(plugin) => plugin,
        Err(error) => return tally.count("the timing model", Err(error)),
    };
    for path in START_PATHS {
        tally.count(&format!("quick suite with the timing model, --boot {path}"), suite(project, record, path));
    }
    let boot = |arguments: &str| boot(project, record, &plugin, arguments);
    tally.count(
        "every kernel executes in the model what its closed form says",
        boot(IDENTITY).and_then(|log| executed(&log)),
    );
    tally.count("two boots with the timing model print the same, byte for byte", repeats(boot));
}

/// The suite through the command, whose verdict is the exit status.
fn suite(project: &Project, record: &Record, path: &str) -> Result<()> {
    let results = project.image_folder().join("suites").join(format!("model-{path}"));
    if results.exists() {
        fs::remove_dir_all(&results).with_context(|| format!("removing {}", results.display()))?;
    }
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "run", "--quiet", "--suite", "quick", "--boot", path]);
    command.arg("--qemu").arg(&record.tool(Role::Qemu)?.program).arg("--plugin").arg(project.plugin());
    command.arg("--out").arg(&results);
    let finished = toolbox::run(command, PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    if !finished.outcome.success() {
        bail!("g4pmu {}; what it left: {}", finished.outcome, results.display());
    }
    cycles(&results.join("results.csv"))
}

/// Every trial of every kernel takes cycles, and every count is the model's.
fn cycles(path: &Path) -> Result<()> {
    let mut rows = csv::Reader::from_path(path).with_context(|| format!("reading {}", path.display()))?;
    let heads = rows.headers()?.clone();
    let column = |name: &str| heads.iter().position(|head| head == name).with_context(|| format!("no column {name}"));
    let (event, value, source) = (column("event")?, column("value")?, column("source")?);
    let mut counted = 0;
    for row in rows.records() {
        let row = row?;
        ensure!(["model", "none"].contains(&&row[source]), "a count of {}: {row:?}", &row[source]);
        if &row[event] == "processor-cycles" {
            ensure!(row[value].parse::<u64>().is_ok_and(|cycles| cycles > 0), "no cycles: {row:?}");
            counted += 1;
        }
    }
    ensure!(counted > 600, "cycles of {counted} trials only");
    Ok(())
}

fn boot(project: &Project, record: &Record, plugin: &Path, arguments: &str) -> Result<Vec<u8>> {
    let mut qemu = record.tool(Role::Qemu)?.command();
    machine::start_with_model(&mut qemu, plugin, &ImageFiles::in_folder(&project.image_folder(), "g4pmu").elf)?;
    qemu.arg("-fw_cfg").arg(format!("name=opt/g4pmu/args,string={arguments}"));
    let finished = toolbox::run(qemu, PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    ensure!(finished.outcome.success(), "QEMU {}", finished.outcome);
    Ok(finished.stdout)
}

fn repeats(boot: impl Fn(&str) -> Result<Vec<u8>>) -> Result<()> {
    let arguments = "kernel=dispatch/mega preset=quick sample=pmc2:1000";
    let (first, second) = (boot(arguments)?, boot(arguments)?);
    ensure!(
        String::from_utf8_lossy(&first).matches(" sample run=").count() > 100,
        "the first boot takes too few samples to compare: {} bytes",
        first.len()
    );
    let same = first.iter().zip(&second).take_while(|(first, second)| first == second).count();
    ensure!(first == second, "they differ at byte {same}");
    Ok(())
}

/// The value of a key in a record's line.
pub(super) fn field<'a>(line: &'a str, key: &str) -> Result<&'a str> {
    let word = line.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    word.with_context(|| format!("no {key}= in {line}"))
}

/// The counters of a trial, as they were read.
pub(super) fn counters(line: &str, key: &str) -> Result<Vec<u32>> {
    let words = field(line, key)?.split('/');
    words.map(|word| Ok(u32::from_str_radix(word.trim_start_matches("0x"), 16)?)).collect()
}

fn executed(log: &[u8]) -> Result<()> {
    let (mut kernel, mut expected, mut trials) = (String::new(), Vec::new(), 0);
    for line in String::from_utf8_lossy(log).lines() {
        match line.split(' ').nth(2) {
            Some("kernel") => (kernel, expected) = (field(line, "id")?.to_owned(), Vec::new()),
            Some("expect") => expected.push((field(line, "n")?.to_owned(), field(line, "executed")?.parse::<i64>()?)),
            Some("trial") => {
                let n = field(line, "n")?;
                let form = expected.iter().find(|(iterations, _)| iterations == n).context("a trial without a form")?.1;
                let unmarked = if kernel == SYSTEM_CALLS.0 { SYSTEM_CALLS.1 * n.parse::<i64>()? } else { 0 };
                let (start, stop) = (counters(line, "start")?, counters(line, "stop")?);
                let count = |pmc: usize| i64::from(stop[pmc - 1].wrapping_sub(start[pmc - 1]));
                let executed = count(4) - count(1) + count(2) + count(3);
                ensure!(
                    executed == form - unmarked + WINDOW,
                    "{kernel} n={n}: {executed} executed, {form} by the closed form, {WINDOW} of the window"
                );
                trials += 1;
            }
            _ => {}
        }
    }
    ensure!(trials > 600, "{trials} trials only");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::executed;

    #[test]
    fn one_instruction_too_many_is_found() {
        let log = |last: &str| {
            let trial = format!(
                "@g4 9 trial run=0 n=10 start=0x00000000/0xfffffffe/0x00000000/0x00000000 stop={last} ticks=1 *0\n"
            );
            format!("@g4 7 kernel run=0 id=a/b n=10 *0\n@g4 8 expect run=0 n=10 executed=100 *0\n{}", trial.repeat(601))
        };
        // 97 completed, of them 3 branches; of 11 branches 8 left early.
        let right = log("0x00000003/0x00000002/0x00000007/0x00000061");
        executed(right.as_bytes()).expect("the sum is 105");
        let wrong = executed(log("0x00000003/0x00000002/0x00000007/0x00000062").as_bytes()).unwrap_err();
        assert!(wrong.to_string().starts_with("a/b n=10: 106 executed, 100 by the closed form"), "{wrong}");
        assert!(executed(b"").is_err());
    }
}
