//! What is written into a counter's selector field: [`Selector`].

use core::fmt;

use super::{CATALOGUE, Event};
use crate::counter::Counter;

/// A counter and a code that fits its selector field.
///
/// Made from an event of that counter, or with [`Selector::raw`] from any code
/// that fits, listed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector {
    counter: Counter,
    code: u8,
}

/// A code is larger than a counter's selector field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeTooLarge {
    /// The counter.
    pub counter: Counter,
    /// The code asked for.
    pub code: u32,
}

impl Selector {
    /// Selects any code on a counter. The code need not be in the catalogue:
    /// what an unlisted one counts is not known.
    ///
    /// # Errors
    ///
    /// When the code is wider than the counter's selector: 7, 6, 5, 5, 5 and 6
    /// bits.
    pub const fn raw(counter: Counter, code: u32) -> Result<Self, CodeTooLarge> {
        if code >> counter.selector_width() == 0 {
            Ok(Self { counter, code: code as u8 })
        } else {
            Err(CodeTooLarge { counter, code })
        }
    }

    /// For the generated table, whose codes fit by the generator's check; here
    /// they are checked again at compile time.
    pub(super) const fn listed(counter: Counter, code: u8) -> Self {
        assert!(code >> counter.selector_width() == 0, "a listed code is wider than the selector");
        Self { counter, code }
    }

    /// The counter.
    #[must_use]
    pub const fn counter(self) -> Counter {
        self.counter
    }

    /// The code, value of the counter's selector field.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The catalogue's entry; `None` for a code that no source lists.
    #[must_use]
    pub fn event(self) -> Option<&'static Event> {
        CATALOGUE.iter().find(|event| event.selector == self)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PMC{} code {}", self.counter.number(), self.code)
    }
}

impl fmt::Display for CodeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, width) = (self.counter.number(), self.counter.selector_width());
        let most = (1_u32 << width) - 1;
        write!(f, "code {} does not fit PMC{number}, whose selector has {width} bits: use 0 to {most}", self.code)
    }
}

impl core::error::Error for CodeTooLarge {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CodeTooLarge, Selector};
    use crate::counter::Counter;

    proptest! {
        #[test]
        fn a_code_is_accepted_exactly_when_it_fits(index in 0_usize..6, code in prop_oneof![0_u32..200, any::<u32>()]) {
            let counter = Counter::ALL[index];
            let most = [127, 63, 31, 31, 31, 63][index];
            match Selector::raw(counter, code) {
                Ok(selector) => {
                    prop_assert!(code <= most);
                    prop_assert_eq!((selector.counter(), u32::from(selector.code())), (counter, code));
                }
                Err(error) => {
                    prop_assert!(code > most);
                    prop_assert_eq!(error, CodeTooLarge { counter, code });
                }
            }
        }
    }

    #[test]
    fn a_refusal_says_what_is_legal() {
        let error = Selector::raw(Counter::Pmc4, 32).unwrap_err();
        assert_eq!(error.to_string(), "code 32 does not fit PMC4, whose selector has 5 bits: use 0 to 31");
    }
}
