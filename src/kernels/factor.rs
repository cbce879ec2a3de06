//! How often a piece of a kernel repeats within an iteration.
//!
//! A piece is multiplied by factors, and each factor is computed from parameters by a
//! rule that has a name, so that text and number come from one place. A function of
//! the parameters would be shorter to write and could not be printed.

use core::fmt;

use super::parameters::{Parameter, Parameters, Place};

/// What multiplies a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// The value of a parameter.
    Value(Place),
    /// `share(whole, parts, rest)`: how many of the numbers from 0 to `whole` - 1 leave
    /// the remainder `rest` when divided by `parts`. It is the size of one part when
    /// `whole` things are dealt out in turn to `parts` parts; 0 from `rest` = `parts`
    /// on.
    Share {
        /// How many there are.
        whole: Place,
        /// To how many they are dealt.
        parts: Parts,
        /// Whose part it is, counted from 0.
        rest: u32,
    },
    /// `[name = word]`: 1 when the parameter has this value, else 0.
    When(Place, u32),
}

/// Among how many parts a [`Factor::Share`] is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Always so many, at least 1.
    Fixed(u32),
    /// As a parameter says, whose range starts at 1.
    Value(Place),
}

impl Factor {
    /// The factor with these parameters.
    #[must_use]
    pub fn of(self, parameters: &Parameters) -> u64 {
        match self {
            Self::Value(place) => parameters.get(place).into(),
            Self::Share { whole, parts, rest } => {
                let parts = match parts {
                    Parts::Fixed(parts) => parts,
                    Parts::Value(place) => parameters.get(place),
                };
                share(parameters.get(whole), parts, rest).into()
            }
            Self::When(place, value) => u64::from(parameters.get(place) == value),
        }
    }

    /// The product of factors; 1 for none.
    #[must_use]
    pub fn product(factors: &[Self], parameters: &Parameters) -> u64 {
        factors.iter().map(|factor| factor.of(parameters)).product()
    }

    /// The factor as text, with the names of the parameters.
    #[must_use]
    pub const fn named(self, parameters: &'static [Parameter]) -> Named {
        Named { factor: self, parameters }
    }
}

/// How many of the numbers from 0 to `whole` - 1 leave the remainder `rest` when
/// divided by `parts`.
#[must_use]
pub const fn share(whole: u32, parts: u32, rest: u32) -> u32 {
    if rest >= parts || rest >= whole { 0 } else { (whole - rest - 1) / parts + 1 }
}

/// A factor that knows its parameters' names.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    factor: Factor,
    parameters: &'static [Parameter],
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |place: Place| self.parameters.get(place as usize).map_or("?", |parameter| parameter.name);
        match self.factor {
            Factor::Value(place) => f.write_str(name(place)),
            Factor::Share { whole, parts: Parts::Fixed(parts), rest } => {
                write!(f, "share({}, {parts}, {rest})", name(whole))
            }
            Factor::Share { whole, parts: Parts::Value(place), rest } => {
                write!(f, "share({}, {}, {rest})", name(whole), name(place))
            }
            Factor::When(place, value) => match self.parameters.get(place as usize) {
                Some(parameter) => write!(f, "[{} = {}]", parameter.name, parameter.range.text(value)),
                None => f.write_str("?"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Factor, Parts, share};
    use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
    use crate::kernels::preset::{Preset, Presets};
    use proptest::prelude::*;

    static DESCRIBED: [Parameter; 3] = [
        Parameter { name: "objects", meaning: "", range: Range::Number(1, 99), presets: Presets::all(10) },
        Parameter { name: "classes", meaning: "", range: Range::Number(1, 4), presets: Presets::all(3) },
        Parameter { name: "order", meaning: "", range: Range::Choice(&["turn", "random"]), presets: Presets::all(1) },
    ];
    const SHARE: Factor = Factor::Share { whole: Place::First, parts: Parts::Value(Place::Second), rest: 0 };

    #[test]
    fn factors_are_computed_and_named() {
        let parameters = Parameters::preset(&DESCRIBED, Preset::Quick);
        let half = Factor::Share { whole: Place::First, parts: Parts::Fixed(2), rest: 1 };
        let cases = [
            (Factor::Value(Place::First), 10, "objects"),
            (SHARE, 4, "share(objects, classes, 0)"),
            (half, 5, "share(objects, 2, 1)"),
            (Factor::When(Place::Third, 1), 1, "[order = random]"),
            (Factor::When(Place::Third, 0), 0, "[order = turn]"),
        ];
        for (factor, value, text) in cases {
            assert_eq!(factor.of(&parameters), value, "{text}");
            assert_eq!(factor.named(&DESCRIBED).to_string(), text);
        }
        assert_eq!(Factor::product(&[SHARE, Factor::Value(Place::Second)], &parameters), 12);
        assert_eq!(Factor::product(&[], &parameters), 1);
    }

    proptest! {
        #[test]
        fn a_share_counts_remainders(whole in 0u32..500, parts in 1u32..9, rest in 0u32..9) {
            let counted = (0..whole).filter(|number| number % parts == rest).count();
            prop_assert_eq!(share(whole, parts, rest) as usize, counted);
        }
    }
}
