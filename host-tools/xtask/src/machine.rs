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

/// Mac, processor, serial line, instruction counting, and how it ends.
const OPTIONS: &str = "-M mac99 -cpu 7450 -display none -monitor none -vga none -nic none -serial stdio \
     -icount shift=7,sleep=off -device pvpanic-pci -action panic=exit-failure -no-reboot";

/// Adds the options that start the image `elf` in the machine.
///
/// # Errors
/// When the path cannot stand in an option of QEMU.
pub fn start(qemu: &mut Command, elf: &Path) -> Result<()> {
    let file = elf.to_str().with_context(|| format!("{} is not UTF-8: move the checkout", elf.display()))?;
    // A comma ends a value unless it is doubled [QEMU docs/system/invocation].
    qemu.args(OPTIONS.split_whitespace())
        .arg("-device")
        .arg(format!("loader,file={},cpu-num=0", file.replace(',', ",,")));
    Ok(())
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
