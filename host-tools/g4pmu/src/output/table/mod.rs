//! The table that a person reads after a run, 80 to 100 columns wide.
//!
//! Above it stands what ran, where, and who counts what; below it the verdict.
//! Numbers are per iteration, from the difference of the trials at 2n and n, so
//! that the kernel's start-up is in none of them.

mod columns;
mod events;
mod facts;
mod kernels;
mod profile;
mod verdict;

use std::io::{self, Write};

pub use facts::told as facts;
pub use verdict::summary as verdict;

use crate::paint::Paint;
use crate::results::{Results, Source};

/// Longest line in characters, where no single word is longer.
const WIDTH: usize = 96;

/// Writes the table.
///
/// # Errors
///
/// The writer's own.
pub fn write(results: &Results, paint: Paint, mut out: impl Write) -> io::Result<()> {
    facts::write(results, &mut out)?;
    kernels::write(results, paint, &mut out)?;
    verdict::write(results, paint, &mut out)
}

const fn word(source: Source) -> &'static str {
    match source {
        Source::Hardware => "hardware",
        Source::Model => "model",
        Source::Instructions => "instructions",
        Source::None => "none",
    }
}

/// Breaks a text at spaces and after commas into lines that fit behind an indent.
pub(crate) fn wrapped(indent: usize, text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive([' ', ',']) {
        let fits = indent + lines.last().map_or(0, |line| line.len()) + piece.trim_end().len() <= WIDTH;
        match lines.last_mut() {
            Some(line) if fits || line.is_empty() => line.push_str(piece),
            _ => lines.push(piece.to_owned()),
        }
    }
    lines.iter().map(|line| format!("{:indent$}{}", "", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn long_texts_break_at_spaces_and_after_commas() {
        let text = "name:1,".repeat(30) + "and some words";
        let lines = wrapped(4, &text);
        assert!(lines.iter().all(|line| line.len() <= WIDTH && line.starts_with("    ")));
        assert_eq!(lines.iter().map(|line| line.trim_start()).collect::<Vec<_>>().concat(), text);
        assert_eq!(wrapped(2, "short"), ["  short"]);
    }
}
