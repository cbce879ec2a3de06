//! When a signal is known: [`Signal::is_known_at_completion`].

use super::Signal;
use crate::instruction::COMPLETION_SIGNALS;

/// Cycles by how many instructions completed in them: told by the next completion, for
/// cycles since the one before.
const COMPLETING: [Signal; 4] = [
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
];

/// What the monitor finds out by itself.
const OWN: [Signal; 4] = [
    Signal::ProcessorCycles,
    Signal::TblBitTransitions,
    Signal::ProcessorPerformanceMonitorException,
    Signal::SwitchesBetweenPrivilegedAndUser,
];

impl Signal {
    /// Whether no event of it can come any more for a cycle before the last completion,
    /// once the instruction that completed there is told.
    ///
    /// All other events may: a younger instruction is fetched, dispatched and executed before
    /// an older one completes. While only such signals are counted, an overflow is known
    /// with the first completion behind it, otherwise only when nothing can be fetched
    /// before it.
    #[must_use]
    pub fn is_known_at_completion(self) -> bool {
        COMPLETION_SIGNALS.contains(&self) || COMPLETING.contains(&self) || OWN.contains(&self)
    }
}
