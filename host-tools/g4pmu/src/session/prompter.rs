//! A person's lines, edited on a thread of their own.
//!
//! The editor waits in a read that a signal does not end, for the signals of this
//! process go to the thread that passes them on to QEMU (`toolbox::interrupt`). So the
//! conversation's thread must not wait there: it looks after the target meanwhile,
//! ends with it, and ends when it is asked to.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustyline::error::ReadlineError;
use toolbox::terminal::Modes;

use super::editor::Lines;

/// What came of a request for a line.
type Typed = Result<Option<String>, ReadlineError>;

/// Asks for lines. When it is dropped the terminal is as it was, also while a line is
/// being edited.
pub struct Prompter {
    wanted: Option<Sender<()>>,
    typed: Receiver<Typed>,
    /// Whether a line has been asked for and has not come.
    editing: bool,
    editor: Option<JoinHandle<()>>,
    _modes: Modes,
}

impl Prompter {
    /// Takes the terminal of this process.
    #[must_use]
    pub fn open() -> Self {
        let modes = Modes::of_standard_input();
        let (wanted, requests) = channel();
        let (answers, typed) = channel();
        let editor = thread::spawn(move || edit(&requests, &answers));
        Self { wanted: Some(wanted), typed, editing: false, editor: Some(editor), _modes: modes }
    }

    /// The next line; `None` at the end, Ctrl-D. Until it has come, `meanwhile` is
    /// called again and again, with this pause.
    ///
    /// # Errors
    ///
    /// The terminal is gone, or `meanwhile` fails.
    pub fn next_line<E>(
        &mut self,
        pause: Duration,
        gone: impl Fn(ReadlineError) -> E,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<String>, E> {
        // A thread that is no more is found out by the answer that does not come.
        self.editing = self.wanted.as_ref().is_some_and(|wanted| wanted.send(()).is_ok());
        loop {
            match self.typed.recv_timeout(pause) {
                Ok(typed) => {
                    self.editing = false;
                    return typed.map_err(gone);
                }
                Err(RecvTimeoutError::Timeout) => meanwhile()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

impl Drop for Prompter {
    /// Waits until the history is saved. An editor that awaits a key is left alone: the
    /// process ends.
    fn drop(&mut self) {
        self.wanted = None;
        if let Some(editor) = self.editor.take().filter(|_| !self.editing) {
            // One that panicked has nothing left to save.
            let _ = editor.join();
        }
    }
}

/// Gives a line for each request, until nobody asks any more.
fn edit(requests: &Receiver<()>, answers: &Sender<Typed>) {
    let mut lines = match Lines::open() {
        Ok(lines) => lines,
        Err(error) => {
            // Whoever does not listen does not ask either.
            let _ = answers.send(Err(error));
            return;
        }
    };
    while requests.recv().is_ok() {
        if answers.send(lines.next_line()).is_err() {
            return;
        }
    }
}
