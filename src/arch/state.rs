//! Control registers before, at and after set-up, for the report's header.

use heapless::Vec;

/// Registers in the header.
const MOST_REGISTERS: usize = 56;

/// A control register before, at and after set-up.
#[derive(Clone, Copy, Debug)]
pub struct RegisterState {
    /// Manual name, upper case.
    pub name: &'static str,
    /// Value at entry.
    pub found: u32,
    /// Value written, if any.
    pub set: Option<u32>,
    /// Value read back when set-up was complete.
    pub back: u32,
}

/// All of them.
pub type RegisterStates = Vec<RegisterState, MOST_REGISTERS>;

/// What set-up could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// L2CR\[L2I\] did not clear itself; the L2 cache stays off.
    L2InvalidationStuck,
}
