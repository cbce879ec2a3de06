//! What an event, a metric or a name of perf means: `g4pmu explain`.

mod notes;
mod perf;
mod text;

use model::signal::{Exactness, Signal};
use mpc7450::events::{ALIASES, CATALOGUE, Event, Parts, Selector, Threshold, alternatives, find};
use serde::Serialize;
use thiserror::Error;

pub use text::write;

use crate::metrics::quantity::unit_of_event;
use crate::metrics::{Book, Metric};
use crate::names;
use perf::Modifier;

/// What a name means.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Explanation {
    /// An event.
    Event(EventFacts),
    /// A metric.
    Metric(MetricFacts),
    /// A name that perf has and this family has no event for.
    Perf(PerfFacts),
}

/// Everything that is known about an event.
#[derive(Debug, Serialize)]
pub struct EventFacts {
    /// As it was typed.
    pub typed: String,
    /// Its id.
    pub event: &'static str,
    /// Its name as in the lists made from the manual.
    pub name: &'static str,
    /// The part of the chip.
    pub unit: &'static str,
    /// What is counted, in one word.
    pub counts: &'static str,
    /// What is known about it.
    pub description: &'static str,
    /// Whether only parts with an L3 have it.
    pub needs_l3: bool,
    /// How it uses the threshold.
    pub threshold: Option<&'static str>,
    /// How far a count of the timing model can be trusted.
    pub model: String,
    /// Where it can be counted.
    pub places: Vec<Place>,
    /// Names that perf has for it.
    pub aliases: Vec<&'static str>,
    /// Metrics that are made of it.
    pub metrics: Vec<String>,
    /// What perf's modifiers mean here.
    pub modifiers: Vec<Modifier>,
}

/// An event on one counter.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The counter.
    pub pmc: u8,
    /// The code.
    pub code: u8,
    /// Linux's raw code.
    pub raw: String,
    /// Tables that list it.
    pub listed: Vec<&'static str>,
    /// Tables that do not, of those that list events of this counter.
    pub not_listed: Vec<&'static str>,
    /// Where tables disagree.
    pub disagreements: Vec<String>,
}

/// Everything that is known about a metric.
#[derive(Debug, Serialize)]
pub struct MetricFacts {
    /// Its name.
    pub metric: String,
    /// Its group.
    pub group: String,
    /// The formula.
    pub formula: String,
    /// What it counts.
    pub unit: String,
    /// The least that it can be, where there is one.
    pub least: Option<f64>,
    /// The most.
    pub most: Option<f64>,
    /// What it means.
    pub meaning: String,
    /// What it does not mean.
    pub caveats: Vec<String>,
    /// The events that one pass must count, with their counters.
    pub events: Vec<(String, String)>,
}

/// A name of perf without an event.
#[derive(Debug, Serialize)]
pub struct PerfFacts {
    /// The name.
    pub name: String,
    /// Why there is no event.
    pub answer: String,
    /// Events to count instead.
    pub instead: Vec<String>,
}

/// A name that nothing has.
#[derive(Debug, Error)]
#[error("nothing is called `{name}`{why}{hint}")]
pub struct Unknown {
    name: String,
    why: String,
    hint: String,
}

/// A name of perf that no event has, with the answer.
#[must_use]
pub fn perf_name(typed: &str) -> Option<PerfFacts> {
    perf::name(typed)
}

/// Explains a name.
///
/// # Errors
///
/// Nothing has it; the nearest name is in the message.
pub fn explain(typed: &str, book: &Book) -> Result<Explanation, Unknown> {
    if let Some(facts) = perf_name(typed) {
        return Ok(Explanation::Perf(facts));
    }
    if let Some(metric) = book.metrics().find(|metric| metric.name == typed) {
        return Ok(Explanation::Metric(MetricFacts::of(metric)));
    }
    let (name, modifiers) = perf::modifiers(typed);
    let unknown = |why: &str| {
        let ids = CATALOGUE.iter().map(|event| event.id).chain(ALIASES.iter().map(|alias| alias.name));
        let mut all: Vec<&str> = ids.chain(perf::names()).collect();
        all.extend(book.metrics().map(|metric| metric.name.as_str()));
        let hint = names::hint(name, all);
        let why = if hint.is_empty() { format!(": {why}") } else { String::new() };
        Unknown { name: name.to_owned(), why, hint }
    };
    let matches = find(name).map_err(|error| unknown(&error.to_string()))?;
    let listed = matches.iter().find_map(Selector::event);
    let event = listed.ok_or_else(|| unknown("no source lists this code, so what it counts is not known"))?;
    Ok(Explanation::Event(EventFacts::of(typed, event, book, modifiers)))
}

impl EventFacts {
    fn of(typed: &str, event: &'static Event, book: &Book, modifiers: Vec<Modifier>) -> Self {
        let uses = |metric: &&Metric| metric.events().any(|(id, _)| id == event.id);
        Self {
            typed: typed.to_owned(),
            event: event.id,
            name: event.name,
            unit: event.unit,
            counts: unit_of_event(event.id).unwrap_or("nothing"),
            description: event.description,
            needs_l3: event.parts == Parts::WithL3,
            threshold: event.threshold.map(|threshold| match threshold {
                Threshold::Unscaled => "MMCR0[THRESHOLD] as it is, 0 to 63",
                Threshold::Scaled => "MMCR0[THRESHOLD] times 2 or 32 by MMCR2[THRESHMULT]",
                Threshold::Open => "open: sources disagree whether there is one, and whether it is scaled",
            }),
            model: trust(event),
            places: alternatives(event.id).map(Place::of).collect(),
            aliases: ALIASES.iter().filter(|alias| alias.id == event.id).map(|alias| alias.name).collect(),
            metrics: book.metrics().filter(uses).map(|metric| metric.name.clone()).collect(),
            modifiers,
        }
    }
}

/// How far a count of the timing model can be trusted, in words.
fn trust(event: &Event) -> String {
    let exactness = Signal::of(event.selector.counter(), event.selector.code()).map(Signal::exactness);
    match exactness {
        Some(Exactness::Exact) => "exact: it follows from the executed instructions alone".to_owned(),
        Some(Exactness::Structural) => "structural: exact given the documented sizes and rules".to_owned(),
        Some(Exactness::Modelled) => "modelled: it depends on timing that the model computes".to_owned(),
        Some(Exactness::RightPathOnly) => {
            "right path only: modelled, and a chip also counts work that it discards".to_owned()
        }
        Some(Exactness::NotModelled(why)) => format!("not counted: {why}"),
        None => "not counted: the code counts nothing".to_owned(),
    }
}

impl Place {
    fn of(event: &'static Event) -> Self {
        let (pmc, code) = (event.selector.counter().number(), event.selector.code());
        // Linux covers codes by class or by name; both are one table.
        let linux = |source: &str| source.starts_with("LINUX");
        let lists = |table: &&str| {
            event.sources.contains(table) || (linux(table) && event.sources.iter().any(|own| linux(own)))
        };
        Self {
            pmc,
            code,
            raw: format!("r{pmc}{code:02x}"),
            listed: event.sources.to_vec(),
            not_listed: notes::TABLES
                .iter()
                .filter(|(_, counters)| counters.contains(&pmc))
                .map(|(table, _)| *table)
                .filter(|table| !lists(table))
                .collect(),
            disagreements: notes::of(pmc, code),
        }
    }
}

impl MetricFacts {
    fn of(metric: &Metric) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            metric: metric.name.clone(),
            group: metric.group.clone(),
            formula: metric.formula.to_string(),
            unit: metric.unit.clone(),
            least: finite(metric.range.least),
            most: finite(metric.range.most),
            meaning: metric.meaning.clone(),
            caveats: metric.caveats.clone(),
            events: metric.events().map(|(id, matches)| (id.to_owned(), matches.to_string())).collect(),
        }
    }
}
