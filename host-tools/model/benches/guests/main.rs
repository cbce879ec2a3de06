//! How fast QEMU runs a guest, stock, with the model off, and with the model on:
//! `cargo build --release -p qemu-plugin && cargo bench -p model --bench guests`.
//!
//! Four guests that end by themselves; each runs a short and a long time, and the
//! difference of processor times counts: translation and QEMU's start are in both. QEMU
//! gets a deadline.
//!
//! With `-- memory` behind it, how much memory QEMU has with a guest that makes code over
//! and over: see `memory`.

mod guest;
mod memory;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use toolbox::{Outcome, Sink};

use guest::{Guest, START};

/// Longest time for one run.
const PATIENCE: Duration = Duration::from_secs(120);

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Stock,
    Off,
    On,
}

impl Mode {
    /// Instructions of the long run, about: seconds, or tenths where it is fastest.
    const fn instructions(self) -> u64 {
        match self {
            Self::Stock | Self::Off => 2_000_000_000,
            Self::On => 200_000_000,
        }
    }
}

fn main() {
    let library = library();
    if std::env::args().any(|argument| argument == "memory") {
        memory::print(&library);
    } else {
        speeds(&library);
    }
}

fn speeds(library: &Path) {
    println!(
        "{:14} {:>12} {:>12} {:>12} {:>11} {:>11}",
        "M instr/s", "stock", "model off", "model on", "off/stock", "on/stock"
    );
    for guest in Guest::all() {
        let [stock, off, on] = [Mode::Stock, Mode::Off, Mode::On].map(|mode| speed(&guest, mode, library) / 1e6);
        println!("{:14} {stock:12.1} {off:12.1} {on:12.1} {:11.3} {:11.3}", guest.name, off / stock, on / stock);
    }
}

/// The plugin as `cargo build --release` leaves it.
fn library() -> PathBuf {
    let root = toolbox::image::project().expect("within the project");
    let name = format!("{}g4pmu_qemu_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = toolbox::image::target_folder(&root).join("release").join(name);
    assert!(library.is_file(), "no {}: build it with `cargo build --release -p qemu-plugin`", library.display());
    library
}

/// Instructions a second of processor time.
fn speed(guest: &Guest, mode: Mode, library: &Path) -> f64 {
    let rounds = mode.instructions() / guest.instructions;
    let short = rounds / 10;
    let [long, start] = [rounds, short].map(|rounds| seconds(guest, rounds, mode, library));
    ((rounds - short) * guest.instructions) as f64 / (long - start).max(0.01)
}

/// Processor time of QEMU for so many rounds of a guest.
fn seconds(guest: &Guest, rounds: u64, mode: Mode, library: &Path) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let code = folder.path().join("code");
    std::fs::write(&code, guest.code(rounds as u32, mode == Mode::On)).expect("written");
    let command = emulator(&code, mode, library);
    let before = children();
    let finished = toolbox::run(command, PATIENCE, &Sink::Discard, &Sink::Capture).expect("QEMU runs");
    let said = String::from_utf8_lossy(&finished.stderr);
    assert_eq!(finished.outcome, Outcome::Exited(0), "{}: {said}", guest.name);
    children() - before
}

/// QEMU with a guest's memory.
fn emulator(code: &Path, mode: Mode, library: &Path) -> Command {
    let qemu = toolbox::qemu(None).expect("`cargo xtask setup` provides QEMU");
    let mut command = qemu.command();
    command.args("-M mac99 -cpu 7450 -m 64 -display none -monitor none -serial none -vga none -nic none".split(' '));
    command.args(["-no-reboot", "-device", "pvpanic-pci,addr=0xf", "-action", "panic=exit-failure"]);
    command.arg("-device").arg(format!("loader,file={},addr=0,force-raw=on", code.display()));
    command.arg("-device").arg(format!("loader,addr={START:#x},cpu-num=0"));
    if mode != Mode::Stock {
        command.arg("-plugin").arg(library);
    }
    command
}

/// Processor time of the children that have ended, in seconds; Linux tells it in
/// hundredths.
fn children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let behind_name = stat.rsplit(") ").next().expect("fields");
    let fields = behind_name.split(' ').skip(13).take(2);
    fields.map(|field| field.parse::<f64>().expect("a number")).sum::<f64>() / 100.0
}
