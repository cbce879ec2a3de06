//! Talk: what a person reads on standard error.
//!
//! Talk is never worth a failure: where standard error is closed or full it is lost,
//! and the work goes on and ends as it would have. `eprintln!` panics there, so the
//! binaries forbid it to themselves.

use std::error::Error;
use std::io::{self, Write};

/// Says a line or several.
pub fn say(text: &str) {
    // Nobody is left to be told.
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// The text with its control characters written out, line ends and tabs apart, so
/// that what came over a serial line cannot command the terminal that it is shown on.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() && letter != '\n' && letter != '\t' {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// An error and its causes in one line. A cause that the text before it ends with
/// already is not said again: some errors quote theirs and some do not.
#[must_use]
pub fn told(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let reason = error.to_string();
        if !text.ends_with(&reason) {
            text = format!("{text}: {reason}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot read x: {source}")]
    struct Quotes {
        source: io::Error,
    }

    #[derive(Debug, thiserror::Error)]
    #[error("cannot start")]
    struct Silent {
        source: Quotes,
    }

    #[test]
    fn each_cause_is_told_once() {
        let quotes = || Quotes { source: io::Error::other("it is gone") };
        assert_eq!(told(&quotes()), "cannot read x: it is gone");
        assert_eq!(told(&Silent { source: quotes() }), "cannot start: cannot read x: it is gone");
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(visible("a\u{1b}[2J\u{9b}b\r\0\n\té"), "a\\u{1b}[2J\\u{9b}b\\r\\u{0}\n\té");
    }
}
