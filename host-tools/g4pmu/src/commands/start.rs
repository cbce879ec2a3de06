//! What `run` and `monitor` start: an emulator, an image, and the way between them.

use std::env;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use toolbox::talk::say;
use toolbox::{ImageFiles, Tool};

use crate::cli::{Board, Boot, ModelArguments, QemuArguments, TargetArguments};
use crate::exit::{Exit, Failure};
use crate::image;
use crate::plugin::{Plugin, Switch};
use crate::qemu::{ICOUNT_SHIFT, Machine, PEGASOS_TREE};
use crate::target::Emulation;

/// The processor that is emulated when none is named.
const DEFAULT_CPU: &str = "7450";

/// Seconds that a run or an answer may take when the user names none: ten times what the
/// longest suite takes on a machine of its own.
const DEFAULT_TIMEOUT: u64 = 600;

/// The same with the timing model, which looks at each instruction: the longest suite takes
/// up to a quarter of an hour where others work on the machine.
const DEFAULT_TIMEOUT_WITH_MODEL: u64 = 3600;

/// Finds the emulator, the model and the image. `told` gives the words that the image is
/// told, for a time base that counts instructions with this shift or for one that does not.
pub(super) fn machine(
    emulation: Emulation,
    on: &TargetArguments,
    told: impl FnOnce(Option<u32>) -> String,
) -> Result<(Tool, Machine), Failure> {
    let TargetArguments { model, qemu: arguments, .. } = on;
    refuse_without_model(emulation, model)?;
    let boot = boot(arguments)?;
    let image = image_file(arguments, boot).map_err(|error| Failure::new(Exit::Target, error))?;
    let qemu = toolbox::qemu(arguments.qemu.as_deref()).map_err(|error| Failure::new(Exit::Target, error))?;
    let plugin = match emulation {
        Emulation::Model => plugin(model, boot, &qemu)?,
        Emulation::Stock => None,
    };
    let cpu = arguments.cpu.clone().unwrap_or_else(|| DEFAULT_CPU.to_owned());
    let stray = |(kind, name)| toolbox::qemu::folder_of_stray(&qemu, kind, name);
    let folder = if boot == Boot::Pegasos2 { stray(PEGASOS_TREE) } else { Ok(None) };
    let folder = folder.map_err(|error| Failure::new(Exit::Target, error))?;
    let absolute = |file: PathBuf| match &folder {
        Some(_) => path::absolute(file).map_err(|error| Failure::new(Exit::Files, error)),
        None => Ok(file),
    };
    let image = absolute(image)?;
    let plugin = match plugin {
        Some(plugin) => Some(Plugin { file: absolute(plugin.file)?, ..plugin }),
        None => None,
    };
    let boot_arguments = told(plugin.is_none().then_some(ICOUNT_SHIFT));
    Ok((qemu, Machine { cpu, boot, image, boot_arguments, folder, plugin }))
}

/// The way of starting; a Pegasos has one.
fn boot(arguments: &QemuArguments) -> Result<Boot, Failure> {
    let refused = |text| Err(Failure::new(Exit::Usage, anyhow!("{text}")));
    match (arguments.machine, arguments.boot) {
        (Some(Board::Pegasos2), None | Some(Boot::Pegasos2)) => Ok(Boot::Pegasos2),
        (Some(Board::Pegasos2), Some(_)) => refused("--machine pegasos2 starts in one way: leave out --boot"),
        (Some(Board::Mac99), Some(Boot::Pegasos2)) => {
            refused("--boot pegasos2 is for --machine pegasos2: legal on mac99 are loader, kernel and bios")
        }
        (_, boot) => Ok(boot.unwrap_or(Boot::Loader)),
    }
}

/// Seconds after which QEMU is stopped.
pub(super) fn timeout(arguments: &QemuArguments, machine: &Machine) -> u64 {
    let usual = if machine.plugin.is_some() { DEFAULT_TIMEOUT_WITH_MODEL } else { DEFAULT_TIMEOUT };
    arguments.timeout.unwrap_or(usual)
}

/// Refuses arguments about QEMU where there is none.
pub(super) fn refuse_without_qemu(on: &TargetArguments) -> Result<(), Failure> {
    let TargetArguments { model, qemu, .. } = on;
    let given = [
        ("--model", !model.switches.is_empty()),
        ("--plugin", model.plugin.is_some()),
        ("--cpu", qemu.cpu.is_some()),
        ("--machine", qemu.machine.is_some()),
        ("--boot", qemu.boot.is_some()),
        ("--image", qemu.image.is_some()),
        ("--qemu", qemu.qemu.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Failure::new(Exit::Usage, anyhow!("{name} is for QEMU: a board is what it is and runs what it runs")))
        }
    }
}

/// Seconds that an answer of a board may take.
pub(super) fn patience_with_board(on: &TargetArguments) -> Duration {
    Duration::from_secs(on.qemu.timeout.unwrap_or(DEFAULT_TIMEOUT))
}

/// Refuses arguments that only the model understands where it is not asked for.
pub(super) fn refuse_without_model(emulation: Emulation, model: &ModelArguments) -> Result<(), Failure> {
    if emulation == Emulation::Model {
        return Ok(());
    }
    let given = [("--model", !model.switches.is_empty()), ("--plugin", model.plugin.is_some())];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Failure::new(Exit::Usage, anyhow!("{name} is for the timing model: it goes with --target model")))
        }
    }
}

/// The switches, behind the clocks that QEMU states for the machine.
fn switches(arguments: &ModelArguments, boot: Boot) -> Vec<Switch> {
    let stated = (boot == Boot::Pegasos2).then(|| Switch::machine("pegasos2-qemu"));
    stated.into_iter().chain(arguments.switches.iter().cloned()).collect()
}

/// The model; without one the run goes on, and says what is lost.
fn plugin(arguments: &ModelArguments, boot: Boot, qemu: &Tool) -> Result<Option<Plugin>, Failure> {
    let switches = switches(arguments, boot);
    match Plugin::find(arguments.plugin.as_deref(), &switches, qemu) {
        Ok(plugin) => Ok(Some(plugin)),
        Err(lost) if lost.is_bearable() && arguments.switches.is_empty() => {
            say(&lost.to_string());
            Ok(None)
        }
        Err(error) => Err(Failure::new(Exit::Target, error)),
    }
}

/// Which emulator runs which image, for a person.
pub(super) fn announcement(qemu: &Tool, machine: &Machine) -> String {
    let model = if machine.plugin.is_some() { " and the timing model" } else { "" };
    format!("QEMU {} ({}){model} runs {}", qemu.version, qemu.origin, from_here(&machine.image).display())
}

/// The image's file for the way it is started.
fn image_file(arguments: &QemuArguments, boot: Boot) -> anyhow::Result<PathBuf> {
    let files = match &arguments.image {
        Some(folder) => ImageFiles::in_folder(folder, "g4pmu"),
        None => ImageFiles::of_project().map_err(|error| anyhow!("{error} with --image DIR"))?,
    };
    let file = match boot {
        Boot::Loader | Boot::Pegasos2 => files.elf,
        Boot::Kernel => files.raw,
        Boot::Bios => files.flash,
    };
    image::check(&file, boot)?;
    Ok(file)
}

/// The path as it is seen from the current folder, where it lies below it.
fn from_here(path: &Path) -> &Path {
    env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}
