//! The target at the other end: started with its monitor, asked, and ended.

use std::io;
use std::time::{Duration, Instant};

use report_format::command_line::Summed;
use thiserror::Error;
use toolbox::{Event, Outcome, Sink, Source, SuperviseError, Supervised, Tool};

use super::ear::Ear;
use crate::qemu::{Machine, UnusablePath};

/// A running target that awaits a command. QEMU is ended when it is dropped.
#[derive(Debug)]
pub struct Conversation {
    child: Supervised,
    patience: Duration,
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
        let child = Supervised::spawn(command, LONGEST, &Source::Supervisor, &Sink::Capture, &Sink::Capture)?;
        let mut conversation = Self { child, patience };
        match conversation.listen(hear)?.ended {
            None => Ok(conversation),
            Some(outcome) => Err(conversation.ended(outcome)),
        }
    }

    /// Sends a command and waits for its answer: up to the next prompt, or the
    /// target's end.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`]; the target is ended when the answer is late.
    pub fn ask(&mut self, command: &str, hear: Hear<'_>) -> Result<Answer, NoAnswer> {
        self.child.send(format!("{}\r\n", Summed(command)).as_bytes()).map_err(NoAnswer::Send)?;
        self.listen(hear)
    }

    /// Looks whether the target has ended by itself while nothing was asked.
    ///
    /// # Errors
    ///
    /// It has, or this process was asked to end.
    pub fn look(&mut self) -> Result<(), NoAnswer> {
        match self.child.poll(Duration::ZERO)? {
            Event::Ended(outcome) => Err(self.ended(outcome)),
            // What the image says unasked is noise: it speaks when it is spoken to.
            Event::Output(_) | Event::Quiet => Ok(()),
        }
    }

    fn listen(&mut self, hear: Hear<'_>) -> Result<Answer, NoAnswer> {
        let deadline = Instant::now() + self.patience;
        let mut ear = Ear::default();
        loop {
            match self.child.poll(LOOK)? {
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
                self.child.kill();
                return Err(NoAnswer::Late(self.patience));
            }
        }
    }

    /// The end of the target as a failure, with what it said.
    #[must_use]
    pub fn ended(&mut self, outcome: Outcome) -> NoAnswer {
        let said = String::from_utf8_lossy(&self.child.stderr()).trim().to_owned();
        NoAnswer::Ended { outcome, said }
    }
}
