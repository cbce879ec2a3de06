//! `g4pmu report`: where saved samples fell. Nothing is measured here.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;

use super::{exit_of, incomplete, printed};
use crate::cli::{ReportArguments, ReportFormat};
use crate::exit::{Exit, Failure};
use crate::output::report;
use crate::results::Results;
use crate::sampled::Profile;
use crate::saved::{NotSaved, Saved};

pub(super) fn report(arguments: &ReportArguments) -> Result<Exit, Failure> {
    let samples = Samples::read(&arguments.input)?;
    let profiles = samples.profiles(arguments.image.as_deref());
    let mut bytes = Vec::new();
    let written = match arguments.format {
        _ if arguments.folded => report::write_folded(&profiles, &mut bytes),
        ReportFormat { json: true, .. } => writeln!(bytes, "{:#}", report::json(&profiles)),
        ReportFormat { separator: Some(separator), .. } => report::write_separated(&profiles, separator, &mut bytes),
        ReportFormat { .. } => profiles.iter().try_for_each(|profile| report::write(profile, &mut bytes)),
    };
    written.expect("memory takes all");
    printed(io::stdout().write_all(&bytes))?;
    Ok(samples.exit(&profiles))
}

/// The reports of a log that sampled something.
pub(super) struct Samples {
    saved: Saved,
}

impl Samples {
    /// Reads a folder or a log.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let mut saved = Saved::read(path).map_err(|error| match error {
            NotSaved::Read { .. } => {
                let error = anyhow::Error::from(error).context("nothing to show: `g4pmu record KERNEL` samples one");
                Failure::new(Exit::Files, error)
            }
            NotSaved::Nothing(_) => Failure::new(Exit::Usage, error),
        })?;
        let sampled = |results: &Results| results.kernels.iter().any(|kernel| kernel.sampled.is_some());
        saved.reports.retain(|(_, results)| sampled(results));
        let log = saved.log.display();
        if saved.reports.is_empty() {
            let error = anyhow!("{log}: nothing in it was sampled: `g4pmu record` and `g4pmu run --sample` sample");
            return Err(Failure::new(Exit::Usage, error));
        }
        if let Some((_, results)) = saved.incomplete() {
            let exit = exit_of(results);
            return Err(Failure::new(exit, anyhow!("{log}: {}", incomplete(results))));
        }
        Ok(Self { saved })
    }

    /// What they say.
    pub(super) fn profiles(&self, image: Option<&Path>) -> Vec<Profile<'_>> {
        let reports = self.saved.reports.iter();
        reports.flat_map(|(_, results)| Profile::all(results, image, &self.saved.log)).collect()
    }

    /// How a command ends that has shown them.
    pub(super) fn exit(&self, profiles: &[Profile<'_>]) -> Exit {
        let exits = self.saved.reports.iter().map(|(_, results)| exit_of(results));
        let none = profiles.iter().all(|profile| profile.call.samples.is_empty());
        let exit = exits.into_iter().find(|exit| !matches!(exit, Exit::Complete | Exit::Uncounted));
        exit.unwrap_or(if none { Exit::Uncounted } else { Exit::Complete })
    }
}
