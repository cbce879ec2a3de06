//! apt-get, as any user, in folders of its own.
//!
//! The machine's configuration is read (proxies, credentials, trusted keys) and
//! then everything that says where apt reads and writes is set anew, so that
//! neither its lists nor its package status nor its caches are touched. The
//! package status holds the recipe's assumed packages and nothing else.
//! Signatures are checked as always.

use super::mirrors::{Mirrors, NoMirror};
use super::recipe::Recipe;
use super::report;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use toolbox::{Event, Outcome, Sink, Supervised};

/// Longest time for the package lists, and for asking what is needed.
const LISTS_PATIENCE: Duration = Duration::from_secs(5 * 60);
/// Longest time for the packages themselves: 200 MB over a slow line.
const PACKAGES_PATIENCE: Duration = Duration::from_secs(60 * 60);

/// apt-get for one recipe.
pub struct Apt {
    folder: PathBuf,
}

/// What there is to fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Number of packages.
    pub packages: usize,
    /// Their size together.
    pub bytes: u64,
}

impl Apt {
    /// Sets up apt-get in `folder`, which is empty.
    ///
    /// # Errors
    /// When a mirror that the recipe needs is not known or a file cannot be written.
    pub fn new(folder: &Path, recipe: &Recipe, mirrors: &Mirrors) -> Result<Self> {
        let architecture = native_architecture()?;
        for below in ["state/lists/partial", "cache/archives/partial", "log"] {
            fs::create_dir_all(folder.join(below))?;
        }
        fs::write(folder.join("g4pmu.sources"), sources(recipe, mirrors, &architecture)?)?;
        fs::write(folder.join("status"), status(recipe, &architecture))?;
        fs::write(folder.join("apt.conf"), configuration(folder, recipe))?;
        Ok(Self { folder: folder.to_path_buf() })
    }

    /// Fetches the package lists.
    ///
    /// # Errors
    /// When one cannot be had or its signature is not good.
    pub fn update(&self) -> Result<()> {
        self.run(&["update"], LISTS_PATIENCE, &mut |_| {}).map(drop).context("fetching Debian's package lists")
    }

    /// Tells what `packages` need besides the assumed ones.
    ///
    /// # Errors
    /// When a package does not exist or cannot be satisfied.
    pub fn amount(&self, packages: &[&str]) -> Result<Amount> {
        let listing = self.run(&[&["--print-uris", "install"], packages].concat(), LISTS_PATIENCE, &mut |_| {})?;
        Ok(amount(&String::from_utf8_lossy(&listing)))
    }

    /// Fetches `packages` and what they need; gives the files. `progress` hears
    /// how many bytes are there, about once a second.
    ///
    /// # Errors
    /// When one cannot be had or its checksum is not good.
    pub fn download(&self, packages: &[&str], progress: &mut dyn FnMut(u64)) -> Result<Vec<PathBuf>> {
        let archives = self.folder.join("cache/archives");
        let mut report = |()| progress(size_below(&archives));
        self.run(&[&["--download-only", "install"], packages].concat(), PACKAGES_PATIENCE, &mut report)
            .context("fetching packages")?;
        let mut files: Vec<_> = fs::read_dir(&archives)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "deb"))
            .collect();
        files.sort();
        if files.is_empty() {
            bail!("apt-get fetched no package, and said nothing against it");
        }
        Ok(files)
    }

    fn run(&self, arguments: &[&str], patience: Duration, each_second: &mut dyn FnMut(())) -> Result<Vec<u8>> {
        let mut command = Command::new("apt-get");
        command.arg("-q").arg("-c").arg(self.folder.join("apt.conf")).args(arguments).env("LC_ALL", "C");
        let mut child = Supervised::spawn(command, patience, &Sink::Capture, &Sink::Capture)?;
        let mut said = Vec::new();
        let outcome = loop {
            match child.poll(Duration::from_secs(1))? {
                Event::Output(bytes) => said.extend(bytes),
                Event::Quiet => each_second(()),
                Event::Ended(outcome) => break outcome,
            }
        };
        if outcome.success() {
            return Ok(said);
        }
        let complaints = complaints(&String::from_utf8_lossy(&child.stderr()), outcome);
        Err(anyhow!("\n{complaints}\n{}", report::FETCH_ADVICE))
    }
}

/// Asks dpkg for the architecture of the system.
fn native_architecture() -> Result<String> {
    let mut command = Command::new("dpkg");
    command.arg("--print-architecture");
    let finished = toolbox::run(command, LISTS_PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    Ok(String::from_utf8_lossy(&finished.stdout).trim().to_owned())
}

fn sources(recipe: &Recipe, mirrors: &Mirrors, architecture: &str) -> Result<String, NoMirror> {
    recipe.suites.iter().map(|(archive, suite)| {
        let mirror = mirrors.of(*archive)?;
        let signed_by = mirror.signed_by.as_ref().map(|key| format!("Signed-By: {key}\n")).unwrap_or_default();
        Ok(format!(
            "Types: deb\nURIs: {}\nSuites: {suite}\nComponents: main\nArchitectures: {architecture}\nTargets: Packages\n{signed_by}\n",
            mirror.address
        ))
    }).collect()
}

fn status(recipe: &Recipe, architecture: &str) -> String {
    recipe.assumed.iter().fold(String::new(), |mut text, package| {
        let _ = write!(
            text,
            "Package: {package}\nStatus: install ok installed\nPriority: optional\nSection: misc\n\
             Maintainer: nobody\nArchitecture: {architecture}\nVersion: 999:1\n\
             Description: taken as present\n\n"
        );
        text
    })
}

fn configuration(folder: &Path, recipe: &Recipe) -> String {
    let folder = folder.display();
    let preferred = recipe.preferred.unwrap_or_default();
    format!(
        r##"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
Dir::Etc::sourcelist "{folder}/g4pmu.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "{folder}/state";
Dir::State::lists "{folder}/state/lists";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Cache::archives "{folder}/cache/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Dir::Log "{folder}/log";
Debug::NoLocking "true";
APT::Sandbox::User "root";
APT::Default-Release "{preferred}";
APT::Get::Assume-Yes "true";
APT::Get::AllowUnauthenticated "false";
APT::Install-Recommends "false";
APT::Install-Suggests "false";
APT::Keep-Downloaded-Packages "true";
APT::Update::Error-Mode "any";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
"##
    )
}

/// Adds up the lines `'ADDRESS' FILE SIZE CHECKSUM` of a listing.
fn amount(listing: &str) -> Amount {
    let sizes = listing.lines().filter(|line| line.starts_with('\'')).filter_map(|line| {
        let mut words = line.rsplit_once('\'')?.1.split_whitespace();
        words.nth(1)?.parse::<u64>().ok()
    });
    sizes.fold(Amount { packages: 0, bytes: 0 }, |sum, size| Amount {
        packages: sum.packages + 1,
        bytes: sum.bytes + size,
    })
}

/// Picks the lines in which apt-get says what is wrong.
fn complaints(stderr: &str, outcome: Outcome) -> String {
    let lines: Vec<_> = stderr.lines().filter(|line| line.starts_with("E:") || line.starts_with("W:")).collect();
    if lines.is_empty() { format!("apt-get {outcome}") } else { lines.join("\n") }
}

/// Adds up the files in `folder` and in the folder of unfinished ones below it.
fn size_below(folder: &Path) -> u64 {
    [folder.to_path_buf(), folder.join("partial")]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .filter(fs::Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}
