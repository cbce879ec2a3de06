//! The command `g4pmu`; see the library of the same name.
#![deny(clippy::print_stderr, clippy::print_stdout)]

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use g4pmu::cli::Cli;
use g4pmu::commands;
use g4pmu::exit::{Exit, Failure};
use g4pmu::paint::Paint;
use toolbox::talk::{told, visible};

fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => commands::execute(&cli).map(Exit::code),
        Err(error) if error.use_stderr() => Ok(refuse(&error)),
        // Help and version are data.
        Err(help) => commands::printed(shown(&help)).map(|()| Exit::Complete.code()),
    };
    ExitCode::from(done.unwrap_or_else(|failure| explain(&failure)))
}

/// Prints help. What a stream takes and cannot pass on it only tells when it is flushed.
fn shown(help: &clap::Error) -> io::Result<()> {
    help.print()?;
    io::stdout().flush()
}

/// Says what is wrong with the command line, in the same form as every error.
fn refuse(error: &clap::Error) -> u8 {
    let text = error.render();
    let paint = Paint::of(&io::stderr());
    // Where nobody can be told, the status still tells.
    let _ = if paint == Paint::PLAIN {
        write!(io::stderr(), "g4pmu: {text}")
    } else {
        write!(io::stderr(), "g4pmu: {}", text.ansi())
    };
    Exit::Usage.code()
}

/// Says why the work could not be done.
fn explain(failure: &Failure) -> u8 {
    let error = Paint::of(&io::stderr()).bad("error:");
    let _ = writeln!(io::stderr(), "g4pmu: {error} {}", visible(&told(failure.error.as_ref())));
    failure.code
}
