//! A diagnosis as a person reads it.

use std::fmt::{self, Write};

use super::Diagnosis;
use super::fields::{Decoded, Field};
use super::finding::{Finding, Severity};
use crate::paint::Paint;

/// Writes registers, findings, what was not judged, and the verdict.
///
/// # Errors
///
/// Those of the writer.
pub fn write(diagnosis: &Diagnosis, paint: Paint, out: &mut impl Write) -> fmt::Result {
    for register in &diagnosis.registers {
        write_register(register, out)?;
    }
    for finding in &diagnosis.findings {
        writeln!(out)?;
        write_finding(finding, paint, out)?;
    }
    if !diagnosis.not_judged.is_empty() {
        writeln!(out, "\nnot judged, for want of a word:")?;
        for lacking in &diagnosis.not_judged {
            writeln!(out, "  {:10} {} ({})", lacking.check, lacking.question, lacking.words.join(" "))?;
        }
    }
    let (troubles, notes) = (diagnosis.troubles(), diagnosis.findings.len() - diagnosis.troubles());
    let verdict = format!("{troubles} {}, {notes} {}", plural(troubles, "trouble"), plural(notes, "note"));
    writeln!(out, "\n{}", if troubles > 0 { paint.bad(&verdict) } else { paint.good(&verdict) })
}

fn plural(number: usize, word: &str) -> String {
    if number == 1 { word.to_owned() } else { format!("{word}s") }
}

fn write_register(register: &Decoded, out: &mut impl Write) -> fmt::Result {
    let meaning = register.meaning.as_ref().map_or_else(String::new, |meaning| format!("  {meaning}"));
    writeln!(out, "{:6} {}{meaning}", register.register, register.value)?;
    for field in &register.fields {
        let line = format!("  {:5} {:10} {:>3}  {}", bits(field), field.name, field.value, field.meaning);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn bits(field: &Field) -> String {
    if field.first == field.last { field.first.to_string() } else { format!("{}-{}", field.first, field.last) }
}

fn write_finding(finding: &Finding, paint: Paint, out: &mut impl Write) -> fmt::Result {
    let head = match finding.severity {
        Severity::Trouble => paint.bad("trouble"),
        Severity::Note => "note".to_owned(),
    };
    writeln!(out, "{head}: {} ({})", finding.about, finding.check)?;
    writeln!(out, "  cause  {}", finding.cause)?;
    writeln!(out, "  cure   {}", finding.cure)
}
