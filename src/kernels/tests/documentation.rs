//! `docs/kernels.md` says what the descriptors say.
//!
//! The part below the marker is made from the descriptors; the test compares, and
//! writes it anew when the environment has `G4PMU_UPDATE=1`.

use core::fmt::Write;
use std::path::Path;

use crate::kernels::ALL;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::formula::{Formula, Kind};
use crate::kernels::parameters::Range;
use crate::kernels::preset::Preset;

const MARKER: &str = "<!-- Made from the descriptors; G4PMU_UPDATE=1 cargo test -p g4pmu-firmware documentation -->\n";

fn family(kernel: &Descriptor) -> &str {
    kernel.id.split_once('/').unwrap().0
}

fn generated() -> String {
    let mut text = String::from(MARKER);
    let mut last = "";
    for kernel in ALL {
        let family = family(kernel);
        let together = has_one_table(family);
        if family != last {
            last = family;
            write!(text, "\n## {family}\n").unwrap();
            if together {
                write_table(&mut text, kernel).unwrap();
            }
        }
        write!(text, "\n### {}\n\n{}\n", kernel.id, kernel.question).unwrap();
        if !together {
            write_table(&mut text, kernel).unwrap();
        }
        write_kernel(&mut text, kernel).unwrap();
    }
    text
}

/// Whether all kernels of a family have the same parameters and schedules, so that one
/// table is enough.
fn has_one_table(name: &str) -> bool {
    let mut tables = ALL.iter().filter(|kernel| family(kernel) == name).map(|kernel| {
        let mut table = String::new();
        write_table(&mut table, kernel).unwrap();
        table
    });
    let first = tables.next();
    tables.all(|table| Some(table) == first)
}

fn write_table(text: &mut String, kernel: &Descriptor) -> core::fmt::Result {
    writeln!(text, "\n| | legal | quick | default | article |\n| --- | --- | --- | --- | --- |")?;
    for parameter in kernel.parameters {
        let presets = parameter.presets;
        let legal = match parameter.range {
            Range::Number(least, most) => format!("{least} to {most}"),
            Range::Choice(words) => words.join(", "),
        };
        let [quick, default, article] = Preset::ALL.map(|preset| parameter.range.text(presets.get(preset)));
        let (name, meaning) = (parameter.name, parameter.meaning);
        writeln!(text, "| `{name}`: {meaning} | {legal} | {quick} | {default} | {article} |")?;
    }
    let schedules = Preset::ALL.map(|preset| kernel.schedules.get(preset));
    let [quick, default, article] = schedules.map(|schedule| schedule.warmup);
    writeln!(text, "| warm-up iterations | | {quick} | {default} | {article} |")?;
    let [quick, default, article] = schedules.map(|schedule| schedule.n);
    writeln!(text, "| n | | {quick} | {default} | {article} |")?;
    let [quick, default, article] = schedules.map(|schedule| schedule.trials);
    writeln!(text, "| trials | | {quick} | {default} | {article} |")
}

fn write_kernel(text: &mut String, kernel: &'static Descriptor) -> core::fmt::Result {
    let operation = &kernel.operation;
    write!(text, "\nFigures are given per {}; operations in an iteration: {}", operation.name, operation.count)?;
    for factor in operation.factors {
        write!(text, " * {}", factor.named(kernel.parameters))?;
    }
    writeln!(text, ".\n\n| counted | a call executes |\n| --- | --- |")?;
    for kind in Kind::ALL {
        let formula = Formula { kind, form: &kernel.closed_form, parameters: kernel.parameters }.to_string();
        if kind == Kind::Executed || formula != "0" {
            writeln!(text, "| {} | `{formula}` |", kind.name())?;
        }
    }
    writeln!(text, "\n| predicted | expectation | source |\n| --- | --- | --- |")?;
    for prediction in kernel.predictions {
        writeln!(text, "| {} | {} | {} |", prediction.quantity, prediction.expectation, prediction.source)?;
    }
    Ok(())
}

#[test]
fn the_page_says_what_the_descriptors_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/kernels.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let written = page.split_once(MARKER).expect("the page has the marker").0;
    let expected = format!("{written}{}", generated());
    if std::env::var_os("G4PMU_UPDATE").is_some() {
        std::fs::write(&path, expected).unwrap();
        return;
    }
    assert!(
        page == expected,
        "docs/kernels.md is out of date; run G4PMU_UPDATE=1 cargo test -p g4pmu-firmware documentation"
    );
}
