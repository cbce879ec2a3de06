//! Why a programming is refused: [`ProgrammingError`].

use core::fmt;

use mpc7450::events::Selector;

use super::threshold::Scale;

/// Why a programming is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgrammingError {
    /// A level was given for an event that compares nothing.
    NoThreshold {
        /// The event.
        selector: Selector,
    },
    /// The event is a threshold event, but no field value means this level.
    Level {
        /// The event.
        selector: Selector,
        /// The level asked for.
        level: u32,
        /// The levels there are.
        scale: Scale,
    },
    /// Another threshold event is selected and no setting serves both.
    ThresholdConflict {
        /// The event that came second.
        selector: Selector,
    },
    /// No start value makes a counter negative after this many events.
    Preload {
        /// The events asked for.
        events: u32,
    },
}

impl fmt::Display for ProgrammingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThreshold { selector } => {
                write!(f, "{selector} compares nothing with a threshold: select it without a level")
            }
            Self::Level { selector, level, scale: Scale::Unscaled } => {
                write!(f, "{selector} cannot be compared with {level}: the levels are 0 to 63")
            }
            Self::Level { selector, level, scale: Scale::Scaled } => write!(
                f,
                "{selector} cannot be compared with {level}: \
                 the levels are 0 to 126 in steps of 2 and 0 to 2016 in steps of 32"
            ),
            Self::ThresholdConflict { selector } => write!(
                f,
                "{selector} and another threshold event need two thresholds and the unit has one: \
                 measure them in two runs"
            ),
            Self::Preload { events } => {
                write!(f, "no counter turns negative after {events} events: 1 to 2147483648 are possible")
            }
        }
    }
}

impl core::error::Error for ProgrammingError {}
