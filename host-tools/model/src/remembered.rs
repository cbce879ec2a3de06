//! Blocks of instructions: [`Blocks`].
//!
//! A producer that knows which instructions follow each other without a choice makes a block
//! of them once and says later only that it has run.

mod block;

pub(crate) use block::Block;
pub use block::BlockNumber;

use crate::instruction::Instruction;
use crate::record::Place;

/// The blocks that a producer made, by number.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    blocks: Vec<Block>,
}

impl Blocks {
    /// Makes a block; `None` where [`Block::new`] says so.
    pub(crate) fn add(&mut self, instructions: &[(Instruction, Place)]) -> Option<BlockNumber> {
        let block = Block::new(instructions)?;
        let number = BlockNumber::new(self.blocks.len())?;
        self.blocks.push(block);
        Some(number)
    }

    /// A block.
    ///
    /// # Panics
    ///
    /// The number was given before blocks were forgotten.
    pub(crate) fn get(&self, number: BlockNumber) -> &Block {
        self.blocks.get(number.index()).expect("a block that was not forgotten")
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
    }
}
