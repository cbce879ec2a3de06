//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toolbox::interrupt::Draft;

/// Most symbolic links that lead to a file, as in Linux.
const MOST_LINKS: usize = 40;

/// Writes a file in one step: beside its place first, then moved there. An
/// interrupted write leaves the file as it was. A symbolic link stays, and what it
/// leads to is written. What is no regular file, like `/dev/null`, is written in place.
///
/// # Errors
///
/// The system's own.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let place = followed(path)?;
    let draft = Draft::new(draft_of(&place))?;
    fs::write(draft.path(), bytes)?;
    fs::rename(draft.path(), &place)
}

/// Where symbolic links lead, to a file that is there or could be.
///
/// # Errors
///
/// The system's own, or links lead in a circle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    if path.exists() {
        return fs::canonicalize(path);
    }
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("its symbolic links lead in a circle"))
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
    fn a_symbolic_link_stays_and_leads_to_the_new_bytes() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let (file, link) = (place.path().join("far.csv"), place.path().join("link.csv"));
        std::os::unix::fs::symlink("far.csv", &link).expect("a link");
        for bytes in [b"one", b"two"] {
            write_whole(&link, bytes).expect("written");
            assert_eq!(fs::read(&file).expect("read"), bytes);
            assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        }
        assert_eq!(fs::read_dir(place.path()).expect("read").count(), 2);
        let circle = place.path().join("circle");
        std::os::unix::fs::symlink("circle", &circle).expect("a link");
        assert!(write_whole(&circle, b"lost").is_err());
    }

    #[test]
    fn a_device_stays_a_device() {
        write_whole(Path::new("/dev/null"), b"gone").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
