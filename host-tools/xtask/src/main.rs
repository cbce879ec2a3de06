//! The project's chores: set-up, builds, image formats, tests.
//!
//! ```text
//! cargo xtask run      does the main job: set-up, build, the default suite in QEMU, results/<time>/
//! cargo xtask test     set-up, then every test there is
//! ```
//!
//! Each chore is a module with one entry function. Data goes to standard
//! output, talk to standard error. Exit codes: 0 success; 1 the chore failed,
//! with the reason on standard error; 2 wrong usage; 130 interrupted. `run`
//! passes on the exit code of `g4pmu run`.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod cargo;
mod cli;
mod events;
mod generate;
mod image;
mod lint;
mod machine;
mod project;
mod run;
mod setup;
mod tests;

use clap::Parser;
use std::process::ExitCode;
use toolbox::talk::{say, told};

fn main() -> ExitCode {
    cli::Arguments::parse().task.execute().unwrap_or_else(|error| {
        say(&format!("error: {}", told(error.as_ref())));
        let code = toolbox::interrupt::received().map_or(1, toolbox::interrupt::exit_code);
        ExitCode::from(u8::try_from(code).unwrap_or(1))
    })
}
