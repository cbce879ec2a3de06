//! The command `g4pmu`; see the library of the same name.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use g4pmu::cli::Cli;
use g4pmu::commands;
use g4pmu::exit::Exit;
use g4pmu::paint::Paint;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return refuse(&error),
        // Help and version are data.
        Err(help) => help.exit(),
    };
    match commands::execute(&cli) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            eprintln!("g4pmu: {} {:#}", Paint::of(&io::stderr()).bad("error:"), failure.error);
            ExitCode::from(failure.code)
        }
    }
}

/// Says what is wrong with the command line, in the same form as every error.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.render();
    if Paint::of(&io::stderr()) == Paint::PLAIN {
        eprint!("g4pmu: {text}")
    } else {
        eprint!("g4pmu: {}", text.ansi())
    }
    ExitCode::from(Exit::Usage.code())
}
