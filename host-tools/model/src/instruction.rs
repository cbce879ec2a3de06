//! An instruction, decoded once for each address.

mod branch;
mod completion;
mod operation;
mod register_move;
pub(crate) mod registers;
mod slots;

pub(crate) use branch::{Branch, Target};
pub(crate) use completion::COMPLETION_SIGNALS;
pub(crate) use operation::{MoveTo, Operation, Plain, Station, Work};

pub(crate) use register_move::RegisterMove;
pub(crate) use slots::{Completing, Completion, Dispatch, Dispatching, Slots, Stage};

/// A word and what the model needs to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The word.
    pub word: u32,
    pub(crate) operation: Operation,
    pub(crate) registers: RegisterMove,
}

impl Instruction {
    /// Decodes a word. One that is no instruction of the MPC7450 takes part without unit
    /// and registers.
    #[must_use]
    pub fn new(word: u32) -> Self {
        Self { word, operation: Operation::of(word), registers: RegisterMove::of(word) }
    }

    /// Whether it must be told by itself, with [`crate::model::Model::retire`]: what it does
    /// or how long it takes depends on values that a block does not tell, or it moves a
    /// register of the model's.
    #[must_use]
    pub fn is_told_alone(&self) -> bool {
        let Operation { latency, throughput, short_latency, short_throughput, work, .. } = self.operation;
        let by_operand = (latency, throughput) != (short_latency, short_throughput);
        let by_value = matches!(work, Work::InvalidatePage | Work::Stream(_));
        let moves = match self.registers {
            RegisterMove::Nothing => false,
            RegisterMove::ToSpr(spr) | RegisterMove::FromSpr(spr) => crate::model::owns(spr),
            RegisterMove::ToMsr => true,
        };
        by_operand || by_value || moves
    }
}
