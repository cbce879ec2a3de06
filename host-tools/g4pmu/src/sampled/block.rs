//! Generated code in pieces that a person can name: [`blocks`].
//!
//! A kernel has no symbols inside. It has branches: what begins at the entry, at the target
//! of a branch or behind one, and ends with the next such place, is a block. Padding behind
//! a branch that goes always belongs to none, so that a function that is only reached
//! through a table begins with its first instruction.

use mpc7450::instruction::decode::{BranchForm, BranchTarget, Kind, decode};

/// `ori r0,r0,0`, the word that fills gaps [PEM ori].
const PADDING: u32 = 0x6000_0000;

/// A piece of code that is run from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bytes from the start of the code.
    pub offset: u32,
    /// Its bytes.
    pub bytes: u32,
}

impl Block {
    /// Whether this offset lies in it.
    #[must_use]
    pub const fn holds(&self, offset: u32) -> bool {
        offset >= self.offset && offset - self.offset < self.bytes
    }
}

/// The blocks of code that is entered at `entry`, in their order; padding has one of its own.
#[must_use]
pub fn blocks(words: &[u32], entry: u32) -> Vec<Block> {
    let bytes = 4 * words.len() as u32;
    let mut begins = vec![0, entry];
    let mut padding = false;
    for (offset, word) in (0..).step_by(4).zip(words) {
        if padding && *word != PADDING {
            begins.push(offset);
            padding = false;
        }
        let Some(form) = branch(*word) else { continue };
        begins.push(offset + 4);
        begins.extend(direct(form, offset));
        padding = form.is_always_taken() && !form.link;
    }
    begins.retain(|offset| *offset < bytes);
    begins.sort_unstable();
    begins.dedup();
    let ends = begins.iter().skip(1).copied().chain([bytes]);
    begins.iter().zip(ends).map(|(offset, end)| Block { offset: *offset, bytes: end - *offset }).collect()
}

/// The branch that a word is.
pub(super) fn branch(word: u32) -> Option<BranchForm> {
    match decode(word)?.kind() {
        Kind::Branch(form) => Some(form),
        _ => None,
    }
}

/// Where a branch with a displacement goes, as an offset like its own.
pub(super) const fn direct(form: BranchForm, offset: u32) -> Option<u32> {
    match form.target {
        BranchTarget::Displacement { bytes, absolute: false } => Some(offset.wrapping_add(bytes as u32)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks};

    /// `lwz blr nop nop | lwz | addi bdnz blr`, entered at the second `lwz`.
    #[test]
    fn blocks_begin_at_targets_and_behind_branches_and_padding_is_none_of_them() {
        let words =
            [0x8063_0004, 0x4e80_0020, 0x6000_0000, 0x6000_0000, 0x8063_0004, 0x3863_0007, 0x4200_fffc, 0x4e80_0020];
        let found: Vec<(u32, u32)> =
            blocks(&words, 16).iter().map(|Block { offset, bytes }| (*offset, *bytes)).collect();
        assert_eq!(found, [(0, 8), (8, 8), (16, 4), (20, 8), (28, 4)]);
    }

    #[test]
    fn all_code_is_in_exactly_one_block() {
        let words: Vec<u32> =
            (0..64).map(|n: u32| if n.is_multiple_of(5) { 0x4bff_fff0 } else { 0x6000_0000 }).collect();
        let all = blocks(&words, 8);
        for offset in (0..256).step_by(4) {
            assert_eq!(all.iter().filter(|block| block.holds(offset)).count(), 1, "{offset}");
        }
        assert!(blocks(&[], 0).is_empty());
    }
}
