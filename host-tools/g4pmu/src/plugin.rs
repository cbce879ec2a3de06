//! The timing model for QEMU: the plugin's library and what it is told.
//!
//! It is looked for where `cargo xtask run` builds it, then beside the program. A run
//! without it is still worth having, so what is missing is said and the run goes on; a
//! library that was named and is not there is an error.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use model::settings::{MACHINE, SettingError, Settings};
use mpc7450::parts::Part;
use thiserror::Error;
use toolbox::{Tool, Version};

/// A switch of the model, with a value that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    name: String,
    value: String,
}

/// A switch that is none.
#[derive(Debug, Error)]
pub enum BadSwitch {
    /// There is no `=` in it.
    #[error("write NAME=VALUE, for instance nop=free")]
    NoValue,
    /// The model refuses it.
    #[error(transparent)]
    Refused(#[from] SettingError),
}

impl FromStr for Switch {
    type Err = BadSwitch;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(BadSwitch::NoValue)?;
        // Which part it is makes no difference to what a switch takes.
        Settings::new(Part::from_pvr(0x8000_0201)).set(name, value)?;
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

impl Switch {
    /// The clocks of a machine that the model knows.
    #[must_use]
    pub fn machine(name: &str) -> Self {
        Self { name: MACHINE.to_owned(), value: name.to_owned() }
    }

    /// Sets the switch.
    pub fn apply(&self, settings: &mut Settings) {
        settings.set(&self.name, &self.value).expect("it was tried when the switch was read");
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// What QEMU loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The library.
    pub file: PathBuf,
    /// What it is told.
    pub switches: Vec<Switch>,
}

/// Why a run that asks for the model has none.
#[derive(Debug, Error)]
pub enum NoModel {
    /// The library that was named is not there.
    #[error("no {}: `cargo xtask run` builds the library of the timing model, or name it with --plugin FILE", .0.display())]
    NotThere(PathBuf),
    /// What was named is something else.
    #[error("{} is no library of the timing model: there is no {ENTRY} in it, which QEMU looks for: `cargo xtask run` builds one, name that with --plugin FILE", .0.display())]
    NoPlugin(PathBuf),
    /// There is none where it is looked for.
    #[error("{LOST}: no {} in {}: `cargo xtask run` builds it, --plugin FILE names it", library(), places(.0))]
    NoLibrary(Vec<PathBuf>),
    /// QEMU is too old to be counted for.
    #[error(
        "{LOST}: QEMU {found} cannot load the timing model, {} or later can: `cargo xtask setup` provides one",
        toolbox::qemu::OLDEST_WITH_MODEL
    )]
    OldQemu {
        /// Its version.
        found: Version,
    },
}

/// The function by which QEMU knows a plugin.
const ENTRY: &str = "qemu_plugin_install";

/// Whether the name of the function stands in a file, as it does in a library that has it.
fn is_plugin(file: &Path) -> bool {
    let bytes = std::fs::read(file).unwrap_or_default();
    bytes.split(|byte| *byte == 0).any(|name| name == ENTRY.as_bytes())
}

/// What a run is without the model.
const LOST: &str = "nothing but instructions is counted, on stock QEMU";

impl NoModel {
    /// Whether the run can go on without.
    #[must_use]
    pub const fn is_bearable(&self) -> bool {
        !matches!(self, Self::NotThere(_) | Self::NoPlugin(_))
    }
}

/// The library's file name on this system.
fn library() -> String {
    format!("{}g4pmu_qemu_plugin{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX)
}

fn places(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" or ")
}

impl Plugin {
    /// Finds the library: the one that is named, else the one of the project around the
    /// current folder, else one beside this program.
    ///
    /// # Errors
    ///
    /// [`NoModel`].
    pub fn find(named: Option<&Path>, switches: &[Switch], qemu: &Tool) -> Result<Self, NoModel> {
        if let Some(file) = named
            && !file.is_file()
        {
            return Err(NoModel::NotThere(file.to_owned()));
        }
        if let Some(file) = named
            && !is_plugin(file)
        {
            return Err(NoModel::NoPlugin(file.to_owned()));
        }
        if qemu.version < toolbox::qemu::OLDEST_WITH_MODEL {
            return Err(NoModel::OldQemu { found: qemu.version });
        }
        let folders = folders();
        let built = || folders.iter().map(|folder| folder.join(library())).find(|file| file.is_file());
        let file = named.map(Path::to_owned).or_else(built).ok_or_else(|| NoModel::NoLibrary(folders.clone()))?;
        // A bare name would be looked for where the system keeps its libraries.
        let file = std::path::absolute(&file).unwrap_or(file);
        Ok(Self { file, switches: switches.to_vec() })
    }
}

/// Where the library is looked for.
fn folders() -> Vec<PathBuf> {
    let project = toolbox::image::project().ok().map(|root| toolbox::image::target_folder(&root).join("release"));
    let beside = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned));
    project.into_iter().chain(beside).collect()
}

#[cfg(test)]
mod tests {
    use super::Switch;

    #[test]
    fn a_switch_is_one_that_the_model_takes() {
        assert_eq!("nop=free".parse::<Switch>().expect("legal").to_string(), "nop=free");
        let refused = |text: &str| text.parse::<Switch>().expect_err(text).to_string();
        assert_eq!(refused("nop"), "write NAME=VALUE, for instance nop=free");
        assert_eq!(refused("nop=3"), "nop=3 is not understood: nop takes ordinary or free");
        assert!(refused("colour=red").starts_with("the model has no switch \"colour\": it has nop, btic-index"));
    }
}
