//! Files that must be what the code makes of them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

/// Tests run at the same time; none reads what another is just writing.
static FILES: Mutex<()> = Mutex::new(());

/// A path below the crate's folder.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The file's content; empty where there is no file.
pub fn read(path: &Path) -> Vec<u8> {
    let _guard = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    fs::read(path).unwrap_or_default()
}

/// Asserts that the file has this content; with `UPDATE_EXPECTED` set in the
/// environment it gets it instead.
pub fn assert_is(path: &Path, content: &[u8]) {
    if env::var_os("UPDATE_EXPECTED").is_some() {
        let _guard = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        fs::write(path, content).unwrap();
    }
    assert!(read(path) == content, "{} is stale: run the tests once with UPDATE_EXPECTED=1", path.display());
}
