//! A program as both simulators get it: retired instructions, exceptions, and the
//! state that the chip is in.

use model::controls::Controls;
use model::instruction::Instruction;
use model::record::{Access, Exception, Place, Retired};
use model::settings::Settings;

/// One retired instruction.
#[derive(Clone, Debug)]
pub struct Step {
    pub word: u32,
    pub instruction: Instruction,
    pub at: Place,
    pub next: u32,
    pub taken: bool,
    pub accesses: Vec<Access>,
    pub value: u32,
    /// A register of [`Controls`] that it writes, and the word.
    pub written: Option<(u16, u32)>,
    pub short_operand: bool,
    /// An exception that was taken just before.
    pub exception: Option<Exception>,
    /// The control registers for it and for what follows.
    pub controls: Controls,
}

impl Step {
    pub fn record(&self) -> Retired<'_> {
        Retired {
            instruction: &self.instruction,
            at: self.at,
            next: self.next,
            taken: self.taken,
            accesses: &self.accesses,
            value: self.value,
            short_operand: self.short_operand,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Program {
    pub settings: Settings,
    pub steps: Vec<Step>,
    /// The cycle in which the first group is fetched.
    pub start: u64,
    /// `MMCR0[THRESHOLD]`.
    pub threshold: u32,
}
