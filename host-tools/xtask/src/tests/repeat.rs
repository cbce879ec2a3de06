//! What must not vary: a report from boot to boot, and counts from build to build.

use super::Tally;
use crate::cargo;
use crate::machine;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{ImageFiles, Record, Sink};

/// Cold boots that must print the same.
const BOOTS: usize = 20;
/// Longest time for one of them, and for a run of the command, building it included.
const BOOT_PATIENCE: Duration = Duration::from_secs(60);
const RUN_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Boots again and again, then measures with the debug image.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    tally.count(&format!("{BOOTS} cold boots print the same, byte for byte"), boots(project, record));
    tally.count("the debug image counts what the closed forms say", debug_counts(project));
}

fn boots(project: &Project, record: &Record) -> Result<()> {
    let first = boot(project, record)?;
    ensure!(first.ends_with(b"\n") && first.len() > 10_000, "the first boot prints {} bytes only", first.len());
    for number in 2..=BOOTS {
        let printed = boot(project, record)?;
        let same = first.iter().zip(&printed).take_while(|(first, now)| first == now).count();
        ensure!(printed == first, "boot {number} differs from the first at byte {same}");
    }
    Ok(())
}

fn boot(project: &Project, record: &Record) -> Result<Vec<u8>> {
    let mut qemu = record.tool(Role::Qemu)?.command();
    machine::start(&mut qemu, &ImageFiles::in_folder(&project.image_folder(), "g4pmu").elf)?;
    qemu.args(["-fw_cfg", "name=opt/g4pmu/args,string=suite=quick icount=7"]);
    let finished = toolbox::run(qemu, BOOT_PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    ensure!(finished.outcome.success(), "QEMU {}", finished.outcome);
    Ok(finished.stdout)
}

/// The release image is held to the same closed forms on each start path.
fn debug_counts(project: &Project) -> Result<()> {
    let folder = project.image_folder().join("debug-as-image");
    fs::create_dir_all(&folder)?;
    let built = ImageFiles::in_folder(&project.image_folder(), "g4pmu-debug");
    let named = ImageFiles::in_folder(&folder, "g4pmu");
    for (from, to) in [(built.elf, named.elf), (built.raw, named.raw), (built.flash, named.flash)] {
        fs::copy(&from, &to).with_context(|| format!("copying {}", from.display()))?;
    }
    let results = folder.join("results");
    if results.exists() {
        fs::remove_dir_all(&results)?;
    }
    let mut command = cargo::host(project);
    command.args(["run", "--quiet", "--package", "g4pmu", "--", "run", "--quiet", "--target", "stock"]);
    command.args(["--suite", "quick"]);
    command.arg("--image").arg(&folder).arg("--out").arg(&results);
    let finished = toolbox::run(command, RUN_PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    ensure!(finished.outcome.success(), "g4pmu {}; what it left: {}", finished.outcome, results.display());
    Ok(())
}
