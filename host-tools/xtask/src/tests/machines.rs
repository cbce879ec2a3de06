//! One short report on every machine that the image claims to run on.
//!
//! Each row is a machine, a way to start and what must come of it. The report goes
//! through `g4pmu parse`, which checks it as a user's; what a row expects besides are words
//! that must stand in it.

use super::{Tally, fresh, no_invalid_register};
use crate::cargo;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{ImageFiles, Outcome, Record, Sink, Tool};

/// Longest time for one machine, and for reading its report, which builds `g4pmu` once.
const PATIENCE: Duration = Duration::from_secs(60);
const PARSE_PATIENCE: Duration = Duration::from_secs(15 * 60);
/// Where the firmware that refuses the image waits for ever: enough to get there.
const REFUSAL_PATIENCE: Duration = Duration::from_secs(8);

/// What is measured: a kernel of every unit, quickly.
const WORK: &str = "kernel=calibrate/vector preset=quick icount=7";

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
    /// `-kernel` with the ELF file.
    Elf,
}

/// What must come of it.
#[derive(Clone, Copy)]
enum End {
    /// Power off, and `g4pmu parse` ends with this status.
    Report(i32),
    /// The image leaves the machine to its firmware, which waits.
    Refusal,
}

/// Machine and options, start, end, words in the output.
type Row = (&'static str, &'static str, Start, End, &'static [&'static str]);

const FINE: End = End::Report(0);
/// `g4pmu` on a report without the kernel that was asked for.
const SKIPPED: End = End::Report(9);
/// `g4pmu` on a report with an error record.
const ERRORS: End = End::Report(5);

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
    ("-M mac99 -cpu 604", BARE, Start::Loader, ERRORS, &["nothing%20is%20known%20about%20this%20processor"]),
    ("-M mac99 -cpu 604 -vga none", "-nographic", Start::Kernel, End::Refusal, &["this processor is none"]),
];

/// Runs every machine.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    for (number, row) in MACHINES.iter().enumerate() {
        let (machine, options, start, ..) = row;
        let hardware = if *options == PLAIN { ", display and network card" } else { "" };
        let name = format!("{machine} {}{hardware}", start.name());
        let result =
            record.tool(Role::Qemu).map_err(Into::into).and_then(|qemu| on_machine(project, qemu, number, row));
        tally.count(&name, result);
    }
}

fn on_machine(project: &Project, qemu: &Tool, number: usize, row: &Row) -> Result<()> {
    let (machine, options, start, end, words) = *row;
    let folder = project.image_folder().join("machines");
    fs::create_dir_all(&folder)?;
    let log = folder.join(format!("{number}.log"));
    let errors = folder.join(format!("{number}.guest-errors"));
    fresh(&errors)?;
    let mut command = qemu.command();
    command.args([machine, options, COMMON].iter().flat_map(|text| text.split(' ')));
    command.arg("-D").arg(&errors).args(start.options(&ImageFiles::in_folder(&project.image_folder(), "g4pmu"))?);
    if let Start::Elf = start
        && let Some(folder) = toolbox::qemu::folder_of_stray(qemu, "dtb", "pegasos2.dtb")?
    {
        command.current_dir(folder);
    }
    let patience = if let End::Refusal = end { REFUSAL_PATIENCE } else { PATIENCE };
    let finished = toolbox::run(command, patience, &Sink::File(log.clone()), &Sink::Discard)?;
    let expected = if let End::Refusal = end { Outcome::TimedOut } else { Outcome::Exited(0) };
    ensure!(
        finished.outcome == expected,
        "QEMU {}, but {expected} is expected; see {}",
        finished.outcome,
        log.display()
    );
    let printed = fs::read(&log).with_context(|| format!("reading {}", log.display()))?;
    let printed = String::from_utf8_lossy(&printed);
    for word in words {
        ensure!(printed.contains(word), "`{word}` is missing in {}", log.display());
    }
    no_invalid_register(&errors)?;
    match end {
        End::Report(status) => parse(project, &log, status),
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
            Self::Bios => "from flash",
            Self::Elf => "through its own firmware",
        }
    }

    /// QEMU's options for the image and its arguments.
    fn options(self, image: &ImageFiles) -> Result<Vec<String>> {
        let path = |path: &Path| -> Result<String> {
            Ok(path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?.to_owned())
        };
        let configuration = format!("name=opt/g4pmu/args,string={WORK}");
        Ok(match self {
            Self::Loader => {
                let elf = path(&image.elf)?.replace(',', ",,");
                vec!["-device".to_owned(), format!("loader,file={elf},cpu-num=0"), "-fw_cfg".to_owned(), configuration]
            }
            Self::Bios => vec!["-bios".to_owned(), path(&image.flash)?, "-fw_cfg".to_owned(), configuration],
            Self::Kernel => vec!["-kernel".to_owned(), path(&image.raw)?, "-append".to_owned(), WORK.to_owned()],
            Self::Elf => vec!["-kernel".to_owned(), path(&image.elf)?, "-append".to_owned(), WORK.to_owned()],
        })
    }
}
