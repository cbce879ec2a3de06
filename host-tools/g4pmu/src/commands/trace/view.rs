//! A window of instructions for pipeline viewers.

use std::path::Path;

use anyhow::anyhow;
use model::pipeview::Shown;
use model::trace::Item;

use super::listing::disassembled;
use super::{Counted, failed};
use crate::cli::TraceArguments;
use crate::exit::{Exit, Failure};
use crate::output::file;

pub(super) fn write(path: &Path, arguments: &TraceArguments, mut replay: Counted<'_>) -> Result<(), Failure> {
    let (mut number, window) = (0, arguments.window());
    let mut text = String::new();
    while number + 1 < window.end {
        let told = replay.step().map_err(|error| failed(arguments, error))?;
        let Some((item, model)) = told else { break };
        let Item::Retired { retired, .. } = item else { continue };
        number += 1;
        if let (true, Some(stages)) = (number >= window.start, model.stages()) {
            let address = retired.at.effective;
            let disassembled = disassembled(address, retired.instruction.word);
            text += &Shown { number, address, text: &disassembled, stages }.to_string();
        }
    }
    if text.is_empty() {
        let error = anyhow!("{}: the model was off in all of these instructions", arguments.file.display());
        return Err(Failure::new(Exit::Usage, error));
    }
    file::write_whole(path, text.as_bytes())
        .map_err(|error| Failure::new(Exit::Files, anyhow!("cannot write {}: {error}", path.display())))
}
