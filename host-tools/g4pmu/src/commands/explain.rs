//! `g4pmu explain`: what an event, a metric or a name of perf means.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use super::printed;
use crate::cli::ExplainArguments;
use crate::exit::{Exit, Failure};
use crate::explain;
use crate::metrics::Book;

pub(super) fn explain(arguments: &ExplainArguments) -> Result<Exit, Failure> {
    let book = book(arguments.metrics.as_deref())?;
    let found = arguments.names.iter().map(|name| explain::explain(name, &book)).collect::<Result<Vec<_>, _>>();
    let found = found.map_err(|error| Failure::new(Exit::Usage, error))?;
    let mut text = String::new();
    if arguments.json {
        // Texts and numbers always serialize.
        text = serde_json::to_string_pretty(&found).unwrap_or_default() + "\n";
    } else {
        for (place, explanation) in found.iter().enumerate() {
            if place > 0 {
                text.push('\n');
            }
            // A string takes every write.
            let _ = explain::write(explanation, &mut text);
        }
    }
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(Exit::Complete)
}

/// Most bytes of a file of metrics. A device would never end.
const MOST_BYTES: u64 = 1 << 20;

/// The metrics that come with the command, and those of a file.
///
/// # Errors
///
/// The file cannot be read, or is wrong.
pub(super) fn book(file: Option<&Path>) -> Result<Cow<'static, Book>, Failure> {
    let Some(file) = file else { return Ok(Cow::Borrowed(Book::built_in())) };
    let mut text = String::new();
    let read = File::open(file).and_then(|open| open.take(MOST_BYTES + 1).read_to_string(&mut text));
    read.with_context(|| format!("cannot read {}", file.display()))
        .map_err(|error| Failure::new(Exit::Files, error))?;
    if text.len() as u64 > MOST_BYTES {
        let error = anyhow!("{} is no file of metrics: it has more than {MOST_BYTES} bytes", file.display());
        return Err(Failure::new(Exit::Usage, error));
    }
    let book = Book::built_in().with(&text);
    book.map(Cow::Owned).map_err(|error| Failure::new(Exit::Usage, anyhow!("{}: {error}", file.display())))
}
