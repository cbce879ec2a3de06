//! Children that end, fail, hang, flood and leave grandchildren behind.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use toolbox::supervise::{DRAIN, GRACE, MOST_CAPTURED};
use toolbox::{Event, Outcome, Sink, Source, SuperviseError, Supervised, run, run_with};

const LONG: Duration = Duration::from_secs(60);

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

/// Runs `script` with both streams captured.
fn captured(script: &str, patience: Duration) -> toolbox::Finished {
    run(shell(script), patience, &Sink::Capture, &Sink::Capture).unwrap()
}

/// A script that writes to `file` for a minute, and how to see whether it still does.
struct Heart {
    folder: tempfile::TempDir,
}

impl Heart {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn script(&self) -> String {
        let file = self.folder.path().join("beats").display().to_string();
        format!("i=0; while [ $i -lt 1200 ]; do echo >> '{file}'; sleep 0.05; i=$((i+1)); done")
    }

    fn beats(&self) -> usize {
        fs::read(self.folder.path().join("beats")).map_or(0, |beats| beats.len())
    }

    /// Looks twice; it must have begun.
    fn has_stopped(&self) -> bool {
        let before = self.beats();
        sleep(Duration::from_millis(400));
        before > 0 && self.beats() == before
    }
}

#[test]
fn status_and_both_streams_come_back() {
    let finished = captured("echo out; echo err >&2; exit 7", LONG);
    assert_eq!(finished.outcome, Outcome::Exited(7));
    assert_eq!((finished.stdout.as_slice(), finished.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
    assert!(captured("exit 0", LONG).outcome.success());
}

#[test]
fn a_signal_is_told_from_a_status() {
    assert_eq!(captured("kill -9 $$", LONG).outcome, Outcome::Signalled(9));
}

#[test]
fn a_child_reads_nothing_from_this_process() {
    assert_eq!(captured("cat", LONG).outcome, Outcome::Exited(0));
}

#[test]
fn a_child_reads_a_file_that_is_given_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input");
    fs::write(&file, b"one\ntwo\n").unwrap();
    let from = |file| run_with(shell("cat"), LONG, &Source::File(file), &Sink::Capture, &Sink::Discard);
    assert_eq!(from(file).unwrap().stdout, b"one\ntwo\n");
    let missing = from(folder.path().join("none"));
    assert!(matches!(missing, Err(SuperviseError::Input { .. })), "{missing:?}");
}

#[test]
fn a_child_answers_what_its_owner_sends() {
    let script = "while read line; do echo got $line; done";
    let mut child =
        Supervised::spawn(shell(script), LONG, &Source::Supervisor, &Sink::Capture, &Sink::Discard).unwrap();
    for word in ["first", "second"] {
        child.send(format!("{word}\n").as_bytes()).unwrap();
        assert_eq!(child.poll(LONG).unwrap(), Event::Output(format!("got {word}\n").into_bytes()));
    }
    child.kill();
    assert!(child.send(b"third\n").is_err());
}

#[test]
fn more_output_than_a_pipe_holds_arrives_whole() {
    let finished = captured("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2", LONG);
    assert_eq!((finished.stdout.len(), finished.stderr.len()), (3_000_000, 3_000_000));
}

#[test]
fn the_deadline_ends_a_child_and_what_it_started() {
    let (started, heart) = (Instant::now(), Heart::new());
    let finished = captured(&format!("({}) & wait", heart.script()), Duration::from_millis(500));
    assert_eq!(finished.outcome, Outcome::TimedOut);
    assert!(started.elapsed() < Duration::from_secs(20), "took {:?}", started.elapsed());
    assert!(heart.has_stopped());
}

#[test]
fn a_child_that_will_not_end_is_made_to() {
    let (started, heart) = (Instant::now(), Heart::new());
    let finished = captured(&format!("trap '' TERM; {}", heart.script()), Duration::from_millis(300));
    assert_eq!(finished.outcome, Outcome::TimedOut);
    assert!(started.elapsed() >= GRACE);
    assert!(heart.has_stopped());
}

#[test]
fn the_deadline_ends_a_child_that_never_pauses() {
    let started = Instant::now();
    let mut child = Supervised::spawn(
        shell("exec yes"),
        Duration::from_millis(300),
        &Source::Nothing,
        &Sink::Capture,
        &Sink::Capture,
    )
    .unwrap();
    let outcome = loop {
        match child.poll(LONG).unwrap() {
            Event::Ended(outcome) => break outcome,
            Event::Output(_) | Event::Quiet => assert!(started.elapsed() < LONG, "the deadline has no effect"),
        }
    };
    assert_eq!(outcome, Outcome::TimedOut);
}

#[test]
fn a_flood_on_standard_error_does_not_hang_the_owner() {
    let started = Instant::now();
    let finished = captured("exec yes >&2", Duration::from_millis(300));
    assert_eq!(finished.outcome, Outcome::TimedOut);
    assert!(started.elapsed() < Duration::from_secs(20) && finished.stderr.len() <= MOST_CAPTURED);
}

#[test]
fn more_than_memory_should_hold_ends_the_child() {
    let error = run(shell("exec yes"), LONG, &Sink::Capture, &Sink::Discard).unwrap_err();
    assert!(matches!(error, SuperviseError::Flood { .. }), "{error}");
}

#[test]
fn patience_without_end_is_no_panic() {
    let finished = captured("exit 3", Duration::MAX);
    assert_eq!(finished.outcome, Outcome::Exited(3));
    let mut child = Supervised::spawn(shell("exit 4"), LONG, &Source::Nothing, &Sink::Discard, &Sink::Discard).unwrap();
    assert_eq!(child.poll(Duration::MAX).unwrap(), Event::Ended(Outcome::Exited(4)));
}

#[test]
fn what_a_leader_leaves_in_its_group_gets_its_grace_too() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let script = format!(
        "(trap 'sleep 0.2; echo tidied > \"{0}\"; exit' TERM; echo > \"{0}\"; while :; do sleep 0.05; done) & \
         while [ ! -e \"{0}\" ]; do sleep 0.01; done; echo; wait",
        mark.display()
    );
    let mut child = Supervised::spawn(shell(&script), LONG, &Source::Nothing, &Sink::Capture, &Sink::Discard).unwrap();
    assert!(matches!(child.poll(LONG).unwrap(), Event::Output(_)));
    child.kill();
    assert_eq!(fs::read_to_string(mark).unwrap(), "tidied\n");
}

#[test]
fn a_child_dropped_is_a_child_ended() {
    let heart = Heart::new();
    let script = format!("echo; {}", heart.script());
    let mut child = Supervised::spawn(shell(&script), LONG, &Source::Nothing, &Sink::Capture, &Sink::Discard).unwrap();
    assert!(matches!(child.poll(LONG).unwrap(), Event::Output(_)));
    while heart.beats() == 0 {
        sleep(Duration::from_millis(10));
    }
    drop(child);
    assert!(heart.has_stopped());
}

#[test]
fn a_grandchild_holding_the_output_open_does_not_hang_the_owner() {
    let started = Instant::now();
    let script = "(trap '' HUP; exec sleep 30) & echo $!";
    let finished = captured(script, LONG);
    assert_eq!(finished.outcome, Outcome::Exited(0));
    assert!(started.elapsed() >= DRAIN && started.elapsed() < Duration::from_secs(20));
    let _ = captured(&format!("kill {}", String::from_utf8(finished.stdout).unwrap().trim()), LONG);
}

#[test]
fn silence_is_told_from_the_end() {
    let mut child =
        Supervised::spawn(shell("sleep 1; exit 3"), LONG, &Source::Nothing, &Sink::Discard, &Sink::Discard).unwrap();
    assert_eq!(child.poll(Duration::from_millis(50)).unwrap(), Event::Quiet);
    assert_eq!(child.poll(LONG).unwrap(), Event::Ended(Outcome::Exited(3)));
}

#[test]
fn output_goes_to_a_file_when_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    run(shell("echo kept"), LONG, &Sink::File(log.clone()), &Sink::Discard).unwrap();
    assert_eq!(fs::read_to_string(&log).unwrap(), "kept\n");
    let nowhere = Sink::File(folder.path().join("none/log"));
    assert!(matches!(run(shell(":"), LONG, &nowhere, &Sink::Discard), Err(SuperviseError::Log { .. })));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let error = run(Command::new("/none/such"), LONG, &Sink::Discard, &Sink::Discard).unwrap_err();
    assert!(matches!(error, SuperviseError::Start { .. }));
    assert!(error.to_string().contains("/none/such"), "{error}");
}
