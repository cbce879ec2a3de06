//! M1: what stays in the L1 caches.

use model::controls::Actions;
use model::record::{AccessKind, Place};
use model::signal::Signal;

use crate::support::{CACHES_ON, MPC7451, Machine, access};

/// Rounds until a tree that more lines than ways pass in cyclic order misses always.
const SETTLED: u32 = 3;

/// Loads lines in cyclic order; misses of a round when nothing changes any more.
fn misses_of_a_round(machine: &mut Machine, lines: u32) -> u64 {
    for round in 0..=SETTLED {
        if round == SETTLED {
            machine.forget_events();
        }
        for line in 0..lines {
            machine.load_alone(line * 32);
        }
    }
    machine.total(Signal::L1DataLoadAccessMiss)
}

#[test]
fn nine_lines_in_eight_ways_miss_as_the_tree_says() {
    // Worked out apart from the model, with a tree kept in a heap.
    let mut machine = Machine::new(MPC7451);
    let rounds: Vec<u64> = (0..5)
        .map(|_| {
            machine.forget_events();
            for line in 0..9 {
                machine.load_alone(line * 4096);
            }
            machine.total(Signal::L1DataLoadAccessMiss)
        })
        .collect();
    assert_eq!(rounds, [9, 4, 6, 9, 9]);
}

#[test]
fn the_data_knee_is_at_32_kb_exactly() {
    assert_eq!(misses_of_a_round(&mut Machine::new(MPC7451), 1024), 0);
    // One line more than a set has ways misses always: cyclic order against a tree.
    assert_eq!(misses_of_a_round(&mut Machine::new(MPC7451), 1024 + 128), 1024 + 128);
    // A quarter more than that in lines: nine in each of 32 sets.
    assert_eq!(misses_of_a_round(&mut Machine::new(MPC7451), 1024 + 32), 32 * 9);
}

#[test]
fn the_instruction_knee_is_at_32_kb_exactly() {
    for (lines, misses) in [(1024, 0), (1024 + 128, 1024 + 128)] {
        let mut machine = Machine::new(MPC7451);
        for round in 0..=SETTLED {
            if round == SETTLED {
                machine.forget_events();
            }
            for line in 0..lines {
                machine.fetch(line * 32);
            }
        }
        assert_eq!(machine.total(Signal::L1InstructionCacheMisses), misses);
        assert_eq!(machine.total(Signal::L1InstructionCacheAccesses), u64::from(lines));
    }
}

#[test]
fn each_locked_way_takes_four_kilobytes_away() {
    // One line more than ways: all miss where the rest is a tree; with one way of a pair
    // locked its neighbour is the victim of both, and two of eight lines miss.
    for (locked, kilobytes, misses) in [(0xf0, 16, 5), (0x01, 28, 2), (0xfe, 4, 2)] {
        let mut machine = Machine::new(MPC7451);
        machine.controls.ldstcr = locked;
        assert_eq!(misses_of_a_round(&mut machine, kilobytes * 32), 0, "{locked:#x}");
        let mut machine = Machine::new(MPC7451);
        machine.controls.ldstcr = locked;
        let lines = kilobytes * 32 + 128;
        assert_eq!(misses_of_a_round(&mut machine, lines), 128 * misses, "{locked:#x}");
        assert!(machine.total(Signal::L1DataCacheReloads) > 0);
    }
}

#[test]
fn with_all_ways_locked_or_the_cache_locked_hits_stay_and_misses_fill_nothing() {
    for (hid0, ldstcr) in [(CACHES_ON, 0xff), (CACHES_ON | 0x1000, 0)] {
        let mut machine = Machine::new(MPC7451);
        machine.load_alone(0x1000);
        machine.controls.hid0 = hid0;
        machine.controls.ldstcr = ldstcr;
        machine.forget_events();
        assert_eq!(machine.load_alone(0x1000), 3);
        machine.load_alone(0x2000);
        assert_eq!(machine.load_alone(0x2000), 9, "the L2 was filled, the L1 was not");
        assert_eq!(machine.total(Signal::L1DataCacheReloads), 0);
    }
}

#[test]
fn instruction_ways_are_locked_by_ictrl() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ictrl = 0xff;
    machine.fetch(0x1000);
    machine.settle();
    assert!(!machine.memory.is_instruction_cached(&Place::real(0x1000)));
    assert_eq!(machine.fetch(0x1000), 13);
    machine.controls.ictrl = 0;
    machine.fetch(0x1000);
    machine.settle();
    assert!(machine.memory.is_instruction_cached(&Place::real(0x1000)));
    assert_eq!(machine.fetch(0x1000), 2);
}

#[test]
fn a_cache_that_is_off_is_passed_by() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.hid0 = 0;
    for _ in 0..2 {
        assert_eq!(machine.load_alone(0x1000), 135);
        assert_eq!(machine.fetch(0x1000), 137);
    }
    assert_eq!(machine.total(Signal::L2ValidRequest), 0);
}

#[test]
fn a_flash_invalidation_empties_the_one_cache_and_writes_nothing() {
    let mut machine = Machine::new(MPC7451);
    machine.store(0x1000);
    machine.settle();
    machine.fetch(0x1000);
    machine.forget_events();
    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), 9);
    assert_eq!(machine.fetch(0x1000), 2);
    machine.memory.act(&Actions { invalidate_instructions: true, invalidate_l2: true, ..Actions::default() });
    machine.settle();
    assert_eq!(machine.fetch(0x1000), 137);
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 0);
}

#[test]
fn a_cold_memory_has_nothing() {
    let mut machine = Machine::new(MPC7451);
    let fresh = format!("{:?}", machine.memory);
    machine.store(0x1000);
    machine.load(0x1000);
    machine.load_as(access(0x5000, 8, AccessKind::Load), model::memory::Target::Float);
    machine.fetch(0x2000);
    machine.memory.cold();
    assert_eq!(format!("{:?}", machine.memory), fresh);
}
