//! The compiler for the image: which versions, and where from.
//!
//! Building `core` for a target file takes the library's source and options of
//! cargo that are not stable. `RUSTC_BOOTSTRAP` lets a released compiler have
//! them; what those options mean changes between releases, so that only
//! releases that were tried are accepted.

use super::package_set::PackageSet;
use super::report;
use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use toolbox::{Origin, Sink, Tool, Version};

/// Releases of rustc, any channel, that build the image.
const ACCEPTED: [(u32, u32); 3] = [(1, 95), (1, 96), (1, 97)];
/// The library source, below a toolchain's folder.
const LIBRARY: &str = "lib/rustlib/src/rust/library/core/src/lib.rs";
/// Longest time for rustc to answer a question.
const ANSWER_PATIENCE: Duration = Duration::from_secs(20);
/// Longest time for rustup to add a component of a few megabytes.
const RUSTUP_PATIENCE: Duration = Duration::from_secs(3 * 60);

/// The programs that build the image, all of one release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// The compiler, which finds its library source itself.
    pub rustc: Tool,
    /// LLVM's linker.
    pub linker: Tool,
    /// The lints' driver.
    pub clippy: Tool,
}

/// Whether `version` is a release that was tried.
#[must_use]
pub fn accepted(version: Version) -> bool {
    ACCEPTED.contains(&(version.major, version.minor))
}

/// The accepted releases, for people.
#[must_use]
pub fn accepted_releases() -> String {
    ACCEPTED.map(|(major, minor)| format!("{major}.{minor}")).join(", ")
}

impl Compiler {
    /// Takes the toolchain that runs cargo, adding what it lacks if rustup can.
    ///
    /// # Errors
    /// When it is not of an accepted release or lacks something that cannot be added.
    pub fn of_toolchain() -> Result<Self> {
        let beside_cargo = env::var_os("CARGO").map(|cargo| Path::new(&cargo).with_file_name("rustc"));
        let path = beside_cargo.filter(|path| path.is_file()).or_else(|| toolbox::search::in_path("rustc"));
        let path = path.context("there is no rustc beside cargo or in the search path")?;
        let origin = origin();
        let rustc = Tool::probe(&path, origin)?;
        if !accepted(rustc.version) {
            bail!("its version {} is none of {}", rustc.version, accepted_releases());
        }
        let root = PathBuf::from(ask(&rustc, &["--print", "sysroot"])?);
        let clippy_path = path.with_file_name("clippy-driver");
        let lacking: Vec<_> = [("rust-src", root.join(LIBRARY)), ("clippy", clippy_path.clone())]
            .into_iter()
            .filter_map(|(component, proof)| (!proof.exists()).then_some(component))
            .collect();
        if !lacking.is_empty() {
            add(&lacking, origin)?;
        }
        if !root.join(LIBRARY).exists() {
            bail!("it has no library source (component rust-src)");
        }
        let clippy = Tool::probe(&clippy_path, origin)?;
        Ok(Self { linker: linker(&rustc, &root, origin)?, rustc, clippy })
    }

    /// Takes the compiler from an unpacked set.
    ///
    /// # Errors
    /// When it does not run, or Debian has moved on to a release not yet tried.
    pub fn of_set(set: &PackageSet) -> Result<Self> {
        let rustc = set.program("rustc")?;
        if !accepted(rustc.version) {
            bail!(
                "Debian's compiler is now {}, and the image was tried with {}: try it by adding {}.{} to the table in {}",
                rustc.version,
                accepted_releases(),
                rustc.version.major,
                rustc.version.minor,
                file!()
            );
        }
        let library = PathBuf::from(ask(&rustc, &["--print", "sysroot"])?).join(LIBRARY);
        if !library.exists() {
            bail!("the unpacked compiler has no library source at {}", library.display());
        }
        Ok(Self { rustc, linker: set.program("ld.lld")?, clippy: set.program("clippy-driver")? })
    }
}

/// Sees to it that the toolchain that runs cargo can check format and lints.
///
/// # Errors
/// When it cannot, and rustup cannot change that.
pub fn provide_host_checks() -> Result<()> {
    let beside_cargo = |name| env::var_os("CARGO").map(|cargo| Path::new(&cargo).with_file_name(name));
    let present = |name| beside_cargo(name).is_some_and(|path| path.is_file()) || unmanaged(name);
    let lacking: Vec<_> = [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")]
        .into_iter()
        .filter_map(|(component, name)| (!present(name)).then_some(component))
        .collect();
    if lacking.is_empty() {
        return Ok(());
    }
    add(&lacking, origin()).context("the toolchain that runs cargo cannot check format and lints")
}

/// Whether `name` is in the search path and no stand-in of rustup's, which is
/// there for every component, added or not.
fn unmanaged(name: &str) -> bool {
    origin() == Origin::System && toolbox::search::in_path(name).is_some()
}

/// Whose the toolchain is.
fn origin() -> Origin {
    if env::var_os("RUSTUP_TOOLCHAIN").is_some() { Origin::Rustup } else { Origin::System }
}

/// Finds LLVM's linker: the toolchain's own, else one in the search path.
fn linker(rustc: &Tool, root: &Path, origin: Origin) -> Result<Tool> {
    let about = ask(rustc, &["-vV"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc -vV names no host")?;
    let own = root.join("lib/rustlib").join(host).join("bin/rust-lld");
    if own.is_file() {
        return Ok(Tool::probe_with(&own, origin, &["-flavor", "gnu", "--version"])?);
    }
    let path =
        toolbox::search::in_path("ld.lld").context("there is no rust-lld in it and no ld.lld in the search path")?;
    Ok(Tool::probe(&path, Origin::System)?)
}

fn ask(rustc: &Tool, question: &[&str]) -> Result<String> {
    let mut command = rustc.command();
    command.args(question);
    let finished = toolbox::run(command, ANSWER_PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    if !finished.outcome.success() {
        bail!("{} {}: it {}", rustc.program.display(), question.join(" "), finished.outcome);
    }
    Ok(String::from_utf8(finished.stdout)?.trim_end().to_owned())
}

/// Has rustup add `components` to the toolchain in use.
fn add(components: &[&str], origin: Origin) -> Result<()> {
    let names = components.join(" and ");
    let rustup = toolbox::search::in_path("rustup").filter(|_| origin == Origin::Rustup);
    let rustup = rustup.with_context(|| format!("it lacks {names}, and rustup does not manage it"))?;
    report::step(&format!("asking rustup for {names}"));
    let mut command = Command::new(rustup);
    command.args(["component", "add"]).args(components);
    let finished = toolbox::run(command, RUSTUP_PATIENCE, &Sink::Discard, &Sink::Capture)?;
    if !finished.outcome.success() {
        let said = String::from_utf8_lossy(&finished.stderr);
        let reason = said.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or("no reason given");
        bail!("it lacks {names}; rustup {}: {reason}", finished.outcome);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_accepted_by_their_first_two_numbers() {
        assert!(accepted(Version::new(1, 96, 0)));
        assert!(accepted(Version::new(1, 96, 1)));
        assert!(!accepted(Version::new(1, 63, 0)));
        assert!(!accepted(Version::new(2, 96, 0)));
    }
}
