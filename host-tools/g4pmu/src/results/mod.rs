//! What a report says, as data: the one structure behind table, CSV and JSON.
//!
//! [`Results`] is made from a log and from nothing else. No path, time or
//! command line enters it, so a saved log gives the same bytes again, on any
//! machine, as the run that wrote it. Values that a log cannot give are absent
//! and carry a [`Status`] and a reason; nothing here is ever a stand-in zero.
//!
//! Rejected: converting while the report arrives. A row written before the end
//! record has been seen cannot know whether it stands in a whole report.

mod counters;
mod header;
mod instructions;
mod kernel;
mod pairs;
pub mod profile;
mod report;
mod sampling;
mod trial;
mod value;
mod verdict;

pub(crate) use counters::counts_all;
pub use header::{CounterCheck, Cpu, Header, Model, TimeBaseCheck};
pub use instructions::{InstructionClock, NotInstructions};
pub use kernel::{Expected, Fault, KernelResult, PerIteration, Skipped, Trial};
pub use report::Results;
pub use sampling::{Sample, SampledCall};
pub use value::{Exactness, Source, Status, Value};
pub use verdict::{Agreement, Mismatch, Verdict};

use report_format::text::Text;
use serde::{Serialize, Serializer};

/// Version of the CSV and JSON that this tool writes. Grows when a column or a
/// key changes its meaning, moves or goes away.
pub const SCHEMA: u32 = 1;

/// The event of executed instructions, whoever counts them.
pub const EXECUTED: &str = "instructions-executed";

/// The catalogue's event of processor cycles, code 1 of every counter.
pub const CYCLES: &str = "processor-cycles";

/// The event of time base ticks.
pub const TICKS: &str = "time-base-ticks";

/// Whether the rows come from a whole report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Completeness {
    /// Every record arrived unchanged.
    Complete,
    /// The report ends early or has gaps.
    Truncated,
    /// A line was changed on its way.
    Corrupt,
}

/// A 32-bit word that people read in hex: `0x` and 8 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(pub u32);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "0x{:08x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text of the report with everything but printable ASCII written out, as a terminal
/// and any reader of CSV can take it.
fn printable(text: &Text<'_>) -> String {
    let mut shown = String::new();
    for letter in text.to_string().chars() {
        match letter {
            ' '..='~' => shown.push(letter),
            _ => shown.extend(letter.escape_default()),
        }
    }
    shown
}
