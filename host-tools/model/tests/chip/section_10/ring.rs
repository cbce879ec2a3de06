//! (d): a ring of blocks, 40 instructions and `b`, one block in each page.

use super::{MPC7455, machine, measure};
use crate::machine::Machine;
use crate::words::*;

const AT: u32 = 0x0100_0000;
const PAGE: u32 = 4096;
const BLOCK: u32 = 41;
const NOP: u32 = 0x6000_0000;

/// Where the blocks stand in their pages.
#[derive(Clone, Copy)]
enum Offset {
    /// All at the start.
    Same,
    /// Each behind the six lines of the one before.
    Staggered,
}

/// Independent instructions.
fn free(place: u32) -> u32 {
    addi(3 + place % 6, 2, 1)
}

/// Puts the ring into memory; `stride` pages from one block to the next.
fn ring(machine: &mut Machine, pages: u32, stride: u32, offset: Offset, word: fn(u32) -> u32) {
    let start = |page: u32| match offset {
        Offset::Same => AT + page * stride * PAGE,
        Offset::Staggered => AT + page * stride * PAGE + page % 21 * 192,
    };
    for page in 0..pages {
        let mut words: Vec<u32> = (0..BLOCK - 1).map(word).collect();
        let last = start(page) + 4 * (BLOCK - 1);
        words.push(b(start((page + 1) % pages).wrapping_sub(last) as i32));
        machine.place(start(page), &words);
    }
}

/// Cycles a block, BTIC misses, ITLB misses and L1 instruction misses a round.
struct Measured {
    cycles: f64,
    tlb_misses: u32,
    cache_misses: u32,
}

/// PMC1 counts L1 instruction cache misses, PMC2 ITLB misses, PMC3 cycles.
const CODES: [u32; 6] = [21, 35, 1, 0, 0, 0];

fn run(machine: &mut Machine, pages: u32) -> Measured {
    const ROUNDS: u32 = 16;
    let steps = u64::from(pages * BLOCK);
    (0..3).for_each(|_| machine.steps(AT, steps));
    let counts = measure(machine, 0, |machine| machine.steps(AT, steps * u64::from(ROUNDS)));
    let cycles = f64::from(counts[2]) / f64::from(pages * ROUNDS);
    Measured { cycles, tlb_misses: counts[1] / ROUNDS, cache_misses: counts[0] / ROUNDS }
}

fn free_ring(pages: u32, stride: u32, offset: Offset, paged: bool) -> Measured {
    let mut machine = machine(MPC7455, CODES);
    machine.paged = paged;
    ring(&mut machine, pages, stride, offset, free);
    run(&mut machine, pages)
}

#[test]
fn a_block_is_bound_by_dispatch_or_by_its_nops() {
    let cycles = free_ring(8, 1, Offset::Staggered, false).cycles;
    assert!((13.3..14.6).contains(&cycles), "13.5 to 14: {cycles}");
    let mut machine = machine(MPC7455, CODES);
    ring(&mut machine, 8, 1, Offset::Staggered, |_| NOP);
    let cycles = run(&mut machine, 8).cycles;
    assert!((40.0..41.6).contains(&cycles), "40 to 41: {cycles}");
}

#[test]
fn a_btic_miss_costs_less_than_a_cycle() {
    let hit = free_ring(8, 1, Offset::Staggered, false).cycles;
    let mut machine = machine(MPC7455, CODES);
    machine.mtspr(HID0, HID0_ON & !0x20);
    ring(&mut machine, 8, 1, Offset::Staggered, free);
    let more = run(&mut machine, 8).cycles - hit;
    assert!((0.5..=1.1).contains(&more), "0.6 to 1: {more}");
}

#[test]
fn pages_at_one_offset_share_eight_ways() {
    let eight = free_ring(8, 1, Offset::Same, false);
    assert_eq!(eight.cache_misses, 0);
    assert!(eight.cycles < 14.6, "{}", eight.cycles);
    let many = free_ring(24, 1, Offset::Same, false);
    assert!((71.0..87.0).contains(&many.cycles), "six lines of 13 from the L2, 79: {}", many.cycles);
}

#[test]
fn the_instruction_tlb_holds_128_pages_in_a_row() {
    let fits = free_ring(128, 1, Offset::Staggered, true);
    assert_eq!((fits.tlb_misses, fits.cache_misses), (0, 0));
    assert!(fits.cycles < 14.6, "{}", fits.cycles);
    let over = free_ring(160, 1, Offset::Staggered, true);
    assert_eq!((over.tlb_misses, over.cache_misses), (96, 0), "32 sets have three pages");
    let expected = fits.cycles + 20.0 * 96.0 / 160.0;
    assert!((over.cycles - expected).abs() < 2.0, "{} {expected}", over.cycles);
}

#[test]
fn pages_64_apart_share_two_ways() {
    let two = free_ring(2, 64, Offset::Staggered, true);
    assert_eq!(two.tlb_misses, 0);
    let three = free_ring(3, 64, Offset::Staggered, true);
    assert_eq!(three.tlb_misses, 3);
    let walk = three.cycles - two.cycles;
    assert!((15.0..=40.0).contains(&walk), "one walk a block: {walk}");
}

#[test]
fn the_instruction_cache_ends_at_32_kb() {
    // Seven instructions and `b`: a block of 32 bytes. The words that read the counters
    // take a place of the cache, too, and what they put out is missed a few times.
    let misses = |blocks: i32| {
        let mut machine = machine(MPC7455, CODES);
        for block in 0..blocks {
            let mut words: Vec<u32> = (0..7).map(free).collect();
            words.push(if block + 1 == blocks { b(-32 * (blocks - 1) - 28) } else { b(4) });
            machine.place(AT + 32 * block as u32, &words);
        }
        let steps = 8 * blocks as u64;
        measure(&mut machine, 3, |machine| machine.steps(AT, 8 * steps))[0] / 8
    };
    assert_eq!([1000, 1024].map(misses), [0, 0]);
    // Every line of a set with nine is missed in every round, as the tree chooses.
    assert_eq!([1025, 1152].map(misses), [9, 1152]);
}
