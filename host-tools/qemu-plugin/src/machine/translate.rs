//! Which callbacks the instructions of a translated block get.
//!
//! While the model is off, nearly none. Instructions are counted by additions in the
//! translated code: one for each run of instructions that ends with the first one that
//! may not complete or may end the block early (an access to a device makes QEMU leave
//! the block without telling). So the counter is right before each instruction that has a
//! callback, and however QEMU cuts the program into blocks.
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
use super::passing::LIMIT;

/// The library's callbacks for instructions.
pub struct Handlers {
    /// Before an instruction that concerns the plugin, the model being off.
    pub concerning: ffi::Vcpu,
    /// Before a branch, when the model may have something due.
    pub branch: ffi::Vcpu,
    /// Before an instruction, the model being on.
    pub instruction: ffi::Vcpu,
    /// After an access.
    pub access: ffi::Accessed,
}

impl Machine {
    /// A block has been translated.
    pub fn translate(&mut self, block: &Block<'_>, handlers: &Handlers) {
        let instructions = block.instructions().map(|instruction| {
            let number = self.records.intern(instruction.address(), instruction.word());
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
            if self.records.get(*number).may_access() {
                instruction.watch(handlers.access);
            }
        }
    }

    fn count(&self, instructions: &[(Instruction<'_>, usize)], handlers: &Handlers) {
        let mut rest = instructions;
        while !rest.is_empty() {
            let sure = rest.iter().take_while(|(_, number)| {
                let known = self.records.get(*number);
                known.is_sure() && !known.is_question()
            });
            let length = (sure.count() + 1).min(rest.len());
            let (run, behind) = rest.split_at(length);
            run[0].0.add(self.counter, length as u64);
            let (last, number) = &run[length - 1];
            let known = self.records.get(*number);
            if self.concerns(known) {
                last.call(handlers.concerning, *number);
            } else if matches!(known.kind, Some(Kind::Branch(_))) {
                last.call_from(self.counter, LIMIT, handlers.branch, *number);
            }
            rest = behind;
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
