//! Laws between the events of one pass: [`violations`].

use std::sync::LazyLock;

use super::counts::{Counts, Pass};
use super::entries::{self, Entry, FileError};
use super::formula::Formula;

/// What must hold between counts of one pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Its name.
    pub name: String,
    /// The left side.
    pub left: Formula,
    /// How the sides compare.
    pub relation: Relation,
    /// The right side.
    pub right: Formula,
    /// How far the counts may miss it.
    pub slack: f64,
    /// Why it holds.
    pub why: String,
}

/// How two sides compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are the same.
    Equal,
    /// The left one is not greater.
    AtMost,
    /// The left one is not smaller.
    AtLeast,
}

/// A law that a pass breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The law.
    pub law: &'static Law,
    /// The pass.
    pub pass: Pass,
    /// The left side.
    pub left: f64,
    /// The right side.
    pub right: f64,
}

/// The laws, as their file has them.
///
/// # Panics
///
/// Never: a test reads the file.
pub fn laws() -> &'static [Law] {
    static LAWS: LazyLock<Vec<Law>> = LazyLock::new(|| read(include_str!("data/laws.txt")).expect("a test reads it"));
    &LAWS
}

/// The laws that the counts of a pass break; those that it has not the counts for say
/// nothing. Gives how many were checked besides.
#[must_use]
pub fn violations(counts: &Counts) -> (usize, Vec<Violation>) {
    let sides =
        laws().iter().filter_map(|law| Some((law, counts.value(&law.left).ok()?, counts.value(&law.right).ok()?)));
    let sides: Vec<_> = sides.collect();
    let broken = sides.iter().filter(|(law, left, right)| !law.holds(*left, *right));
    let violation = |(law, left, right): &(&'static Law, f64, f64)| Violation {
        law,
        pass: counts.pass(),
        left: *left,
        right: *right,
    };
    (sides.len(), broken.map(violation).collect())
}

impl Law {
    /// Whether two sides keep it.
    #[must_use]
    pub fn holds(&self, left: f64, right: f64) -> bool {
        let over = left - right;
        match self.relation {
            Relation::Equal => over.abs() <= self.slack,
            Relation::AtMost => over <= self.slack,
            Relation::AtLeast => -over <= self.slack,
        }
    }
}

impl Relation {
    const SIGNS: [(&'static str, Self); 3] = [(" <= ", Self::AtMost), (" >= ", Self::AtLeast), (" = ", Self::Equal)];

    fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(_, own)| *own == self).map_or("", |(sign, _)| sign.trim())
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Law { left, relation, right, why, .. } = self.law;
        write!(f, "{left} is {}, not {} {right}, which is {}: {why}", self.left, relation.sign(), self.right)
    }
}

fn read(text: &str) -> Result<Vec<Law>, FileError> {
    entries::read(text, &["law"])?.iter().map(law).collect()
}

fn law(entry: &Entry) -> Result<Law, FileError> {
    entry.only(&["holds", "slack", "why"], &[])?;
    let holds = entry.must("holds")?;
    let split = Relation::SIGNS.iter().find_map(|(sign, relation)| {
        holds.value.split_once(sign).map(|(left, right)| (left, *relation, right, left.chars().count() + sign.len()))
    });
    let Some((left, relation, right, behind)) = split else {
        return Err(holds.wrong(1, "a law has =, <= or >= between its sides".to_owned()));
    };
    let side = |text: &str, before: usize| {
        Formula::parse(text).map_err(|error| holds.wrong(before + error.column, error.cause.to_string()))
    };
    let (left, right) = (side(left, 0)?, side(right, behind)?);
    if left.unit() != right.unit() {
        return Err(holds.wrong(1, format!("the sides count {} and {}", left.unit(), right.unit())));
    }
    let slack = entry.must("slack")?;
    let counts = slack.value.parse::<u32>().map_err(|_| slack.wrong(1, format!("`{}` is no count", slack.value)))?;
    let why = entry.must("why")?.value.clone();
    Ok(Law { name: entry.name.clone(), left, relation, right, slack: f64::from(counts), why })
}
