//! The two tables of the article on front ends from which these kernels come, column
//! by column: `fetch` for code of growing size, `btb` for chains of branches.
//!
//! A layout has no column for a kernel's other parameters, so all rows must agree in
//! them; where they do not, the caller chooses. The article's own programs printed
//! nanoseconds under the names of cycles. Here a cycle is what a counter of processor
//! cycles counted and nothing else, and a nanosecond is a chip's time base; cells that
//! nothing was counted for are empty, and the names of the columns never change, so that
//! a plot of them works or shows nothing. Columns of ticks in their place were rejected:
//! under `-icount` a tick is a share of an instruction.

use std::collections::BTreeSet;

use thiserror::Error;

use super::ratio::quotient;
use crate::catalogue;
use crate::results::{KernelResult, Results, Source, TICKS};
use mpc7450::counter::Counter;

/// A table of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Layout {
    /// Cycles and instructions a cycle by the size of the code: `fetch/ring`, `fetch/straight`
    Fetch,
    /// Cycles and time of a chain by its branches and the instructions between them: `branch/chain`
    Btb,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// As CSV.
    pub csv: Vec<u8>,
    /// Columns that are empty in every row.
    pub empty: Vec<&'static str>,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// What was chosen is no `name=value`.
    #[error("`{0}` chooses nothing: write NAME=VALUE, for instance kernel=fetch/straight or nops=40")]
    NotAChoice(String),
    /// The layout is not made from this kernel.
    #[error("the layout is not made from {kernel}; it is made from {}", legal.join(" or "))]
    Kernel {
        /// The kernel that was chosen.
        kernel: String,
        /// Those that it is made from.
        legal: Vec<&'static str>,
    },
    /// Nothing is left to make rows of.
    #[error("the report has no {kernel} with {}", if choices.is_empty() { "any parameters" } else { choices })]
    Nothing {
        /// The kernel.
        kernel: &'static str,
        /// The choices.
        choices: String,
    },
    /// Rows differ in what the layout has no column for.
    #[error("rows would differ in {name}, which the layout has no column for: add {}", values.join(" or "))]
    Ambiguous {
        /// The parameter.
        name: String,
        /// What can be chosen.
        values: Vec<String>,
    },
}

/// What a layout is made from: a kernel, and how a size follows from a parameter.
struct Kernel {
    id: &'static str,
    /// Parameters with a column, and what the first is multiplied by there.
    columns: &'static [&'static str],
    factor: u64,
}

/// Names and values that runs must have.
type Choices<'a> = Vec<(&'a str, &'a str)>;

/// Bytes from one block of `fetch/ring` to the next, and of a kibibyte.
const RING_SPACING: u64 = 8192;
const KIBIBYTE: u64 = 1024;

impl Layout {
    const fn kernels(self) -> &'static [Kernel] {
        match self {
            Self::Fetch => &[
                Kernel { id: "fetch/ring", columns: &["blocks"], factor: RING_SPACING },
                Kernel { id: "fetch/straight", columns: &["kib"], factor: KIBIBYTE },
            ],
            Self::Btb => &[Kernel { id: "branch/chain", columns: &["nops", "branches"], factor: 1 }],
        }
    }

    /// The names of the columns.
    #[must_use]
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Fetch => &["code_size_bytes", "cycles_per_iter", "inst_per_cycle"],
            Self::Btb => {
                &["nops_per_block", "branch_number", "avg_cycles_per_run", "avg_ns_per_run", "total_cycles", "total_ns"]
            }
        }
    }

    /// Makes the table of the runs that have all chosen values: `kernel=ID`, a parameter,
    /// `translation=HOW` or `state=STATE`. Rows stand in the order of what they are about.
    ///
    /// # Errors
    ///
    /// [`LayoutError`].
    ///
    /// # Panics
    ///
    /// Never: memory takes every write.
    pub fn table(self, results: &Results, choices: &[String]) -> Result<Table, LayoutError> {
        let (kernel, choices) = self.chosen(choices)?;
        let has = |run: &KernelResult, (name, value): &(&str, &str)| {
            properties(run).iter().any(|(own, of)| own == name && of == value)
        };
        let mut runs: Vec<&KernelResult> = results
            .kernels
            .iter()
            .filter(|run| run.kernel == kernel.id && choices.iter().all(|choice| has(run, choice)))
            .collect();
        if runs.is_empty() {
            let choices: Vec<String> = choices.iter().map(|(name, value)| format!("{name}={value}")).collect();
            return Err(LayoutError::Nothing { kernel: kernel.id, choices: choices.join(" ") });
        }
        refuse_differences(kernel, &runs)?;
        runs.sort_by_key(|run| numbers(kernel, run));
        let tb_hz = results.header.clock.as_ref().map_or(0, |clock| clock.tb_hz);
        let rows: Vec<Vec<String>> = runs.iter().map(|run| self.row(kernel, run, tb_hz)).collect();
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(self.columns()).expect("memory takes every write");
        rows.iter().for_each(|row| csv.write_record(row).expect("memory takes every write"));
        let empty = |place: usize| rows.iter().all(|row| row[place].is_empty());
        let empty = (0..).zip(self.columns()).filter(|(place, _)| empty(*place)).map(|(_, name)| *name).collect();
        Ok(Table { csv: csv.into_inner().expect("memory takes every write"), empty })
    }

    fn chosen(self, choices: &[String]) -> Result<(&'static Kernel, Choices<'_>), LayoutError> {
        let split =
            choices.iter().map(|choice| choice.split_once('=').ok_or_else(|| LayoutError::NotAChoice(choice.clone())));
        let choices: Choices<'_> = split.collect::<Result<_, _>>()?;
        let kernels = self.kernels();
        let kernel = match choices.iter().find(|(name, _)| *name == "kernel") {
            None => &kernels[0],
            Some((_, id)) => kernels.iter().find(|kernel| kernel.id == *id).ok_or_else(|| LayoutError::Kernel {
                kernel: (*id).to_owned(),
                legal: kernels.iter().map(|kernel| kernel.id).collect(),
            })?,
        };
        Ok((kernel, choices.into_iter().filter(|(name, _)| *name != "kernel").collect()))
    }

    fn row(self, kernel: &Kernel, run: &KernelResult, tb_hz: u32) -> Vec<String> {
        let cycles = difference(run, &catalogue::event_id(Counter::Pmc1, 1), |_| true);
        let instructions = run.per_iteration.expected.map(i128::from);
        let n = i128::from(run.n.max(1));
        let mut row: Vec<String> = numbers(kernel, run).iter().map(u64::to_string).collect();
        let told = |value: Option<i128>| value.map_or_else(String::new, |value| value.to_string());
        let each = |value: Option<i128>| value.map_or_else(String::new, |value| quotient(value, n));
        match self {
            Self::Fetch => {
                let a_cycle = instructions.zip(cycles).map(|(instructions, cycles)| quotient(instructions, cycles));
                row.extend([each(cycles), a_cycle.unwrap_or_default()]);
            }
            Self::Btb => {
                let ticks = difference(run, TICKS, |source| source == Source::Hardware);
                let rate = i128::from(tb_hz.max(1));
                let nanoseconds = ticks.map(|ticks| ticks * 1_000_000_000);
                let total = nanoseconds.map(|nanoseconds| (nanoseconds + rate / 2) / rate);
                let each_ns = nanoseconds.map(|nanoseconds| quotient(nanoseconds, n * rate)).unwrap_or_default();
                row.extend([each(cycles), each_ns, told(cycles), told(total)]);
            }
        }
        row
    }
}

/// What n iterations add: the median at 2n less the one at n. `None` where it was not
/// counted by somebody who will do, or is not more than nothing.
fn difference(run: &KernelResult, event: &str, will_do: fn(Source) -> bool) -> Option<i128> {
    let pmc = run.trials.first()?.values.iter().find(|value| value.event == event)?.pmc;
    let median = |n| run.median(event, pmc, n).filter(|(_, source)| will_do(*source));
    let (small, large) = (median(run.n)?.0, median(run.n.saturating_mul(2))?.0);
    let difference = i128::from(large) - i128::from(small);
    (difference > 0).then_some(difference)
}

/// Parameters and mode of a run.
fn properties(run: &KernelResult) -> Vec<(&str, &str)> {
    let parameters = run.parameters.split(',').filter_map(|parameter| parameter.split_once(':'));
    parameters.chain([("translation", run.translation), ("state", run.state)]).collect()
}

/// The numbers that a row begins with.
fn numbers(kernel: &Kernel, run: &KernelResult) -> Vec<u64> {
    let own = properties(run);
    let value = |name: &&str| own.iter().find(|(own, _)| own == name).and_then(|(_, value)| value.parse().ok());
    kernel.columns.iter().map(|name| value(name).unwrap_or(0) * kernel.factor).collect()
}

/// Refuses runs that differ in something without a column.
fn refuse_differences(kernel: &Kernel, runs: &[&KernelResult]) -> Result<(), LayoutError> {
    let Some(first) = runs.first() else { return Ok(()) };
    for (name, _) in properties(first).iter().filter(|(name, _)| !kernel.columns.contains(name)) {
        let values: BTreeSet<&str> = runs
            .iter()
            .filter_map(|run| properties(run).iter().find(|(own, _)| own == name).map(|(_, value)| *value))
            .collect();
        if values.len() > 1 {
            let values = values.iter().map(|value| format!("{name}={value}")).collect();
            return Err(LayoutError::Ambiguous { name: (*name).to_owned(), values });
        }
    }
    Ok(())
}
