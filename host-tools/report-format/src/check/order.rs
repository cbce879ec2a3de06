//! The rules on which types stand where, and how often.

use super::Problem;
use crate::log::Entry;
use crate::record::Record;

/// Types that stand in every report that measures, all but the one of [`REPEATS`]
/// exactly once.
const ALWAYS: [(u32, &str); 7] = [
    (0, "report"),
    (2, "cpu"),
    (4, "clock"),
    (5, "memory"),
    (6, "arguments"),
    (REPEATS, "time-base"),
    (SUITE, "suite"),
];

/// The place of the type that makes a report an answer of the monitor.
const ANSWER: u32 = 1;

/// The place of the type that stands where a timing model answers, once.
const MODEL: u32 = 3;

/// Places of types that need not stand in a report, and do so once at the most.
const ONCE: [u32; 2] = [ANSWER, MODEL];

/// The place of the type that stands once for each state.
const REPEATS: u32 = 9;

/// The place of the type with which measuring begins.
const SUITE: u32 = 10;

/// The place of runs.
const RUNS: u32 = 11;

/// The place of what only an answer has.
const ANSWERED: u32 = 12;

/// The place of a type in a report; an `error` may stand anywhere.
const fn place(record: &Record<'_>) -> Option<u32> {
    Some(match record {
        Record::Report(_) => 0,
        Record::Answer(_) => ANSWER,
        Record::Cpu(_) => 2,
        Record::Model(_) => MODEL,
        Record::Clock(_) => 4,
        Record::Memory(_) => 5,
        Record::Arguments(_) => 6,
        Record::Register(_) => 7,
        Record::Counter(_) => 8,
        Record::TimeBase(_) => REPEATS,
        Record::Suite(_) => SUITE,
        Record::Kernel(_)
        | Record::Expect(_)
        | Record::Trial(_)
        | Record::Code(_)
        | Record::Sample(_)
        | Record::Sampling(_)
        | Record::Fault(_)
        | Record::Skip(_) => RUNS,
        Record::Offer(_) | Record::Spr(_) | Record::Word(_) | Record::Load(_) => ANSWERED,
        Record::End(_) => 13,
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
        if place == ANSWERED && !self.seen.contains(&ANSWER) {
            problems.push(Problem::Unasked { line, name });
        }
        if !self.seen.contains(&place) {
            self.seen.push(place);
        } else if ONCE.contains(&place) || place != REPEATS && ALWAYS.iter().any(|&(always, _)| always == place) {
            problems.push(Problem::Repeated { line, name });
        }
    }

    /// Names the types that are not there though later ones are. An image that
    /// reported an error may have ended early for it, and an answer that measures
    /// nothing has only what was asked for.
    pub(super) fn close(&self, problems: &mut Vec<Problem>) {
        let Some((furthest, before)) = self.furthest else { return };
        let seen = |place| self.seen.contains(&place);
        let ended_early = before == "end" && self.errors && !seen(RUNS);
        let measures_nothing = seen(ANSWER) && !seen(SUITE) && !seen(RUNS);
        if ended_early || measures_nothing {
            return;
        }
        let absent = ALWAYS.iter().filter(|(place, _)| *place < furthest && !self.seen.contains(place));
        problems.extend(absent.map(|&(_, name)| Problem::Absent { name, before }));
    }
}
