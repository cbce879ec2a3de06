//! Branches [PEM 4.2.4].

use core::fmt;

use super::condition::Condition;
use super::form::{b, i, xl};
use super::word::Word;

/// A branch whose target is a distance from the branch itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// `b`.
    Always,
    /// `bl`: puts the address of the next instruction into LR.
    Call,
    /// `bc`: taken when the condition holds.
    When(Condition),
}

/// Why a distance cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceError {
    /// Instructions stand at multiples of 4.
    NotAMultipleOf4 {
        /// The distance asked for, in bytes.
        distance: i64,
    },
    /// The field is too narrow.
    TooFar {
        /// The distance asked for, in bytes.
        distance: i64,
        /// The jump reaches from `-reach` to `reach - 4` bytes.
        reach: i64,
    },
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMultipleOf4 { distance } => {
                write!(f, "a branch over {distance} bytes: instructions stand at multiples of 4")
            }
            Self::TooFar { distance, reach } => {
                write!(f, "a branch over {distance} bytes: this one reaches from -{reach} to {}", reach - 4)
            }
        }
    }
}

impl core::error::Error for DistanceError {}

impl Jump {
    /// Bytes that the jump reaches backward; forward it is 4 less: 24 bits of words
    /// for `b` and `bl`, 14 for `bc`.
    #[must_use]
    pub const fn reach(self) -> i64 {
        match self {
            Self::Always | Self::Call => 1 << 25,
            Self::When(_) => 1 << 15,
        }
    }

    /// Encodes the jump over `distance` bytes.
    ///
    /// # Errors
    ///
    /// The distance is no multiple of 4 or beyond [`Jump::reach`].
    pub const fn over(self, distance: i64) -> Result<Word, DistanceError> {
        if distance % 4 != 0 {
            return Err(DistanceError::NotAMultipleOf4 { distance });
        }
        let reach = self.reach();
        if distance < -reach || distance >= reach {
            return Err(DistanceError::TooFar { distance, reach });
        }
        let distance = distance as i32;
        Ok(match self {
            Self::Always => i::encode(18, distance, false),
            Self::Call => i::encode(18, distance, true),
            Self::When(condition) => b::encode(16, condition.option(), condition.bit(), distance),
        })
    }
}

/// BO of a branch that always goes.
const ALWAYS: u32 = 0b10100;

/// `blr`: to the address in LR.
#[must_use]
pub const fn blr() -> Word {
    xl::encode(19, ALWAYS, 0, 16, false)
}

/// `bctr`: to the address in CTR.
#[must_use]
pub const fn bctr() -> Word {
    xl::encode(19, ALWAYS, 0, 528, false)
}

/// `bctrl`: to the address in CTR, the address of the next instruction goes into LR.
#[must_use]
pub const fn bctrl() -> Word {
    xl::encode(19, ALWAYS, 0, 528, true)
}
