//! Every command that a document shows is run, and prints what the document says.
//!
//! A block fenced as `console` holds lines `$ command` with their output below.
//! A line `...` in the output stands for any number of lines. All blocks of a
//! document run in one folder, one after the other, as a reader would type them;
//! in QEMU's place stands a program that prints a report recorded in QEMU: `chain.log`
//! for a run of a single kernel, `samples.log` for one with samples, `quick.log` for a
//! suite, this one with another head for a suite from flash, and `model.log` for a suite
//! with the timing model. To a session it gives
//! the answers of `stat.log`, `record.log`, `probe.log` and `doctor.log` by the whole line, else those of `session.log` by its first
//! word.

use std::path::Path;
use std::process::{Command, Stdio};

use report_format::record::{Record, Start};
use report_format::write::Writer;

use crate::recorded::{commands, file};
use crate::tool::Place;

/// A command and the output that the document shows for it.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

#[test]
fn the_manual_of_the_command_is_true() {
    check("docs/command.md");
}

#[test]
fn the_page_on_the_monitor_is_true() {
    check("docs/monitor.md");
}

#[test]
fn the_front_page_is_true() {
    check("README.md");
}

#[test]
fn the_page_on_counting_is_true() {
    check("docs/stat.md");
}

#[test]
fn the_page_on_recording_is_true() {
    check("docs/record.md");
}

#[test]
fn the_page_on_probes_is_true() {
    check("docs/probe.md");
}

#[test]
fn the_page_on_sampling_is_true() {
    check("docs/sampling.md");
}

#[test]
fn the_page_on_pictures_is_true() {
    check("docs/plot.md");
}

#[test]
fn the_page_on_the_csv_is_true() {
    check("docs/csv.md");
}

#[test]
fn the_page_on_metrics_is_true() {
    check("docs/metrics.md");
}

#[test]
fn the_page_on_comparing_is_true() {
    check("docs/compare.md");
}

#[test]
fn the_page_on_the_doctor_is_true() {
    check("docs/doctor.md");
}

#[test]
fn the_page_on_the_study_is_true() {
    check("docs/study.md");
}

fn check(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let commands = shown(&text);
    assert!(!commands.is_empty(), "{name} shows no command");
    let place = project();
    let mut status = 0;
    for Shown { line, command, output } in commands {
        let command = installed(&command);
        let printed = if command == "echo $?" { format!("{status}\n") } else { run(&place, &command, &mut status) };
        let lines: Vec<&str> = printed.lines().collect();
        assert!(matches(&lines, &output), "{name} line {line}: `{command}` prints\n{printed}");
    }
}

/// The command of somebody who has installed `g4pmu` and made the image: the front page
/// shows what works in the project's folder without either.
fn installed(command: &str) -> String {
    command.replace("cargo g4pmu ", "g4pmu ").replace("cargo xtask run ", "g4pmu run ")
}

/// The commands of a document with their output.
fn shown(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            commands.push(Shown { line: number + 1, command: command.to_owned(), output: Vec::new() });
        } else if let (true, Some(last)) = (inside, commands.last_mut()) {
            last.output.push(line.to_owned());
        }
    }
    commands
}

/// Whether lines are as shown, `...` standing for any number of them.
fn matches(lines: &[&str], shown: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "..." => (0..=lines.len()).any(|from| matches(&lines[from..], rest)),
        Some((first, rest)) => lines.first() == Some(&first.as_str()) && matches(&lines[1..], rest),
    }
}

/// A folder that looks like the project after `cargo xtask image`.
fn project() -> Place {
    let place = Place::new();
    place.write("powerpc-unknown-none.json", "{}");
    place.image("target/image");
    place.write("logs/quick", include_str!("quick.log"));
    place.write("logs/model", include_str!("model.log"));
    place.write(&format!("target/release/{}", library()), "");
    place.write("plain/raw.log", include_str!("nop-ordinary.log"));
    place.write("free/raw.log", include_str!("nop-free.log"));
    place.write("dispatch/raw.log", include_str!("dispatch.log"));
    place.write("devirtualised/raw.log", include_str!("devirtualised.log"));
    place.write("results/chain-sweep/raw.log", include_str!("sweep.log"));
    place.write("results/quick/raw.log", include_str!("model.log"));
    place.write("results/stock/raw.log", include_str!("quick.log"));
    place.write("logs/chain", include_str!("chain.log"));
    place.write("logs/samples", include_str!("samples.log"));
    place.write("logs/flash", from_flash(include_str!("quick.log")));
    for (word, answer) in answers(include_str!("session.log")) {
        place.write(&format!("logs/answer-{word}"), answer);
    }
    let recorded =
        [include_str!("stat.log"), include_str!("record.log"), include_str!("probe.log"), include_str!("doctor.log")];
    for (command, answer) in recorded.into_iter().flat_map(commands) {
        place.write(&format!("logs/{}", file(&command)), answer);
    }
    place.write("other/raw.log", include_str!("probe-other.log"));
    place.write("logs/session", SESSION);
    let script = "case \"$*\" in *autostart=off*) exec sh \"${0%/*}/logs/session\" ;; esac\ncase \"$*\" in *sample=*) log=samples ;; *kernel=*) log=chain ;; *-plugin*) log=model ;; *-bios*) log=flash ;; *) log=quick ;; esac\ncat \"${0%/*}/logs/$log\"";
    place.fake_qemu("11.1.3", script);
    place
}

/// The file of the timing model's plugin.
fn library() -> String {
    format!("{}g4pmu_qemu_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// What stands in for a session: answers by a line's checksum, else by its first word.
const SESSION: &str = "printf 'g4pmu> '
while read -r word rest; do
  sum=${rest##*\\*}
  name=\"${0%/*}/answer-${sum%?}\"
  if [ -f \"$name\" ]; then cat \"$name\"; else cat \"${0%/*}/answer-$word\"; fi
  case \"$word\" in off) exit 0 ;; esac
  printf 'g4pmu> '
done";

/// The answers of a recorded session with the first word of each command.
fn answers(session: &str) -> Vec<(String, &str)> {
    let first = |command: String| command.split(' ').next().unwrap_or_default().to_owned();
    commands(session).into_iter().map(|(command, answer)| (first(command), answer)).collect()
}

/// The report as it would be from flash on an MPC7455.
fn from_flash(log: &str) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    for entry in &mut report_format::log::parse(log.as_bytes()).boots[0].entries {
        match &mut entry.record {
            Record::Report(report) => report.start = Start::Rom,
            Record::Cpu(cpu) => cpu.pvr = 0x8001_0302,
            Record::End(_) => break,
            _ => {}
        }
        writer.write(&entry.record).expect("text takes all");
    }
    writer.finish().expect("text takes all");
    text
}

/// Runs a line in a shell, both streams in the order in which they are written.
fn run(place: &Place, line: &str, status: &mut i32) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_g4pmu"));
    let path = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(place.path())
        .env("PATH", format!("{}:{path}", tool.parent().expect("a folder").display()))
        .env("G4PMU_QEMU", place.path().join("qemu"))
        .env("COLUMNS", "100")
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    *status = done.status.code().expect("a status");
    String::from_utf8(done.stdout).expect("UTF-8")
}

#[test]
fn dots_stand_for_any_number_of_lines() {
    let shown = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert!(matches(&["a", "b", "c"], &shown(&["a", "...", "c"])));
    assert!(matches(&["a", "c"], &shown(&["a", "...", "c"])));
    assert!(!matches(&["a", "b"], &shown(&["a", "...", "c"])));
    assert!(!matches(&["a", "b"], &shown(&["a"])));
}
