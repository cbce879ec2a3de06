//! `cargo xtask lint`: format, lints for the host, lints for the chip, documentation.

use crate::cargo;
use crate::project::{Profile, Project};
use anyhow::Result;
use std::process::Command;
use toolbox::Record;
use toolbox::record::Role;

/// One check: what it is called and what runs it.
pub struct Check {
    /// For people.
    pub name: &'static str,
    command: Result<Command>,
}

impl Check {
    /// Runs the check.
    ///
    /// # Errors
    /// When it cannot be run or finds something.
    pub fn run(self) -> Result<()> {
        cargo::run(self.command?, self.name)
    }
}

/// All checks, in the order in which they are quick.
#[must_use]
pub fn checks(project: &Project, record: &Record) -> Vec<Check> {
    let host = |arguments: &[&str]| {
        let mut command = cargo::host(project);
        command.args(arguments);
        command
    };
    let mut documentation = host(&["doc", "--workspace", "--no-deps", "--quiet"]);
    documentation.env("RUSTDOCFLAGS", "--deny=warnings");
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny=warnings"];
    vec![
        Check { name: "format (cargo fmt)", command: Ok(host(&["fmt", "--all", "--check"])) },
        Check { name: "lints for the host (cargo clippy)", command: Ok(host(&clippy)) },
        Check { name: "lints for the chip (clippy-driver)", command: chip(project, record) },
        Check { name: "documentation (cargo doc)", command: Ok(documentation) },
    ]
}

/// Clippy for the chip: the driver of the firmware compiler's release, which
/// rustup's `cargo clippy` would not find. Cargo runs it in the compiler's place
/// for the packages of this workspace.
fn chip(project: &Project, record: &Record) -> Result<Command> {
    let mut command = cargo::firmware(project, "check", Profile::Release, record)?;
    command.args(["--lib", "--bins", "--examples"]);
    command.env("RUSTC_WORKSPACE_WRAPPER", &record.tool(Role::FirmwareClippy)?.program);
    // How cargo-clippy hands its own arguments to the driver.
    command.env("CLIPPY_ARGS", "--deny=warnings__CLIPPY_HACKERY__");
    Ok(command)
}
