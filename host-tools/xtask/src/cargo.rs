//! How cargo is called: for the host, and for the chip.
//!
//! The image's flags are given here and not in `.cargo/config.toml`, where the
//! host tools would inherit them and where no path of an unpacked compiler can
//! stand. They travel as `CARGO_ENCODED_RUSTFLAGS`, which no `RUSTFLAGS` of the
//! user's can displace.

use crate::project::{Profile, Project, TARGET_FILE};
use anyhow::{Context, Result, bail};
use std::env;
use std::process::Command;
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{Record, Sink};

/// Longest time for one call of cargo: a first build on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// Flags for linking the image. Pages of 4 KiB keep the file free of padding.
const LINK_FLAGS: [&str; 3] =
    ["-Clink-arg=-Tlinker.ld", "-Clink-arg=-zmax-page-size=4096", "-Clink-arg=--build-id=none"];

/// Optimisation of the image, for size: what is measured is generated code, and the
/// image must fit its limit.
const OPT_LEVELS: [(&str, &str); 2] = [("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z"), ("CARGO_PROFILE_DEV_OPT_LEVEL", "z")];

/// The cargo that runs this program.
#[must_use]
pub fn host(project: &Project) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(project.root());
    cargo
}

/// Cargo's `subcommand` for the chip, with the firmware compiler on record.
///
/// # Errors
/// When there is none on record.
pub fn firmware(project: &Project, subcommand: &str, profile: Profile, record: &Record) -> Result<Command> {
    let rustc = record.tool(Role::FirmwareRustc)?;
    let linker = record.tool(Role::FirmwareLinker)?;
    let mut flags = vec![format!("-Clinker={}", linker.program.display())];
    flags.extend(LINK_FLAGS.map(str::to_owned));
    let mut cargo = host(project);
    cargo.args([subcommand, "--package", "g4pmu-firmware", "--target", TARGET_FILE]);
    cargo.args(["-Zjson-target-spec", "-Zbuild-std=core", "-Zbuild-std-features=compiler-builtins-mem"]);
    cargo.arg("--target-dir").arg(project.image_folder());
    if profile == Profile::Release {
        cargo.arg("--release");
    }
    cargo.envs(OPT_LEVELS);
    cargo.env("RUSTC", &rustc.program).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    Ok(cargo)
}

/// Runs a command line of cargo, its talk on standard error.
///
/// # Errors
/// When it cannot be run or fails.
pub fn run(command: Command, what: &str) -> Result<()> {
    let finished = toolbox::run(command, PATIENCE, &Sink::Inherit, &Sink::Inherit).with_context(|| what.to_owned())?;
    if !finished.outcome.success() {
        bail!("{what}: cargo {}", finished.outcome);
    }
    Ok(())
}
