//! M2 to M5 and M8: when a load's data can be used.

use model::memory::Target;
use model::record::{AccessKind, Attributes, Place};
use model::signal::Signal;

use crate::support::{L3E, MEMORY, MPC7448, MPC7451, MPC7457, Machine, access};

#[test]
fn a_hit_takes_three_cycles_and_four_into_a_float_register() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    for (target, bytes, cycles) in [(Target::Integer, 4, 3), (Target::Float, 8, 4), (Target::Vector, 16, 3)] {
        let e = machine.e;
        let load = machine.load_as(access(0x1000, bytes, AccessKind::Load), target);
        assert_eq!((load.ready - e, load.next - e), (cycles, 1), "{target:?}");
    }
}

#[test]
fn each_level_has_its_load_use_latency() {
    for (pvr, l2) in [(MPC7451, 9), (MPC7457, 9), (MPC7448, 11)] {
        let mut machine = Machine::new(pvr);
        assert_eq!(machine.load_alone(0x1000), MEMORY);
        assert_eq!(machine.load_alone(0x1000), 3);
        // Eight more lines of the set put it out of the L1; the L2 still has it.
        for way in 1..=8 {
            machine.load_alone(0x1000 + way * 4096);
        }
        assert_eq!(machine.load_alone(0x1000), l2);
    }
    let mut machine = Machine::new(MPC7457);
    machine.controls.l2cr = 0;
    machine.controls.l3cr = L3E;
    assert_eq!(machine.load_alone(0x1000), MEMORY);
    for way in 1..=8 {
        machine.load_alone(0x1000 + way * 4096);
    }
    assert_eq!(machine.load_alone(0x1000), 30);
}

#[test]
fn a_misaligned_load_takes_one_cycle_more_and_the_unit_twice() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    machine.load_alone(0x1020);
    let cases = [
        (0x1004, 4, Target::Integer, 3, 1),
        (0x1006, 4, Target::Integer, 4, 2),
        (0x1004, 8, Target::Float, 5, 2),
        (0x101e, 4, Target::Integer, 4, 2),
        (0x1007, 1, Target::Integer, 3, 1),
        (0x1010, 16, Target::Vector, 3, 1),
    ];
    for (address, bytes, target, cycles, unit) in cases {
        let e = machine.e;
        let load = machine.load_as(access(address, bytes, AccessKind::Load), target);
        assert_eq!((load.ready - e, load.next - e), (cycles, unit), "{address:#x}");
    }
}

#[test]
fn the_line_of_a_crossing_load_that_comes_later_decides() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1020);
    let e = machine.e;
    let load = machine.load_as(access(0x101e, 4, AccessKind::Load), Target::Integer);
    assert_eq!((load.ready - e, load.next - e), (MEMORY + 1, 2));
    assert_eq!(machine.total(Signal::L1DataLoadAccessMiss), 2);
    assert_eq!(machine.total(Signal::L1DataLoadHit), 1);
}

#[test]
fn five_misses_overlap_and_the_sixth_waits_for_the_first_arrival() {
    let mut machine = Machine::new(MPC7451);
    let start = machine.e;
    for number in 0..5 {
        let load = machine.load_as(access(0x1000 + number * 64, 4, AccessKind::Load), Target::Integer);
        assert_eq!(load.ready, start + u64::from(number) + MEMORY);
    }
    let sixth = machine.load_as(access(0x2000, 4, AccessKind::Load), Target::Integer);
    let arrival = start + MEMORY + 8;
    assert_eq!((sixth.ready, sixth.next), (arrival + MEMORY, arrival + 1));
    assert_eq!(machine.total(Signal::LsuLmqFullStall), arrival - (start + 5));
}

#[test]
fn the_first_arrival_is_the_earliest_not_the_oldest() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    for way in 1..=8 {
        machine.load_alone(0x1000 + way * 4096);
    }
    let start = machine.e;
    for number in 0..4 {
        machine.load(0x10040 + number * 64);
    }
    assert_eq!(machine.load(0x1000), 9, "the fifth entry, from the L2");
    let sixth = machine.load_as(access(0x20000, 4, AccessKind::Load), Target::Integer);
    assert_eq!(sixth.next, start + 4 + 9 + 1);
}

#[test]
fn a_second_miss_to_a_line_waits_for_the_whole_of_it_and_blocks_the_unit() {
    let mut machine = Machine::new(MPC7451);
    let start = machine.e;
    machine.load(0x1000);
    let arrival = start + MEMORY + 8;
    let second = machine.load_as(access(0x1004, 4, AccessKind::Load), Target::Integer);
    assert_eq!((second.ready, second.next), (arrival, arrival - 2));
    let third = machine.load_as(access(0x1008, 8, AccessKind::Load), Target::Float);
    assert_eq!((third.ready, third.next), (arrival + 2, arrival - 1));
    assert_eq!(machine.total(Signal::L1DataLoadAccessMiss), 1);
    assert_eq!(machine.total(Signal::LsuRaLatchStall), arrival - 2 - (start + 2));
}

#[test]
fn an_inhibited_load_goes_past_all_caches_and_takes_no_entry() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    machine.forget_events();
    let attributes = Attributes { inhibited: true, guarded: true, ..Attributes::default() };
    let mut inhibited = access(0x1000, 4, AccessKind::Load);
    inhibited.place = Place { attributes, ..inhibited.place };
    for _ in 0..8 {
        let e = machine.e;
        let load = machine.load_as(inhibited, Target::Integer);
        assert_eq!((load.ready - e, load.next - e), (MEMORY, 1));
    }
    assert_eq!(machine.total(Signal::BusReadsNotRetried), 8);
    assert_eq!(machine.total(Signal::BusTasForReads), 8);
    assert_eq!(machine.total(Signal::L1DataTotalHits) + machine.total(Signal::L1DataTotalMisses), 0);
}

#[test]
fn streaming_does_not_overlap_misses() {
    // Two words of each line: the second waits for the line [AN2203].
    let mut machine = Machine::new(MPC7451);
    let start = machine.e;
    for number in 0..200 {
        machine.load(0x10000 + number * 16);
    }
    let cycles = machine.e - start;
    assert_eq!(cycles, 100 * (MEMORY + 8 - 2), "one line after another");
}

/// A load across two lines waits twice, but each cycle counts once.
#[test]
fn cycles_in_which_both_lines_of_a_load_wait_count_once() {
    let mut machine = Machine::new(MPC7451);
    for line in 0..5 {
        machine.load(0x1_0000 + line * 64);
    }
    let e = machine.e;
    machine.load(0x2_001e);
    // The lower line has an entry with the first arrival, the upper with the next.
    assert_eq!(machine.list.cycles(Signal::LsuLmqFullStall), (e..e - 5 + MEMORY + 8 + 1).collect::<Vec<_>>());
    assert_eq!(machine.total(Signal::LsuLmqFullStall), MEMORY + 8 + 1 - 5);

    let mut machine = Machine::new(MPC7451);
    machine.load(0x2_0000);
    machine.load(0x2_0020);
    let e = machine.e;
    machine.load(0x2_001e);
    // Both lines are under way; the later arrives at e - 1 + MEMORY + 8.
    assert_eq!(machine.list.cycles(Signal::LsuRaLatchStall), (e + 1..e - 1 + MEMORY + 8 - 2).collect::<Vec<_>>());
    assert_eq!(machine.total(Signal::LsuRaLatchStall), MEMORY + 8 - 2 - 2);
}
