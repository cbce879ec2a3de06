//! `cargo xtask setup`: everything needed beyond a Rust toolchain, without root
//! and without a change to the system.
//!
//! | needed | taken from, in this order |
//! | --- | --- |
//! | QEMU | `G4PMU_QEMU`; the search path, if new enough; Debian packages, unpacked privately |
//! | compiler, linker, clippy for the image | the toolchain that runs cargo, if it has or can add `rust-src`; Debian packages |
//! | a disassembler for PowerPC | the search path; Debian packages |
//!
//! The outcome is the record of crate `toolbox`. With everything on record and
//! unchanged, set-up only looks at a few files. Work is done under a lock, and
//! what is made appears in one step ([`package_set`]), so that an interrupted
//! set-up leaves nothing half-done.

mod apt;
mod apt_files;
mod compiler;
mod mirrors;
mod package_set;
mod recipe;
mod report;
mod sources;
mod start_script;
mod system;

use anyhow::{Context, Result, anyhow};
use compiler::Compiler;
pub use mirrors::MirrorOptions;
use mirrors::Mirrors;
use package_set::PackageSet;
use recipe::Recipe;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use system::System;
use toolbox::record::Role;
use toolbox::talk::told;
use toolbox::{Origin, Record, RecordError, Tool, cache};

/// Names under which a disassembler that knows PowerPC goes.
const DISASSEMBLERS: [&str; 3] = ["powerpc-linux-gnu-objdump", "powerpc-elf-objdump", "gobjdump"];

/// How much is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// What building the image takes.
    Image,
    /// What building and running the image takes.
    Run,
    /// What the tests take besides.
    Everything,
}

impl Need {
    const fn roles(self) -> &'static [Role] {
        match self {
            Self::Image => &[Role::FirmwareRustc, Role::FirmwareLinker],
            Self::Run => &[Role::Qemu, Role::FirmwareRustc, Role::FirmwareLinker],
            Self::Everything => {
                &[Role::Qemu, Role::FirmwareRustc, Role::FirmwareLinker, Role::FirmwareClippy, Role::Objdump]
            }
        }
    }
}

/// Provides what `need` says, tells what is used, and gives the record of it.
///
/// # Errors
/// When something is missing and cannot be provided, or this process is interrupted;
/// the message says what to do.
pub fn ensure(need: Need, options: &MirrorOptions) -> Result<Record> {
    provide(need, options).map_err(|error| match toolbox::interrupt::received() {
        Some(_) => error.context(report::INTERRUPTED),
        None => error,
    })
}

fn provide(need: Need, options: &MirrorOptions) -> Result<Record> {
    let cache = cache::folder()?;
    let path = Record::path()?;
    let mut record = read(&path)?;
    if !missing(&record, need, &cache).is_empty() {
        fs::create_dir_all(&cache).with_context(|| {
            format!("making the cache folder {} (XDG_CACHE_HOME or HOME can name another place)", cache.display())
        })?;
        let _lock = lock(&cache)?;
        record = read(&path)?;
        package_set::remove_leftovers(&cache)?;
        let provider = Provider { cache: &cache, options, system: System::here() };
        for role in missing(&record, need, &cache) {
            if !usable(&record, role, &cache) {
                provider.provide(role, &mut record)?;
                record.write(&path)?;
            }
        }
    }
    if need == Need::Everything {
        compiler::provide_host_checks()?;
    }
    if let Some(path) = toolbox::qemu::named() {
        record.tools.insert(Role::Qemu, toolbox::qemu(Some(&path))?);
    }
    for role in need.roles() {
        let tool = record.tool(*role)?;
        report::step(&format!("{role:<17} {tool}"));
    }
    Ok(record)
}

/// Reads the record; one that cannot be understood is made anew.
fn read(path: &Path) -> Result<Record> {
    match Record::read(path) {
        Err(RecordError::Format { .. }) => Ok(Record::default()),
        other => Ok(other?),
    }
}

fn missing(record: &Record, need: Need, cache: &Path) -> Vec<Role> {
    let named = |role| role == Role::Qemu && toolbox::qemu::named().is_some();
    need.roles().iter().copied().filter(|role| !named(*role) && !usable(record, *role, cache)).collect()
}

/// Whether the tool on record can be used as it is.
fn usable(record: &Record, role: Role, cache: &Path) -> bool {
    let Ok(tool) = record.tool(role) else { return false };
    let current = tool.origin != Origin::Unpacked || package_set::is_current(recipe_for(role), cache);
    let accepted = match role {
        Role::Qemu => tool.version >= toolbox::qemu::OLDEST_WITH_MODEL,
        Role::FirmwareRustc => compiler::accepted(tool.version),
        Role::FirmwareLinker | Role::FirmwareClippy | Role::Objdump => true,
    };
    current && accepted
}

const fn recipe_for(role: Role) -> &'static Recipe {
    match role {
        Role::Qemu => &recipe::QEMU,
        Role::FirmwareRustc | Role::FirmwareLinker | Role::FirmwareClippy => &recipe::COMPILER,
        Role::Objdump => &recipe::DISASSEMBLER,
    }
}

/// Waits until no other set-up is at work. The lock ends with the file.
fn lock(cache: &Path) -> Result<File> {
    let path = cache.join("lock");
    let file = File::create(&path).with_context(|| format!("opening {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => report::step("waiting for another set-up to end"),
        Err(TryLockError::Error(error)) => return Err(error).context("locking the cache folder"),
    }
    file.lock().context("locking the cache folder")?;
    Ok(file)
}

/// Finds or fetches one thing after the other.
struct Provider<'a> {
    cache: &'a Path,
    options: &'a MirrorOptions,
    system: System,
}

impl Provider<'_> {
    fn provide(&self, role: Role, record: &mut Record) -> Result<()> {
        match role {
            Role::Qemu => {
                let new_enough = |tool: &Tool| tool.version >= toolbox::qemu::OLDEST_WITH_MODEL;
                let tool = match toolbox::qemu::system().filter(new_enough) {
                    Some(tool) => tool,
                    None => self.unpack(&recipe::QEMU, report::QEMU_ADVICE)?.program("qemu-system-ppc")?,
                };
                record.tools.insert(role, tool);
            }
            Role::FirmwareRustc | Role::FirmwareLinker | Role::FirmwareClippy => {
                let compiler = match Compiler::of_toolchain() {
                    Ok(compiler) => compiler,
                    Err(reason) => {
                        report::step(&format!(
                            "the toolchain that runs cargo cannot build the image: {}",
                            told(reason.as_ref())
                        ));
                        Compiler::of_set(&self.unpack(&recipe::COMPILER, &report::compiler_advice())?)?
                    }
                };
                record.tools.insert(Role::FirmwareRustc, compiler.rustc);
                record.tools.insert(Role::FirmwareLinker, compiler.linker);
                record.tools.insert(Role::FirmwareClippy, compiler.clippy);
            }
            Role::Objdump => {
                let present = DISASSEMBLERS.iter().find_map(|name| toolbox::search::in_path(name));
                let tool = match present {
                    Some(path) => Tool::probe(&path, Origin::System)?,
                    None => self.unpack(&recipe::DISASSEMBLER, report::OBJDUMP_ADVICE)?.program(DISASSEMBLERS[0])?,
                };
                record.tools.insert(role, tool);
            }
        }
        Ok(())
    }

    /// Provides a package set where that is possible; elsewhere says what to do.
    fn unpack(&self, recipe: &Recipe, advice: &str) -> Result<PackageSet> {
        if self.system == System::Other {
            return Err(anyhow!("{advice}"));
        }
        let sources = sources::read(Path::new("/etc/apt")).context("reading the machine's apt sources")?;
        let mirrors = Mirrors::choose(self.options, &sources, self.system.codename());
        PackageSet::provide(recipe, &mirrors, self.cache).map_err(|error| match toolbox::interrupt::received() {
            Some(_) => error,
            None => anyhow!("{}\nOr do without: {advice}.", told(error.as_ref())),
        })
    }
}
