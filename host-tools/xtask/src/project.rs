//! The checkout that is worked on.

use anyhow::{Context, Result, bail};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

/// The target file of the image, in the root of the project.
pub const TARGET_FILE: &str = "powerpc-unknown-none.json";

/// The folders of a checkout.
#[derive(Clone, Debug)]
pub struct Project {
    root: PathBuf,
    target: PathBuf,
}

/// How the image is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// With overflow checks, debug assertions and full debug information.
    Debug,
    /// As it is measured.
    Release,
}

impl Profile {
    /// The profile that a `--debug` option stands for.
    #[must_use]
    pub const fn of(debug: bool) -> Self {
        if debug { Self::Debug } else { Self::Release }
    }

    /// Most bytes that code and data may take together.
    #[must_use]
    pub const fn largest_image(self) -> usize {
        match self {
            Self::Debug => 512 * 1024,
            Self::Release => 256 * 1024,
        }
    }

    /// The folder that cargo builds this profile in.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

impl Project {
    /// Finds the checkout that this program was built from.
    ///
    /// # Errors
    /// When it is no longer there.
    pub fn find() -> Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).context("xtask does not stand in host-tools/ of a checkout")?;
        if !root.join(TARGET_FILE).is_file() {
            bail!("no {TARGET_FILE} in {}: build xtask again in the checkout you work in", root.display());
        }
        Ok(Self { root: root.to_path_buf(), target: toolbox::image::target_folder(root) })
    }

    /// The root folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder for everything built for the chip: cargo's own files and the images.
    #[must_use]
    pub fn image_folder(&self) -> PathBuf {
        self.target.join("image")
    }

    /// The timing model's library for QEMU.
    #[must_use]
    pub fn plugin(&self) -> PathBuf {
        self.target.join("release").join(format!("{DLL_PREFIX}g4pmu_qemu_plugin{DLL_SUFFIX}"))
    }

    /// The folder in which cargo leaves what it built for the chip.
    #[must_use]
    pub fn built(&self, profile: Profile) -> PathBuf {
        self.image_folder().join("powerpc-unknown-none").join(profile.folder())
    }
}
