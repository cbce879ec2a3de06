//! `g4pmu man`: a manual page from the command line's definition.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::CommandFactory;
use clap_mangen::Man;

use super::printed;
use crate::cli::{Cli, ManArguments};
use crate::exit::{Exit, Failure};
use crate::names;

pub(super) fn man(arguments: &ManArguments) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    // Names of subcommands are full ones only then: g4pmu-stat.
    command.build();
    if let Some(name) = &arguments.command {
        let names = || command.get_subcommands().map(clap::Command::get_name);
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| {
            let (known, hint) = (names().collect::<Vec<_>>().join(", "), names::hint(name, names()));
            Failure::new(Exit::Usage, anyhow!("there is no command `{name}`; there are {known}{hint}"))
        })?;
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page).expect("memory takes all");
    let mut out = io::stdout().lock();
    printed(out.write_all(&page).and_then(|()| out.flush()))?;
    Ok(Exit::Complete)
}
