//! Serialization: what waits for older instructions, and what younger ones wait for.

use crate::excluded::reason;
use crate::latency::producer;
use crate::row::certain;
use crate::run::{run, step};

/// `divw r7,r3,r4`: 23 cycles of its own.
const DIVIDE: u32 = 0x7ce3_23d6;
const OTHER: u32 = 0x3860_0000;

#[test]
fn execution_serialized_ones_begin_two_cycles_behind_the_completion_before() {
    for row in certain().iter().filter(|row| reason(row).is_none() && row.unit != "none") {
        let stages = run(&[step(DIVIDE), producer(row), step(OTHER)]);
        let before = stages[0].complete.expect("it completes");
        if row.serialization.contains("execution") {
            assert_eq!(stages[1].execute, before + 2, "{}", row.name());
        } else if row.unit != "IU2" {
            assert!(stages[1].execute < before, "{}: does not wait for a division", row.name());
        }
        assert!(stages[1].complete >= stages[0].complete, "{}", row.name());
    }
}

#[test]
fn a_run_of_them_takes_the_latency_and_two_more_each() {
    for row in certain().iter().filter(|row| row.serialization == "execution") {
        let stages = run(&[producer(row); 24]);
        assert_eq!(stages[20].execute - stages[10].execute, 10 * (row.latency + 2), "{}", row.name());
    }
}

#[test]
fn behind_refetch_serialized_ones_fetch_starts_anew() {
    let rows = certain();
    let refetched: Vec<_> = rows.iter().filter(|row| row.serialization.contains("refetch")).collect();
    assert_eq!(refetched.len(), 4);
    for row in &rows {
        let stages = run(&[producer(row), step(OTHER)]);
        let complete = stages[0].complete;
        if row.serialization.contains("refetch") {
            assert_eq!(Some(stages[1].fetch), complete.map(|cycle| cycle + 1), "{}", row.name());
        } else if !row.is_branch() {
            assert!(Some(stages[1].fetch) < complete, "{}", row.name());
        }
    }
}

#[test]
fn stores_execute_early_and_complete_in_order() {
    for row in certain().iter().filter(|row| row.is_store()) {
        let stages = run(&[step(DIVIDE), producer(row)]);
        assert!(stages[1].execute < stages[0].execute + 5, "{}", row.name());
        assert!(stages[1].complete >= stages[0].complete, "{}", row.name());
    }
}
