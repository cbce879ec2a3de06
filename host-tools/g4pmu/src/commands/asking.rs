//! A session that a command asks: [`Asking`]. Its target is QEMU, a board, or a saved log.

mod steps;

use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::anyhow;
use toolbox::talk::say;

use super::{exit_of, run, start, supervised, unanswered};
use crate::boot_arguments::with_icount;
use crate::cli::TargetArguments;
use crate::exit::{Exit, Failure};
use crate::folder::{Folder, FolderError};
use crate::progress::Style;
use crate::results::{Completeness, Results};
use crate::session::conversation::{BOOT_ARGUMENTS, NoAnswer};
use crate::target::Target;
use crate::target::session::{Session, SessionError};

use steps::Steps;

/// Who is to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    /// The timing model.
    Model,
    /// Nobody: QEMU alone.
    Nobody,
    /// Whoever is behind the port.
    Unknown,
}

/// A session, and who is told how far it is.
pub(super) struct Asking {
    session: Session,
    steps: Steps,
    counts: Counting,
}

impl Asking {
    /// Starts QEMU, connects to the board, or reads the log; a live target gets a folder.
    pub(super) fn open(
        on: &TargetArguments,
        out: Option<&Path>,
        quiet: bool,
    ) -> Result<(Self, Option<Folder>), Failure> {
        let written = |error| Failure::new(Exit::Files, error);
        let (session, folder, counts) = match &on.target {
            Target::Qemu(emulation) => {
                let told = |shift| with_icount(BOOT_ARGUMENTS.to_owned(), shift);
                let (qemu, machine) = start::machine(*emulation, on, told)?;
                let folder = folder(out)?;
                run::write_command(&folder, &run::describe(&qemu, &machine)).map_err(written)?;
                if !quiet {
                    say(&start::announcement(&qemu, &machine));
                }
                let patience = Duration::from_secs(start::timeout(&on.qemu, &machine));
                let counts = if machine.plugin.is_some() { Counting::Model } else { Counting::Nobody };
                (Session::start(&qemu, &machine, patience, &folder.log()), Some(folder), counts)
            }
            Target::Serial(port) => {
                start::refuse_without_qemu(on)?;
                let folder = folder(out)?;
                let facts = format!("port: {}\nbaud: {}\n", port.device.display(), port.baud);
                run::write_command(&folder, &facts).map_err(written)?;
                let session = Session::connect(port, start::patience_with_board(on), &folder.log());
                (session, Some(folder), Counting::Unknown)
            }
            Target::Log(path) => (Session::saved(path), None, Counting::Unknown),
        };
        let steps = Steps::new(Style::of(&io::stderr(), quiet));
        Ok((Self { session: session.map_err(failed)?, steps, counts }, folder))
    }

    /// Whether somebody answers, who can be asked what nobody asked before.
    pub(super) const fn is_live(&self) -> bool {
        self.session.is_live()
    }

    /// Removes the line that says how far the session is.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    /// Ends the session.
    pub(super) fn end(self) -> Result<(), Failure> {
        self.session.end().map_err(failed)
    }

    /// Whether somebody may count: not so in QEMU without the model.
    pub(super) fn may_count(&self) -> bool {
        self.counts != Counting::Nobody
    }

    /// Says how many requests are to come.
    pub(super) fn announce(&mut self, requests: usize) {
        self.steps.announce(requests);
    }

    /// Asks, and takes no answer to something else.
    pub(super) fn report(&mut self, request: &str) -> Result<Results, Failure> {
        let Self { session, steps, .. } = self;
        steps.begin(request);
        let reply = session.ask(request, &mut |bytes| {
            steps.take(bytes);
            Ok(())
        });
        steps.end();
        let reply = reply.map_err(failed)?;
        let strange = |text: String| Err(Failure::new(Exit::Target, anyhow!("{text}")));
        match &reply.request {
            Some(understood) if understood != request => {
                return strange(format!("the image was asked `{request}` and answered `{understood}`"));
            }
            _ => {}
        }
        let model = reply.results.header.model.is_some();
        let wanted = match self.counts {
            Counting::Model => true,
            Counting::Nobody => false,
            Counting::Unknown => model,
        };
        if reply.results.header.clock.is_some() && model != wanted {
            let word = |model| if model { "a timing model" } else { "no timing model" };
            return strange(format!("asked for was {}, the report says {}", word(wanted), word(model)));
        }
        if reply.results.report != Completeness::Complete {
            let missing = super::incomplete(&reply.results);
            return Err(Failure::new(exit_of(&reply.results), anyhow!("`{request}`: {missing}")));
        }
        Ok(reply.results)
    }
}

/// The folder for the log.
fn folder(out: Option<&Path>) -> Result<Folder, Failure> {
    let folder = match out {
        Some(path) => Folder::named(path),
        None => Folder::timed(SystemTime::now()),
    };
    folder.map_err(|error| {
        let exit = if matches!(error, FolderError::Taken(_)) { Exit::Usage } else { Exit::Files };
        Failure::new(exit, error)
    })
}

pub(super) fn failed(error: SessionError) -> Failure {
    match error {
        SessionError::Target(NoAnswer::Supervise(error)) => {
            Failure { code: supervised(&error), error: anyhow!("{error}") }
        }
        SessionError::Target(error) => unanswered(error),
        SessionError::NotAsked { .. } => Failure::new(Exit::Usage, error),
        SessionError::Log { .. } | SessionError::Empty(_) => Failure::new(Exit::Files, error),
    }
}
