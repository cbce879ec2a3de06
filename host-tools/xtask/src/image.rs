//! `cargo xtask image`: one build, three files.

mod layout;

use crate::cargo;
use crate::project::{Profile, Project};
use anyhow::{Context, Result};
use layout::Layout;
use std::fs;
use std::path::Path;
use toolbox::talk::say;
use toolbox::{ImageFiles, Record};

/// Builds the image with the tools on record and writes its three forms into
/// the image folder, as `g4pmu.*` or `g4pmu-debug.*`. Prints the sizes.
///
/// # Errors
/// When a tool is missing, the build fails, or the image does not fit.
pub fn build(project: &Project, profile: Profile, record: &Record) -> Result<ImageFiles> {
    let mut command = cargo::firmware(project, "build", profile, record)?;
    command.args(["--bin", "g4pmu-firmware"]);
    cargo::run(command, "building the image")?;

    let built = project.built(profile).join("g4pmu-firmware");
    let elf = fs::read(&built).with_context(|| format!("reading {}", built.display()))?;
    let layout =
        Layout::of(&elf, profile.largest_image()).with_context(|| format!("laying out {}", built.display()))?;
    let stem = if profile == Profile::Debug { "g4pmu-debug" } else { "g4pmu" };
    let files = ImageFiles::in_folder(&project.image_folder(), stem);
    for (path, bytes) in [(&files.elf, &elf), (&files.raw, &layout.raw), (&files.flash, &layout.flash)] {
        write_if_new(path, bytes)?;
    }
    say(&format!("image: {}", layout.sizes));
    Ok(files)
}

/// Leaves a file with the same content alone, time stamp included.
fn write_if_new(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    fs::write(path, bytes).with_context(|| format!("writing {}", path.display()))
}
