//! What times depend on besides the state: [`Configuration`].

use crate::controls::Controls;
use crate::pipeline::Wanted;

/// What a guest chooses and what is listened for: a state holds for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Configuration {
    pub(crate) controls: Controls,
    pub(crate) wanted: Wanted,
    /// The event codes.
    pub(crate) codes: [u8; 6],
    /// The counters that count.
    pub(crate) counting: u8,
    /// Whether all that is counted is known at completion.
    pub(crate) known_at_completion: bool,
}
