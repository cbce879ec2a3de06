//! One block: [`Block`].

use std::sync::Arc;

use crate::instruction::{Instruction, Station};
use crate::record::Place;

/// Instructions of a block at the most.
const LONGEST: usize = 1024;

/// Names a block of the model that gave it, until blocks are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockNumber(u32);

impl BlockNumber {
    pub(super) fn new(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Instructions that stand and run behind each other.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Where the first stands.
    first: Place,
    instructions: Arc<[Instruction]>,
}

impl Block {
    /// `None` where the instructions are none or too many, do not stand behind each other in one
    /// page, have a branch before the last, or one of them must be told alone.
    pub(super) fn new(instructions: &[(Instruction, Place)]) -> Option<Self> {
        let (_, first) = *instructions.first()?;
        let (last, others) = instructions.split_last()?;
        let goes_on = others.iter().all(|(instruction, _)| instruction.operation.station != Station::Branch);
        let in_row = instructions.iter().enumerate().all(|(number, (_, at))| *at == behind(first, number));
        let one_page = last.1.effective >> 12 == first.effective >> 12;
        let alone = instructions.iter().any(|(instruction, _)| instruction.is_told_alone());
        let fits = goes_on && in_row && one_page && !alone && instructions.len() <= LONGEST;
        fits.then(|| Self { first, instructions: instructions.iter().map(|(instruction, _)| *instruction).collect() })
    }

    /// The instructions.
    pub(crate) fn instructions(&self) -> Arc<[Instruction]> {
        Arc::clone(&self.instructions)
    }

    /// Where the instruction with that number stands.
    pub(crate) const fn at(first: Place, number: usize) -> Place {
        behind(first, number)
    }

    /// Where the first stands.
    pub(crate) const fn first(&self) -> Place {
        self.first
    }
}

/// Where the instruction stands that is so many behind the first.
const fn behind(first: Place, number: usize) -> Place {
    let bytes = 4 * number as u32;
    Place { effective: first.effective.wrapping_add(bytes), physical: first.physical + bytes as u64, ..first }
}

#[cfg(test)]
mod tests {
    use super::Block;
    use crate::instruction::Instruction;
    use crate::record::Place;

    /// `addi`, `bdnz`, `mflr`, `mtspr PMC1`, `mulli`, `mullw`, `tlbie`.
    const WORDS: [(u32, bool); 7] = [
        (0x3863_0001, true),
        (0x4200_0000, true),
        (0x7c08_02a6, true),
        (0x7c79_eba6, false),
        (0x1c63_0005, true),
        (0x7c63_19d6, false),
        (0x7c00_1a64, false),
    ];

    fn made(places: &[(u32, u32)]) -> bool {
        let instructions: Vec<_> =
            places.iter().map(|(word, address)| (Instruction::new(*word), Place::real(*address))).collect();
        Block::new(&instructions).is_some()
    }

    #[test]
    fn instructions_that_need_a_value_are_in_no_block() {
        for (word, fits) in WORDS {
            assert_eq!(made(&[(word, 0x1000)]), fits, "{word:x}");
        }
    }

    #[test]
    fn a_block_runs_in_a_row_to_its_first_branch_in_one_page() {
        const ADDI: u32 = WORDS[0].0;
        const BDNZ: u32 = WORDS[1].0;
        assert!(!made(&[]));
        assert!(made(&[(ADDI, 0x1ff8), (BDNZ, 0x1ffc)]));
        assert!(!made(&[(BDNZ, 0x1ff8), (ADDI, 0x1ffc)]));
        assert!(!made(&[(ADDI, 0x1ffc), (ADDI, 0x2000)]));
        assert!(!made(&[(ADDI, 0x1ff0), (ADDI, 0x1ff8)]));
    }
}
