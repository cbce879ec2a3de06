//! Boards behind a serial port: a pseudo-terminal whose other end gives recorded answers,
//! slowly, in pieces, damaged, or pulls the plug.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use g4pmu::session::conversation::{Conversation, NoAnswer};
use g4pmu::session::serial::Pace;
use report_format::command_line::received;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use crate::recorded::commands;
use crate::tool::Place;

const LOG: &str = include_str!("stat.log");
const CHAIN: &str = "run branch/chain branches=128 preset=quick pmc1=34 pmc2=2 pmc3=1 pmc4=28";

/// Nothing here waits for the nudge, whatever else the machine does.
const PATIENT: Pace = Pace { nudge: Duration::from_secs(60), settle: Duration::from_millis(20) };

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the board does with an answer, the how manieth it is.
type Send = fn(&mut Plug, usize, &[u8]);

/// The board's end of the line, which can be pulled out.
struct Plug {
    master: File,
    /// Kept open, so that bytes wait while nobody else has the port open.
    _port: File,
    device: PathBuf,
}

impl Plug {
    /// Plugs in: the device's name leads to the new port.
    fn new(device: &Path) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("its other end");
        unlockpt(&master).expect("its other end");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("UTF-8");
        let port = File::options().read(true).write(true).open(&name).expect("its other end");
        let mut raw = tcgetattr(&port).expect("a terminal");
        raw.make_raw();
        tcsetattr(&port, OptionalActions::Now, &raw).expect("settings");
        let _ = fs::remove_file(device);
        symlink(name, device).expect("a link");
        Self { master: File::from(master), _port: port, device: device.to_owned() }
    }

    fn write(&mut self, bytes: &[u8]) {
        // A session that has its answer may be gone.
        let _ = self.master.write_all(bytes);
    }

    /// Pulls the plug and puts it back in: what was on its way is lost.
    fn replug(&mut self) {
        let device = self.device.clone();
        let new = Self::new(&device);
        drop(std::mem::replace(self, new));
    }
}

/// A board and what it has heard.
struct Board {
    device: PathBuf,
    heard: Arc<Mutex<Vec<String>>>,
    _place: Place,
    _thread: JoinHandle<()>,
}

impl Board {
    /// A board that listens, behind `device` in a folder of its own.
    fn new(send: Send) -> Self {
        let place = Place::new();
        let device = place.path().join("port");
        let mut plug = Plug::new(&device);
        let heard = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&heard);
        let thread = std::thread::spawn(move || serve(&mut plug, send, &told));
        Self { device, heard, _place: place, _thread: thread }
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().expect("nobody fails with it").clone()
    }

    fn ask(&self, pace: Pace, command: &str) -> Vec<u8> {
        let mut talk = Conversation::connect(&self.device, 57_600, pace, PATIENCE, &mut |_| Ok(())).expect("a board");
        talk.ask(command, &mut |_| Ok(())).expect("an answer").bytes
    }
}

/// Answers line by line until the other end is gone for good.
fn serve(plug: &mut Plug, send: Send, heard: &Mutex<Vec<String>>) {
    let mut line = Vec::new();
    let mut byte = [0];
    while let Ok(1) = plug.master.read(&mut byte) {
        if byte[0] != b'\r' {
            line.push(byte[0]);
            continue;
        }
        let text = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
        if text.is_empty() {
            plug.write(b"g4pmu> ");
            continue;
        }
        let command = received(&text).expect("a checksum that is right").body.to_owned();
        let number = {
            let mut heard = heard.lock().expect("nobody fails with it");
            heard.push(command.clone());
            heard.iter().filter(|other| **other == command).count()
        };
        let answers: Vec<_> = [LOG, include_str!("doctor.log")].into_iter().flat_map(commands).collect();
        let answer = answers.iter().find(|(asked, _)| *asked == command).map_or("", |(_, answer)| answer);
        let answer = if command == "echo off" { echo_off() } else { answer.replace('\n', "\r\n") };
        if command == "echo off" {
            plug.write(format!("{answer}g4pmu> ").as_bytes());
        } else {
            send(plug, number, format!("{answer}g4pmu> ").as_bytes());
        }
    }
}

fn echo_off() -> String {
    let (_, off) = commands(LOG).pop().expect("the last answer is to `off`");
    let mut text = String::from("\r\n");
    let mut writer = report_format::write::Writer::new(&mut text);
    for entry in &mut report_format::log::parse(off.as_bytes()).boots[0].entries {
        match &mut entry.record {
            report_format::record::Record::Answer(answer) => {
                answer.command = report_format::text::Text::new("echo off");
            }
            report_format::record::Record::End(_) => break,
            _ => {}
        }
        writer.write(&entry.record).expect("text takes all");
    }
    writer.finish().expect("text takes all");
    text
}

/// The answer as it must arrive.
fn whole(answer: &[u8]) {
    let log = report_format::log::parse(answer);
    let boot = log.boots.last().expect("a report");
    assert_eq!(boot.diagnosis(), report_format::log::Diagnosis::Complete, "{:?}", boot.findings);
    assert_eq!(
        boot.entries.iter().filter(|entry| matches!(entry.record, report_format::record::Record::Trial(_))).count(),
        6
    );
}

#[test]
fn an_answer_at_the_pace_of_the_line_comes_whole() {
    // Ten bits a byte at 57600 baud: 174 us.
    let board = Board::new(|plug, _, answer| {
        for byte in answer {
            plug.write(&[*byte]);
            std::thread::sleep(Duration::from_micros(174));
        }
    });
    whole(&board.ask(PATIENT, CHAIN));
    assert_eq!(board.heard(), ["echo off", CHAIN]);
}

/// A pause of 5 s against the 10 s of a board, both shorter.
#[test]
fn a_pause_in_an_answer_ends_nothing() {
    let board = Board::new(|plug, _, answer| {
        let (first, rest) = answer.split_at(1500);
        plug.write(first);
        std::thread::sleep(Duration::from_millis(500));
        plug.write(rest);
    });
    whole(&board.ask(PATIENT, CHAIN));
    assert_eq!(board.heard(), ["echo off", CHAIN]);
    assert!(Pace::BOARD.nudge >= 2 * Duration::from_secs(5) && PATIENT.settle < Duration::from_millis(500));
}

#[test]
fn a_damaged_answer_is_asked_for_again() {
    let board = Board::new(|plug, number, answer| {
        let mut answer = answer.to_vec();
        match number {
            // A changed byte in a record, a lost line, then all is well.
            1 => answer[2000] ^= 1,
            2 => drop(answer.drain(3000..3200)),
            _ => {}
        }
        plug.write(&answer);
    });
    whole(&board.ask(PATIENT, CHAIN));
    assert_eq!(board.heard(), ["echo off", CHAIN, CHAIN, CHAIN]);
}

#[test]
fn what_stays_damaged_is_given_as_it_is() {
    let board = Board::new(|plug, _, answer| {
        let mut answer = answer.to_vec();
        answer[2000] ^= 1;
        plug.write(&answer);
    });
    let answer = board.ask(PATIENT, CHAIN);
    let log = report_format::log::parse(&answer);
    assert_eq!(log.boots[0].diagnosis(), report_format::log::Diagnosis::Corrupt);
    assert_eq!(board.heard().len(), 1 + g4pmu::session::serial::ATTEMPTS as usize);
}

#[test]
fn a_lost_prompt_is_asked_for() {
    let board = Board::new(|plug, _, answer| plug.write(&answer[..answer.len() - 3]));
    let pace = Pace { nudge: Duration::from_millis(400), ..PATIENT };
    whole(&board.ask(pace, CHAIN));
}

#[test]
fn a_plug_that_was_pulled_in_an_answer_costs_a_second_one() {
    let board = Board::new(|plug, number, answer| {
        if number == 1 {
            plug.write(&answer[..2500]);
            // Some of it has arrived, or none.
            std::thread::sleep(Duration::from_millis(50));
            plug.replug();
            return;
        }
        plug.write(answer);
    });
    whole(&board.ask(PATIENT, CHAIN));
    assert_eq!(board.heard(), ["echo off", CHAIN, CHAIN]);
}

#[test]
fn nobody_at_the_other_end_is_said() {
    let place = Place::new();
    let device = place.path().join("port");
    let plug = Plug::new(&device);
    let deaf = Conversation::connect(&device, 57_600, PATIENT, Duration::from_millis(200), &mut |_| Ok(()));
    let error = deaf.expect_err("nobody answers");
    assert!(matches!(error, NoAnswer::Deaf { .. }), "{error}");
    assert!(error.to_string().contains("is the image running, the cable a null modem"), "{error}");
    drop(plug);
}

#[test]
fn stat_counts_on_a_board_as_in_qemu() {
    let board = Board::new(|plug, _, answer| plug.write(answer));
    let place = Place::new();
    let target = format!("serial:{}@57600", board.device.display());
    let done = place.g4pmu(&format!("stat --target {target} branch/chain branches=128 preset=quick --out out -x, -q"));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("375192,,cycles,0.00%,416880,100.00,386.000000,per iteration\n"), "{}", done.out);
    assert_eq!(board.heard().last().map(String::as_str), Some(CHAIN), "a board is not switched off");
    assert_eq!(board.heard().len(), 1 + 2 + 1, "the gate's two requests come first");
    assert!(place.read("out/command.txt").contains("\nbaud: 57600\n"));
    let again = place.g4pmu("stat --target log:out -x, -q");
    assert!(again.out.contains("375192,,processor-cycles,"), "{}", again.out);
}

/// A log of a line that damaged something has the answer twice, and the whole one counts.
#[test]
fn a_log_with_a_damaged_answer_gives_the_whole_one() {
    let board = Board::new(|plug, number, answer| {
        let mut answer = answer.to_vec();
        if number == 1 {
            answer[2000] ^= 1;
        }
        plug.write(&answer);
    });
    let place = Place::new();
    let target = format!("serial:{}", board.device.display());
    let done = place
        .g4pmu(&format!("stat --target {target} branch/chain branches=128 preset=quick --out out --no-gate -x, -q"));
    assert_eq!(done.code, 0, "{}", done.err);
    let again = place.g4pmu("stat --target log:out -x,");
    assert_eq!((again.code, again.out.lines().count()), (0, 4), "{}", again.err);
    assert_eq!(again.err, "1 report that is not whole was passed over\n");
}

#[test]
fn a_monitor_on_a_board_leaves_it_on() {
    let board = Board::new(|plug, _, answer| plug.write(answer));
    let place = Place::new();
    let input = File::open(place.write("input", format!("{CHAIN}\n"))).expect("a file");
    let done = place.fed(&format!("monitor --target serial:{}", board.device.display()), input);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("@g4 0 report "), "{}", done.out);
    assert_eq!(board.heard(), ["echo off", CHAIN]);
}

#[test]
fn what_is_about_qemu_does_not_go_with_a_board() {
    let place = Place::new();
    for (line, code, message) in [
        ("stat --target serial:/dev/none branch/chain --cpu 7455", 2, "--cpu is for QEMU: a board is what it is"),
        ("stat --target serial:/dev/none branch/chain --out a", 7, "cannot open the serial port /dev/none: "),
        ("stat --target serial:/dev/null branch/chain --out b", 7, "cannot open the serial port /dev/null: "),
        ("monitor --target serial:x@fast", 2, "write serial:DEV or serial:DEV@BAUD"),
        ("run --target serial:/dev/none", 2, "`g4pmu stat` and `g4pmu monitor` talk to one"),
    ] {
        let done = place.g4pmu(line);
        assert_eq!(done.code, code, "{line}: {}", done.err);
        assert!(done.err.contains(message), "{line}: {}", done.err);
    }
}

#[test]
fn the_doctor_asks_a_board_as_it_asks_qemu() {
    let board = Board::new(|plug, _, answer| plug.write(answer));
    let done = Place::new().g4pmu(&format!("doctor --target serial:{}", board.device.display()));
    assert_eq!((done.code, done.err.as_str()), (13, ""));
    assert!(done.out.contains("pvr    0x80000201") && done.out.contains("no counter is modelled"), "{}", done.out);
    let heard = board.heard();
    assert_eq!((&*heard[1], &*heard[2], heard.len()), ("info", "spr mmcr0", 14));
}
