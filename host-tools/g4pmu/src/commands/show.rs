//! `g4pmu show`: a kernel before it runs: question, closed forms, predictions, instructions.
//!
//! The instructions are made by the generator that the image holds, for the addresses that
//! the image has in QEMU, so that they are what will run.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::anyhow;
use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::kernels::formula::{Formula, Kind};
use g4pmu_firmware::kernels::parameters::Parameters;
use g4pmu_firmware::kernels::workspace::Workspace;
use mpc7450::instruction::decode::decode;

use super::printed;
use crate::catalogue;
use crate::cli::ShowArguments;
use crate::exit::{Exit, Failure};

/// Instructions that are shown unless all are asked for.
const SHOWN: usize = 100;

/// Where code and data stand in QEMU's `mac99`, and words for each: 16 MiB and 128 MiB,
/// more than any kernel needs. Those that none writes cost nothing.
const CODE: (u32, usize) = (0x0140_0000, 1 << 22);
const DATA: (u32, usize) = (0x0190_0000, 1 << 25);

pub(super) fn show(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let usage = |error| Failure::new(Exit::Usage, error);
    let kernel = catalogue::kernel(&arguments.kernel).ok_or_else(|| usage(anyhow!("no such kernel")))?;
    let mut parameters = Parameters::preset(kernel.parameters, arguments.preset);
    for word in &arguments.parameters {
        let names = || kernel.parameters.iter().map(|parameter| parameter.name);
        let set = word.split_once('=').map(|(name, value)| (name, parameters.set(name, value)));
        match set {
            Some((_, Ok(()))) => {}
            Some((name, Err(error))) => {
                let known = names().any(|known| known == name);
                let hint = if known { String::new() } else { crate::names::hint(name, names()) };
                return Err(usage(anyhow!("{} does not take `{word}`: {error}{hint}", kernel.id)));
            }
            None => {
                return Err(usage(anyhow!(
                    "`{word}` sets nothing: write NAME=VALUE; {} has {}",
                    kernel.id,
                    names().collect::<Vec<_>>().join(" ")
                )));
            }
        }
    }
    let mut text = String::new();
    // A string takes every write.
    let _ = write_facts(&mut text, kernel, &parameters, arguments);
    text += &instructions(kernel, &parameters, arguments.all).map_err(usage)?;
    printed(io::stdout().write_all(text.as_bytes()))?;
    Ok(Exit::Complete)
}

fn write_facts(
    text: &mut String,
    kernel: &'static Descriptor,
    parameters: &Parameters,
    arguments: &ShowArguments,
) -> std::fmt::Result {
    let schedule = kernel.schedule(parameters, arguments.preset);
    let operations = kernel.operations(parameters);
    writeln!(text, "{}: {}", kernel.id, kernel.question)?;
    if !kernel.parameters.is_empty() {
        writeln!(text, "parameters    {parameters}")?;
    }
    writeln!(text, "an iteration  {operations} x {}", kernel.operation.name)?;
    let (preset, n) = (arguments.preset.name(), schedule.n);
    writeln!(text, "preset {preset}: warm-up {}, {} trials of n = {n} and 2n", schedule.warmup, schedule.trials)?;
    writeln!(text, "\n{:14}{:>16}  in closed form", "counted", format!("n = {n}"))?;
    let counts = kernel.counts(parameters, n);
    for kind in Kind::ALL.into_iter().filter(|kind| kind.of(&counts) > 0) {
        let formula = Formula { kind, form: &kernel.closed_form, parameters: kernel.parameters };
        writeln!(text, "{:14}{:>16}  {formula}", kind.name(), kind.of(&counts))?;
    }
    let (least, most) = (counts.completed_least(), counts.completed_most());
    let completed = if least == most { most.to_string() } else { format!("{least} to {most}") };
    writeln!(text, "{:14}{completed:>16}", "completed")?;
    for (place, prediction) in kernel.predictions.iter().enumerate() {
        let apart = if place == 0 { "\n" } else { "" };
        writeln!(text, "{apart}predicted {}: {} {}", prediction.quantity, prediction.expectation, prediction.source)?;
    }
    Ok(())
}

fn instructions(kernel: &'static Descriptor, parameters: &Parameters, all: bool) -> anyhow::Result<String> {
    let (mut code, mut data) = (vec![0; CODE.1], vec![0; DATA.1]);
    let mut workspace = Workspace::new(&mut code, CODE.0, &mut data, DATA.0);
    let prepared = (kernel.prepare)(parameters, &mut workspace);
    let prepared = prepared.map_err(|error| anyhow!("{} cannot be made with {parameters}: {error}", kernel.id))?;
    let words = workspace.code();
    let shown = if all { words.len() } else { SHOWN.min(words.len()) };
    let mut text = format!("\n{} words of code, {} of data\n", words.len(), workspace.data().len());
    for (address, word) in (CODE.0..).step_by(4).zip(words).take(shown) {
        let mark = if address == prepared.entry { ">" } else { " " };
        let instruction =
            decode(*word).map_or_else(|| format!(".long   {word:#010x}"), |decoded| decoded.at(address).to_string());
        writeln!(text, "{mark} {address:08x}: {word:08x}  {instruction}")?;
    }
    if shown < words.len() {
        writeln!(text, "  and {} more: --all shows them", words.len() - shown)?;
    }
    Ok(text)
}
