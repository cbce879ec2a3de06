//! A terminal with history: arrow keys, Tab, Ctrl-R, and the lines of earlier sessions.

use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use g4pmu_firmware::monitor::session::PROMPT;

use super::words;

/// Name of the file with the history in the project's cache folder.
const HISTORY: &str = "monitor-history";

/// Lines from a person.
pub struct Lines {
    editor: Editor<Words, FileHistory>,
    /// Where the history is kept; `None` where there is no place for it.
    history: Option<PathBuf>,
}

impl Lines {
    /// Takes the terminal of this process.
    ///
    /// # Errors
    ///
    /// The terminal cannot be used.
    pub fn open() -> Result<Self, ReadlineError> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Words));
        let history = toolbox::cache::folder().ok().map(|folder| folder.join(HISTORY));
        if let Some(file) = &history {
            // The first session has none.
            let _ = editor.load_history(file);
        }
        Ok(Self { editor, history })
    }

    /// The next line; `None` at the end, Ctrl-D. Ctrl-C starts the line anew.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    pub fn next_line(&mut self) -> Result<Option<String>, ReadlineError> {
        loop {
            match self.editor.readline(PROMPT) {
                Ok(line) => {
                    // A line that is not remembered is no reason to stop.
                    let _ = self.editor.add_history_entry(&line);
                    return Ok(Some(line));
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if let Some(file) = &self.history {
            // History is a convenience; without a folder for it there is none.
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = self.editor.save_history(file);
        }
    }
}

/// Completes words.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let line = &line[..position];
        let start = line.rfind(' ').map_or(0, |space| space + 1);
        Ok((start, words::candidates(line)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
