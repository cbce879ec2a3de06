//! Ctrl-C, Ctrl-\, termination and hang-up while children run.
//!
//! What a signal cannot announce, SIGKILL, leaves the children of this process to
//! themselves: telling the system to end them with it takes code between fork and
//! exec, which safe Rust does not have.
//!
//! A child runs in a process group of its own, so that a deadline can end it
//! with all that it started. The terminal then no longer reaches it, so this
//! module passes the signal on: the children are asked to end, the wait for
//! them fails with `Interrupted`, and the owner unwinds in order (temporary
//! folders go away). With no child running, or at the second signal, the
//! process ends at once. So an owner never waits for anything but its child longer
//! than a person would.
//!
//! Rejected: leaving children in the terminal's group. A deadline then reaches
//! only the direct child: killing `g4pmu` would leave its QEMU running.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{fs, io};

/// Leaders of the process groups now running.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
/// Files that must not stay when this process ends.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The signal that arrived while children ran; 0 for none.
static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Tells which signal, if any, asked this process to end.
#[must_use]
pub fn received() -> Option<i32> {
    match RECEIVED.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(signal),
    }
}

/// The exit status a shell expects of a process that `signal` ended.
#[must_use]
pub const fn exit_code(signal: i32) -> i32 {
    128 + signal
}

/// Starts a child with `spawn` and notes its group under one lock, so that a
/// signal in between cannot miss it.
pub(crate) fn start<C>(spawn: impl FnOnce() -> io::Result<C>, leader: impl Fn(&C) -> Pid) -> io::Result<C> {
    install()?;
    let mut running = lock();
    let child = spawn()?;
    running.push(leader(&child));
    Ok(child)
}

/// A file that is removed when this value is dropped or a signal ends the process.
#[derive(Debug)]
pub struct Draft(PathBuf);

impl Draft {
    /// Announces the file, which need not exist yet.
    ///
    /// # Errors
    /// When the system refuses to announce signals.
    pub fn new(path: PathBuf) -> io::Result<Self> {
        install()?;
        DRAFTS.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
        Ok(Self(path))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|path| *path != self.0);
        // One that was moved to its place or never made is no longer there.
        let _ = fs::remove_file(&self.0);
    }
}

/// Forgets a group whose leader has ended.
pub(crate) fn ended(leader: Pid) {
    lock().retain(|pid| *pid != leader);
}

fn lock() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn install() -> io::Result<()> {
    static INSTALLED: OnceLock<Result<(), io::ErrorKind>> = OnceLock::new();
    (*INSTALLED.get_or_init(|| {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT]).map_err(|error| error.kind())?;
        // A file that grows beyond the limit for files is then an error of the write.
        flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map_err(|error| error.kind())?;
        std::thread::spawn(move || signals.forever().for_each(pass_on));
        Ok(())
    }))
    .map_err(io::Error::from)
}

fn pass_on(signal: i32) {
    let running = lock();
    let first = RECEIVED.swap(signal, Ordering::SeqCst) == 0;
    for leader in running.iter() {
        // A group that has just ended is no error: there is nobody left to ask.
        let _ = kill_process_group(*leader, if first { Signal::TERM } else { Signal::KILL });
    }
    if running.is_empty() || !first {
        for draft in DRAFTS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = fs::remove_file(draft);
        }
        std::process::exit(exit_code(signal));
    }
}
