//! The rules on which types stand where, and how often.

use super::Problem;
use crate::log::Entry;
use crate::record::Record;

/// Types that stand in every report, all but the one of [`REPEATS`] exactly once.
const ALWAYS: [(u32, &str); 7] =
    [(0, "report"), (1, "cpu"), (2, "clock"), (3, "memory"), (4, "arguments"), (7, "time-base"), (8, "suite")];

/// The place of the type that stands once for each state.
const REPEATS: u32 = 7;

/// The place of a type in a report; an `error` may stand anywhere.
const fn place(record: &Record<'_>) -> Option<u32> {
    Some(match record {
        Record::Report(_) => 0,
        Record::Cpu(_) => 1,
        Record::Clock(_) => 2,
        Record::Memory(_) => 3,
        Record::Arguments(_) => 4,
        Record::Register(_) => 5,
        Record::Counter(_) => 6,
        Record::TimeBase(_) => 7,
        Record::Suite(_) => 8,
        Record::Kernel(_)
        | Record::Expect(_)
        | Record::Trial(_)
        | Record::Code(_)
        | Record::Sample(_)
        | Record::Sampling(_)
        | Record::Fault(_)
        | Record::Skip(_) => 9,
        Record::End(_) => 10,
        Record::Error(_) => return None,
    })
}

/// What has stood so far.
#[derive(Default)]
pub(super) struct Order {
    /// Place and type of the record that came furthest.
    furthest: Option<(u32, &'static str)>,
    /// Places that were there.
    seen: Vec<u32>,
    errors: bool,
}

impl Order {
    pub(super) fn record(&mut self, entry: &Entry<'_>, problems: &mut Vec<Problem>) {
        let (line, name) = (entry.line, entry.record.name());
        let Some(place) = place(&entry.record) else {
            self.errors = true;
            return;
        };
        match self.furthest {
            Some((furthest, after)) if place < furthest => problems.push(Problem::Order { line, name, after }),
            _ => self.furthest = Some((place, name)),
        }
        if !self.seen.contains(&place) {
            self.seen.push(place);
        } else if place != REPEATS && ALWAYS.iter().any(|&(always, _)| always == place) {
            problems.push(Problem::Repeated { line, name });
        }
    }

    /// Names the types that are not there though later ones are. An image that
    /// reported an error may have ended early for it.
    pub(super) fn close(&self, problems: &mut Vec<Problem>) {
        let Some((furthest, before)) = self.furthest else { return };
        if before == "end" && self.errors && !self.seen.contains(&9) {
            return;
        }
        let absent = ALWAYS.iter().filter(|(place, _)| *place < furthest && !self.seen.contains(place));
        problems.extend(absent.map(|&(_, name)| Problem::Absent { name, before }));
    }
}
