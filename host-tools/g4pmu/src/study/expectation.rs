//! What a kernel's predictions say as numbers.

use serde::Serialize;

/// A prediction of the manuals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// In the words of the kernel.
    pub words: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    #[serde(skip)]
    meaning: Meaning,
}

#[derive(Clone, Debug, PartialEq)]
enum Meaning {
    /// Between two values.
    Between(f64, f64),
    /// That of another kernel.
    Like(&'static str),
    /// In words only.
    Words,
}

/// Whether a measured value is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// It is.
    AsExpected,
    /// It is more.
    More,
    /// It is less.
    Less,
    /// Nobody can tell: it was not counted, or the expectation is in words only.
    Open,
}

impl Expectation {
    /// The prediction of a kernel whose quantity begins so.
    pub(super) fn of(kernel: &str, quantity: &str) -> Option<Self> {
        let descriptor = crate::catalogue::kernel(kernel)?;
        let found = descriptor.predictions.iter().find(|prediction| prediction.quantity.starts_with(quantity))?;
        Some(Self { words: found.expectation, source: found.source, meaning: meaning(found.expectation) })
    }

    /// Holds a value to it, `near` being what rounding and a round's end explain; `like`
    /// gives another kernel's value.
    pub(super) fn agreement(&self, value: Option<f64>, near: f64, like: impl Fn(&str) -> Option<f64>) -> Agreement {
        let range = match self.meaning {
            Meaning::Between(least, most) => Some((least, most)),
            Meaning::Like(kernel) => like(kernel).map(|other| (other, other)),
            Meaning::Words => None,
        };
        match (value, range) {
            (Some(value), Some((_, most))) if value > most + near => Agreement::More,
            (Some(value), Some((least, _))) if value < least - near => Agreement::Less,
            (Some(_), Some(_)) => Agreement::AsExpected,
            _ => Agreement::Open,
        }
    }

    /// Its first words, as far as they are numbers.
    pub(super) fn short(&self) -> String {
        match self.meaning {
            Meaning::Between(least, most) if least == most => least.to_string(),
            Meaning::Between(least, most) => format!("{least} to {most}"),
            Meaning::Like(kernel) => format!("as {kernel}"),
            Meaning::Words => "in words".to_owned(),
        }
    }
}

/// `7: why`, `20 to 22: why`, `0 but for ...`, `that of KERNEL...`.
fn meaning(words: &'static str) -> Meaning {
    if let Some(kernel) = words.strip_prefix("that of ") {
        return Meaning::Like(kernel.split([':', ',', ' ']).next().unwrap_or(kernel));
    }
    let number = |word: Option<&str>| word?.trim_end_matches([':', ',']).parse::<f64>().ok();
    let mut parts = words.split(' ');
    match (number(parts.next()), parts.next(), number(parts.next())) {
        (Some(least), Some("to"), Some(most)) => Meaning::Between(least, most),
        (Some(value), ..) => Meaning::Between(value, value),
        _ => Meaning::Words,
    }
}

impl Agreement {
    /// In words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AsExpected => "as expected",
            Self::More => "more",
            Self::Less => "less",
            Self::Open => "open",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Agreement, Expectation, Meaning, meaning};

    #[test]
    fn predictions_begin_with_their_numbers() {
        assert_eq!(meaning("7: bl and bne"), Meaning::Between(7.0, 7.0));
        assert_eq!(meaning("20 to 22: three loads"), Meaning::Between(20.0, 22.0));
        assert_eq!(meaning("15 to 19, fewer than"), Meaning::Between(15.0, 19.0));
        assert_eq!(meaning("0 but for one a round"), Meaning::Between(0.0, 0.0));
        assert_eq!(meaning("that of dispatch/mono: neither"), Meaning::Like("dispatch/mono"));
        assert_eq!(meaning("few: icbi empties the BTIC"), Meaning::Words);
    }

    #[test]
    fn a_value_is_held_to_it() {
        let mono = Expectation::of("dispatch/mono", "cycles-per-").expect("a prediction");
        let agreement = |value| mono.agreement(Some(value), 0.5, |_| None);
        assert_eq!(agreement(22.4), Agreement::AsExpected);
        assert_eq!(agreement(22.6), Agreement::More);
        assert_eq!(agreement(19.4), Agreement::Less);
        let mega = Expectation::of("dispatch/mega", "cycles-per-").expect("a prediction");
        assert_eq!(
            mega.agreement(Some(22.0), 0.5, |kernel| (kernel == "dispatch/mono").then_some(22.2)),
            Agreement::AsExpected
        );
        assert_eq!(mega.agreement(Some(22.0), 0.5, |_| None), Agreement::Open);
        assert_eq!(mega.agreement(None, 0.5, |_| Some(1.0)), Agreement::Open);
    }
}
