//! The target at the other end: started with its monitor, asked, and ended.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use report_format::command_line::Summed;
use thiserror::Error;
use toolbox::{Event, Outcome, Sink, Source, SuperviseError, Supervised, Tool};

use super::ear::Ear;
use super::port::Port;
use super::serial::{Lost, Pace, SerialLine};
use crate::qemu::{Machine, UnusablePath};

/// A running target that awaits a command. QEMU is ended when it is dropped.
#[derive(Debug)]
pub struct Conversation {
    link: Link,
    patience: Duration,
}

/// What carries it.
#[derive(Debug)]
enum Link {
    Qemu(Supervised),
    Serial(SerialLine),
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Everything that the target said.
    pub bytes: Vec<u8>,
    /// How the target ended, if it did.
    pub ended: Option<Outcome>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// The image's path cannot be given to QEMU.
    #[error(transparent)]
    Path(#[from] UnusablePath),
    /// QEMU did not start or was interrupted.
    #[error(transparent)]
    Supervise(#[from] SuperviseError),
    /// There is no such serial port.
    #[error("cannot open the serial port {}: {source}", device.display())]
    Port {
        /// Its name.
        device: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A serial port behind which nobody answers.
    #[error(
        "nobody answers on {} within {} s: is the image running, the cable a null modem, the speed right (57600 baud)?",
        device.display(), patience.as_secs()
    )]
    Deaf {
        /// Its name.
        device: PathBuf,
        /// How long that was waited for.
        patience: Duration,
    },
    /// The command cannot be sent.
    #[error("cannot send to QEMU: {0}")]
    Send(io::Error),
    /// What came cannot be passed on.
    #[error("cannot write what came back: {0}")]
    Output(io::Error),
    /// It did not come in time.
    #[error("no answer came within {} s: give more with --timeout SECONDS", .0.as_secs())]
    Late(Duration),
    /// The target ended before it awaited a command.
    #[error("QEMU {outcome} before the monitor answered{}", quoted(said))]
    Ended {
        /// How.
        outcome: Outcome,
        /// What it said on standard error.
        said: String,
    },
}

fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(":\n{said}") }
}

/// What is done with the bytes as they come.
pub type Hear<'a> = &'a mut dyn FnMut(&[u8]) -> io::Result<()>;

/// How long one wait for output may take.
const LOOK: Duration = Duration::from_millis(500);

/// Longest conversation. Each answer has a deadline of its own; a person has none.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The boot arguments of an image that is talked to.
pub const BOOT_ARGUMENTS: &str = "autostart=off";

impl Conversation {
    /// Starts the target and waits until it awaits a command. `patience` is how long
    /// this and each later answer may take.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`].
    pub fn open(qemu: &Tool, machine: &Machine, patience: Duration, hear: Hear<'_>) -> Result<Self, NoAnswer> {
        let mut command = qemu.command();
        command.args(machine.arguments()?);
        if let Some(folder) = &machine.folder {
            command.current_dir(folder);
        }
        let mut child = Supervised::spawn(command, LONGEST, &Source::Supervisor, &Sink::Capture, &Sink::Capture)?;
        let ended = listen(&mut child, patience, hear)?.ended;
        let mut conversation = Self { link: Link::Qemu(child), patience };
        match ended {
            None => Ok(conversation),
            Some(outcome) => Err(conversation.ended(outcome)),
        }
    }

    /// Speaks to a board behind a serial port and waits until it awaits a command.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`].
    pub fn connect(device: &Path, baud: u32, pace: Pace, patience: Duration, hear: Hear<'_>) -> Result<Self, NoAnswer> {
        let failed = |source| NoAnswer::Port { device: device.to_owned(), source };
        let mut line = SerialLine::new(Port::open(device, baud).map_err(failed)?, pace);
        match line.greet(Instant::now() + patience, hear) {
            Ok(()) => Ok(Self { link: Link::Serial(line), patience }),
            Err(Lost::Late) => Err(NoAnswer::Deaf { device: device.to_owned(), patience }),
            Err(Lost::Output(error)) => Err(NoAnswer::Output(error)),
        }
    }

    /// Whether the target is of this process: it goes when the conversation ends.
    #[must_use]
    pub const fn owns_its_target(&self) -> bool {
        matches!(self.link, Link::Qemu(_))
    }

    /// Sends a command and waits for its answer: up to the next prompt, or the
    /// target's end.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`]; the target is ended when the answer is late.
    pub fn ask(&mut self, command: &str, hear: Hear<'_>) -> Result<Answer, NoAnswer> {
        match &mut self.link {
            Link::Qemu(child) => {
                child.send(format!("{}\r\n", Summed(command)).as_bytes()).map_err(NoAnswer::Send)?;
                listen(child, self.patience, hear)
            }
            Link::Serial(line) => match line.ask(command, Instant::now() + self.patience, hear) {
                Ok(bytes) => Ok(Answer { bytes, ended: None }),
                Err(Lost::Late) => Err(NoAnswer::Late(self.patience)),
                Err(Lost::Output(error)) => Err(NoAnswer::Output(error)),
            },
        }
    }

    /// Looks whether the target has ended by itself while nothing was asked.
    ///
    /// # Errors
    ///
    /// It has, or this process was asked to end.
    pub fn look(&mut self) -> Result<(), NoAnswer> {
        let Link::Qemu(child) = &mut self.link else { return Ok(()) };
        match child.poll(Duration::ZERO)? {
            Event::Ended(outcome) => Err(self.ended(outcome)),
            // What the image says unasked is noise: it speaks when it is spoken to.
            Event::Output(_) | Event::Quiet => Ok(()),
        }
    }

    /// The end of the target as a failure, with what it said.
    #[must_use]
    pub fn ended(&mut self, outcome: Outcome) -> NoAnswer {
        let said = match &mut self.link {
            Link::Qemu(child) => String::from_utf8_lossy(&child.stderr()).trim().to_owned(),
            Link::Serial(_) => String::new(),
        };
        NoAnswer::Ended { outcome, said }
    }
}

/// Waits for the prompt or the target's end.
fn listen(child: &mut Supervised, patience: Duration, hear: Hear<'_>) -> Result<Answer, NoAnswer> {
    let deadline = Instant::now() + patience;
    let mut ear = Ear::default();
    loop {
        match child.poll(LOOK)? {
            Event::Output(bytes) => {
                hear(&bytes).map_err(NoAnswer::Output)?;
                ear.take(&bytes);
                if ear.is_prompted() {
                    return Ok(Answer { bytes: ear.answer(), ended: None });
                }
            }
            Event::Quiet => {}
            Event::Ended(outcome) => return Ok(Answer { bytes: ear.answer(), ended: Some(outcome) }),
        }
        if Instant::now() >= deadline {
            child.kill();
            return Err(NoAnswer::Late(patience));
        }
    }
}
