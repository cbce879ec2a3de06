//! `g4pmu annotate`: a sampled kernel's instructions with their shares.

use std::io::{self, Write};

use anyhow::anyhow;

use super::printed;
use super::report::Samples;
use crate::cli::{AnnotateArguments, ReportFormat};
use crate::exit::{Exit, Failure};
use crate::names;
use crate::output::annotate;

pub(super) fn annotate(arguments: &AnnotateArguments) -> Result<Exit, Failure> {
    let samples = Samples::read(&arguments.input)?;
    let mut profiles = samples.profiles(None);
    if let Some(wanted) = &arguments.kernel {
        let mut sampled: Vec<String> = profiles.iter().map(|profile| profile.kernel.kernel.clone()).collect();
        sampled.dedup();
        profiles.retain(|profile| profile.kernel.kernel == *wanted);
        if profiles.is_empty() {
            let hint = names::hint(wanted, sampled.iter().map(String::as_str));
            let error = anyhow!("{wanted} was not sampled there; sampled were {}{hint}", sampled.join(", "));
            return Err(Failure::new(Exit::Usage, error));
        }
    }
    let mut bytes = Vec::new();
    let written = match arguments.format {
        ReportFormat { json: true, .. } => writeln!(bytes, "{:#}", annotate::json(&profiles)),
        ReportFormat { separator: Some(separator), .. } => annotate::write_separated(&profiles, separator, &mut bytes),
        ReportFormat { .. } => {
            profiles.iter().try_for_each(|profile| annotate::write(profile, arguments.all, &mut bytes))
        }
    };
    written.expect("memory takes all");
    printed(io::stdout().write_all(&bytes))?;
    Ok(samples.exit(&profiles))
}
