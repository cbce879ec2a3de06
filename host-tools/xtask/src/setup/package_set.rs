//! A set of packages, unpacked into one folder of the cache.
//!
//! The set is made in a temporary folder beside its place and moved there in one
//! step when its programs have told their versions, so that a set that is there
//! is whole. `recipe.txt` in it says from which recipe and which packages it was
//! made; a set of another recipe is replaced. Temporary folders that an
//! interrupted set-up left are removed by the next one (the lock keeps two from
//! working at once).

use super::apt::Apt;
use super::mirrors::Mirrors;
use super::recipe::Recipe;
use super::{report, start_script};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use toolbox::{Origin, Sink, Tool};

/// How names of temporary folders begin.
const TEMPORARY: &str = "partial-";
/// File in a set that says what it was made from.
const MADE_FROM: &str = "recipe.txt";
/// Longest time to unpack one package.
const UNPACK_PATIENCE: Duration = Duration::from_secs(10 * 60);

/// An unpacked set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageSet {
    folder: PathBuf,
}

impl PackageSet {
    /// Gives the set of `recipe` in `cache`, made now if it is not there.
    ///
    /// # Errors
    /// When packages cannot be fetched or unpacked, or a program does not run.
    /// Nothing is left behind then.
    pub fn provide(recipe: &Recipe, mirrors: &Mirrors, cache: &Path) -> Result<Self> {
        let place = cache.join(recipe.name);
        if is_current(recipe, cache) {
            return Ok(Self { folder: place });
        }
        let temporary = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(cache)?;
        let folder = temporary.path().join("set");
        fs::create_dir(&folder)?;
        make(recipe, mirrors, temporary.path(), &folder)
            .with_context(|| format!("providing the packages {}", recipe.packages.join(", ")))?;
        if place.exists() {
            fs::rename(&place, temporary.path().join("replaced"))?;
        }
        fs::rename(&folder, &place)?;
        Ok(Self { folder: place })
    }

    /// Gives one of the set's programs.
    ///
    /// # Errors
    /// When it does not run.
    pub fn program(&self, name: &str) -> Result<Tool> {
        Ok(Tool::probe(&start_script::path(&self.folder, name), Origin::Unpacked)?)
    }
}

/// Whether `cache` has the set of `recipe` as it is now written.
#[must_use]
pub fn is_current(recipe: &Recipe, cache: &Path) -> bool {
    is_made_from(&cache.join(recipe.name), recipe)
}

/// Removes what interrupted set-ups left. The caller holds the lock.
///
/// # Errors
/// When something cannot be removed.
pub fn remove_leftovers(cache: &Path) -> Result<()> {
    for entry in fs::read_dir(cache)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            fs::remove_dir_all(entry.path()).with_context(|| format!("removing {}", entry.path().display()))?;
        }
    }
    Ok(())
}

fn make(recipe: &Recipe, mirrors: &Mirrors, temporary: &Path, folder: &Path) -> Result<()> {
    let apt_folder = temporary.join("apt");
    fs::create_dir(&apt_folder)?;
    let apt = Apt::new(&apt_folder, recipe, mirrors)?;
    report::step(&format!("{}: reading package lists", recipe.name));
    apt.update()?;
    let amount = apt.amount(recipe.packages)?;
    let mut progress = report::Fetching::start(recipe.name, amount);
    let packages = apt.download(recipe.packages, &mut |bytes| progress.there(bytes))?;
    progress.done();
    report::step(&format!("{}: unpacking", recipe.name));
    unpack(&packages, folder)?;
    for pattern in recipe.dropped {
        drop_matching(folder, pattern)?;
    }
    start_script::write(recipe, folder)?;
    for program in recipe.programs {
        Tool::probe(&start_script::path(folder, program.name), Origin::Unpacked)?;
    }
    let names = packages.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let made_from = format!("{}\n{}\n", identity(recipe), names.collect::<Vec<_>>().join("\n"));
    Ok(fs::write(folder.join(MADE_FROM), made_from)?)
}

/// The recipe in one line; a set made from another one is not taken.
fn identity(recipe: &Recipe) -> String {
    format!("{recipe:?}")
}

fn is_made_from(place: &Path, recipe: &Recipe) -> bool {
    fs::read_to_string(place.join(MADE_FROM)).is_ok_and(|text| text.lines().next() == Some(identity(recipe).as_str()))
}

/// Unpacks `packages` into `folder`, two at a time: unpacking is decompression.
fn unpack(packages: &[PathBuf], folder: &Path) -> Result<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(package) = packages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut command = Command::new("dpkg-deb");
            command.arg("--extract").arg(package).arg(folder);
            let finished = toolbox::run(command, UNPACK_PATIENCE, &Sink::Discard, &Sink::Capture)?;
            if !finished.outcome.success() {
                let said = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
                bail!("unpacking {}: dpkg-deb {}: {said}", package.display(), finished.outcome);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work().and(other.join().unwrap_or_else(|_| bail!("unpacking stopped")))
    })
}

/// Removes what `pattern` names below `folder`: parts between slashes, `*` for any one.
fn drop_matching(folder: &Path, pattern: &str) -> Result<()> {
    let (part, rest) = pattern.split_once('/').unwrap_or((pattern, ""));
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        if part != "*" && entry.file_name().to_string_lossy() != part {
            continue;
        }
        if rest.is_empty() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_type()?.is_dir() {
            drop_matching(&entry.path(), rest)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::recipe::{COMPILER, QEMU};
    use super::*;

    #[test]
    fn a_set_is_taken_only_if_made_from_the_same_recipe() {
        let cache = tempfile::tempdir().unwrap();
        assert!(!is_made_from(cache.path(), &QEMU));
        fs::write(cache.path().join(MADE_FROM), format!("{}\nqemu.deb\n", identity(&QEMU))).unwrap();
        assert!(is_made_from(cache.path(), &QEMU));
        assert!(!is_made_from(cache.path(), &COMPILER));
    }

    #[test]
    fn leftovers_go_and_sets_stay() {
        let cache = tempfile::tempdir().unwrap();
        for folder in ["partial-abc/apt", "qemu/bin"] {
            fs::create_dir_all(cache.path().join(folder)).unwrap();
        }
        remove_leftovers(cache.path()).unwrap();
        assert!(!cache.path().join("partial-abc").exists());
        assert!(cache.path().join("qemu/bin").exists());
    }

    #[test]
    fn dropped_folders_go_and_their_neighbours_stay() {
        let set = tempfile::tempdir().unwrap();
        for folder in ["usr/share/doc/a", "usr/share/qemu", "usr/src/rustc-1/src/doc", "usr/src/rustc-1/library"] {
            fs::create_dir_all(set.path().join(folder)).unwrap();
        }
        for pattern in ["usr/share/doc", "usr/src/*/src", "usr/none"] {
            drop_matching(set.path(), pattern).unwrap();
        }
        for (folder, stays) in [("usr/share/doc", false), ("usr/share/qemu", true)] {
            assert_eq!(set.path().join(folder).exists(), stays, "{folder}");
        }
        assert!(set.path().join("usr/src/rustc-1/library").exists());
        assert!(!set.path().join("usr/src/rustc-1/src").exists());
    }

    #[test]
    fn a_package_that_is_none_stops_unpacking_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("broken_1_all.deb");
        fs::write(&package, "no package").unwrap();
        if toolbox::search::in_path("dpkg-deb").is_some() {
            let error = unpack(&[package], folder.path()).unwrap_err();
            assert!(error.to_string().contains("broken_1_all.deb"), "{error}");
        }
    }
}
