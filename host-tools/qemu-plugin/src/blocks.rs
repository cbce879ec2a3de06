//! Translated blocks by number: [`Blocks`], and what a callback is told: [`Mark`].
//!
//! QEMU hands each callback one word of the plugin's. QEMU throws all translated blocks
//! away together; then [`Blocks::clear`] does so with what was known of them. Nothing is
//! thrown away before, not even what was known of code that has changed: so
//! [`Blocks::is_full`] bounds it, and the plugin then has everything translated anew.
//!
//! What is known of a word is kept once, and a block has the numbers of its words.
//! Rejected: one record an instruction. The longest chain of the image has a million.

use model::record::Place;
use model::remembered::BlockNumber;

use crate::address::Generation;
use crate::interned::Interned;
use crate::known::{Care, Goes, Known, Located};

/// Instructions of a block at the most [QEMU include/exec/translation-block.h, 11.1:
/// `CF_COUNT_MASK`], as a power of two.
const LENGTH_BITS: u32 = 9;
/// Blocks at the most, as a power of two.
const BLOCK_BITS: u32 = 23;

/// Bytes of records with which they are full. Vectors grow by doubling, so that twice as
/// much may be taken.
pub const MOST: usize = 16 << 20;

/// What the table of words takes besides the words, a word: two numbers, in a table that
/// is half full.
const ENTRY: usize = 32;

/// An instruction of a block, or none: its address, the block, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u64);

impl Mark {
    /// An instruction of a block.
    pub const fn new(address: u32, block: u32, index: u32) -> Self {
        Self((address as u64) << 32 | (block << LENGTH_BITS | index) as u64)
    }

    /// An instruction by the number of its word.
    pub const fn of_word(address: u32, word: u32) -> Self {
        Self((address as u64) << 32 | word as u64)
    }

    /// As a callback is told it.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// As [`Mark::number`] gave it.
    pub const fn from_number(number: usize) -> Self {
        Self(number as u64)
    }

    /// The effective address.
    pub const fn address(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The number of the block.
    pub const fn block(self) -> u32 {
        self.0 as u32 >> LENGTH_BITS
    }

    /// The index in the block.
    pub const fn index(self) -> u32 {
        self.0 as u32 & ((1 << LENGTH_BITS) - 1)
    }

    /// The number of the word, of [`Mark::of_word`].
    pub const fn word(self) -> u32 {
        self.0 as u32
    }
}

/// A translated block, or a piece of one.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its first instruction.
    pub start: u32,
    /// Its instructions.
    pub length: u32,
    /// What has to be done about the first one.
    pub care: Care,
    /// Where the last one goes.
    goes: Goes,
    /// The number of its first word's place in the list.
    first: u32,
    /// Where it stood when it executed last.
    pub at: Place,
    /// The translations by which it stood there; see [`crate::address::Generation`].
    pub placed: Generation,
    /// How often it ran as a whole since then, as long as the model has not made a block
    /// of it.
    pub runs: u32,
    /// The model's block of it, behind what is told alone at its start.
    pub made: Option<Made>,
}

/// A block of the model's.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Its number, if the model could make it.
    pub number: Option<BlockNumber>,
    /// Instructions before it.
    pub behind: u32,
    /// How often the model had forgotten all blocks when it was made.
    pub epoch: u32,
}

impl Block {
    /// The index of an address; `None` for one that is not in it.
    pub const fn index(&self, address: u32) -> Option<u32> {
        let index = address.wrapping_sub(self.start) / 4;
        if index < self.length { Some(index) } else { None }
    }

    /// How many of its instructions stand behind an address; `None` for one that is not
    /// in it.
    pub fn behind(&self, address: u32) -> Option<u64> {
        self.index(address).map(|index| u64::from(self.length - 1 - index))
    }

    /// The address of an instruction.
    pub const fn address(&self, index: u32) -> u32 {
        self.start.wrapping_add(4 * index)
    }

    /// Whether the last one goes elsewhere when the one at `next` follows.
    #[inline]
    pub fn went(&self, next: u32) -> bool {
        self.goes.went(self.address(self.length), next)
    }

    /// Where an instruction stands.
    pub const fn place(&self, index: u32) -> Place {
        let physical = self.at.physical.wrapping_add(4 * index as u64);
        Place { effective: self.address(index), physical, ..self.at }
    }
}

/// Translated blocks.
#[derive(Debug, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    /// The words of all blocks, by number.
    list: Vec<u32>,
    words: Interned<Known, u32>,
}

impl Blocks {
    /// The number of a word.
    pub fn word(&mut self, word: u32) -> u32 {
        self.words.intern(word, || Known::new(word)) as u32
    }

    /// What is known of the word with a number of [`Blocks::word`].
    pub fn known(&self, number: u32) -> &Known {
        self.words.get(number as usize).expect("a word of a translated block")
    }

    /// Adds a block, whose words have these numbers; gives its number.
    pub fn push(&mut self, start: u32, words: impl IntoIterator<Item = u32>) -> u32 {
        let first = self.list.len();
        self.list.extend(words);
        let length = self.list.len() - first;
        assert!(self.blocks.len() < 1 << BLOCK_BITS && length <= 1 << LENGTH_BITS, "a block like QEMU's");
        let (at, placed) = (Place::real(start), Generation::NEVER);
        let care = self.list.get(first).map_or(Care::None, |word| self.known(*word).care);
        let goes = self.list[first..].last().map_or(Goes::On, |word| self.known(*word).goes());
        let (length, first) = (length as u32, first as u32);
        self.blocks.push(Block { start, length, care, goes, first, at, placed, runs: 0, made: None });
        self.blocks.len() as u32 - 1
    }

    /// A block by its number.
    #[inline]
    pub fn get(&self, number: u32) -> &Block {
        &self.blocks[number as usize]
    }

    /// As [`Blocks::get`], to be changed.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut Block {
        &mut self.blocks[number as usize]
    }

    /// A block by a number that may be none.
    pub fn find(&self, number: u64) -> Option<&Block> {
        self.blocks.get(usize::try_from(number).ok()?)
    }

    /// What is known of the instructions of a block.
    #[inline]
    pub fn instructions(&self, block: &Block) -> impl Iterator<Item = &Known> {
        let numbers = &self.list[block.first as usize..][..block.length as usize];
        numbers.iter().map(|number| self.known(*number))
    }

    /// What is known of an instruction of a block.
    #[inline]
    pub fn instruction(&self, block: &Block, index: u32) -> &Known {
        self.known(self.list[(block.first + index) as usize])
    }

    /// An instruction of a block with its address.
    pub fn located(&self, number: u32, index: u32) -> Located {
        let block = self.get(number);
        assert!(index < block.length, "an instruction of the block");
        Located { address: block.address(index), known: *self.instruction(block, index) }
    }

    /// Bytes of all records.
    pub const fn bytes(&self) -> usize {
        self.words.len() * (size_of::<Known>() + ENTRY)
            + self.list.len() * size_of::<u32>()
            + self.blocks.len() * size_of::<Block>()
    }

    /// Whether the records should be thrown away.
    pub const fn is_full(&self) -> bool {
        self.bytes() >= MOST
    }

    /// Forgets all blocks but one; gives its number.
    pub fn clear_but(&mut self, kept: Option<u32>) -> Option<u32> {
        let old = std::mem::take(self);
        let kept = old.get(kept?);
        let words = old.instructions(kept).map(|known| self.words.intern(known.word(), || *known) as u32);
        let words: Vec<u32> = words.collect();
        let number = self.push(kept.start, words);
        *self.get_mut(number) = Block { first: 0, made: None, ..*kept };
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, MOST, Mark};

    const NOP: u32 = 0x6000_0000;

    #[test]
    fn a_block_knows_what_stands_at_an_address() {
        let mut blocks = Blocks::default();
        let nop = blocks.word(NOP);
        let number = blocks.push(0x1000, [nop; 4]);
        let block = *blocks.get(number);
        assert_eq!([0x1000, 0x100c, 0x1010, 0xffc].map(|address| block.index(address)), [Some(0), Some(3), None, None]);
        assert_eq!([0x1000, 0x100c, 0x1010].map(|address| block.behind(address)), [Some(3), Some(0), None]);
        assert_eq!(block.place(3).physical, 0x100c);
        assert_eq!((blocks.located(number, 2).address, blocks.located(number, 2).word()), (0x1008, NOP));
        assert_eq!((blocks.find(u64::MAX).is_none(), blocks.find(1).is_none()), (true, true));
    }

    #[test]
    fn a_mark_carries_address_block_and_index() {
        let mark = Mark::from_number(Mark::new(0xfff0_0104, 0x7f_fffe, 511).number());
        assert_eq!((mark.address(), mark.block(), mark.index()), (0xfff0_0104, 0x7f_fffe, 511));
        assert_eq!(Mark::of_word(4, 0x1234_5678).word(), 0x1234_5678);
    }

    #[test]
    fn one_block_may_be_kept() {
        let mut blocks = Blocks::default();
        let words = [NOP, 0x3863_0001, NOP].map(|word| blocks.word(word));
        blocks.push(0x1000, [words[0]]);
        let number = blocks.push(0x2000, words);
        assert_eq!(blocks.clear_but(Some(number)), Some(0));
        let kept: Vec<u32> = blocks.instructions(blocks.get(0)).map(|known| known.word()).collect();
        assert_eq!((blocks.get(0).start, kept), (0x2000, vec![NOP, 0x3863_0001, NOP]));
        assert_eq!(blocks.clear_but(None), None);
        assert_eq!(blocks.bytes(), 0);
    }

    /// Whoever throws records away when they are full has at most one block more than that,
    /// whatever is translated.
    #[test]
    fn records_are_bounded() {
        let mut blocks = Blocks::default();
        let mut most = 0;
        for number in 0..100_000 {
            // Long blocks of one word, and short ones of new words.
            let length = if number < 10_000 { 512 } else { 2 };
            let words = (0..2).map(|index| if length > 2 { NOP } else { number << 1 | index });
            let words: Vec<u32> = words.map(|word| blocks.word(word)).collect();
            blocks.push(0x10_0000, words.iter().cycle().take(length).copied());
            most = most.max(blocks.bytes());
            if blocks.is_full() {
                blocks.clear_but(None);
            }
        }
        assert!((MOST..MOST + 0x1_0000).contains(&most), "{most}");
    }

    /// The longest chain of the image, 16384 blocks of 65 instructions, is not thrown away
    /// while it runs.
    #[test]
    fn the_longest_chain_has_room() {
        let mut blocks = Blocks::default();
        let nop = blocks.word(NOP);
        for block in 0..16_384 {
            blocks.push(0x10_0000 + 260 * block, [nop; 65]);
        }
        assert!(!blocks.is_full(), "{}", blocks.bytes());
    }
}
