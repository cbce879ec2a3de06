//! apt-get, as any user, in folders of its own.
//!
//! The machine's configuration is read (proxies, credentials, trusted keys) and
//! then everything that says where apt reads and writes is set anew, so that
//! neither its lists nor its package status nor its caches are touched. The
//! package status holds the recipe's assumed packages and nothing else.
//! Signatures are checked as always.

use super::apt_files;
use super::mirrors::Mirrors;
use super::recipe::Recipe;
use super::report;
use anyhow::{Context, Result, anyhow, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use toolbox::{Event, Outcome, Sink, Source, Supervised};

/// File with the configuration.
const CONFIGURATION: &str = "apt.conf";
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
        fs::write(folder.join(apt_files::SOURCES), apt_files::sources(recipe, mirrors, &architecture)?)?;
        fs::write(folder.join(apt_files::STATUS), apt_files::status(recipe, &architecture))?;
        fs::write(folder.join(CONFIGURATION), apt_files::configuration(folder, recipe))?;
        Ok(Self { folder: folder.to_path_buf() })
    }

    /// Fetches the package lists.
    ///
    /// # Errors
    /// When one cannot be had or its signature is not good.
    pub fn update(&self) -> Result<()> {
        self.run(&["update"], LISTS_PATIENCE, &mut || {}).map(drop).context("fetching Debian's package lists")
    }

    /// Tells what `packages` need besides the assumed ones.
    ///
    /// # Errors
    /// When a package does not exist or cannot be satisfied.
    pub fn amount(&self, packages: &[&str]) -> Result<Amount> {
        let listing = self.run(&[&["--print-uris", "install"], packages].concat(), LISTS_PATIENCE, &mut || {})?;
        Ok(amount(&String::from_utf8_lossy(&listing)))
    }

    /// Fetches `packages` and what they need; gives the files. `progress` hears
    /// how many bytes are there, about once a second.
    ///
    /// # Errors
    /// When one cannot be had or its checksum is not good.
    pub fn download(&self, packages: &[&str], progress: &mut dyn FnMut(u64)) -> Result<Vec<PathBuf>> {
        let archives = self.folder.join("cache/archives");
        let mut report = || progress(size_below(&archives));
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

    fn run(&self, arguments: &[&str], patience: Duration, each_second: &mut dyn FnMut()) -> Result<Vec<u8>> {
        let mut command = Command::new("apt-get");
        command.arg("-q").arg("-c").arg(self.folder.join(CONFIGURATION)).args(arguments).env("LC_ALL", "C");
        let mut child = Supervised::spawn(command, patience, &Source::Nothing, &Sink::Capture, &Sink::Capture)?;
        let mut said = Vec::new();
        let outcome = loop {
            match child.poll(Duration::from_secs(1))? {
                Event::Output(bytes) => said.extend(bytes),
                Event::Quiet => each_second(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_adds_up() {
        let listing = "Reading package lists...\n\
            'http://near.test/pool/a_1.deb' a_1_amd64.deb 1500 SHA256:ab\n\
            'http://near.test/pool/it%27s.deb' b_2_all.deb 500 SHA256:cd\n";
        assert_eq!(amount(listing), Amount { packages: 2, bytes: 2000 });
        assert_eq!(amount("nothing to do\n"), Amount { packages: 0, bytes: 0 });
    }

    #[test]
    fn complaints_are_picked_from_the_talk() {
        let talk = "Ign:1 http://near.test trixie\nE: Unable to locate package x\nW: old list\n";
        assert_eq!(complaints(talk, Outcome::Exited(100)), "E: Unable to locate package x\nW: old list");
        assert_eq!(complaints("", Outcome::TimedOut), "apt-get did not end before its deadline");
    }

    #[test]
    fn finished_and_unfinished_files_count_as_there() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("partial")).unwrap();
        fs::write(folder.path().join("a.deb"), [0; 10]).unwrap();
        fs::write(folder.path().join("partial/b.deb"), [0; 5]).unwrap();
        assert_eq!(size_below(folder.path()), 15);
    }
}
