//! The emulated machine: what the tests on the target run on, and what
//! `cargo xtask qemu` starts for a person with a debugger.
//!
//! It is the machine of `g4pmu run` with the image placed by the loader. `g4pmu`
//! has options for the rest and writes down what it ran; here nothing varies.

use crate::image;
use crate::project::{Profile, Project};
use crate::setup::{self, MirrorOptions, Need};
use anyhow::{Context, Result, anyhow};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use toolbox::record::Role;

/// Mac, processor, serial line, and how it ends.
const OPTIONS: &str = "-M mac99 -cpu 7450 -display none -monitor none -vga none -nic none -serial stdio \
     -device pvpanic-pci -action panic=exit-failure -no-reboot";

/// Instruction counting.
const ICOUNT: [&str; 2] = ["-icount", "shift=7,sleep=off"];

/// Adds the options that start the image `elf` in the machine, whose time base counts
/// instructions.
///
/// # Errors
/// When the path cannot stand in an option of QEMU.
pub fn start(qemu: &mut Command, elf: &Path) -> Result<()> {
    qemu.args(ICOUNT);
    start_image(qemu, elf)
}

/// The same in a machine whose counters and time base the timing model keeps.
///
/// # Errors
/// When a path cannot stand in an option of QEMU.
pub fn start_with_model(qemu: &mut Command, plugin: &Path, elf: &Path) -> Result<()> {
    qemu.arg("-plugin").arg(option_value(plugin)?);
    start_image(qemu, elf)
}

fn start_image(qemu: &mut Command, elf: &Path) -> Result<()> {
    qemu.args(OPTIONS.split_whitespace()).arg("-device").arg(format!("loader,file={},cpu-num=0", option_value(elf)?));
    Ok(())
}

/// A path in an option, where a comma ends a value unless it is doubled
/// [QEMU docs/system/invocation].
fn option_value(file: &Path) -> Result<String> {
    let file = file.to_str().with_context(|| format!("{} is not UTF-8: move the checkout", file.display()))?;
    Ok(file.replace(',', ",,"))
}

/// Becomes QEMU with the image and `arguments` besides; returns only on failure.
///
/// # Errors
/// When set-up or the build fails or QEMU cannot be started.
pub fn become_qemu(project: &Project, profile: Profile, arguments: &[OsString]) -> Result<()> {
    let record = setup::ensure(Need::Run, &MirrorOptions::default())?;
    let files = image::build(project, profile, &record)?;
    let mut command = record.tool(Role::Qemu)?.command();
    start(&mut command, &files.elf)?;
    command.args(arguments);
    Err(anyhow!(command.exec()).context("starting QEMU"))
}
