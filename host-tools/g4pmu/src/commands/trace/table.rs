//! What the counters would be: a table.

use std::fmt::Write as _;

use model::signal::Signal;
use model::trace::{Item, TraceError};

use super::events::Counted as Event;
use super::{Counted, judge, print as put, start};
use crate::cli::TraceArguments;
use crate::exit::Failure;

/// A column of the table.
struct Column {
    head: String,
    values: Vec<u64>,
}

/// Tells the trace to a model with its own switches, and to one with those of the command
/// line; prints both. Gives what keeps the trace from being read on.
pub(super) fn print(arguments: &TraceArguments, events: &[Event], bytes: &[u8]) -> Result<Option<TraceError>, Failure> {
    let mut replay = start(bytes, arguments, false)?;
    let mut text = format!("trace of {}\n", replay.header().signature);
    let (values, failed) = counted(arguments, &mut replay, events);
    let mut columns = vec![Column { head: "as recorded".to_owned(), values }];
    if !arguments.model.is_empty() {
        let mut changed = start(bytes, arguments, true)?;
        let (values, _) = counted(arguments, &mut changed, events);
        let head: Vec<String> = arguments.model.iter().map(ToString::to_string).collect();
        columns.push(Column { head: head.join(" "), values });
    }
    let names = NAMES.into_iter().chain(events.iter().map(|event| event.id));
    let width = names.clone().map(str::len).max().unwrap_or_default();
    let line = |text: &mut String, name: &str, cells: &[String]| {
        // A string takes every write.
        let _ = write!(text, "{name:width$}");
        for (cell, column) in cells.iter().zip(&columns) {
            let _ = write!(text, "  {cell:>width$}", width = column.head.len().max(12));
        }
        text.push('\n');
    };
    let heads: Vec<String> = columns.iter().map(|column| column.head.clone()).collect();
    line(&mut text, "", &heads);
    for (row, name) in names.enumerate() {
        let cells: Vec<String> = columns.iter().map(|column| column.values[row].to_string()).collect();
        line(&mut text, name, &cells);
    }
    put(&text)?;
    if failed.is_none() && arguments.window().end == u64::MAX {
        judge(arguments, &replay)?;
    }
    Ok(failed)
}

/// The rows above the events.
const NAMES: [&str; 7] = [
    "instructions passed, the model being off",
    "instructions told",
    "completed",
    "folded branches",
    "branches removed early",
    "answers to the guest",
    "cycles, the model being on",
];

/// The values of all rows, of the instructions in the window.
fn counted(arguments: &TraceArguments, replay: &mut Counted<'_>, events: &[Event]) -> (Vec<u64>, Option<TraceError>) {
    let window = arguments.window();
    let (mut passed, mut cycles, mut number) = (0, 0, 0);
    let mut before = None;
    let mut failed = None;
    let values = |replay: &Counted<'_>, passed: u64, cycles: u64| {
        let model = replay.model();
        let stats = model.stats();
        let rows =
            [passed, replay.instructions(), stats.completed, stats.folded, stats.removed, replay.answers(), cycles];
        let events = events.iter().map(|event| match event.signal {
            Signal::ProcessorCycles => cycles,
            Signal::InstructionsCompleted => stats.completed,
            signal => model.watcher().of(signal),
        });
        rows.into_iter().chain(events).collect::<Vec<u64>>()
    };
    while number + 1 < window.end {
        if before.is_none() && number + 1 >= window.start {
            before = Some(values(replay, passed, cycles));
        }
        let (was_on, cycle) = (replay.model().is_on(), replay.model().now());
        match replay.step() {
            Ok(Some((Item::Passed(instructions), _))) => passed += instructions,
            Ok(Some((item, model))) => {
                number += u64::from(matches!(item, Item::Retired { .. }));
                cycles += if was_on { model.now() - cycle } else { 0 };
            }
            Ok(None) => break,
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    let after = values(replay, passed, cycles);
    let before = before.unwrap_or_else(|| after.clone());
    (after.iter().zip(before).map(|(after, before)| after - before).collect(), failed)
}
