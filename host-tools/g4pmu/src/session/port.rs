//! A serial port: raw, at one speed, with pauses, gaps and a plug that can be pulled.
//!
//! What the port does not have (nothing is plugged in any more) is no error here: the port
//! is opened again as often as needed, and [`Port::gaps`] says that something may be lost.
//! Flow control is off, as on the image's side. The crate `serialport` was not taken: what it adds to
//! `rustix` is Windows, where this tool does not run, and lists of ports.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::termios::{ControlModes, OptionalActions, ioctl_tiocexcl, tcgetattr, tcsetattr};

/// How often a port that is gone is looked for.
const RETRY: Duration = Duration::from_millis(100);

/// Most bytes that are read at once.
const PIECE: usize = 4096;

/// A serial port, plugged in or not.
#[derive(Debug)]
pub struct Port {
    device: PathBuf,
    baud: u32,
    /// `None` while it is unplugged.
    file: Option<File>,
    gaps: u32,
}

impl Port {
    /// Opens a port and takes it for this process alone.
    ///
    /// # Errors
    ///
    /// The system's own: there is none, it is no terminal, or the speed is none of its.
    pub fn open(device: &Path, baud: u32) -> io::Result<Self> {
        Ok(Self { device: device.to_owned(), baud, file: Some(open(device, baud)?), gaps: 0 })
    }

    /// Its name.
    #[must_use]
    pub fn device(&self) -> &Path {
        &self.device
    }

    /// How often it was unplugged.
    #[must_use]
    pub const fn gaps(&self) -> u32 {
        self.gaps
    }

    /// Sends. Where it is unplugged the bytes are lost, as on any line.
    pub fn send(&mut self, bytes: &[u8]) {
        let sent = self.file.as_mut().map(|file| write(file, bytes));
        if let Some(Err(_)) = sent {
            self.unplug();
        }
    }

    /// What comes within this time, at least a byte; `None` where nothing does.
    pub fn receive(&mut self, patience: Duration) -> Option<Vec<u8>> {
        let started = Instant::now();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            match &mut self.file {
                Some(file) => match read(file, left) {
                    Ok(Some(bytes)) => return Some(bytes),
                    Ok(None) => return None,
                    Err(_) => self.unplug(),
                },
                None if left.is_zero() => return None,
                None => {
                    std::thread::sleep(RETRY.min(left));
                    self.file = open(&self.device, self.baud).ok();
                }
            }
        }
    }

    fn unplug(&mut self) {
        self.file = None;
        self.gaps += 1;
    }
}

fn open(device: &Path, baud: u32) -> io::Result<File> {
    // A modem's line must not be waited for, nor become the terminal of this process.
    let flags = (OFlags::NOCTTY | OFlags::NONBLOCK).bits();
    let file = OpenOptions::new().read(true).write(true).custom_flags(flags.cast_signed()).open(device)?;
    ioctl_tiocexcl(&file)?;
    let mut settings = tcgetattr(&file)?;
    settings.make_raw();
    settings.set_speed(baud)?;
    settings.control_modes.insert(ControlModes::CLOCAL | ControlModes::CREAD);
    settings.control_modes.remove(ControlModes::CRTSCTS);
    tcsetattr(&file, OptionalActions::Now, &settings)?;
    Ok(file)
}

/// Reads what there is; `Ok(None)` where nothing came in time.
fn read(file: &mut File, patience: Duration) -> io::Result<Option<Vec<u8>>> {
    if !ready(file, PollFlags::IN, patience)? {
        return Ok(None);
    }
    let mut piece = vec![0; PIECE];
    match file.read(&mut piece) {
        // A terminal that has nobody at its other end is at its end.
        Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
        Ok(length) => {
            piece.truncate(length);
            Ok(Some(piece))
        }
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long a line may take nothing before it counts as gone.
const STUCK: Duration = Duration::from_secs(10);

fn write(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(length) => bytes = &bytes[length..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if !ready(file, PollFlags::OUT, STUCK)? {
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn ready(file: &File, what: PollFlags, patience: Duration) -> io::Result<bool> {
    let timeout = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut [PollFd::new(file, what)], Some(&timeout)) {
        Ok(number) => Ok(number > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
