//! (f): a chain of loads, each of which gives the address of the next.

use super::{MPC7455, machine, measure};
use crate::machine::Machine;
use crate::words::*;

const AT: u32 = 0x0005_0000;
const DATA: u32 = 0x0200_0000;

/// `loads` pointers, each so many bytes behind the one before, the last to the first.
fn chain(machine: &mut Machine, loads: u32, stride: u32) {
    chain_at(machine, loads, |place| DATA + place * stride);
}

fn chain_at(machine: &mut Machine, loads: u32, address: impl Fn(u32) -> u32) {
    for place in 0..loads {
        machine.set_word(address(place), address((place + 1) % loads));
    }
    machine.r[3] = address(0);
    machine.place(AT, &[lwz(3, 3, 0); 16]);
    machine.place(AT + 64, &[b(-64)]);
}

/// `loads` loads (whole rounds of 16).
fn follow(machine: &mut Machine, loads: u32) {
    machine.steps(AT, u64::from(loads / 16 * 17));
}

/// PMC1 counts cycles, PMC3 data TLB misses, PMC5 L2 data misses.
const CODES: [u32; 6] = [1, 0, 18, 0, 6, 0];

/// Cycles a load and L2 data misses a load, after a round that warms.
fn ladder(machine: &mut Machine, loads: u32, stride: u32) -> (f64, f64) {
    chain(machine, loads, stride);
    let counts = measure(machine, 2, |machine| follow(machine, loads));
    (f64::from(counts[0]) / f64::from(loads), f64::from(counts[4]) / f64::from(loads))
}

#[test]
fn the_first_level_is_three_cycles_up_to_32_kb() {
    for kilobytes in [8, 32] {
        let cycles = ladder(&mut machine(MPC7455, CODES), kilobytes * 32, 32).0;
        assert!((cycles - 3.0).abs() < 0.1, "{kilobytes} KB: {cycles}");
    }
    // The knee is sharp: an eighth more, and most of it comes from the L2.
    let cycles = ladder(&mut machine(MPC7455, CODES), 36 * 32, 32).0;
    assert!(cycles > 7.0, "{cycles}");
}

#[test]
fn the_second_level_is_nine_cycles_and_11_on_the_7448() {
    for (pvr, expected) in
        [(0x8000_0201, 9.0), (MPC7455, 9.0), (0x8002_0102, 9.0), (0x8003_0102, 9.0), (0x8004_0201, 11.0)]
    {
        let cycles = ladder(&mut machine(pvr, CODES), 2048, 64).0;
        assert!((cycles - expected).abs() < 0.1, "{pvr:#x}: {cycles}");
    }
}

#[test]
fn the_second_level_has_the_size_of_the_part_and_a_rounded_knee() {
    for (pvr, kilobytes) in [(MPC7455, 256), (0x8002_0102, 512), (0x8004_0201, 1024)] {
        let lines = kilobytes * 16;
        let fits = ladder(&mut machine(pvr, CODES), lines, 64).1;
        // The words that read the counters have a line of their own.
        assert!(fits < 0.001, "{kilobytes} KB: {fits}");
        if kilobytes == 256 {
            for (eighths, missing) in [(9, 0.22), (10, 0.38), (12, 0.60), (16, 0.81)] {
                let missed = ladder(&mut machine(pvr, CODES), lines / 8 * eighths, 64).1;
                assert!((missed - missing).abs() < 0.06, "{eighths} eighths: {missed}, predicted {missing}");
            }
        }
    }
}

#[test]
fn memory_is_as_far_as_its_nanoseconds() {
    let mut machine = machine(MPC7455, CODES);
    chain(&mut machine, 4096, 64);
    follow(&mut machine, 32);
    let counts = measure(&mut machine, 0, |machine| follow(machine, 3200));
    let cycles = f64::from(counts[0]) / 3200.0;
    assert!((cycles - 135.0).abs() < 1.0, "150 ns at 900 MHz: {cycles}");
}

#[test]
fn the_other_sector_halves_an_ascending_walk() {
    let mut machine = machine(MPC7455, CODES);
    machine.mtspr(MSSCR0, 3);
    chain(&mut machine, 8192, 32);
    follow(&mut machine, 32);
    let counts = measure(&mut machine, 0, |machine| follow(machine, 3200));
    let cycles = f64::from(counts[0]) / 3200.0;
    assert!((0.5..0.6).contains(&(cycles / 135.0)), "about half of 135: {cycles}");
}

#[test]
fn the_third_level_is_where_the_part_has_one() {
    let mut machine = machine(MPC7455, CODES);
    machine.mtspr(L3CR, L3E);
    // Four times the L2, once the L3.
    let cycles = ladder(&mut machine, 16 * 1024, 64).0;
    assert!((27.0..=30.5).contains(&cycles), "28 to 45, with the default of 30: {cycles}");
}

#[test]
fn the_data_tlb_holds_128_pages_in_a_row() {
    for (pages, misses) in [(112, 0), (128, 0), (144, 48)] {
        let mut machine = machine(MPC7455, CODES);
        machine.paged = true;
        chain_at(&mut machine, pages, |page| DATA + page * 4096 + page % 128 * 32);
        let counts = measure(&mut machine, 3, |machine| follow(machine, pages));
        assert_eq!(counts[2], misses, "{pages} pages");
        let cycles = f64::from(counts[0]) / f64::from(pages);
        let expected = 3.0 + 20.0 * f64::from(misses) / f64::from(pages);
        assert!((cycles - expected).abs() < 0.6, "{pages} pages: {cycles}, expected {expected}");
    }
}
