//! The modes of the terminal that this process reads from.

use rustix::stdio::stdin;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The modes as they were, which dropping this value brings back: an editor that is
/// left in the middle of a line cannot do it.
#[derive(Debug)]
pub struct Modes(Option<Termios>);

impl Modes {
    /// The modes of standard input; nothing where it is no terminal.
    #[must_use]
    pub fn of_standard_input() -> Self {
        Self(tcgetattr(stdin()).ok())
    }
}

impl Drop for Modes {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            // A terminal that is gone has no modes.
            let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
        }
    }
}
