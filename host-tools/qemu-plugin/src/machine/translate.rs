//! Which callbacks the instructions of a translated block get.
//!
//! While the model is off, nearly none: see `passing`.
//!
//! While it is on, one at the start of each block and before each instruction of which
//! something must be known beforehand, and before each other one a conditional callback
//! on one flag. Rejected: such callbacks while the model is off. Each of them ends what QEMU
//! keeps in host registers, which makes the guest several times slower then. The model
//! goes on or off at moves to its own registers only, and translating everything again then
//! costs less.

use mpc7450::instruction::decode::{Kind, SegmentOperation};

use crate::address::AddressSpace;
use crate::blocks::Mark;
use crate::ffi;
use crate::known::{Care, Known};
use crate::qemu::{Block, Instruction};

use super::Machine;
use super::passing::LIMIT;

/// The library's callbacks for instructions.
pub struct Handlers {
    /// Before an instruction that concerns the plugin, the model being off.
    pub concerning: ffi::Vcpu,
    /// Before a branch, when the model may have something due.
    pub branch: ffi::Vcpu,
    /// Before a block, the model being on.
    pub block: ffi::Vcpu,
    /// Before an instruction of a block that is told step by step.
    pub step: ffi::Vcpu,
    /// After an access of a block that has nothing else, the model being off.
    pub lone_access: ffi::Accessed,
    /// After an access, the model being on.
    pub access: ffi::Accessed,
}

impl Machine {
    /// A block has been translated. Whether what is known of blocks is too much, so that all must
    /// be translated anew.
    pub fn translate(&mut self, block: &Block<'_>, handlers: &Handlers) -> bool {
        let instructions = block.instructions().map(|instruction| {
            let number = self.blocks.word(instruction.word());
            (instruction, number)
        });
        let instructions: Vec<(Instruction<'_>, u32)> = instructions.collect();
        if self.watching {
            self.watch(&instructions, handlers);
        } else {
            self.count(&instructions, handlers);
        }
        self.blocks.is_full()
    }

    fn watch(&mut self, instructions: &[(Instruction<'_>, u32)], handlers: &Handlers) {
        let mut rest = instructions;
        while let [(first, number), behind @ ..] = rest {
            let own = |care| matches!(care, Care::Registers | Care::Concern);
            let others = match self.blocks.known(*number).care {
                Care::Concern => 0,
                _ => behind.iter().take_while(|(_, number)| !own(self.blocks.known(*number).care)).count(),
            };
            let (block, after) = rest.split_at(1 + others);
            rest = after;
            let record = self.blocks.push(first.address(), block.iter().map(|(_, number)| *number));
            for (index, (instruction, number)) in (0..).zip(block) {
                let mark = Mark::new(instruction.address(), record, index).number();
                if index == 0 {
                    instruction.call(handlers.block, mark);
                } else {
                    instruction.call_from(self.steps, 1, handlers.step, mark);
                }
                if self.blocks.known(*number).may_access() {
                    instruction.watch(handlers.access, mark);
                }
            }
        }
    }

    fn count(&mut self, instructions: &[(Instruction<'_>, u32)], handlers: &Handlers) {
        let [(first, number), rest @ ..] = instructions else { return };
        first.add(self.counter, instructions.len() as u64);
        let stays = |number| self.blocks.known(number).is_sure() && !self.concerns(self.blocks.known(number));
        if !instructions.iter().all(|(_, number)| stays(*number)) {
            let record = self.blocks.push(first.address(), instructions.iter().map(|(_, number)| *number));
            first.store(self.block, record.into());
        }
        if rest.is_empty() && self.blocks.known(*number).may_access() {
            first.watch(handlers.lone_access, Mark::of_word(first.address(), *number).number());
        }
        for (instruction, number) in instructions {
            let (known, mark) = (self.blocks.known(*number), Mark::of_word(instruction.address(), *number));
            if self.concerns(known) {
                instruction.call(handlers.concerning, mark.number());
            } else if known.may_close_loop() {
                instruction.call_from(self.counter, LIMIT, handlers.branch, mark.number());
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
