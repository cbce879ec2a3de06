//! Latency: from the first cycle of execution to that of an instruction that takes the
//! result.

use crate::excluded::reason;
use crate::row::{Row, certain};
use crate::run::{Step, run, step};
use crate::word::{Result, result, with_registers};

/// The row's instruction with its result in register 9.
pub fn producer(row: &Row) -> Step {
    let offset = match (row.case, row.mnemonic) {
        ("misaligned", "lfd") => 4,
        ("misaligned", _) => 6,
        _ => 0,
    };
    Step { short: row.short(), offset, ..step(with_registers(row, 9)) }
}

fn latency(row: &Row) -> u64 {
    let consumer = match result(row) {
        Result::General => 0x7d49_4a14, // add r10,r9,r9
        Result::Float => 0xfd49_482a,   // fadd f10,f9,f9
        Result::Vector => 0x1149_4800,  // vaddubm v10,v9,v9
        _ => 0x4182_0004,               // beq .+4
    };
    let condition = result(row) == Result::Condition;
    let steps = [producer(row), Step { taken: condition, ..step(consumer) }, step(0x3860_0000)];
    let stages = run(&steps);
    if condition {
        // Predicted not taken, taken: what follows is fetched behind the resolution.
        return stages[2].fetch - 1 - stages[0].execute;
    }
    stages[1].execute - stages[0].execute
}

#[test]
fn every_certain_row_has_its_latency() {
    let mut wrong = Vec::new();
    for row in certain().iter().filter(|row| reason(row).is_none() && result(row) != Result::Nothing) {
        let mut expected = row.latency;
        if row.unit == "FPU" && result(row) == Result::Condition {
            // The finish stage of floating-point compares [AN2203].
            expected += 1;
        }
        let found = latency(row);
        if found != expected {
            wrong.push(format!("{}: {found}, not {expected}", row.name()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Instructions without a result that another can wait for complete behind their latency.
#[test]
fn what_has_no_result_completes_behind_its_latency() {
    for row in certain().iter().filter(|row| reason(row).is_none() && result(row) == Result::Nothing) {
        let stages = run(&[producer(row), step(0x3860_0000)]);
        let complete = stages[0].complete.expect("it completes");
        let least = stages[0].execute + row.latency.max(1);
        assert_eq!(complete, least, "{}", row.name());
    }
}
