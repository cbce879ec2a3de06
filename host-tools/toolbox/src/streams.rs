//! A child's standard streams: where they come from and go to.

use crate::supervise::SuperviseError;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, sync_channel};

/// Most pieces of output that wait for the supervisor; a child that writes more waits.
pub(crate) const PIECES: usize = 64;

/// Where the child's standard input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nowhere: it ends at once.
    Nothing,
    /// From this file.
    File(PathBuf),
    /// From the supervisor, through [`Supervised::send`](crate::supervise::Supervised::send).
    Supervisor,
}

/// Where one of the child's output streams goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sink {
    /// To this process's own stream of the same kind.
    Inherit,
    /// Nowhere.
    Discard,
    /// To the supervisor: standard output as
    /// [`Event::Output`](crate::supervise::Event::Output), standard error into
    /// [`Supervised::stderr`](crate::supervise::Supervised::stderr).
    Capture,
    /// Into this file, made anew.
    File(PathBuf),
}

/// The child's end of its standard input.
pub(crate) fn stdin(source: &Source) -> Result<Stdio, SuperviseError> {
    Ok(match source {
        Source::Nothing => Stdio::null(),
        Source::Supervisor => Stdio::piped(),
        Source::File(path) => {
            File::open(path).map_err(|source| SuperviseError::Input { path: path.clone(), source })?.into()
        }
    })
}

/// The child's end of an output stream.
pub(crate) fn stdout_or_err(sink: &Sink) -> Result<Stdio, SuperviseError> {
    Ok(match sink {
        Sink::Inherit => Stdio::inherit(),
        Sink::Discard => Stdio::null(),
        Sink::Capture => Stdio::piped(),
        Sink::File(path) => {
            File::create(path).map_err(|source| SuperviseError::Log { path: path.clone(), source })?.into()
        }
    })
}

/// Reads `pipe` on a thread of its own until its end, so that both streams of a child
/// can be waited for at once. The thread is not joined: see [`crate::supervise`].
pub(crate) fn forward(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = sync_channel(PIECES);
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}
