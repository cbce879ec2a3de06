//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a file in one step: beside its place first, then moved there. An
/// interrupted write leaves the file as it was. What is no regular file, like
/// `/dev/null`, is written in place.
///
/// # Errors
///
/// The system's own.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let draft = draft_of(path);
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The write's own error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::write_whole;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let file = place.path().join("results.csv");
        write_whole(&file, b"old").expect("written");
        write_whole(&file, b"new").expect("written");
        assert_eq!(fs::read(&file).expect("read"), b"new");
        assert_eq!(fs::read_dir(place.path()).expect("read").count(), 1);
    }

    #[test]
    fn a_device_stays_a_device() {
        write_whole(Path::new("/dev/null"), b"gone").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
