//! One short report on every machine that the image claims to run on.
//!
//! Each row is a machine, a way to start and what must come of it. The report goes
//! through `g4pmu parse`, which checks it as a user's; what a row expects besides are words
//! that must stand in it.

mod emulator;
mod watch;

use super::{Tally, fresh, no_invalid_register};
use crate::cargo;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::talk::say;
use toolbox::{ImageFiles, Outcome, Record, Sink, Tool};
use watch::watch;

/// Longest time for one machine, and for reading its report, which builds `g4pmu` once.
const PATIENCE: Duration = Duration::from_secs(60);
const PARSE_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// What is measured: a kernel of every unit, quickly.
const WORK: &str = "kernel=calibrate/vector preset=quick icount=7";
/// What a session is started with.
const SESSION: &str = "autostart=off icount=7";

/// Options of every row.
const COMMON: &str =
    "-monitor none -icount shift=7,sleep=off -device pvpanic-pci -action panic=exit-failure -no-reboot -d guest_errors";
/// Without a window, and the report on standard output.
const PLAIN: &str = "-display none -serial stdio";
/// As little hardware as possible.
const BARE: &str = "-display none -serial stdio -vga none -nic none";

/// The image's file, and how QEMU gets it.
#[derive(Clone, Copy)]
enum Start {
    Loader,
    Kernel,
    Bios,
    /// `-bios` where the ROM has 4 MiB, the last of which is the flash image.
    LargeRom,
    /// `-kernel` with the ELF file.
    Elf,
}

/// What must come of it.
#[derive(Clone, Copy)]
enum End {
    /// Power off, and `g4pmu parse` ends with this status.
    Report(i32),
    /// The same of a session in which these lines are said to the monitor.
    Session(i32, &'static [&'static str]),
    /// The image leaves the machine to its firmware, which waits for ever: it is ended
    /// when the words have come.
    Refusal,
}

/// Bytes of a beige G3's ROM [QEMU hw/ppc/mac_oldworld.c].
const LARGE_ROM: usize = 4 << 20;

/// Machine and options, start, end, words in the output.
type Row = (&'static str, &'static str, Start, End, &'static [&'static str]);

const FINE: End = End::Report(0);
/// `g4pmu` on a report without the kernel that was asked for.
const SKIPPED: End = End::Report(9);
/// `g4pmu` on a report with an error record.
const ERRORS: End = End::Report(5);

/// A kernel with the events that a part with four counters has.
const ON_FOUR_COUNTERS: End = End::Session(0, &["run calibrate/empty preset=quick", "off"]);
/// Kernels in both states: the window must leave MMCR0 as it was at reset.
const WITHOUT_COUNTERS: End = End::Session(
    0,
    &["run calibrate/empty preset=quick", "run calibrate/empty preset=quick state=user", "spr mmcr0", "off"],
);

#[rustfmt::skip]
const MACHINES: &[Row] = &[
    ("-M mac99 -cpu 7441", BARE, Start::Loader, FINE, &["counters=6"]),
    ("-M mac99 -cpu 7445", BARE, Start::Kernel, FINE, &["counters=6"]),
    ("-M mac99 -cpu 7451", BARE, Start::Bios, FINE, &["counters=6"]),
    ("-M mac99 -cpu 7455", BARE, Start::Bios, FINE, &["part=MPC7455"]),
    ("-M mac99 -cpu 7455", BARE, Start::Kernel, FINE, &["part=MPC7455"]),
    ("-M mac99 -cpu 7457", BARE, Start::Kernel, FINE, &["part=MPC7457"]),
    ("-M mac99 -cpu 7447a", BARE, Start::Bios, FINE, &["part=MPC7447A"]),
    ("-M mac99 -cpu 7447a", BARE, Start::Kernel, FINE, &["part=MPC7447A"]),
    ("-M mac99 -cpu 7448", BARE, Start::Loader, FINE, &["counters=6"]),
    ("-M mac99 -cpu 7448", BARE, Start::Kernel, FINE, &["counters=6"]),
    ("-M mac99 -cpu 7450 -m 64", BARE, Start::Loader, FINE, &["ram=67108864"]),
    ("-M mac99 -cpu 7450 -m 64", BARE, Start::Kernel, FINE, &["ram=67108864"]),
    ("-M mac99 -cpu 7450 -m 64", BARE, Start::Bios, FINE, &["ram=67108864"]),
    ("-M mac99 -cpu 7450 -m 2047", BARE, Start::Loader, FINE, &["ram=2146435072"]),
    ("-M mac99 -cpu 7450 -m 2047", BARE, Start::Kernel, FINE, &["ram=2146435072"]),
    ("-M mac99 -cpu 7450 -m 2047", BARE, Start::Bios, FINE, &["ram=2146435072"]),
    ("-M mac99,via=cuda -cpu 7450", PLAIN, Start::Loader, FINE, &["start=loader"]),
    ("-M mac99,via=pmu -cpu 7450", PLAIN, Start::Kernel, FINE, &["start=openfirmware"]),
    ("-M mac99,via=pmu-adb -cpu 7450", PLAIN, Start::Bios, FINE, &["start=rom"]),
    ("-M mac99,via=pmu -cpu 7450", PLAIN, Start::Loader, FINE, &[]),
    ("-M mac99,via=pmu-adb -cpu 7450", BARE, Start::Kernel, FINE, &[]),
    ("-M pegasos2 -cpu 7450", BARE, Start::Elf, FINE, &["console=uart-com2", "tb_hz=33333333", "ram=536870912"]),
    ("-M pegasos2 -cpu 7455 -m 64", PLAIN, Start::Elf, FINE, &["part=MPC7455", "ram=67108864"]),
    ("-M pegasos2 -cpu 7448 -m 1024", BARE, Start::Elf, FINE, &["ram=1073741824"]),
    ("-M g3beige -cpu 7450", BARE, Start::Kernel, FINE, &["start=openfirmware", "tb_hz=16600000"]),
    ("-M g3beige -cpu 750", PLAIN, Start::Kernel, SKIPPED, &["part=MPC750", "counters=0", "skip id=calibrate/vector"]),
    ("-M mac99 -cpu 750", BARE, Start::Loader, SKIPPED, &["part=MPC750", "skip id=calibrate/vector"]),
    ("-M mac99 -cpu 7400", BARE, Start::Loader, FINE, &["part=MPC7400", "counters=4", "mmcr1=0x00000000"]),
    ("-M mac99 -cpu 7410", BARE, Start::Kernel, FINE, &["part=MPC7410", "counters=4"]),
    ("-M g3beige -cpu 7450", BARE, Start::Loader, FINE, &["start=loader", "tb_hz=16600000"]),
    ("-M g3beige -cpu 750", BARE, Start::LargeRom, SKIPPED, &["start=rom", "part=MPC750"]),
    ("-M mac99 -cpu 7400", BARE, Start::Loader, ON_FOUR_COUNTERS, &["counters=4", "mmcr0=0x08000042"]),
    ("-M mac99 -cpu 750", BARE, Start::Loader, WITHOUT_COUNTERS, &["spr name=mmcr0 number=952 value=0x00000000"]),
    ("-M mac99 -cpu 603e", BARE, Start::Loader, End::Session(0, &["info", "off"]), &["nothing%20is%20known"]),
    ("-M mac99 -cpu 970", BARE, Start::Loader, ERRORS, &["nothing%20is%20known%20about%20this%20processor"]),
    ("-M mac99 -cpu 604", BARE, Start::Loader, ERRORS, &["nothing%20is%20known%20about%20this%20processor"]),
    ("-M mac99 -cpu 604 -vga none", "-nographic", Start::Kernel, End::Refusal, &["this processor is none"]),
];

/// Runs every machine.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    for (number, row) in MACHINES.iter().enumerate() {
        let (machine, options, start, ..) = row;
        let hardware = if *options == PLAIN { ", display and network card" } else { "" };
        let name = format!("{machine} {}{hardware}", start.name());
        match record.tool(Role::Qemu).map_err(Into::into).and_then(|qemu| started(qemu, machine)) {
            Ok(Some(command)) => tally.count(&name, on_machine(project, record, command, number, row)),
            Ok(None) => say(&format!("SKIPPED {name}: there is no {} beside QEMU", emulator::PROGRAM_64)),
            Err(error) => tally.count(&name, Err(error)),
        }
    }
}

/// The emulator that has the machine's processor, if it is there.
fn started(qemu: &Tool, machine: &str) -> Result<Option<Command>> {
    if machine.ends_with("-cpu 970") { emulator::of_64_bits(qemu) } else { Ok(Some(qemu.command())) }
}

fn on_machine(project: &Project, record: &Record, mut command: Command, number: usize, row: &Row) -> Result<()> {
    let (machine, options, start, end, words) = *row;
    let folder = project.image_folder().join("machines");
    fs::create_dir_all(&folder)?;
    let log = folder.join(format!("{number}.log"));
    let errors = folder.join(format!("{number}.guest-errors"));
    fresh(&errors)?;
    command.args([machine, options, COMMON].iter().flat_map(|text| text.split(' ')));
    let (arguments, lines, last_words): (_, &[&str], &[&str]) = match end {
        End::Report(_) => (WORK, &[], &[]),
        End::Session(_, lines) => (SESSION, lines, &[]),
        End::Refusal => (WORK, &[], words),
    };
    let image = ImageFiles::in_folder(&project.image_folder(), "g4pmu");
    command.arg("-D").arg(&errors).args(start.options(&image, &folder, arguments)?);
    if let Start::Elf = start
        && let Some(folder) = toolbox::qemu::folder_of_stray(record.tool(Role::Qemu)?, "dtb", "pegasos2.dtb")?
    {
        command.current_dir(folder);
    }
    let seen = watch(command, PATIENCE, lines, last_words)?;
    fs::write(&log, &seen.said).with_context(|| format!("writing {}", log.display()))?;
    if let Some(outcome) = seen.outcome
        && last_words.is_empty()
    {
        ensure!(outcome == Outcome::Exited(0), "QEMU {outcome}; see {}", log.display());
    }
    let printed = String::from_utf8_lossy(&seen.said);
    for word in words {
        ensure!(printed.contains(word), "`{word}` is missing in {}", log.display());
    }
    no_invalid_register(&errors)?;
    match end {
        End::Report(status) | End::Session(status, _) => parse(project, &log, status),
        End::Refusal => Ok(()),
    }
}

/// Has the report read as a user's is.
fn parse(project: &Project, log: &Path, status: i32) -> Result<()> {
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "parse"]).arg(log);
    let finished = toolbox::run(command, PARSE_PATIENCE, &Sink::Discard, &Sink::Capture)?;
    let said = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
    ensure!(
        finished.outcome == Outcome::Exited(status),
        "g4pmu parse {}, {status} is expected: {said}",
        finished.outcome
    );
    Ok(())
}

impl Start {
    const fn name(self) -> &'static str {
        match self {
            Self::Loader => "by the loader",
            Self::Kernel => "through OpenBIOS",
            Self::Bios | Self::LargeRom => "from flash",
            Self::Elf => "through its own firmware",
        }
    }

    /// QEMU's options for the image and its arguments.
    fn options(self, image: &ImageFiles, folder: &Path, arguments: &str) -> Result<Vec<String>> {
        let path = |path: &Path| -> Result<String> {
            Ok(path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?.to_owned())
        };
        let configuration = format!("name=opt/g4pmu/args,string={arguments}");
        Ok(match self {
            Self::Loader => {
                let elf = path(&image.elf)?.replace(',', ",,");
                vec!["-device".to_owned(), format!("loader,file={elf},cpu-num=0"), "-fw_cfg".to_owned(), configuration]
            }
            Self::Bios => vec!["-bios".to_owned(), path(&image.flash)?, "-fw_cfg".to_owned(), configuration],
            Self::LargeRom => {
                let rom = folder.join("large.rom");
                let mut bytes = vec![0xff; LARGE_ROM];
                let flash = fs::read(&image.flash).with_context(|| format!("reading {}", image.flash.display()))?;
                let start = LARGE_ROM.checked_sub(flash.len()).context("the flash image is too large")?;
                bytes[start..].copy_from_slice(&flash);
                fs::write(&rom, bytes).with_context(|| format!("writing {}", rom.display()))?;
                vec!["-bios".to_owned(), path(&rom)?, "-fw_cfg".to_owned(), configuration]
            }
            Self::Kernel => vec!["-kernel".to_owned(), path(&image.raw)?, "-append".to_owned(), arguments.to_owned()],
            Self::Elf => vec!["-kernel".to_owned(), path(&image.elf)?, "-append".to_owned(), arguments.to_owned()],
        })
    }
}
