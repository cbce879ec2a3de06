//! `g4pmu completions`: a script that teaches a shell the command line.

use std::io;

use clap::CommandFactory;

use super::printed;
use crate::cli::{Cli, CompletionArguments};
use crate::exit::{Exit, Failure};

pub(super) fn completions(arguments: &CompletionArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "g4pmu", &mut script);
    printed(io::Write::write_all(&mut io::stdout(), &script))?;
    Ok(Exit::Complete)
}
