//! `g4pmu list kernels`.

use std::fmt::Write;

use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::kernels::parameters::{Parameter, Parameters, Range};
use g4pmu_firmware::kernels::preset::Preset;
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
pub(super) struct Kernel {
    id: &'static str,
    question: &'static str,
    operation: &'static str,
    parameters: Vec<KernelParameter>,
    predictions: Vec<Prediction>,
}

#[derive(Serialize)]
struct KernelParameter {
    name: &'static str,
    meaning: &'static str,
    /// Both ends, for a number.
    range: Option<[u32; 2]>,
    /// All words, for a choice.
    choices: Option<&'static [&'static str]>,
    /// The value of each preset, as it is typed.
    quick: String,
    default: String,
    article: String,
}

#[derive(Serialize)]
struct Prediction {
    quantity: &'static str,
    expectation: &'static str,
    source: &'static str,
}

pub(super) fn json(kernels: &[&'static Descriptor]) -> Vec<Kernel> {
    let prediction = |prediction: &'static g4pmu_firmware::kernels::descriptor::Prediction| Prediction {
        quantity: prediction.quantity,
        expectation: prediction.expectation,
        source: prediction.source,
    };
    let kernel = |kernel: &&'static Descriptor| Kernel {
        id: kernel.id,
        question: kernel.question,
        operation: kernel.operation.name,
        parameters: kernel.parameters.iter().map(parameter).collect(),
        predictions: kernel.predictions.iter().map(prediction).collect(),
    };
    kernels.iter().map(kernel).collect()
}

fn parameter(parameter: &'static Parameter) -> KernelParameter {
    let value = |preset| {
        let value = parameter.presets.get(preset);
        match parameter.range {
            Range::Number(..) => value.to_string(),
            Range::Choice(words) => words.get(value as usize).copied().unwrap_or_default().to_owned(),
        }
    };
    let (range, choices) = match parameter.range {
        Range::Number(least, most) => (Some([least, most]), None),
        Range::Choice(words) => (None, Some(words)),
    };
    KernelParameter {
        name: parameter.name,
        meaning: parameter.meaning,
        range,
        choices,
        quick: value(Preset::Quick),
        default: value(Preset::Default),
        article: value(Preset::Article),
    }
}
