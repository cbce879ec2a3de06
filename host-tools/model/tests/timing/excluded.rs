//! Rows that no such stream shows, with the reason.

use crate::row::{Row, certain};
use crate::run::{run, step};

/// Why a row is not reproduced here; `None` for all others.
pub fn reason(row: &Row) -> Option<&'static str> {
    match (row.mnemonic, row.case) {
        ("lvx", "misaligned") => Some("AltiVec accesses are never misaligned: the address is rounded down [AN2203]"),
        ("lmw", _) => Some(
            "by D5, I1 and X6 its first word executes behind the dispatch of its last part: the result is there \
             n + 16 cycles behind the dispatch of the first, where the row's n + 3 has dispatch and execution overlap",
        ),
        _ if row.is_branch() => {
            Some("one a cycle is the branch unit's; what a branch takes is fetch, see the pipeline tests")
        }
        _ => None,
    }
}

/// `lmw` all the same: a word a cycle, and three cycles behind the last one.
#[test]
fn a_multiple_loads_a_word_a_cycle_once_all_parts_are_dispatched() {
    let many = certain().into_iter().find(|row| row.mnemonic == "lmw").expect("a row");
    // lmw r19 and lmw r31; then lwz r4,0(r5), and add r10,r31,r31.
    let [long, short] = [0xba65_0000, 0xbbe5_0000].map(|word| {
        let stages = run(&[word, 0x8085_0000, 0x7d5f_fa14].map(step));
        assert_eq!(stages[1].execute, stages[0].execute + 1, "the unit is free behind the last word");
        assert_eq!(stages[2].execute, stages[0].execute + 3);
        stages[0].execute - stages[0].fetch
    });
    // Dispatch, then execution: see the reason above.
    assert_eq!(long - short, 2 * (many.throughput - 1));
}

#[test]
fn they_are_few() {
    let left_out: Vec<String> = certain().iter().filter(|row| reason(row).is_some()).map(Row::name).collect();
    assert_eq!(left_out.len(), 18, "{left_out:?}");
}
