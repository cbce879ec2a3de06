//! Rows that no such stream shows, with the reason.

use crate::row::{Row, certain};
use crate::run::{run, step};

/// Why a row is not reproduced here; `None` for all others.
pub fn reason(row: &Row) -> Option<&'static str> {
    match (row.mnemonic, row.case) {
        ("lvx", "misaligned") => Some("AltiVec accesses are never misaligned: the address is rounded down [AN2203]"),
        ("lmw", _) => Some("E is that of its last word (X6), and registers ask for as many accesses: shown below"),
        _ if row.is_branch() => {
            Some("one a cycle is the branch unit's; what a branch takes is fetch, see the pipeline tests")
        }
        _ => None,
    }
}

/// `lmw` all the same: n words as published, n + 3 cycles from the first word's E to that
/// of an instruction which takes the last, and n to the next in the unit.
#[test]
fn a_multiple_takes_the_published_time() {
    let row = certain().into_iter().find(|row| row.mnemonic == "lmw").expect("a row");
    let words = 32 - u64::from(row.word >> 21 & 31);
    let multiple = 0xb805_0000 | row.word & 0x03e0_0000;
    let dependent = 0x7d5f_fa14; // add r10,r31,r31
    let stages = run(&[step(multiple), step(dependent)]);
    let first = stages[0].execute - (words - 1);
    assert_eq!(stages[1].execute - first, row.latency);
    assert_eq!(first, stages[0].fetch + 4, "the first part issues behind its dispatch");
    // lwz r4,0(r5): the unit is free behind the last word.
    let stages = run(&[step(multiple), step(0x8085_0000)]);
    assert_eq!(stages[1].execute - first, row.throughput);
    // lmw r24 many times: 8 words each, and no more than 16 rename registers.
    let stages = run(&[step(0xbb05_0000); 6]);
    assert_eq!(stages[5].execute - stages[4].execute, 8);
    // One word: 4 cycles, where a plain load takes 3.
    let stages = run(&[step(0xbbe5_0000), step(dependent)]);
    assert_eq!(stages[1].execute - stages[0].execute, 4);
}

#[test]
fn they_are_few() {
    let left_out: Vec<String> = certain().iter().filter(|row| reason(row).is_some()).map(Row::name).collect();
    assert_eq!(left_out.len(), 18, "{left_out:?}");
}
