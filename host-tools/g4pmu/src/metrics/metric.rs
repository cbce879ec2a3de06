//! A metric: a named formula that one pass can give a value for.

use mpc7450::events::Matches;

use super::counts::{Counts, Outcome};
use super::entries::{Entry, FileError, Key};
use super::formula::{Cause, Formula};
use super::quantity::Quantity;
use super::unit::Unit;
use crate::plan::matching;

/// A named formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// The name of its group.
    pub group: String,
    /// What it is made of.
    pub formula: Formula,
    /// What it counts, as its file states it.
    pub unit: String,
    /// Between which values it must be.
    pub range: Range,
    /// What it means, one paragraph.
    pub meaning: String,
    /// What it does not mean.
    pub caveats: Vec<String>,
}

/// Between which values something must be, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The greatest; infinite where there is none.
    pub most: f64,
}

impl Metric {
    pub(super) fn read(entry: &Entry, group: &str) -> Result<Self, FileError> {
        entry.only(&["formula", "unit", "range", "meaning"], &["caveat"])?;
        if entry.name.contains(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
            return Err(entry.wrong(format!("`{}` is no name: use letters, digits and hyphens", entry.name)));
        }
        let text = entry.must("formula")?;
        let formula = Formula::parse(&text.value).map_err(|error| text.wrong(error.column, error.cause.to_string()))?;
        let unit = entry.must("unit")?;
        let share = check_unit(&formula, unit)?;
        let metric = Self {
            name: entry.name.clone(),
            group: group.to_owned(),
            unit: unit.value.clone(),
            range: match entry.may("range") {
                Some(key) => Range::read(key)?,
                None if share => Range { least: 0.0, most: 1.0 },
                None => Range::ANY,
            },
            meaning: entry.must("meaning")?.value.clone(),
            caveats: entry.all("caveat").map(|key| key.value.clone()).collect(),
            formula,
        };
        let events: Vec<Matches> = metric.matches().copied().collect();
        if matching::counters(&events).is_none() {
            let names = metric.events().map(|(id, matches)| format!("{id} ({matches})"));
            let cause = format!("no pass can count all of these: {}", names.collect::<Vec<_>>().join(", "));
            return Err(text.wrong(1, cause));
        }
        Ok(metric)
    }

    /// The events that one pass must count for it, with the counters that can.
    pub fn events(&self) -> impl Iterator<Item = (&str, &Matches)> {
        self.formula.quantities().into_iter().filter_map(|quantity| match quantity {
            Quantity::Event { id, matches } => Some((id.as_str(), matches)),
            _ => None,
        })
    }

    fn matches(&self) -> impl Iterator<Item = &Matches> {
        self.events().map(|(_, matches)| matches)
    }

    /// Its value in one pass. A value outside the range is given, with that as the reason
    /// to doubt it.
    #[must_use]
    pub fn of(&self, counts: &Counts) -> Outcome {
        counts.outcome(&self.formula, self.range)
    }

    /// Its value in the first pass that counts all that it needs; else why the first of
    /// them gives none. `None` of no passes.
    #[must_use]
    pub fn of_any(&self, passes: &[Counts]) -> Option<Outcome> {
        let able = passes.iter().find(|counts| self.formula.quantities().iter().all(|quantity| counts.has(quantity)));
        able.or(passes.first()).map(|counts| self.of(counts))
    }
}

impl Range {
    /// Everything.
    pub const ANY: Self = Self { least: f64::NEG_INFINITY, most: f64::INFINITY };

    fn read(key: &Key) -> Result<Self, FileError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let most = |text: &str| if text.trim() == "any" { Some(f64::INFINITY) } else { number(text) };
        let range = key.value.split_once(" to ").and_then(|(least, end)| Some((number(least)?, most(end)?)));
        match range {
            Some((least, most)) if least <= most => Ok(Self { least, most }),
            _ => Err(key.wrong(1, format!("`{}` is no range: write `0 to 3` or `1 to any`", key.value))),
        }
    }

    /// Whether a value is inside, or outside by no more than the edges of a pass can move it:
    /// in a loop of 25 instructions, 1000 times, three completing in a clock, the last clock is
    /// in one trial and not in another, and 3.0001 complete in a clock.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        const EDGES: f64 = 0.001;
        let most = if self.most.is_finite() { self.most + EDGES * self.most.abs().max(1.0) } else { self.most };
        let least = if self.least.is_finite() { self.least - EDGES * self.least.abs().max(1.0) } else { self.least };
        (least..=most).contains(&value)
    }
}

/// Holds the unit that a file states to that of the formula; gives whether it is a share.
fn check_unit(formula: &Formula, key: &Key) -> Result<bool, FileError> {
    let stated = |text: &str| Unit::parse(text).map_err(|error| key.wrong(1, Cause::from(error).to_string()));
    let of = |unit: Unit| {
        if formula.unit() == unit {
            Ok(())
        } else {
            Err(key.wrong(1, format!("the formula counts {}", formula.unit())))
        }
    };
    match (key.value.as_str(), key.value.strip_prefix("share of ")) {
        ("ratio", _) => of(Unit::NUMBER).map(|()| false),
        (_, Some(whole)) => {
            let whole = stated(whole)?;
            of(Unit::NUMBER)?;
            match formula.divisor_unit() {
                Some(unit) if unit == whole => Ok(true),
                Some(unit) => Err(key.wrong(1, format!("the formula divides by {unit}"))),
                None => Err(key.wrong(1, "the formula divides by nothing, so it is no share".to_owned())),
            }
        }
        (text, None) => of(stated(text)?).map(|()| false),
    }
}
