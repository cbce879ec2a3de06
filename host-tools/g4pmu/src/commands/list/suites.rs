//! `g4pmu list suites`.

use g4pmu_firmware::lab::suite::{Entry, Suite};
use report_format::word::Word;
use serde::Serialize;

use super::Rows;
use crate::catalogue;

pub(super) fn all() -> Vec<&'static Suite> {
    catalogue::suites().iter().collect()
}

pub(super) fn rows(suites: &[&'static Suite]) -> Rows {
    let row = |suite: &&Suite| {
        vec![
            suite.name.to_owned(),
            suite.preset.name().to_owned(),
            suite.kernels().to_string(),
            suite.description.to_owned(),
        ]
    };
    Rows { head: &["suite", "preset", "kernels", "description"], rows: suites.iter().map(row).collect() }
}

pub(super) fn details(suites: &[&'static Suite]) -> String {
    let mut text = String::new();
    for (position, suite) in suites.iter().enumerate() {
        let apart = if position == 0 { "" } else { "\n" };
        text += &format!("{apart}{}: {}; preset {}\n", suite.name, suite.description, suite.preset.name());
        for line in lines(suite) {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// The kernels as they are typed after `g4pmu run`.
fn lines(suite: &Suite) -> Vec<String> {
    let line = |(entry, variant): (&Entry, usize)| {
        let settings = entry.variant(variant).map(|(name, value)| format!(" {name}={value}"));
        let translation = entry.translation.map(|translation| format!(" --translation {}", translation.word()));
        settings.chain(translation).fold(entry.kernel.to_owned(), |line, word| line + &word)
    };
    let variants = |entry: &'static Entry| (0..entry.variants()).map(move |variant| (entry, variant));
    suite.entries.iter().flat_map(variants).map(line).collect()
}

#[derive(Serialize)]
pub(super) struct Listed {
    suite: &'static str,
    description: &'static str,
    preset: &'static str,
    kernels: Vec<String>,
}

pub(super) fn json(suites: &[&'static Suite]) -> Vec<Listed> {
    let listed = |suite: &&'static Suite| Listed {
        suite: suite.name,
        description: suite.description,
        preset: suite.preset.name(),
        kernels: lines(suite),
    };
    suites.iter().map(listed).collect()
}
