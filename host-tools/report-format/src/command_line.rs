//! Lines in the other direction: commands to the image's monitor, with or without
//! a checksum.
//!
//! The form is a record's: a body, a space, `*` and the CRC-32 of the body. It is
//! optional, for a person types commands too; a program gives it always. Whatever
//! has ` *` in it claims to have a checksum and is held to it, so that a damaged
//! checksum never passes for the end of a command.

use core::fmt;

use crate::checksum;
use crate::value::hex_digits;

/// A line as it came, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received<'a> {
    /// The command.
    pub body: &'a str,
    /// Whether a checksum vouches for it.
    pub summed: bool,
}

/// Why a line is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumError {
    /// What follows ` *` is not eight lower-case hex digits and the line's end.
    Form,
    /// The checksum does not match.
    Differs {
        /// As it stands in the line.
        stated: u32,
        /// Of the line as it is.
        computed: u32,
    },
}

/// A command as a program sends it, without a line end.
#[derive(Clone, Copy, Debug)]
pub struct Summed<'a>(pub &'a str);

impl fmt::Display for Summed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} *{:08x}", self.0, checksum::of(self.0.as_bytes()))
    }
}

/// Takes a line apart and checks its checksum.
///
/// # Errors
///
/// [`SumError`], for a line that has ` *` in it.
pub fn received(line: &str) -> Result<Received<'_>, SumError> {
    // Not `rsplit_once`, which brings a search for patterns of any length along.
    let Some(at) = line.as_bytes().windows(2).rposition(|pair| pair == b" *") else {
        return Ok(Received { body: line, summed: false });
    };
    let (body, digits) = (&line[..at], &line[at + 2..]);
    let stated = hex_digits(digits.as_bytes()).ok_or(SumError::Form)?;
    let computed = checksum::of(body.as_bytes());
    if stated == computed { Ok(Received { body, summed: true }) } else { Err(SumError::Differs { stated, computed }) }
}

impl fmt::Display for SumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => write!(f, "after ` *` there must be eight lower-case hex digits and the end of the line"),
            Self::Differs { stated, computed } => {
                write!(f, "the checksum says {stated:08x}, the line has {computed:08x}")
            }
        }
    }
}

impl core::error::Error for SumError {}

#[cfg(test)]
mod tests {
    use super::{Received, SumError, Summed, received};
    use proptest::prelude::*;

    /// The sum was computed with zlib.
    #[test]
    fn a_command_is_summed_as_a_record_is() {
        assert_eq!(Summed("peek 0x01000000 words=4").to_string(), "peek 0x01000000 words=4 *08d047ea");
        assert_eq!(received("off"), Ok(Received { body: "off", summed: false }));
    }

    #[test]
    fn a_checksum_that_is_none_refuses_the_line() {
        for line in ["off *", "off *1234567", "off *123456789", "off *1234567G", "off * 2345678", "off *ABCDEF01"] {
            assert_eq!(received(line), Err(SumError::Form), "{line}");
        }
    }

    proptest! {
        #[test]
        fn what_is_sent_is_received(body in "[ -~]{0,80}") {
            let line = Summed(&body).to_string();
            prop_assert_eq!(received(&line), Ok(Received { body: &body, summed: true }));
        }

        #[test]
        fn one_changed_character_is_noticed(body in "[a-z =]{1,40}", at in 0_usize..40, to in "[ -~]") {
            let line = Summed(&body).to_string();
            let at = at % body.len();
            let changed = format!("{}{to}{}", &line[..at], &line[at + 1..]);
            prop_assume!(changed != line);
            prop_assert!(received(&changed).is_err(), "{changed}");
        }
    }
}
