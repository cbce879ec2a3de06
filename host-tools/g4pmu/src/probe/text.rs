//! A probe as text: [`write()`].

use std::fmt::{self, Write};

use super::knee::Reading;
use super::verdict::{Agreement, Measured, Verdict, agrees, judge};
use super::{Figure, Probe};
use crate::results::Header;

/// Width of the first column.
const NAMES: usize = 12;

/// Width of a line.
const WIDTH: usize = 100;

/// Writes what was measured: the part, and the model with its switches where that counts.
///
/// # Errors
///
/// Those of `out`.
pub fn write_machine(header: &Header, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "machine")?;
    line("part", header.cpu.as_ref().map_or("unknown", |cpu| &cpu.part), out)?;
    let model = header.model.as_ref().map_or("none".to_owned(), |model| model.to_string().replace(',', " "));
    line("model", &model, out)?;
    writeln!(out)
}

/// Writes what was supposed, measured, documented, and what follows.
///
/// # Errors
///
/// Those of `out`.
pub fn write(probe: &Probe, measured: &[Measured], out: &mut impl Write) -> fmt::Result {
    writeln!(out, "{}", probe.name)?;
    line("supposed", probe.hypothesis, out)?;
    for (figure, found) in probe.figures.iter().zip(measured) {
        let value = match &found.value {
            Ok(value) => format!("{}: {}", figure.name, with_unit(figure, *value)),
            Err(why) => format!("{}: not measured: {why}", figure.name),
        };
        line("measured", &value, out)?;
        line("by", &found.by, out)?;
        line("documented", &beside(figure, found), out)?;
    }
    line("open", probe.question, out)?;
    let verdict = match judge(probe, measured) {
        Verdict::Answer(answer) => {
            let switch = answer.switch.map(|switch| format!(" ({switch})")).unwrap_or_default();
            format!("{}{switch}", answer.says)
        }
        Verdict::Undecided => "none: no answer has all these figures in its ranges".to_owned(),
        Verdict::Unmeasured => "none: not all was measured".to_owned(),
    };
    line("verdict", &verdict, out)
}

/// What documents state, and whether it was found.
fn beside(figure: &Figure, found: &Measured) -> String {
    let Some(documented) = &figure.documented else { return "nowhere".to_owned() };
    let agreement = found.value.as_ref().ok().and_then(|value| agrees(figure, *value));
    let word = match agreement {
        Some(Agreement::Agrees) => ": agrees",
        Some(Agreement::Differs) => ": differs",
        Some(Agreement::Open) => ": cannot be told",
        None => "",
    };
    format!("{} [{}]{word}", documented.text, documented.source)
}

/// A value with its unit, and what encloses it where that is wider than what is shown.
fn with_unit(figure: &Figure, value: Reading) -> String {
    let Reading { median, low, high } = value;
    let (median, low, high) = (number(median), number(low), number(high));
    match low == high {
        true => format!("{median} {}", figure.unit),
        false => format!("{median} {} ({low} to {high})", figure.unit),
    }
}

/// At most three decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A name and words behind it, broken between words.
fn line(name: &str, words: &str, out: &mut impl Write) -> fmt::Result {
    let mut text = format!("  {name:NAMES$}");
    let indent = text.len();
    let mut length = indent;
    for word in words.split(' ') {
        if length > indent && length + 1 + word.len() > WIDTH {
            text += &format!("\n{:indent$}", "");
            length = indent;
        } else if length > indent {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += word.len();
    }
    writeln!(out, "{text}")
}
