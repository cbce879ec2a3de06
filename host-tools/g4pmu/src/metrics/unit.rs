//! What a number counts: [`Unit`], with the arithmetic of units.
//!
//! A unit is a product of powers of base units. Mispredicted branches are branches, and
//! hits are accesses, so that a share comes out as a plain number and the quotient of two
//! different things cannot be called one.

use std::fmt;

use thiserror::Error;

use crate::names;

/// What is counted, in the plural and the singular.
const NAMES: [(&str, &str); BASES] = [
    ("cycles", "cycle"),
    ("instructions", "instruction"),
    ("branches", "branch"),
    ("accesses", "access"),
    ("lines", "line"),
    ("beats", "beat"),
    ("transactions", "transaction"),
    ("searches", "search"),
    ("snoops", "snoop"),
    ("events", "event"),
    ("ticks", "tick"),
    ("seconds", "second"),
    ("operations", "operation"),
    ("bytes", "byte"),
];

const BASES: usize = 14;

/// A product of powers of what is counted; a plain number where all powers are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    powers: [i8; BASES],
}

/// A word that is no unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{word}` is no unit; there are {}{}",
    NAMES.map(|(plural, _)| plural).join(", "),
    names::hint(word, NAMES.map(|(plural, _)| plural))
)]
pub struct NoUnit {
    /// The word.
    pub word: String,
}

impl Unit {
    /// A plain number.
    pub const NUMBER: Self = Self { powers: [0; BASES] };

    /// The unit with this name, `cycles` or `bytes per beat`.
    ///
    /// # Errors
    ///
    /// A word of it is not the plural, or behind `per` the singular, of what can be counted.
    pub fn parse(text: &str) -> Result<Self, NoUnit> {
        let base = |word: &str, names: [&str; BASES]| {
            let place = names.iter().position(|name| *name == word);
            place.ok_or_else(|| NoUnit { word: word.to_owned() }).map(|place| {
                let mut unit = Self::NUMBER;
                unit.powers[place] = 1;
                unit
            })
        };
        match text.split_once(" per ") {
            None => base(text.trim(), NAMES.map(|(plural, _)| plural)),
            Some((above, below)) => {
                let above = base(above.trim(), NAMES.map(|(plural, _)| plural))?;
                Ok(above.over(base(below.trim(), NAMES.map(|(_, singular)| singular))?))
            }
        }
    }

    /// The unit of a product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        self.with(other, i8::saturating_add)
    }

    /// The unit of a quotient.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        self.with(other, i8::saturating_sub)
    }

    fn with(mut self, other: Self, change: fn(i8, i8) -> i8) -> Self {
        for (power, by) in self.powers.iter_mut().zip(other.powers) {
            *power = change(*power, by);
        }
        self
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |sign: i8, name: fn(&(&'static str, &'static str)) -> &'static str| {
            let factors = NAMES.iter().zip(self.powers).filter(|(_, power)| power * sign > 0);
            let factors = factors.flat_map(|(names, power)| vec![name(names); usize::from(power.unsigned_abs())]);
            factors.collect::<Vec<_>>().join(" x ")
        };
        let (above, below) = (side(1, |names| names.0), side(-1, |names| names.1));
        match (above.is_empty(), below.is_empty()) {
            (true, true) => f.write_str("a plain number"),
            (false, true) => f.write_str(&above),
            (true, false) => write!(f, "1 per {below}"),
            (false, false) => write!(f, "{above} per {below}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Unit};

    fn unit(text: &str) -> Unit {
        Unit::parse(text).expect(text)
    }

    #[test]
    fn every_name_comes_back() {
        for (plural, singular) in NAMES {
            assert_eq!(unit(plural).to_string(), plural);
            assert_eq!(Unit::NUMBER.over(unit(plural)).to_string(), format!("1 per {singular}"));
        }
        assert_eq!(unit("bytes per beat").to_string(), "bytes per beat");
    }

    #[test]
    fn what_is_divided_by_its_own_kind_is_a_number() {
        assert_eq!(unit("branches").over(unit("branches")), Unit::NUMBER);
        assert_eq!(unit("bytes per beat").times(unit("beats")), unit("bytes"));
        assert_eq!(unit("cycles").times(unit("cycles")).to_string(), "cycles x cycles");
    }

    #[test]
    fn what_is_no_unit_is_answered_with_those_that_are() {
        let error = Unit::parse("cycle").unwrap_err().to_string();
        assert!(error.starts_with("`cycle` is no unit; there are cycles, instructions, "), "{error}");
        assert!(error.ends_with("; did you mean cycles?"), "{error}");
        assert!(Unit::parse("cycles per instructions").is_err());
    }
}
