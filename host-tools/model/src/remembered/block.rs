//! One block: [`Block`].

use std::sync::Arc;

use crate::instruction::{Branch, Instruction, Operation, Station, Work};
use crate::memory::Lines;
use crate::record::{Access, Place};

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

    /// As a number.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}

/// Instructions that stand and run behind each other.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Where the first stands.
    first: Place,
    instructions: Arc<[Instruction]>,
    /// The branch at its end and where it stands.
    branch: Option<(Branch, u32)>,
    /// The lines it stands in.
    pub(crate) lines: Lines,
    /// The instructions that access memory.
    accesses: Box<[u16]>,
    /// Words in the first of them.
    words_in_first: u32,
    /// Times that it ran until it is worth remembering; `None` where it cannot be.
    new: Option<u8>,
}

/// Accesses of a block that is remembered, at the most.
const ACCESSES: usize = 32;

/// Times that a block runs before it is worth remembering.
const NEW: u8 = 4;

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
        let branch = last.0.operation.station == Station::Branch;
        let accesses: Box<[u16]> = (0..)
            .zip(instructions)
            .filter(|(_, (instruction, _))| instruction.operation.station == Station::Lsu)
            .map(|(number, _)| number)
            .collect();
        let is_remembered = accesses.len() <= ACCESSES && instructions.iter().all(may_be_remembered);
        fits.then(|| Self {
            first,
            instructions: instructions.iter().map(|(instruction, _)| *instruction).collect(),
            branch: branch.then_some((last.0.operation.branch, last.1.effective)),
            lines: Lines::new(&first, instructions.len()),
            accesses,
            words_in_first: (8 - first.effective / 4 % 8).min(instructions.len() as u32),
            new: is_remembered.then_some(NEW),
        })
    }

    /// Whether its timing may be remembered at all.
    #[inline]
    pub(crate) const fn is_remembered(&self) -> bool {
        self.new.is_some()
    }

    /// Whether its timing is worth remembering: it has run before.
    pub(crate) fn is_worth(&mut self) -> bool {
        let Some(new) = &mut self.new else { return false };
        *new = new.saturating_sub(1);
        *new == 0
    }

    /// Whether these are one access of each instruction that accesses memory.
    #[inline]
    pub(crate) fn accesses_once(&self, accesses: &[(u16, Access)]) -> bool {
        let numbers = accesses.iter().map(|(number, _)| number);
        accesses.len() == self.accesses.len() && self.accesses.iter().zip(numbers).all(|(own, told)| own == told)
    }

    /// The branch at its end and where it stands.
    #[inline]
    pub(crate) const fn branch(&self) -> Option<(Branch, u32)> {
        self.branch
    }

    /// How many lines at its beginning are not fetched if so many words come without.
    pub(crate) const fn without(&self, held: u32) -> u8 {
        (held >= self.words_in_first) as u8
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

/// What the load-store unit does besides simple loads and stores, and what empties or restarts
/// parts of the front end, is not remembered.
fn may_be_remembered((instruction, at): &(Instruction, Place)) -> bool {
    let Operation { station, work, refetches, empties_btic, .. } = instruction.operation;
    let simple = station != Station::Lsu || matches!(work, Work::Load(_) | Work::Store { .. });
    simple && !refetches && !empties_btic && !at.attributes.inhibited
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
