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
        if family(kernel) != last {
            last = family(kernel);
            write_family(&mut text, kernel).unwrap();
        }
        write_kernel(&mut text, kernel).unwrap();
    }
    text
}

fn write_family(text: &mut String, kernel: &Descriptor) -> core::fmt::Result {
    write!(text, "\n## {}\n\n", family(kernel))?;
    writeln!(text, "| | legal | quick | default | article |\n| --- | --- | --- | --- | --- |")?;
    for parameter in kernel.parameters {
        let presets = parameter.presets;
        let (legal, value): (String, fn(u32, &Range) -> String) = match parameter.range {
            Range::Number(least, most) => (format!("{least} to {most}"), |value, _| value.to_string()),
            Range::Choice(words) => (words.join(", "), |value, range| match range {
                Range::Choice(words) => words[value as usize].to_string(),
                Range::Number(..) => unreachable!("a choice has words"),
            }),
        };
        let [quick, default, article] = Preset::ALL.map(|preset| value(presets.get(preset), &parameter.range));
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
    write!(text, "\n### {}\n\n{}\n\n", kernel.id, kernel.question)?;
    let operation = &kernel.operation;
    write!(text, "Figures are given per {}; in an iteration there are {}", operation.name, operation.count)?;
    for place in operation.factors {
        write!(text, " * {}", kernel.parameters[*place as usize].name)?;
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

/// One table of parameters and schedules a family is enough.
#[test]
fn kernels_of_a_family_share_parameters_and_schedules() {
    for pair in ALL.windows(2).filter(|pair| family(pair[0]) == family(pair[1])) {
        let names = |kernel: &Descriptor| kernel.parameters.iter().map(|parameter| parameter.name).collect::<Vec<_>>();
        assert_eq!(names(pair[0]), names(pair[1]), "{}", pair[1].id);
        for preset in Preset::ALL {
            assert_eq!(pair[0].schedules.get(preset), pair[1].schedules.get(preset), "{}", pair[1].id);
        }
    }
}
