//! Where outputs go: never where the input comes from, and never two to one place.
//!
//! Places are compared as the system sees them, so that neither another spelling nor
//! a link of either kind hides that a measurement would be written over.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::file::followed;

/// Two names for one place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {second} are one place: what is there first would be lost; name another file")]
pub struct Shared {
    first: String,
    second: String,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A file or a pipe that is there: device and number in it.
    There(u64, u64),
    /// A file that will be made, or what takes everything that it is given: by its name.
    Named(PathBuf),
}

/// Refuses outputs that share a place with the input or with one another; `-` is
/// standard input or standard output.
///
/// # Errors
///
/// The first two that do.
pub fn apart(input: &Path, outputs: &[(&str, &Path)]) -> Result<(), Shared> {
    let mut taken = vec![("LOG", input, place(input, &io::stdin(), "standard input"))];
    for (option, path) in outputs {
        let here = place(path, &io::stdout(), "standard output");
        if let Some((name, other, _)) = taken.iter().find(|(_, _, place)| *place == here) {
            let named = |name: &str, path: &Path| format!("{name} {}", path.display());
            return Err(Shared { first: named(name, other), second: named(option, path) });
        }
        taken.push((option, path, here));
    }
    Ok(())
}

fn place(path: &Path, stream: &impl AsFd, name: &str) -> Place {
    let is_stream = path == Path::new("-");
    let found = if is_stream { of_stream(stream) } else { fs::metadata(path) };
    match found {
        Ok(found) if found.is_file() || found.file_type().is_fifo() => Place::There(found.dev(), found.ino()),
        _ if is_stream => Place::Named(name.into()),
        _ => Place::Named(made(path)),
    }
}

fn of_stream(stream: &impl AsFd) -> io::Result<Metadata> {
    File::from(stream.as_fd().try_clone_to_owned()?).metadata()
}

/// The whole path of a file that is not there yet.
fn made(path: &Path) -> PathBuf {
    let path = followed(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}
