//! `g4pmu list kernels`.

use std::fmt::Write;

use g4pmu_firmware::kernels::descriptor::{Descriptor, Prediction};
use g4pmu_firmware::kernels::parameters::{Parameter, Parameters, Range};
use g4pmu_firmware::kernels::preset::Preset;
use g4pmu_firmware::kernels::schedule::Schedule;
use serde::Serialize;

use super::Rows;
use crate::catalogue;

pub(super) fn all() -> Vec<&'static Descriptor> {
    catalogue::kernels().collect()
}

pub(super) fn rows(kernels: &[&'static Descriptor]) -> Rows {
    let row = |kernel: &&Descriptor| {
        let names: Vec<&str> = kernel.parameters.iter().map(|parameter| parameter.name).collect();
        vec![kernel.id.to_owned(), names.join(" "), kernel.question.to_owned()]
    };
    Rows { head: &["kernel", "parameters", "question"], rows: kernels.iter().map(row).collect() }
}

pub(super) fn details(kernels: &[&'static Descriptor]) -> String {
    let mut text = String::new();
    for (position, kernel) in kernels.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write_details(&mut text, position > 0, kernel);
    }
    text
}

fn write_details(text: &mut String, apart: bool, kernel: &'static Descriptor) -> std::fmt::Result {
    if apart {
        writeln!(text)?;
    }
    writeln!(text, "{}: {}", kernel.id, kernel.question)?;
    for parameter in kernel.parameters {
        writeln!(text, "  {}: {}; {}", parameter.name, parameter.meaning, legal(&parameter.range))?;
    }
    for preset in Preset::ALL {
        let parameters = Parameters::preset(kernel.parameters, preset);
        let schedule = kernel.schedule(&parameters, preset);
        writeln!(
            text,
            "  preset {}: {parameters}, warm-up {}, {} trials of n = {} and 2n",
            preset.name(),
            schedule.warmup,
            schedule.trials,
            schedule.n
        )?;
    }
    for prediction in kernel.predictions {
        writeln!(text, "  predicted {}: {} {}", prediction.quantity, prediction.expectation, prediction.source)?;
    }
    Ok(())
}

/// The legal values in words.
fn legal(range: &Range) -> String {
    match range {
        Range::Number(least, most) => format!("{least} to {most}"),
        Range::Choice(words) => words.join(" or "),
    }
}

#[derive(Serialize)]
pub(super) struct Listed {
    id: &'static str,
    question: &'static str,
    operation: &'static str,
    parameters: Vec<ListedParameter>,
    presets: Vec<ListedPreset>,
    predictions: Vec<ListedPrediction>,
}

#[derive(Serialize)]
struct ListedParameter {
    name: &'static str,
    meaning: &'static str,
    /// Both ends, for a number.
    range: Option<[u32; 2]>,
    /// All words, for a choice.
    choices: Option<&'static [&'static str]>,
}

#[derive(Serialize)]
struct ListedPreset {
    preset: &'static str,
    /// As in a report.
    parameters: String,
    warmup: u64,
    n: u64,
    trials: u32,
}

#[derive(Serialize)]
struct ListedPrediction {
    quantity: &'static str,
    expectation: &'static str,
    source: &'static str,
}

pub(super) fn json(kernels: &[&'static Descriptor]) -> Vec<Listed> {
    kernels.iter().map(|kernel| listed(kernel)).collect()
}

fn listed(kernel: &'static Descriptor) -> Listed {
    let preset = |preset| {
        let parameters = Parameters::preset(kernel.parameters, preset);
        let Schedule { warmup, n, trials } = kernel.schedule(&parameters, preset);
        ListedPreset { preset: preset.name(), parameters: parameters.to_string(), warmup, n, trials }
    };
    let prediction = |&Prediction { quantity, expectation, source }| ListedPrediction { quantity, expectation, source };
    Listed {
        id: kernel.id,
        question: kernel.question,
        operation: kernel.operation.name,
        parameters: kernel.parameters.iter().map(listed_parameter).collect(),
        presets: Preset::ALL.map(preset).into(),
        predictions: kernel.predictions.iter().map(prediction).collect(),
    }
}

fn listed_parameter(parameter: &'static Parameter) -> ListedParameter {
    let (range, choices) = match parameter.range {
        Range::Number(least, most) => (Some([least, most]), None),
        Range::Choice(words) => (None, Some(words)),
    };
    ListedParameter { name: parameter.name, meaning: parameter.meaning, range, choices }
}
