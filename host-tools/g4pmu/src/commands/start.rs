//! What `run` and `monitor` start: an emulator, an image, and the way between them.

use std::env;
use std::path::{self, Path, PathBuf};

use anyhow::anyhow;
use toolbox::{ImageFiles, Tool};

use crate::cli::{Boot, QemuArguments};
use crate::exit::{Exit, Failure};
use crate::image;
use crate::qemu::{Machine, PEGASOS_TREE};

/// The processor that is emulated when none is named.
const DEFAULT_CPU: &str = "7450";

/// Finds the emulator and the image, for an image that is told these arguments.
pub(super) fn machine(arguments: &QemuArguments, boot_arguments: String) -> Result<(Tool, Machine), Failure> {
    let boot = arguments.boot.unwrap_or(Boot::Loader);
    let image = image_file(arguments, boot).map_err(|error| Failure::new(Exit::Target, error))?;
    let qemu = toolbox::qemu(arguments.qemu.as_deref()).map_err(|error| Failure::new(Exit::Target, error))?;
    let cpu = arguments.cpu.clone().unwrap_or_else(|| DEFAULT_CPU.to_owned());
    let stray = |(kind, name)| toolbox::qemu::folder_of_stray(&qemu, kind, name);
    let folder = if boot == Boot::Pegasos2 { stray(PEGASOS_TREE) } else { Ok(None) };
    let folder = folder.map_err(|error| Failure::new(Exit::Target, error))?;
    let image = match &folder {
        Some(_) => path::absolute(image).map_err(|error| Failure::new(Exit::Files, error))?,
        None => image,
    };
    Ok((qemu, Machine { cpu, boot, image, boot_arguments, folder }))
}

/// Which emulator runs which image, for a person.
pub(super) fn announcement(qemu: &Tool, machine: &Machine) -> String {
    format!("QEMU {} ({}) runs {}", qemu.version, qemu.origin, from_here(&machine.image).display())
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
