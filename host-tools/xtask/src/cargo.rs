//! How cargo is called: for the host, and for the chip.
//!
//! The image's flags are given here and not in `.cargo/config.toml`, where the
//! host tools would inherit them and where no path of an unpacked compiler can
//! stand. They travel as `CARGO_ENCODED_RUSTFLAGS`, which no `RUSTFLAGS` of the
//! user's can displace.

use crate::project::{Profile, Project, TARGET_FILE};
use anyhow::{Context, Result, bail};
use std::env;
use std::path::PathBuf;
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
/// image must fit its limit. Without optimisation across crates the debug image does
/// not fit its own.
const PROFILES: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z"),
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "z"),
    ("CARGO_PROFILE_DEV_LTO", "true"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
];

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
    cargo.envs(PROFILES);
    cargo.env("RUSTC", &rustc.program).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    Ok(cargo)
}

/// Builds the host's program `name` and gives its path, which cargo alone knows.
///
/// # Errors
/// When it cannot be built.
pub fn program(project: &Project, name: &str) -> Result<PathBuf> {
    let mut build = host(project);
    build.args(["build", "--package", name, "--bin", name, "--message-format", "json-render-diagnostics"]);
    let finished = toolbox::run(build, PATIENCE, &Sink::Capture, &Sink::Inherit).context("building the command")?;
    if !finished.outcome.success() {
        bail!("building the command: cargo {}", finished.outcome);
    }
    executable(&finished.stdout).with_context(|| format!("cargo did not say where it built {name}"))
}

/// Builds the timing model's library for QEMU where `g4pmu` looks for it, and gives its path.
///
/// # Errors
/// When it cannot be built.
pub fn plugin(project: &Project) -> Result<PathBuf> {
    let mut build = host(project);
    build.args(["build", "--quiet", "--release", "--package", "qemu-plugin"]);
    run(build, "building the timing model")?;
    Ok(project.plugin())
}

/// The last program in cargo's messages, one JSON document a line.
fn executable(messages: &[u8]) -> Option<PathBuf> {
    let message = |line: &[u8]| serde_json::from_slice::<serde_json::Value>(line).ok();
    let path = |line: &[u8]| message(line)?.get("executable")?.as_str().map(PathBuf::from);
    messages.split(|byte| *byte == b'\n').filter_map(path).next_back()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_stands_in_cargos_messages() {
        let messages = br#"{"reason":"compiler-artifact","executable":null}
{"reason":"compiler-artifact","executable":"/a folder/debug/g4pmu"}
{"reason":"build-finished","success":true}
"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/a folder/debug/g4pmu")));
        assert_eq!(executable(b"{}\nnot JSON\n"), None);
    }
}
