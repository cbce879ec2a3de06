//! Events as boot arguments spell them: `pmcN=CODE`.
//!
//! The wire speaks counters and codes only. Names and the search for a counter
//! that has an event are the host's, so that the image needs no catalogue and a
//! newer host can measure codes that an older image has no name for. A code is
//! therefore only held to the width of its counter's selector.

use core::fmt;

use mpc7450::counter::Counter;
use mpc7450::events::{CodeTooLarge, Selector};

use super::error::ProgrammingError;
use super::programming::Programming;

/// Why a `pmcN=CODE` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// The name is not pmc1 to pmc6.
    Counter,
    /// The value is not a decimal number.
    Code {
        /// The counter.
        counter: Counter,
    },
    /// The code does not fit the counter's selector.
    Width(CodeTooLarge),
    /// The counter has an event already.
    Twice {
        /// The counter.
        counter: Counter,
    },
    /// The unit cannot count it together with what is selected.
    Programming(ProgrammingError),
}

/// Selects what `name=value` says, for instance `pmc4` and `28`.
///
/// # Errors
///
/// [`WireError`].
pub fn select(programming: Programming, name: &str, value: &str) -> Result<Programming, WireError> {
    let counter = counter(name).ok_or(WireError::Counter)?;
    let code = code(value).ok_or(WireError::Code { counter })?;
    let selector = Selector::raw(counter, code).map_err(WireError::Width)?;
    if programming.selector(counter).is_some() {
        return Err(WireError::Twice { counter });
    }
    programming.select(selector).map_err(WireError::Programming)
}

/// The counter that `pmcN` names.
#[must_use]
pub fn counter(name: &str) -> Option<Counter> {
    match name.strip_prefix("pmc")?.as_bytes() {
        [digit @ b'0'..=b'9'] => Counter::new(digit - b'0'),
        _ => None,
    }
}

/// A decimal number below 2^32: digits and nothing else.
#[must_use]
pub fn decimal(text: &str) -> Option<u32> {
    code(text).filter(|_| text.parse::<u32>().is_ok())
}

/// A decimal number, saturated: what is too large for the type is too large for
/// every selector.
fn code(text: &str) -> Option<u32> {
    let decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    decimal.then(|| text.parse().unwrap_or(u32::MAX))
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counter => f.write_str("not a counter: pmc1 to pmc6 are"),
            Self::Code { counter } => {
                let most = (1_u32 << counter.selector_width()) - 1;
                write!(f, "pmc{}: the code must be a decimal number, 0 to {most}", counter.number())
            }
            Self::Width(error) => error.fmt(f),
            Self::Twice { counter } => write!(f, "pmc{}: given twice, and it counts one event", counter.number()),
            Self::Programming(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WireError {}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::events::CodeTooLarge;
    use proptest::prelude::*;

    use super::{WireError, select};
    use crate::pmu::programming::{Programming, Words};

    fn parse(text: &str) -> Result<Words, WireError> {
        text.split(' ')
            .try_fold(Programming::new(), |programming, pair| {
                let (name, value) = pair.split_once('=').unwrap();
                select(programming, name, value)
            })
            .map(|programming| programming.words())
    }

    #[test]
    fn six_pairs_in_any_order_make_the_words() {
        let expected = Words { mmcr0: 0x0000_0042, mmcr1: 0x970d_6000, mmcr2: 0 };
        assert_eq!(parse("pmc1=1 pmc2=2 pmc3=18 pmc4=28 pmc5=6 pmc6=44"), Ok(expected));
        assert_eq!(parse("pmc6=44 pmc4=28 pmc1=1 pmc5=6 pmc3=18 pmc2=2"), Ok(expected));
    }

    #[test]
    fn codes_up_to_the_selector_width_pass_and_no_further() {
        let largest = Words { mmcr0: 0x0000_1fff, mmcr1: 0xffff_f800, mmcr2: 0 };
        assert_eq!(parse("pmc1=127 pmc2=63 pmc3=31 pmc4=31 pmc5=31 pmc6=63"), Ok(largest));
        for (text, counter, code) in [
            ("pmc1=128", Counter::Pmc1, 128),
            ("pmc2=64", Counter::Pmc2, 64),
            ("pmc3=32", Counter::Pmc3, 32),
            ("pmc4=32", Counter::Pmc4, 32),
            ("pmc5=32", Counter::Pmc5, 32),
            ("pmc6=64", Counter::Pmc6, 64),
            ("pmc6=257", Counter::Pmc6, 257),
            ("pmc6=99999999999999999999", Counter::Pmc6, u32::MAX),
        ] {
            assert_eq!(parse(text), Err(WireError::Width(CodeTooLarge { counter, code })), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for name in ["pmc0=1", "pmc7=1", "pmc=1", "pmc11=1", "PMC1=1", "1=1", "pmc1 =1"] {
            let (name, value) = name.split_once('=').unwrap();
            assert_eq!(select(Programming::new(), name, value), Err(WireError::Counter), "{name}");
        }
        for value in ["", "+1", "-1", "0x1c", "1.0", "cycles", " 1"] {
            assert_eq!(
                select(Programming::new(), "pmc1", value),
                Err(WireError::Code { counter: Counter::Pmc1 }),
                "{value:?}"
            );
        }
        assert_eq!(parse("pmc4=28 pmc4=28"), Err(WireError::Twice { counter: Counter::Pmc4 }));
    }

    #[test]
    fn errors_say_what_is_legal() {
        let text = |pairs| parse(pairs).unwrap_err().to_string();
        assert_eq!(text("pmc9=1"), "not a counter: pmc1 to pmc6 are");
        assert_eq!(text("pmc1=x"), "pmc1: the code must be a decimal number, 0 to 127");
        assert_eq!(text("pmc4=32"), "code 32 does not fit PMC4, whose selector has 5 bits: use 0 to 31");
        assert_eq!(text("pmc4=1 pmc4=2"), "pmc4: given twice, and it counts one event");
    }

    proptest! {
        /// Text never panics, and what is accepted is the number that was written.
        #[test]
        fn a_pair_is_refused_or_selects_its_code(name in "(pmc)?[0-9]{0,2}", value in "[0-9]{0,4}|.*") {
            if let Ok(programming) = select(Programming::new(), &name, &value) {
                let counter = Counter::new(name.strip_prefix("pmc").unwrap().parse().unwrap()).unwrap();
                let selector = programming.selector(counter).unwrap();
                prop_assert_eq!(u32::from(selector.code()), value.parse::<u32>().unwrap());
            }
        }
    }
}
