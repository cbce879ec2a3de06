//! The columns of the table: executed instructions, or what counters counted.
//!
//! Executed instructions have a closed form that is one number, completed ones a range,
//! and counters count cycles besides. One table for both was rejected: it would have
//! columns that are empty in every row.

use super::word;
use crate::output::ratio::per;
use crate::results::{CYCLES, EXECUTED, KernelResult, PerIteration, Source, Status, Value};

/// What stands in the rows of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Executed instructions, or that nothing counts them.
    Executed,
    /// Completed instructions and cycles, by counters.
    Counted,
}

/// The columns before the numbers of an iteration.
const BEFORE: [&str; 3] = ["kernel", "iterations", "trials"];

/// The columns behind them: who counted, and the verdict.
const BEHIND: [&str; 2] = ["source", "counts"];

/// The unit of completed and expected instructions, above both.
const INSTRUCTIONS: &str = "instructions/iteration";

/// Spaces between columns.
const GAP: usize = 2;

impl Columns {
    /// Counters' columns where counters counted and nothing else counted instructions.
    pub(super) fn of(kernels: &[&KernelResult]) -> Self {
        let values = || kernels.iter().flat_map(|kernel| &kernel.trials).flat_map(|trial| &trial.values);
        let some = |is: fn(&Value) -> bool| values().any(|value| value.value.is_some() && is(value));
        let counted = some(stands_in_a_row) && !some(|value| value.event == EXECUTED);
        if counted { Self::Counted } else { Self::Executed }
    }

    /// Whether a counter's value stands in the row itself.
    pub(super) fn has(self, value: &Value) -> bool {
        self == Self::Counted && stands_in_a_row(value)
    }

    fn heads(self) -> Vec<String> {
        let numbers: &[&str] = match self {
            Self::Executed => &[INSTRUCTIONS, "expected"],
            Self::Counted => &["completed", "expected", "cycles/iteration"],
        };
        [&BEFORE, numbers, &BEHIND].concat().into_iter().map(str::to_owned).collect()
    }

    /// How wide each column is with these rows.
    pub(super) fn widths(self, rows: &[Vec<String>]) -> Vec<usize> {
        let longest =
            |(column, head): (usize, &String)| rows.iter().map(|row| row[column].len()).fold(head.len(), usize::max);
        let mut widths: Vec<usize> = self.heads().iter().enumerate().map(longest).collect();
        if self == Self::Counted {
            let (completed, expected) = (BEFORE.len(), BEFORE.len() + 1);
            widths[expected] = widths[expected].max(INSTRUCTIONS.len().saturating_sub(widths[completed] + GAP));
        }
        widths
    }

    /// The lines above the rows.
    pub(super) fn head(self, widths: &[usize]) -> Vec<String> {
        let head = self.aligned(&self.heads(), widths).trim_end().to_owned();
        match self {
            Self::Executed => vec![head],
            Self::Counted => {
                let end = widths[..BEFORE.len() + 2].iter().map(|width| width + GAP).sum::<usize>() - GAP;
                vec![format!("{INSTRUCTIONS:>end$}"), head]
            }
        }
    }

    /// Columns side by side: words to the left, numbers to the right.
    pub(super) fn aligned(self, cells: &[String], widths: &[usize]) -> String {
        let behind = self.heads().len() - BEHIND.len();
        let mut line = String::new();
        for (number, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let is_word = number == 0 || number >= behind;
            line += &if is_word { format!("{cell:width$}") } else { format!("{cell:>width$}") };
            line += &" ".repeat(GAP);
        }
        line
    }

    /// The cells of a kernel, the verdict last.
    pub(super) fn row(self, kernel: &KernelResult) -> Vec<String> {
        let mut row = vec![kernel.kernel.clone(), kernel.n.to_string(), format!("{0} + {0}", kernel.trials_each)];
        row.extend(match self {
            Self::Executed => executed(kernel),
            Self::Counted => counted(kernel),
        });
        row.push(judged(kernel).to_owned());
        row
    }
}

fn stands_in_a_row(value: &Value) -> bool {
    value.event == CYCLES || value.expected_least.is_some()
}

/// Executed instructions, their closed form, who counted.
fn executed(kernel: &KernelResult) -> Vec<String> {
    let each = &kernel.per_iteration;
    let ratio = |count: Option<u64>| count.map(|count| per(i128::from(count), each.iterations));
    let counted = kernel.trials.iter().any(|trial| trial.executed().is_some());
    let (source, missing) = if counted { (Source::Instructions, "no agreement") } else { (Source::None, "none") };
    vec![or(ratio(each.measured), missing), or(ratio(each.expected), "none"), word(source).to_owned()]
}

/// Completed instructions, how many may be, cycles, who counted.
fn counted(kernel: &KernelResult) -> Vec<String> {
    let each = &kernel.per_iteration;
    let ratio = |count: i128| per(count, each.iterations);
    let first = kernel.trials.iter().flat_map(|trial| &trial.values).find(|value| stands_in_a_row(value));
    vec![
        or(each.completed.map(|count| ratio(count.into())), "none"),
        or(range(each), "none"),
        or(each.cycles.map(|count| ratio(count.into())), "none"),
        word(first.map_or(Source::None, |value| value.source)).to_owned(),
    ]
}

fn or(cell: Option<String>, missing: &str) -> String {
    cell.unwrap_or_else(|| missing.to_owned())
}

/// What may complete in an iteration: one number where no branch can leave early.
fn range(each: &PerIteration) -> Option<String> {
    let ratio = |count| per(i128::from(count), each.iterations);
    let (least, most) = (ratio(each.completed_least?), ratio(each.completed_most?));
    Some(if least == most { least } else { format!("{least} to {most}") })
}

/// What the trials say against their closed forms, in a word or two.
fn judged(kernel: &KernelResult) -> &'static str {
    let values = || kernel.trials.iter().flat_map(|trial| &trial.values);
    let executed: Vec<&Value> = values().filter(|value| value.event == EXECUTED).collect();
    let completed: Vec<&Value> = values().filter(|value| value.expected_least.is_some()).collect();
    let counted = |values: &[&Value]| values.iter().any(|value| value.value.is_some());
    let hold = |values: &[&Value]| values.iter().all(|value| value.status == Status::Ok);
    match (counted(&executed), counted(&completed)) {
        _ if !kernel.faults.is_empty() => "fault",
        (false, false) => "none",
        (false, true) if hold(&completed) && is_one_number(&kernel.per_iteration) => "equal",
        (false, true) if hold(&completed) => "in range",
        (true, false) if hold(&executed) => "equal",
        (true, true) if hold(&executed) && hold(&completed) => "equal",
        _ => "different",
    }
}

/// Whether an iteration completed what its closed form has as the only number.
fn is_one_number(each: &PerIteration) -> bool {
    each.completed.is_some() && each.completed == each.completed_least && each.completed == each.completed_most
}
