//! The instructions of the MPC7450: one row each, in files by execution unit.
//!
//! A row gives the mnemonics, the fixed bits, the operands, what the instruction does
//! and its timing. Encodings: [PEM] section 8, [ALTIVECPEM] section 6. Timings: see
//! `data/timing.csv`, which names the source of each.
//!
//! Not here, because the MPC7450 does not have them: `fsqrt`, `fsqrts`, `tlbia`, all
//! 64-bit instructions.

mod branch;
mod cache;
mod float;
mod integer;
mod load;
mod store;
mod system;
mod vector;
mod vector_float;
mod vector_permute;

use super::decode::Entry;

const PARTS: [&[Entry]; 10] = [
    branch::ROWS,
    cache::ROWS,
    float::ROWS,
    integer::ROWS,
    load::ROWS,
    store::ROWS,
    system::ROWS,
    vector::ROWS,
    vector_float::ROWS,
    vector_permute::ROWS,
];

const fn total() -> usize {
    let mut total = 0;
    let mut part = 0;
    while part < PARTS.len() {
        total += PARTS[part].len();
        part += 1;
    }
    total
}

/// Every row.
pub(super) static ENTRIES: [Entry; total()] = joined();

const fn joined() -> [Entry; total()] {
    let mut entries = [PARTS[0][0]; total()];
    let (mut part, mut next) = (0, 0);
    while part < PARTS.len() {
        let mut row = 0;
        while row < PARTS[part].len() {
            entries[next] = PARTS[part][row];
            row += 1;
            next += 1;
        }
        part += 1;
    }
    entries
}
