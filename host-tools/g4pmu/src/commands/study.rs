//! `g4pmu study`: the tables of a study, from saved logs.

use std::io::{self, Write};

use anyhow::anyhow;

use super::{exit_of, incomplete, printed};
use crate::cli::StudyArguments;
use crate::exit::{Exit, Failure};
use crate::saved::Saved;
use crate::study::{self, Indirect};

pub(super) fn study(arguments: &StudyArguments) -> Result<Exit, Failure> {
    let logs = arguments.logs.iter().map(|log| Saved::read(log)).collect::<Result<Vec<_>, _>>();
    let logs = logs.map_err(|error| Failure::new(Exit::Files, error))?;
    for saved in &logs {
        if let Some((_, results)) = saved.incomplete() {
            let error = anyhow!("{}: {}", saved.log.display(), incomplete(results));
            return Err(Failure::new(exit_of(results), error));
        }
    }
    let found = Indirect::of(&logs).map_err(|error| Failure::new(Exit::Usage, error))?;
    let mut text = String::new();
    if arguments.json {
        // Texts and numbers always serialize.
        text = serde_json::to_string_pretty(&found).unwrap_or_default() + "\n";
    } else {
        // A string takes every write.
        let _ = study::write(&found, &mut text);
    }
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(Exit::Complete)
}
