//! Which translated blocks become blocks of the model's, whose timing it can remember.

use crate::blocks::Made;
use crate::known::Care;

use super::Machine;

/// How often a block runs before the model makes one of it.
const OFTEN: u32 = 8;

/// Instructions in the model's blocks at the most; it takes some 80 bytes for each.
const MOST_MADE: usize = 1 << 17;

impl Machine {
    /// Has the model make a block of one that has run as a whole, if it does so often.
    pub(super) fn make_often(&mut self, number: u32) {
        let recorded = self.model.is_recorded();
        let block = self.blocks.get_mut(number);
        match block.made {
            Some(made) if made.epoch == self.epoch => return,
            Some(_) => (block.made, block.runs) = (None, 0),
            None => {}
        }
        block.runs += 1;
        if block.runs >= OFTEN && block.care != Care::Concern && !recorded {
            self.make(number);
        }
    }

    #[cold]
    fn make(&mut self, number: u32) {
        let block = *self.blocks.get(number);
        let behind = u32::from(self.blocks.instruction(&block, 0).instruction.is_told_alone());
        if self.made_instructions + block.length as usize > MOST_MADE {
            self.forget_made();
        }
        self.made_instructions += block.length as usize;
        let indexes = behind..block.length;
        let instructions =
            indexes.map(|index| (self.blocks.instruction(&block, index).instruction, block.place(index)));
        let instructions: Vec<_> = instructions.collect();
        let made = Made { number: self.model.block(&instructions), behind, epoch: self.epoch };
        self.blocks.get_mut(number).made = Some(made);
    }

    /// Has the model forget its blocks.
    pub(super) fn forget_made(&mut self) {
        self.model.forget_blocks();
        self.epoch += 1;
        self.made_instructions = 0;
    }
}
