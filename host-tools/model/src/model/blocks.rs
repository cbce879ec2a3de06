//! Instructions told by the block.

use super::Model;
use crate::code::Code;
use crate::instruction::Instruction;
use crate::record::{Access, Place, Ran, Retired};
use crate::remembered::{Block, BlockNumber};
use crate::sink::Sink;

impl<W: Sink> Model<W> {
    /// Makes a block of instructions with their places, to be told with
    /// [`Model::retire_block`] whenever it has run.
    ///
    /// `None` where it cannot be one and each instruction must be told: a block is 1 to 1024
    /// instructions that stand behind each other in one page, of which only the last may be a
    /// branch and none [`Instruction::is_told_alone`].
    ///
    /// The model keeps it (some 80 bytes an instruction) until
    /// [`Model::forget_blocks`]; one that is made twice is kept twice. It may be made while the
    /// model is off.
    pub fn block(&mut self, instructions: &[(Instruction, Place)]) -> Option<BlockNumber> {
        self.blocks.add(instructions)
    }

    /// Forgets all blocks: their numbers name nothing any more.
    pub fn forget_blocks(&mut self) {
        self.leave();
        self.remembered.clear();
        self.blocks.clear();
    }

    /// A block has completed, all of it: the same as to tell each of its instructions with
    /// [`Model::retire`], and much faster where its timing is remembered.
    ///
    /// A producer that wants exceptions of the model's where they belong tells a block only
    /// where [`Model::horizon`] is at least its length, and else its instructions one by one; so
    /// it does, too, where the block did not complete as a whole.
    /// [`Model::stages`] has nothing afterwards.
    ///
    /// # Panics
    ///
    /// The block was forgotten.
    #[inline]
    pub fn retire_block<C: Code>(&mut self, number: BlockNumber, ran: &Ran<'_>, code: &mut C) {
        if !self.follow(number, ran) {
            self.learn(number, ran, code);
        }
        self.times = None;
    }

    /// Blocks of which the timing was remembered so far.
    #[must_use]
    pub const fn led(&self) -> u64 {
        self.remembered.pace.led
    }

    /// Tells the instructions of a block one by one, and `passed` after each its number.
    pub(super) fn retire_each<C: Code>(
        &mut self,
        number: BlockNumber,
        ran: &Ran<'_>,
        code: &mut C,
        mut passed: impl FnMut(&Self, usize),
    ) {
        let block = self.blocks.get(number);
        let (first, instructions) = (block.first(), block.instructions());
        let mut told = ran.accesses;
        let mut own: Vec<Access> = Vec::new();
        for (number, instruction) in instructions.iter().enumerate() {
            let at = Block::at(first, number);
            let last = number + 1 == instructions.len();
            let mine = |place: usize| told.get(place).is_some_and(|(of, _)| usize::from(*of) == number);
            // Most have none, and most others one.
            let mut accesses = usize::from(mine(0));
            while accesses != 0 && mine(accesses) {
                accesses += 1;
            }
            let (mine, others) = told.split_at(accesses);
            told = others;
            let accesses = match mine {
                [] => &[],
                [(_, only)] => std::slice::from_ref(only),
                _ => {
                    own.clear();
                    own.extend(mine.iter().map(|(_, access)| *access));
                    own.as_slice()
                }
            };
            let next = if last { ran.next } else { at.effective.wrapping_add(4) };
            let taken = last && ran.taken;
            let retired = Retired { instruction, at, next, taken, accesses, value: 0, short_operand: false };
            self.retire(&retired, code);
            passed(self, number);
        }
    }
}
