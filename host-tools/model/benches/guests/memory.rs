//! How much memory QEMU has when a guest has made code so many times: resident, in MB, and
//! the most that it had.
//!
//! The guest shuts down at the end, and QEMU then waits: what it has is read then, at the
//! same instruction each time.

use std::path::Path;
use std::time::Duration;

use toolbox::supervise::{Event, Supervised};
use toolbox::{Sink, streams::Source};

use super::guest::generations;
use super::{Mode, emulator};

/// Longest time for one run: a hundred generations are a quarter of a milliard instructions, most
/// of which are translated for one run.
const PATIENCE: Duration = Duration::from_secs(1200);
/// Bytes of translated code that QEMU keeps, in MB.
const TRANSLATED: u32 = 32;

/// Prints a table.
pub fn print(library: &Path) {
    println!("MB with tb-size={TRANSLATED}, at the end (at most)");
    println!("{:>12} {:>14} {:>14} {:>14}", "generations", "stock", "model off", "model on");
    for count in [1, 10, 100] {
        let [stock, off, on] = [Mode::Stock, Mode::Off, Mode::On].map(|mode| memory(count, mode, library));
        println!("{count:12} {stock:>14} {off:>14} {on:>14}");
    }
}

/// What QEMU has at the end, and the most that it had.
fn memory(count: u32, mode: Mode, library: &Path) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, number) = (folder.path().join("code"), folder.path().join("number"));
    std::fs::write(&code, generations(count, mode == Mode::On)).expect("written");
    let mut command = emulator(&code, mode, library);
    command.args(["-action", "shutdown=pause", "-qmp", "stdio", "-accel", &format!("tcg,tb-size={TRANSLATED}")]);
    command.arg("-pidfile").arg(&number);
    let mut qemu =
        Supervised::spawn(command, PATIENCE, &Source::Supervisor, &Sink::Capture, &Sink::Capture).expect("QEMU runs");
    qemu.send(b"{\"execute\": \"qmp_capabilities\"}\n").expect("QEMU listens");
    let mut said = String::new();
    while !said.contains("\"STOP\"") {
        match qemu.poll(Duration::from_secs(1)).expect("QEMU runs") {
            Event::Output(bytes) => said.push_str(&String::from_utf8_lossy(&bytes)),
            Event::Quiet => {}
            Event::Ended(outcome) => panic!("QEMU {outcome}: {said}{}", String::from_utf8_lossy(&qemu.stderr())),
        }
    }
    let number = std::fs::read_to_string(number).expect("QEMU writes its number");
    let status = std::fs::read_to_string(format!("/proc/{}/status", number.trim())).expect("Linux");
    let megabytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("Linux tells it");
        let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number");
        kilobytes.div_ceil(1024)
    };
    format!("{} ({})", megabytes("VmRSS:"), megabytes("VmHWM:"))
}
