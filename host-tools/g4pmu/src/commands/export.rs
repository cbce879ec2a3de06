//! `g4pmu export`: a saved report as a table of the article that its kernels come from.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use toolbox::talk::say;

use super::parse::read;
use super::{exit_of, incomplete, printed};
use crate::cli::ExportArguments;
use crate::exit::{Exit, Failure};
use crate::output::{file, place};
use crate::results::{Completeness, Results};

pub(super) fn export(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let outputs: Vec<(&str, &Path)> = arguments.out.iter().map(|path| ("--out", path.as_path())).collect();
    place::apart(&arguments.log, &outputs).map_err(|error| Failure::new(Exit::Usage, error))?;
    let bytes = read(&arguments.log).map_err(|error| Failure::new(Exit::Files, error))?;
    let results = Results::of(&report_format::log::parse(&bytes));
    let exit = exit_of(&results);
    if results.report != Completeness::Complete {
        return Err(Failure::new(exit, anyhow!("{}: {}", arguments.log.display(), incomplete(&results))));
    }
    let table = arguments.layout.table(&results, &arguments.choices);
    let table = table.map_err(|error| Failure::new(Exit::Usage, error))?;
    if !table.empty.is_empty() {
        say(&format!("nothing in this report counts what stands in {}", table.empty.join(", ")));
    }
    match &arguments.out {
        None => printed(io::stdout().write_all(&table.csv))?,
        Some(path) => file::write_whole(path, &table.csv)
            .map_err(|error| Failure::new(Exit::Files, anyhow!("cannot write {}: {error}", path.display())))?,
    }
    Ok(exit)
}
