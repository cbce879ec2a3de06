//! The one folder under which this project keeps what it fetched.
//!
//! Removing that folder removes everything that set-up ever brought.

use std::env;
use std::path::PathBuf;

/// Neither variable that could place the folder is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no place for the cache: neither XDG_CACHE_HOME nor HOME is an absolute path; set one of them")]
pub struct NoCacheFolder;

/// Gives the folder, which need not exist yet: `$XDG_CACHE_HOME/g4pmu`, else
/// `~/Library/Caches/g4pmu` on macOS and `~/.cache/g4pmu` elsewhere.
///
/// # Errors
/// When the environment names no home. Relative paths do not count, as the XDG
/// base directory specification has it.
pub fn folder() -> Result<PathBuf, NoCacheFolder> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let below_home = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(below_home)))
        .map(|caches| caches.join("g4pmu"))
        .ok_or(NoCacheFolder)
}
