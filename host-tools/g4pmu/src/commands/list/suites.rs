//! `g4pmu list suites`.

use std::time::Duration;

use g4pmu_firmware::lab::suite::{Entry, Suite};
use report_format::word::Word;
use serde::Serialize;

use super::Rows;
use crate::catalogue;
use crate::estimate::{self, Estimate, Speed};

pub(super) fn all() -> Vec<&'static Suite> {
    catalogue::suites().iter().collect()
}

pub(super) fn rows(suites: &[&'static Suite]) -> Rows {
    let row = |suite: &&Suite| {
        vec![
            suite.name.to_owned(),
            suite.preset.name().to_owned(),
            suite.kernels().to_string(),
            instructions(suite).to_string(),
            suite.description.to_owned(),
        ]
    };
    Rows {
        head: &["suite", "preset", "kernels", "instructions", "description"],
        rows: suites.iter().map(row).collect(),
    }
}

pub(super) fn details(suites: &[&'static Suite]) -> String {
    let mut text = String::new();
    for (position, suite) in suites.iter().enumerate() {
        let apart = if position == 0 { "" } else { "\n" };
        let (preset, executed) = (suite.preset.name(), estimate::instructions(instructions(suite)));
        text += &format!("{apart}{}: {}; preset {preset}\n", suite.name, suite.description);
        text += &format!("  {executed} instructions a pass: {}\n", times(suite));
        for line in lines(suite) {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// Instructions that a pass executes, warm-up included.
fn instructions(suite: &Suite) -> u64 {
    catalogue::instructions(suite)
}

/// How long that takes on each target whose rate is stated.
fn times(suite: &Suite) -> String {
    let time = |speed| Estimate::new(instructions(suite), speed).left(Duration::ZERO).map(estimate::about);
    let [alone, model] = [Speed::Alone, Speed::WithModel].map(|speed| time(speed).unwrap_or_default());
    format!("{alone} on QEMU alone, {model} with the timing model")
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
    instructions: u64,
    kernels: Vec<String>,
}

pub(super) fn json(suites: &[&'static Suite]) -> Vec<Listed> {
    let listed = |suite: &&'static Suite| Listed {
        suite: suite.name,
        description: suite.description,
        preset: suite.preset.name(),
        instructions: instructions(suite),
        kernels: lines(suite),
    };
    suites.iter().map(listed).collect()
}
