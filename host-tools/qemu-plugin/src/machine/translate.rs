//! Which callbacks the instructions of a translated block get.
//!
//! While the model is off, nearly none: see `passing`.
//!
//! While it is on, each instruction has one. Rejected: conditional callbacks in every
//! block, on one flag. Each of them ends what QEMU keeps in host registers, which makes the
//! guest several times slower while the model is off. The model goes on or off at moves
//! to its own registers only, and translating everything again then costs less.

use mpc7450::instruction::decode::{Kind, SegmentOperation};

use crate::address::AddressSpace;
use crate::ffi;
use crate::known::Known;
use crate::qemu::{Block, Instruction};

use super::Machine;
use super::passing::{LIMIT, Span};

/// The library's callbacks for instructions.
pub struct Handlers {
    /// Before an instruction that concerns the plugin, the model being off.
    pub concerning: ffi::Vcpu,
    /// Before a branch, when the model may have something due.
    pub branch: ffi::Vcpu,
    /// Before an instruction, the model being on.
    pub instruction: ffi::Vcpu,
    /// After an access of a block that has nothing else, the model being off.
    pub lone_access: ffi::Accessed,
    /// After an access, the model being on.
    pub access: ffi::Accessed,
}

impl Machine {
    /// A block has been translated.
    pub fn translate(&mut self, block: &Block<'_>, handlers: &Handlers) {
        let instructions = block.instructions().map(|instruction| {
            let (address, word) = (instruction.address(), instruction.word());
            let number = self.records.intern((address, word), || Known::new(address, word));
            (instruction, number)
        });
        let instructions: Vec<(Instruction<'_>, usize)> = instructions.collect();
        if self.watching {
            self.watch(&instructions, handlers);
        } else {
            self.count(&instructions, handlers);
        }
    }

    fn watch(&self, instructions: &[(Instruction<'_>, usize)], handlers: &Handlers) {
        for (instruction, number) in instructions {
            instruction.call(handlers.instruction, *number);
            if self.known(*number).may_access() {
                instruction.watch(handlers.access, *number);
            }
        }
    }

    fn count(&mut self, instructions: &[(Instruction<'_>, usize)], handlers: &Handlers) {
        let [(first, number), rest @ ..] = instructions else { return };
        let span = Span { start: first.address(), length: instructions.len() as u32 };
        first.add(self.counter, instructions.len() as u64);
        let stays = |number| self.known(number).is_sure() && !self.concerns(self.known(number));
        if !instructions.iter().all(|(_, number)| stays(*number)) {
            first.store(self.block, self.spans.intern(span, || span) as u64);
        }
        if rest.is_empty() && self.known(*number).may_access() {
            first.watch(handlers.lone_access, *number);
        }
        for (instruction, number) in instructions {
            let known = self.known(*number);
            if self.concerns(known) {
                instruction.call(handlers.concerning, *number);
            } else if known.may_close_loop() {
                instruction.call_from(self.counter, LIMIT, handlers.branch, *number);
            }
        }
    }

    /// Whether the plugin has to do something about an instruction even while the model
    /// is off.
    fn concerns(&self, known: &Known) -> bool {
        match known.kind {
            Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt) => true,
            Some(Kind::MoveToSpr(spr)) => self.model.owns(spr) || AddressSpace::uses(spr),
            Some(Kind::MoveFromSpr(spr) | Kind::MoveFromTimeBase(spr)) => self.model.owns(spr),
            Some(Kind::Segment(SegmentOperation::MoveTo(_) | SegmentOperation::MoveToIndirect)) => true,
            _ => known.is_question(),
        }
    }
}
