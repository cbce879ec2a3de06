//! What the calibration kernels construct: directions, sets, distances.

use std::collections::HashSet;

use super::built::{Built, parameters};
use super::machine::Machine;
use super::predictor::mispredictions;
use crate::kernels::find;
use crate::kernels::preset::Preset;

fn run(id: &str, iterations: u32) -> Machine {
    let kernel = find(id).unwrap();
    Built::new(kernel, &parameters(kernel, Preset::Quick, &[])).run(iterations)
}

/// How many different values a function has over some addresses.
fn different(addresses: &[u32], of: impl Fn(u32) -> u32) -> usize {
    addresses.iter().map(|address| of(*address)).collect::<HashSet<u32>>().len()
}

fn block(address: u32) -> u32 {
    address / 32
}

/// 32 KiB, 8 ways.
fn l1_set(address: u32) -> u32 {
    address / 32 % 128
}

/// 256 KiB, the smallest of the family, 8 ways, lines of 64 bytes.
fn l2_set(address: u32) -> u32 {
    address / 64 % 512
}

/// 128 entries, 2 ways, pages of 4 KiB.
fn tlb_set(address: u32) -> u32 {
    address / 4096 % 64
}

#[test]
fn two_bit_counters_are_wrong_four_times_in_eight_whatever_they_start_from() {
    let decisions = run("calibrate/mispredicted", 11).decisions;
    let branch = decisions[0].0;
    let decisions: Vec<(u32, bool)> = decisions.into_iter().filter(|(address, _)| *address == branch).collect();
    assert_eq!(decisions.len(), 88);
    for start in 0..4 {
        let first = mispredictions(&decisions[..8], start);
        assert_eq!(mispredictions(&decisions, start) - first, 10 * 4, "from {start}");
    }
}

#[test]
fn sixteen_blocks_crowd_one_set_of_the_l1_and_fit_the_l2() {
    let loaded = run("calibrate/l1-misses", 3).loaded;
    assert_eq!((loaded.len(), different(&loaded, block), different(&loaded, l1_set)), (48, 16, 1));
    assert_eq!(loaded[..16], loaded[16..32], "always in the same circle");
    assert_eq!(different(&loaded, l2_set), 8);
}

#[test]
fn four_pages_crowd_one_set_of_the_tlb_and_fit_the_l1() {
    let loaded = run("calibrate/tlb-misses", 3).loaded;
    assert_eq!((loaded.len(), different(&loaded, |address| address / 4096)), (24, 4));
    assert_eq!((different(&loaded, tlb_set), different(&loaded, l1_set)), (1, 4));
    assert!(loaded.windows(4).all(|four| different(four, block) == 4), "a page comes again after all others");
}

#[test]
fn flushed_blocks_share_no_line_of_the_l2_with_a_neighbour() {
    let loaded = run("calibrate/l2-misses", 1).loaded;
    assert_eq!(loaded.len(), 8);
    assert!(loaded.windows(2).all(|pair| pair[1] - pair[0] == 128));
}

#[test]
fn the_return_from_a_system_call_is_executed_and_neither_branch_nor_completed_in_marked_code() {
    let counts = run("calibrate/system-calls", 10).counts;
    assert_eq!((counts.executed, counts.system_calls, counts.branches), (171, 80, 10));
    assert_eq!((counts.completed_least(), counts.completed_most()), (91, 91));
}
