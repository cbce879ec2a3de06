//! `g4pmu list events`.

use anyhow::anyhow;
use mpc7450::events::{ALIASES, CATALOGUE, Event, Parts, find};
use serde::Serialize;

use super::{Rows, has};
use crate::exit::{Exit, Failure};

/// The events that ids, perf's names and raw codes stand for, in full; or those whose name
/// or description has a word; all where nothing is typed.
pub(super) fn chosen(typed: &[String]) -> Result<(Vec<&'static Event>, bool), Failure> {
    if typed.is_empty() {
        return Ok((CATALOGUE.iter().collect(), false));
    }
    let (mut events, mut full): (Vec<&'static Event>, bool) = (Vec::new(), true);
    let mut add = |event: &'static Event| {
        if !events.iter().any(|listed| listed.selector == event.selector) {
            events.push(event);
        }
    };
    for spec in typed {
        let refused = |reason: String| Failure::new(Exit::Usage, anyhow!("no event `{spec}`: {reason}"));
        match find(spec) {
            Ok(matches) => {
                for selector in matches.iter() {
                    let unlisted = || refused(format!("no source lists {selector}"));
                    add(selector.event().ok_or_else(unlisted)?);
                }
            }
            Err(reason) => {
                full = false;
                let found =
                    CATALOGUE.iter().filter(|event| has(spec, &[event.id, event.name, event.unit, event.description]));
                let found: Vec<&Event> = found.collect();
                if found.is_empty() {
                    return Err(refused(reason.to_string()));
                }
                found.into_iter().for_each(&mut add);
            }
        }
    }
    Ok((events, full))
}

/// One row a code: an event of several counters has several.
pub(super) fn rows(events: &[&'static Event]) -> Rows {
    let row = |event: &&Event| {
        vec![
            event.id.to_owned(),
            event.selector.counter().number().to_string(),
            event.selector.code().to_string(),
            raw(event),
            parts(event).to_owned(),
            event.name.to_owned(),
        ]
    };
    Rows { head: &["event", "pmc", "code", "raw", "parts", "name"], rows: events.iter().map(row).collect() }
}

pub(super) fn details(events: &[&'static Event]) -> String {
    let mut text = String::new();
    for (position, event) in events.iter().enumerate() {
        if events[..position].iter().any(|earlier| earlier.id == event.id) {
            continue;
        }
        let apart = if position == 0 { "" } else { "\n" };
        text += &format!("{apart}{}: {} ({} unit, {} parts)\n", event.id, event.name, event.unit, parts(event));
        text += &format!("  {}\n", event.description);
        let aliases: Vec<&str> = aliases(event).collect();
        if !aliases.is_empty() {
            text += &format!("  also {}\n", aliases.join(", "));
        }
        for place in events.iter().filter(|place| place.id == event.id) {
            text += &format!("  {}, {} [{}]\n", place.selector, raw(place), place.sources.join("; "));
        }
    }
    text
}

/// The raw code that Linux's perf takes: counter and code in hex.
fn raw(event: &Event) -> String {
    format!("r{}{:02x}", event.selector.counter().number(), event.selector.code())
}

const fn parts(event: &Event) -> &'static str {
    match event.parts {
        Parts::All => "all",
        Parts::WithL3 => "with-l3",
    }
}

fn aliases(event: &Event) -> impl Iterator<Item = &'static str> {
    let id = event.id;
    ALIASES.iter().filter(move |alias| alias.id == id).map(|alias| alias.name)
}

#[derive(Serialize)]
pub(super) struct Listed {
    event: &'static str,
    pmc: u8,
    code: u8,
    raw: String,
    name: &'static str,
    unit: &'static str,
    description: &'static str,
    parts: &'static str,
    aliases: Vec<&'static str>,
    sources: &'static [&'static str],
}

pub(super) fn json(events: &[&'static Event]) -> Vec<Listed> {
    let listed = |event: &&'static Event| Listed {
        event: event.id,
        pmc: event.selector.counter().number(),
        code: event.selector.code(),
        raw: raw(event),
        name: event.name,
        unit: event.unit,
        description: event.description,
        parts: parts(event),
        aliases: aliases(event).collect(),
        sources: event.sources,
    };
    events.iter().map(listed).collect()
}
