//! What a formula may name: [`Quantity`].

use std::fmt;
use std::sync::LazyLock;

use mpc7450::counter::Counter;
use mpc7450::events::{Matches, Selector, find};

use super::unit::Unit;
use crate::catalogue;
use crate::names;
use crate::results::Expected;

/// What each event counts, one line a unit.
const UNITS: &str = include_str!("data/units.txt");

/// Something that one pass has a number for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// An event, on any counter that can count it.
    Event {
        /// The id, or `raw-PCC` for a code that no source lists.
        id: String,
        /// Where it can be counted.
        matches: Matches,
    },
    /// A closed form of the kernel.
    Form(Form),
    /// Time base ticks.
    Ticks,
    /// The rate of the time base, as the report states it.
    TimeBaseRate,
    /// The rate of the core, as the report states it.
    CoreRate,
}

/// A closed form of the kernel, which no counter takes part in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Executed instructions.
    Executed,
    /// Branches of any kind.
    Branches,
    /// Taken branches.
    Taken,
    /// Branches that are not taken.
    FallThrough,
    /// Loads.
    Loads,
    /// Stores.
    Stores,
    /// Scalar floating-point arithmetic.
    Float,
    /// AltiVec arithmetic and permutes.
    Vector,
    /// What figures of the kernel are given for: calls, jumps, loads.
    Operations,
}

/// Every closed form with its name and what it counts.
const FORMS: [(&str, Form, &str); 9] = [
    ("form.executed", Form::Executed, "instructions"),
    ("form.branches", Form::Branches, "branches"),
    ("form.taken", Form::Taken, "branches"),
    ("form.fall-through", Form::FallThrough, "branches"),
    ("form.loads", Form::Loads, "instructions"),
    ("form.stores", Form::Stores, "instructions"),
    ("form.float", Form::Float, "instructions"),
    ("form.vector", Form::Vector, "instructions"),
    ("form.operations", Form::Operations, "operations"),
];

/// The other names, and what they count.
const OTHERS: [(&str, Quantity, &str); 3] = [
    ("time-base-ticks", Quantity::Ticks, "ticks"),
    ("time-base-rate", Quantity::TimeBaseRate, "ticks per second"),
    ("core-rate", Quantity::CoreRate, "cycles per second"),
];

impl Quantity {
    /// What a name stands for: an event's id, perf's name or raw code, a closed form, or
    /// one of the time base.
    ///
    /// # Errors
    ///
    /// What is wrong, with the nearest name.
    pub fn named(name: &str) -> Result<Self, String> {
        if let Some((_, form, _)) = FORMS.iter().find(|(own, ..)| *own == name) {
            return Ok(Self::Form(*form));
        }
        if let Some((_, other, _)) = OTHERS.iter().find(|(own, ..)| *own == name) {
            return Ok(other.clone());
        }
        let matches = find(name).map_err(|error| {
            let own = FORMS.iter().map(|(own, ..)| *own).chain(OTHERS.iter().map(|(own, ..)| *own));
            match names::nearest(name, own) {
                Some(near) => format!("nothing is called `{name}`; did you mean {near}?"),
                None => format!("nothing is called `{name}`: {error}"),
            }
        })?;
        let first = matches.iter().next().ok_or_else(|| format!("nothing is called `{name}`"))?;
        Ok(Self::Event { id: catalogue::event_id(first.counter(), first.code()), matches })
    }

    /// What a counter counts with a code; `None` for what is no counter's code.
    #[must_use]
    pub fn of_counter(pmc: u8, code: u8) -> Option<Self> {
        let counter = Counter::new(pmc)?;
        let selector = Selector::raw(counter, code.into()).ok()?;
        Some(Self::Event { id: catalogue::event_id(counter, code), matches: Matches::from(selector) })
    }

    /// Whether both are the same, on whichever counters.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Event { id, .. }, Self::Event { id: other, .. }) => id == other,
            _ => self == other,
        }
    }

    /// What it counts.
    #[must_use]
    pub fn unit(&self) -> Unit {
        let name = self.to_string();
        let own =
            FORMS.iter().map(|(own, _, unit)| (*own, *unit)).chain(OTHERS.iter().map(|(own, _, unit)| (*own, *unit)));
        let events = EVENTS.iter().map(|(event, unit)| (*event, *unit));
        let unit = own.chain(events).find(|(own, _)| *own == name).map_or("events", |(_, unit)| unit);
        Unit::parse(unit).unwrap_or(Unit::NUMBER)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event { id, .. } => f.write_str(id),
            Self::Form(form) => f.write_str(FORMS.iter().find(|(_, own, _)| own == form).map_or("", |(name, ..)| name)),
            other => f.write_str(OTHERS.iter().find(|(_, own, _)| own == other).map_or("", |(name, ..)| name)),
        }
    }
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Executed,
        Self::Branches,
        Self::Taken,
        Self::FallThrough,
        Self::Loads,
        Self::Stores,
        Self::Float,
        Self::Vector,
        Self::Operations,
    ];

    /// What it is of a closed form; [`Form::Operations`] is not part of one.
    #[must_use]
    pub const fn of(self, counts: &Expected) -> Option<u64> {
        Some(match self {
            Self::Executed => counts.executed,
            Self::Branches => counts.branches,
            Self::Taken => counts.taken,
            Self::FallThrough => return counts.branches.checked_sub(counts.taken),
            Self::Loads => counts.loads,
            Self::Stores => counts.stores,
            Self::Float => counts.float,
            Self::Vector => counts.vector,
            Self::Operations => return None,
        })
    }
}

/// Event ids with what they count.
static EVENTS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let lines = UNITS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    lines.flat_map(|(unit, events)| events.split_whitespace().map(move |event| (event, unit))).collect()
});

/// What an event counts, `cycles` for instance; `None` for what is no event.
#[must_use]
pub fn unit_of_event(id: &str) -> Option<&'static str> {
    EVENTS.iter().find(|(event, _)| *event == id).map(|(_, unit)| *unit)
}

#[cfg(test)]
mod tests {
    use mpc7450::events::CATALOGUE;

    use super::{EVENTS, Quantity, Unit, unit_of_event};

    #[test]
    fn every_event_but_nothing_has_one_unit() {
        for event in CATALOGUE.iter().filter(|event| event.id != "nothing") {
            assert_eq!(EVENTS.iter().filter(|(id, _)| *id == event.id).count(), 1, "{}", event.id);
        }
        for (id, unit) in EVENTS.iter() {
            assert!(CATALOGUE.iter().any(|event| event.id == *id), "{id}");
            assert!(Unit::parse(unit).is_ok(), "{unit}");
        }
    }

    /// Descriptions that begin so say what is counted.
    #[test]
    fn what_a_description_calls_clocks_is_counted_in_cycles() {
        for event in CATALOGUE {
            let clocks = event.description.starts_with("Clocks ");
            let cycles = unit_of_event(event.id) == Some("cycles");
            assert!(!clocks || cycles, "{}: {}", event.id, event.description);
            let instructions = event.description.starts_with("Completed instructions ");
            assert!(!instructions || unit_of_event(event.id) == Some("instructions"), "{}", event.id);
        }
    }

    #[test]
    fn every_name_comes_back() {
        for name in ["mispredicted-branches", "form.fall-through", "time-base-ticks", "core-rate", "raw-17f"] {
            let typed = if name == "raw-17f" { "r17f" } else { name };
            assert_eq!(Quantity::named(typed).expect(name).to_string(), name);
        }
        assert_eq!(Quantity::named("branch-misses").expect("an alias").to_string(), "mispredicted-branches");
    }

    #[test]
    fn a_name_that_is_nearly_one_is_answered_with_it() {
        let error = |name| Quantity::named(name).expect_err(name);
        assert_eq!(error("form.branchs"), "nothing is called `form.branchs`; did you mean form.branches?");
        assert!(error("mispredicted-branch").ends_with("did you mean mispredicted-branches?"));
    }
}
