//! From the opcode bits of a word to its row, by one look into a table that the
//! compiler fills.

use super::entry::Entry;
use crate::instruction::table::ENTRIES;

/// Places of the primary opcodes that need no extended opcode.
const PRIMARIES: usize = 64;
/// Extended opcodes of vector instructions: bits 21-31.
const VECTOR: usize = 1 << 11;
/// Extended opcodes of all others: bits 21-30.
const OTHER: usize = 1 << 10;

const PLACES: usize = PRIMARIES + VECTOR + 4 * OTHER;

/// The place of a word and the bits of the word that led there, primary opcode apart.
const fn place(word: u32) -> (usize, u32) {
    let vector = (word & 0x7ff) as usize;
    let other = (word >> 1 & 0x3ff) as usize;
    let primary = word >> 26;
    let base = PRIMARIES + VECTOR;
    match primary {
        4 => (PRIMARIES + vector, 0x7ff),
        19 => (base + other, 0x7fe),
        31 => (base + OTHER + other, 0x7fe),
        59 => (base + 2 * OTHER + other, 0x7fe),
        63 => (base + 3 * OTHER + other, 0x7fe),
        _ => (primary as usize, 0),
    }
}

/// No row has this number.
const NOTHING: u16 = u16::MAX;

/// The number of the row at each place.
static INDEX: [u16; PLACES] = filled();

/// Puts every row at the places of all its variants.
const fn filled() -> [u16; PLACES] {
    let mut index = [NOTHING; PLACES];
    let mut row = 0;
    while row < ENTRIES.len() {
        let entry = &ENTRIES[row];
        let free = place(entry.value).1 & !entry.mask();
        let mut variant = free;
        loop {
            let slot = place(entry.value | variant).0;
            assert!(index[slot] == NOTHING, "two rows claim one opcode");
            index[slot] = row as u16;
            if variant == 0 {
                break;
            }
            variant = (variant - 1) & free;
        }
        row += 1;
    }
    index
}

/// The only row that the word can be of.
pub(super) fn find(word: u32) -> Option<&'static Entry> {
    ENTRIES.get(INDEX[place(word).0] as usize)
}
