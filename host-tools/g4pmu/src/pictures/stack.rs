//! Where the cycles of an instruction go, as far as the counters of one pass tell.
//!
//! Parts of a stack must not overlap. Cycles in which none, one, two and three instructions
//! complete do not, and are all there are. A stall beside the rest does not, either; two
//! kinds of stall may fall into one cycle, so no more than one is drawn. Events that are not
//! cycles, such as mispredictions, become cycles only by a guess at what one costs: they are
//! no part of any stack.
//!
//! The instructions are those of the closed form, folded branches among them: a chain of
//! branches completes next to none, and its cycles by completed ones would say nothing.

use super::bars::{Bar, Bars};
use super::runs::{CYCLES, cost, properties, sorted, told};
use super::sheet::Words;
use super::source;
use super::ticks::{digits, number};
use super::{Absent, Drawing, Kind, Picture};
use crate::results::{KernelResult, Results, Source};

/// Instructions completed, the same on PMC1 to PMC4.
const COMPLETED: &str = "instructions-completed";

/// Cycles by the number of instructions that completed in them.
const WIDTHS: [&str; 4] = [
    "cycles-where-no-instructions-completed",
    "completing-one-instruction",
    "completing-two-instructions",
    "completing-3-instructions",
];

/// Stalls that count cycles; the first that was counted is drawn.
const STALLS: [&str; 3] = ["branch-unit-stall-on-ctr-dependency", "bpu-stall-on-lr-dependency", "branch-unit-stall"];

/// By which share of the cycles the parts of a stack may miss them: medians need not add up.
const APART: f64 = 0.01;

/// Most rows of a picture.
const MOST_ROWS: usize = 24;

/// How the cycles of an instruction are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    Widths,
    Stall(&'static str),
}

/// A run and its bar.
type Row<'a> = (&'a KernelResult, Bar);

/// The stacks of a report, a picture a family of kernels.
///
/// # Errors
///
/// [`Absent`].
pub fn pictures(results: &Results) -> Result<Vec<Picture>, Absent> {
    let mut refused: Vec<String> = Vec::new();
    let mut families: Vec<(&str, Split, Vec<Row<'_>>)> = Vec::new();
    for run in sorted(results).into_iter().filter(|run| run.kernel != "calibrate/empty") {
        match bar(run) {
            Ok((split, bar)) => {
                let family = run.kernel.split('/').next().unwrap_or_default();
                match families.iter_mut().find(|(own, of, _)| *own == family && *of == split) {
                    Some((.., bars)) => bars.push((run, bar)),
                    None => families.push((family, split, vec![(run, bar)])),
                }
            }
            Err(why) => {
                refused.push(format!("{}: {why}", run.kernel));
            }
        }
    }
    if families.is_empty() {
        let why = refused.into_iter().next().unwrap_or_else(|| "the report has no kernel".to_owned());
        return Err(Absent::new(Kind::Cpi, why));
    }
    let mut found: Vec<Picture> = Vec::new();
    for (family, split, bars) in &families {
        for part in bars.chunks(MOST_ROWS) {
            let name = format!("{}-{family}", Kind::Cpi.word());
            let twins = found.iter().filter(|picture| picture.name.starts_with(&name)).count();
            let name = if twins == 0 { name } else { format!("{name}-{}", twins + 1) };
            let missing: Vec<&String> = refused.iter().filter(|why| why.split('/').next() == Some(*family)).collect();
            found.push(picture(results, family, (*split, part), &missing, name));
        }
    }
    Ok(found)
}

/// A run's cycles per completed instruction, split by what the same pass counted.
fn bar(run: &KernelResult) -> Result<(Split, Bar), String> {
    let cycles = cost(run, CYCLES, 1)?;
    let widths: Vec<f64> = WIDTHS.iter().filter_map(|event| cost(run, event, 1).ok()).map(|cost| cost.value).collect();
    let (split, parts) = if widths.len() == WIDTHS.len() {
        let all: f64 = widths.iter().sum();
        if (all - cycles.value).abs() > APART * cycles.value {
            return Err("cycles by what completes in them are not all its cycles".to_owned());
        }
        (Split::Widths, widths)
    } else {
        let values = run.trials.first().map_or(&[][..], |trial| &trial.values);
        let asked = |event: &&str| values.iter().any(|value| value.event == *event);
        let stall = STALLS.into_iter().find(asked).ok_or("no counter was set to cycles of a stall")?;
        let stalled = cost(run, stall, 1)?.value;
        (Split::Stall(stall), vec![cycles.value - stalled, stalled])
    };
    let instructions = run.per_iteration.expected.filter(|count| *count > 0);
    let instructions = instructions.ok_or("the report has no closed form of its instructions")? as f64 / run.n as f64;
    if parts.iter().any(|part| *part < 0.0) {
        return Err("its stall has more cycles than the run".to_owned());
    }
    let own = told(&properties(run), |name| name != "seed" && name != "state");
    let parts = parts.into_iter().enumerate().map(|(sign, part)| (sign, part / instructions)).collect();
    let bar = Bar {
        name: short(&run.kernel, &own),
        parts,
        text: digits(cycles.value / instructions),
        interval: None,
        expected: None,
    };
    Ok((split, bar))
}

/// Kernel and parameters, without what is the same for most.
fn short(kernel: &str, own: &str) -> String {
    let own = own.replace(", translation bat", "").replace("translation bat", "");
    let name = kernel.split_once('/').map_or(kernel, |(_, name)| name);
    if own.is_empty() { name.to_owned() } else { format!("{name}, {own}") }
}

fn picture(
    results: &Results,
    family: &str,
    (split, bars): (Split, &[Row<'_>]),
    refused: &[&String],
    name: String,
) -> Picture {
    let runs: Vec<&KernelResult> = bars.iter().map(|(run, _)| *run).collect();
    let signs = match split {
        Split::Widths => ["none", "one", "two", "three"].map(|width| format!("{width} completed")).to_vec(),
        Split::Stall(stall) => vec!["all other cycles".to_owned(), format!("counted by {stall}")],
    };
    let parts = match split {
        Split::Widths => "The parts are cycles by how many instructions completed in them, and are all cycles.",
        Split::Stall(_) => {
            "One pass has one counter for cycles and one for this stall; mispredictions and misses were counted as \
             events, not as cycles, so the other cycles are not split further."
        }
    };
    let mut notes = vec![parts.to_owned()];
    let others = not_cycles(runs[0]);
    if !others.is_empty() {
        notes.push(format!("Counted in the same pass and no part of the stack: {}.", others.join(", ")));
    }
    notes.push(format!("Every run: {}. Medians of the differences of trials at 2n and n.", source::schedule(&runs)));
    notes.extend(refused.iter().map(|why| format!("Not drawn: {why}.")));
    notes.push(source::told(&results.header));
    let words = Words {
        title: format!("Cycles of an instruction (CPI): {family}"),
        about: "Processor cycles per instruction of the closed form, folded branches included".to_owned(),
        signs,
        notes,
    };
    let bars = bars.iter().map(|(_, bar)| bar.clone()).collect();
    let drawing = Drawing::Bars(Bars {
        words,
        name: number,
        bars,
        reference: Some((1.0 / 3.0, "1/3: three completed a cycle".to_owned())),
    });
    Picture { kind: Kind::Cpi, name, drawing }
}

/// What else the pass counted.
fn not_cycles(run: &KernelResult) -> Vec<String> {
    let known =
        |event: &str| event == CYCLES || event == COMPLETED || WIDTHS.contains(&event) || STALLS.contains(&event);
    let values = run.trials.first().map_or(&[][..], |trial| &trial.values);
    let counted = values.iter().filter(|value| value.pmc.is_some() && value.source != Source::None);
    counted.map(|value| value.event.clone()).filter(|event| !known(event)).collect()
}
