//! M12: instruction fetches.

use model::record::{Attributes, Place};
use model::signal::Signal;

use crate::support::{L3E, MEMORY, MPC7448, MPC7451, MPC7457, Machine};

#[test]
fn each_level_has_its_fetch_latency() {
    for (pvr, l2) in [(MPC7451, 13), (MPC7457, 13), (MPC7448, 15)] {
        let mut machine = Machine::new(pvr);
        assert_eq!(machine.fetch(0x1000), MEMORY + 2);
        assert_eq!(machine.fetch(0x1010), 2);
        for way in 1..=8 {
            machine.fetch(0x1000 + way * 4096);
        }
        machine.forget_events();
        assert_eq!(machine.fetch(0x1000), l2);
        assert_eq!(machine.total(Signal::CyclesWaitingFromL1InstructionCacheMiss), l2 - 2);
    }
    let mut machine = Machine::new(MPC7457);
    machine.controls.l2cr = 0;
    machine.controls.l3cr = L3E;
    machine.controls.ictrl = 0xff;
    machine.fetch(0x1000);
    assert_eq!(machine.fetch(0x1000), 32);
    assert_eq!(machine.total(Signal::L3InstructionCacheMisses), 1);
}

#[test]
fn a_second_fetch_of_a_line_under_way_waits_for_it() {
    let mut machine = Machine::new(MPC7451);
    let place = Place::real(0x1000);
    let f = machine.e;
    let words = machine.memory.fetch(&place, f, &machine.controls, &mut machine.list);
    assert_eq!(machine.memory.fetch(&place, f + 10, &machine.controls, &mut machine.list), words);
    assert_eq!(machine.memory.fetch(&place, words, &machine.controls, &mut machine.list), words + 2);
}

#[test]
fn an_inhibited_fetch_reads_its_block_from_memory_each_time() {
    let mut machine = Machine::new(MPC7451);
    let attributes = Attributes { inhibited: true, ..Attributes::default() };
    let place = Place { attributes, ..Place::real(0x1000) };
    for _ in 0..2 {
        let words = machine.memory.fetch(&place, machine.e, &machine.controls, &mut machine.list);
        assert_eq!(words - machine.e, MEMORY + 2);
    }
    assert!(!machine.memory.is_instruction_cached(&place));
    assert_eq!(machine.total(Signal::BusTasForReads), 8);
}

#[test]
fn a_fetch_may_lie_before_data_accesses_already_told() {
    let mut machine = Machine::new(MPC7451);
    machine.load(0x1000);
    let early = machine.e - 500;
    // The line is in the L2 from the load's arrival on.
    let words = machine.memory.fetch(&Place::real(0x1000), early, &machine.controls, &mut machine.list);
    assert_eq!(words, 1000 + MEMORY + 8 + 13);
}
