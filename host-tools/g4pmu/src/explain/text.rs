//! Explanations for people.

use std::fmt::{self, Write};

use super::{EventFacts, Explanation, MetricFacts, PerfFacts, Place};
use crate::output::table::wrapped;

/// Columns of the words at the start of a line.
const NAME: usize = 14;

/// Writes an explanation.
///
/// # Errors
///
/// The writer's own.
pub fn write(explanation: &Explanation, out: &mut impl Write) -> fmt::Result {
    match explanation {
        Explanation::Event(facts) => event(facts, out),
        Explanation::Metric(facts) => metric(facts, out),
        Explanation::Perf(facts) => perf(facts, out),
    }
}

fn line(out: &mut impl Write, name: &str, text: &str) -> fmt::Result {
    for (number, piece) in wrapped(2 + NAME, text).iter().enumerate() {
        let name = if number == 0 { name } else { "" };
        writeln!(out, "  {name:NAME$}{}", piece.trim_start())?;
    }
    Ok(())
}

fn event(facts: &EventFacts, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "{}: {}", facts.event, facts.name)?;
    line(out, "counts", &format!("{}, in the {} unit", facts.counts, facts.unit))?;
    line(out, "description", facts.description)?;
    for modifier in &facts.modifiers {
        line(out, &format!("modifier :{}", modifier.letter), modifier.meaning)?;
    }
    if !facts.aliases.is_empty() {
        line(out, "perf's name", &facts.aliases.join(", "))?;
    }
    if facts.needs_l3 {
        line(out, "parts", "only those with an L3: 7450, 7451, 7455, 7457")?;
    }
    if let Some(threshold) = facts.threshold {
        line(out, "threshold", threshold)?;
    }
    line(out, "in the model", &facts.model)?;
    for place in &facts.places {
        line(out, &format!("PMC{} code {}", place.pmc, place.code), &provenance(place))?;
        for note in &place.disagreements {
            line(out, "", note)?;
        }
    }
    if !facts.metrics.is_empty() {
        line(out, "metrics", &facts.metrics.join(", "))?;
    }
    Ok(())
}

fn provenance(place: &Place) -> String {
    let missing = match place.not_listed.as_slice() {
        [] => String::new(),
        tables => format!("; not in {}", tables.join(", ")),
    };
    format!("{}, listed by {}{missing}", place.raw, place.listed.join(", "))
}

fn metric(facts: &MetricFacts, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "{}: a metric of the group {}", facts.metric, facts.group)?;
    line(out, "formula", &facts.formula)?;
    line(out, "unit", &facts.unit)?;
    match (facts.least, facts.most) {
        (Some(least), Some(most)) => line(out, "range", &format!("{least} to {most}"))?,
        (Some(least), None) => line(out, "range", &format!("{least} or more"))?,
        _ => {}
    }
    line(out, "meaning", &facts.meaning)?;
    for caveat in &facts.caveats {
        line(out, "caveat", caveat)?;
    }
    for (event, counters) in &facts.events {
        line(out, "counts", &format!("{event} on {counters}"))?;
    }
    Ok(())
}

fn perf(facts: &PerfFacts, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "{}: a name of perf without an event of this family", facts.name)?;
    line(out, "answer", &facts.answer)?;
    line(out, "instead", &facts.instead.join(", "))
}
