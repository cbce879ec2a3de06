//! The one folder under which this project keeps what it fetched.
//!
//! Removing that folder removes everything that set-up ever brought.

use std::env;
use std::ffi::OsString;
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
    choose(env::var_os("XDG_CACHE_HOME"), env::var_os("HOME"))
}

fn choose(caches: Option<OsString>, home: Option<OsString>) -> Result<PathBuf, NoCacheFolder> {
    let absolute = |value: Option<OsString>| value.map(PathBuf::from).filter(|path| path.is_absolute());
    let below_home = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
    absolute(caches)
        .or_else(|| absolute(home).map(|home| home.join(below_home)))
        .map(|caches| caches.join("g4pmu"))
        .ok_or(NoCacheFolder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_folder_follows_the_environment() {
        let chosen = |caches: Option<&str>, home: Option<&str>| choose(caches.map(Into::into), home.map(Into::into));
        assert_eq!(chosen(Some("/caches"), Some("/house")).as_deref(), Ok(Path::new("/caches/g4pmu")));
        let own = chosen(None, Some("/house")).unwrap();
        assert!(own.starts_with("/house") && own.ends_with("g4pmu"), "{}", own.display());
        assert_eq!(chosen(Some("relative"), Some("/house")), Ok(own));
        assert_eq!(chosen(Some("relative"), None), Err(NoCacheFolder));
        assert_eq!(chosen(None, None), Err(NoCacheFolder));
    }
}
