//! Blocks of instructions, and their timing remembered: [`Blocks`], [`Remembered`].
//!
//! A producer that knows which instructions follow each other without a choice makes a block
//! of them once and says later only that it has run. What the pipeline does then depends on
//! its state, on what predictors and directories say of the block, and on nothing else. The
//! state is written down relative to a cycle and numbered; from the same state the same block
//! leads to the same one, so many cycles later, with so many counts. While all goes as it
//! went before, numbers lead from state to state and no state stands anywhere; where
//! something is new, or the monitor needs to know more than sums, the state is put back and
//! instructions pass one by one.
//!
//! | file | holds |
//! | --- | --- |
//! | `block` | one block |
//! | `fields` | how a state is written down and put back |
//! | `configuration` | what a table of times holds for |
//! | `table`, `transition` | states, and what leads from one to another |
//! | `recent` | the transitions taken last |
//! | `pace` | when it is worth the effort |

mod block;
mod configuration;
mod fields;
mod pace;
mod recent;
mod table;
mod transition;

pub(crate) use block::Block;
pub use block::BlockNumber;
pub(crate) use configuration::Configuration;
pub(crate) use fields::{Fields, Reader, Writer};
pub(crate) use pace::Pace;
pub(crate) use recent::Recent;
pub(crate) use table::{Outlook, State, StateNumber, Table};
pub(crate) use transition::{Amounts, MOST, Transition};

use crate::instruction::Instruction;
use crate::pipeline::Pipeline;
use crate::pmu::Pmu;
use crate::record::Place;

/// Configurations that are kept at the most, or a few more.
const CONFIGURATIONS: usize = 64;

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
    #[inline]
    pub(crate) fn get(&mut self, number: BlockNumber) -> &mut Block {
        self.blocks.get_mut(number.index()).expect("a block that was not forgotten")
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
    }
}

/// What is remembered, and where the model stands in it.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    pub(crate) table: Table,
    /// What the states hold for, by number.
    configurations: Vec<Configuration>,
    /// The state that the model is in, if it is known.
    pub(crate) state: Option<StateNumber>,
    /// Where it has been led to, if the state is not put back.
    pub(crate) ahead: Option<Ahead>,
    pub(crate) recent: Recent,
    pub(crate) pace: Pace,
    /// For writing.
    pub(crate) words: Vec<u16>,
    /// A part of each state that is left out, to see that it shows.
    #[cfg(test)]
    pub(crate) left_out: Option<&'static str>,
}

/// How far remembered times have led beyond what stands in the parts of the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// The base of the state.
    pub(crate) base: u64,
    /// What was not given to the monitor yet.
    pub(crate) amounts: Amounts,
    /// How much more may be counted by any counter.
    pub(crate) spare: u32,
    /// The monitor must be put back to process this cycle.
    pub(crate) until: u64,
}

impl Ahead {
    /// At the state that the parts of the model are in.
    pub(crate) fn new(pipeline: &Pipeline, pmu: &Pmu) -> Self {
        let spare = pmu.spare().min(MOST);
        Self { base: pipeline.base(), amounts: Amounts::default(), spare, until: pmu.next_edge() }
    }

    /// Whether nothing can become due in a transition.
    #[inline]
    pub(crate) fn may(&self, transition: &Transition) -> bool {
        transition.most <= self.spare && self.base.wrapping_add_signed(transition.done.into()) <= self.until
    }

    /// Takes a transition.
    #[inline]
    pub(crate) fn take(&mut self, transition: &Transition) {
        self.amounts.add(transition.amounts);
        self.spare -= transition.most;
        self.base += u64::from(transition.base);
    }

    /// Gives away what was counted.
    pub(crate) fn given(self, pipeline: &mut Pipeline, pmu: &mut Pmu) -> Self {
        pmu.passed(self.amounts.counts());
        pipeline.repeat(self.amounts.stats());
        Self { amounts: Amounts::default(), spare: pmu.spare().min(MOST), ..self }
    }
}

impl Remembered {
    /// Forgets all times; the state is not ahead.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.configurations.clear();
        self.state = None;
    }

    /// Whether all must be forgotten before more is learned.
    pub(crate) fn is_full(&self) -> bool {
        self.table.is_full() || self.configurations.len() >= CONFIGURATIONS
    }

    /// The number of a configuration; `None` where there are too many.
    pub(crate) fn number(&mut self, configuration: Configuration) -> Option<u16> {
        let known = self.configurations.iter().position(|known| *known == configuration);
        let number = known.unwrap_or_else(|| {
            self.configurations.push(configuration);
            self.configurations.len() - 1
        });
        u16::try_from(number).ok()
    }
}
