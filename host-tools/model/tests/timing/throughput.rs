//! Throughput: cycles from one to the next of many that do not depend on each other.

use crate::excluded::reason;
use crate::latency::producer;
use crate::row::{Row, certain};
use crate::run::{Step, run};
use crate::word::with_registers;

/// Those that set XER[SO].
const OVERFLOWING: [&str; 5] = ["addo", "subfo", "nego", "mullwo", "divwo"];

/// Cycles between instruction 20 and instruction 44 of a run.
fn cycles(row: &Row) -> u64 {
    let steps: Vec<Step> =
        (0..48).map(|place| Step { word: with_registers(row, 8 + place % 8), ..producer(row) }).collect();
    let stages = run(&steps);
    stages[44].execute - stages[20].execute
}

#[test]
fn every_certain_row_has_its_throughput() {
    let mut wrong = Vec::new();
    for row in certain().iter().filter(|row| reason(row).is_none() && row.unit != "none") {
        let expected = match (row.unit, row.serialization) {
            (_, "execution" | "execution+refetch") => continue,
            // XER[SO] is sticky: each takes it from the one before, so that no two are
            // independent.
            _ if OVERFLOWING.contains(&row.mnemonic) => 24 * row.latency,
            // Three units.
            ("IU1", _) => 24 * row.throughput / 3,
            // Four starts in five cycles [AN2203].
            ("FPU", _) if row.throughput == 1 => 24 * 5 / 4,
            _ => 24 * row.throughput,
        };
        let found = cycles(row);
        if found != expected {
            wrong.push(format!("{}: {found} cycles for 24, not {expected}", row.name()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
