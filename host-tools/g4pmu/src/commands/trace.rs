//! `g4pmu trace`: what the timing model was told, as a listing; told again, as a table.

mod events;
mod listing;
mod table;
mod totals;
mod view;

use std::io;

use anyhow::anyhow;
use model::trace::{Problem, Replay, TraceError};

use super::parse::read;
use super::printed;
use crate::cli::TraceArguments;
use crate::exit::{Exit, Failure};
use crate::output::place;

use totals::Totals;

/// A trace told to a model that counts all there is.
type Counted<'a> = Replay<'a, Totals>;

pub(super) fn trace(arguments: &TraceArguments) -> Result<Exit, Failure> {
    let outputs: Vec<_> = arguments.pipeview.iter().map(|path| ("--pipeview", path.as_path())).collect();
    place::apart(&arguments.file, &outputs).map_err(|error| Failure::new(Exit::Usage, error))?;
    let events = events::chosen(&arguments.events)?;
    let bytes = read(&arguments.file).map_err(|error| Failure::new(Exit::Files, error))?;
    if let Some(path) = &arguments.pipeview {
        view::write(path, arguments, start(&bytes, arguments, true)?)?;
    }
    let told = if arguments.replay {
        table::print(arguments, &events, &bytes)?
    } else if arguments.pipeview.is_none() {
        listing::print(arguments, start(&bytes, arguments, true)?)?
    } else {
        return Ok(Exit::Complete);
    };
    match told {
        Some(error) => Err(failed(arguments, error)),
        None => Ok(Exit::Complete),
    }
}

/// A model at reset, with the switches of the command line where `changed`.
fn start<'a>(bytes: &'a [u8], arguments: &TraceArguments, changed: bool) -> Result<Counted<'a>, Failure> {
    let replay = Replay::new(bytes, Totals::new(), |settings| {
        for switch in arguments.model.iter().filter(|_| changed) {
            switch.apply(settings);
        }
    });
    replay.map_err(|error| failed(arguments, error))
}

/// How the command ends with a trace that cannot be read on.
fn failed(arguments: &TraceArguments, error: TraceError) -> Failure {
    let exit = match error.problem {
        Problem::Truncated(_) => Exit::Truncated,
        _ => Exit::Corrupt,
    };
    Failure::new(exit, anyhow!("{}: {error}", arguments.file.display()))
}

/// Says what the end of a replay tells about the trace.
fn judge(arguments: &TraceArguments, replay: &Counted<'_>) -> Result<(), Failure> {
    let file = arguments.file.display();
    match replay.difference() {
        Some(difference) if arguments.model.is_empty() => {
            Err(Failure::new(Exit::Corrupt, anyhow!("{file}: the trace is not what this model does: {difference}")))
        }
        _ if !replay.is_whole() => {
            Err(Failure::new(Exit::Truncated, anyhow!("{file}: the trace ends without its last record")))
        }
        _ => Ok(()),
    }
}

/// Prints, unless the reader has gone.
fn print(text: &str) -> Result<(), Failure> {
    printed(io::Write::write_all(&mut io::stdout(), text.as_bytes()))
}
