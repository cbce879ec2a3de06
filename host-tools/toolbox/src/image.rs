//! Where `cargo xtask image` leaves its files.

use std::env;
use std::path::{Path, PathBuf};

/// The file that marks the root of the project.
const MARK: &str = "powerpc-unknown-none.json";

/// The project's root is not above the current folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {MARK} in {} or above: change into the project's folder, or name the image", .0.display())]
pub struct OutsideProject(pub PathBuf);

/// The three forms of one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFiles {
    /// For QEMU's `-device loader` and for debuggers.
    pub elf: PathBuf,
    /// What stands in memory from 0x01000000, for `-kernel` through OpenBIOS.
    pub raw: PathBuf,
    /// A 1 MiB boot ROM, for `-bios`.
    pub flash: PathBuf,
}

impl ImageFiles {
    /// The three files in `folder`, called `stem` with `.elf`, `.bin`, `.rom`.
    #[must_use]
    pub fn in_folder(folder: &Path, stem: &str) -> Self {
        let file = |extension: &str| folder.join(format!("{stem}.{extension}"));
        Self { elf: file("elf"), raw: file("bin"), flash: file("rom") }
    }

    /// The files of the release image of the project around the current folder:
    /// `g4pmu.*` in `target/image`, or in `image` under `CARGO_TARGET_DIR`.
    ///
    /// # Errors
    /// When the current folder is in no checkout of the project.
    pub fn of_project() -> Result<Self, OutsideProject> {
        Ok(Self::in_folder(&target_folder(&project()?).join("image"), "g4pmu"))
    }
}

/// The root of the checkout around the current folder.
///
/// # Errors
/// When the current folder is in no checkout of the project.
pub fn project() -> Result<PathBuf, OutsideProject> {
    let here = env::current_dir().unwrap_or_default();
    let root = here.ancestors().find(|folder| folder.join(MARK).is_file()).map(Path::to_owned);
    root.ok_or(OutsideProject(here))
}

/// The folder for everything built from the checkout at `root`.
#[must_use]
pub fn target_folder(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}
