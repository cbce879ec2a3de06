//! M11: TLBs and table searches.

use model::memory::Target;
use model::record::{Access, AccessKind, Translation};
use model::signal::Signal;

use crate::support::{MPC7451, Machine, paged};

/// Loads one word of each page, staggered so that the lines are of different sets.
fn load_pages(machine: &mut Machine, pages: impl IntoIterator<Item = u32>) -> u64 {
    machine.forget_events();
    for page in pages {
        let place = paged(page * 4096 + page % 128 * 32);
        machine.load_as(Access { place, bytes: 4, kind: AccessKind::Load }, Target::Integer);
        machine.settle();
    }
    machine.total(Signal::DtlbMisses)
}

#[test]
fn a_data_tlb_holds_128_pages_in_a_row() {
    for (pages, misses) in [(128, 0), (192, 192)] {
        let mut machine = Machine::new(MPC7451);
        assert_eq!(load_pages(&mut machine, 0..pages), u64::from(pages));
        assert_eq!(load_pages(&mut machine, 0..pages), misses);
    }
}

#[test]
fn pages_256_kb_apart_share_two_ways() {
    for (pages, misses) in [(2, 0), (3, 3)] {
        let mut machine = Machine::new(MPC7451);
        let congruent = || (0..pages).map(|page| page * 64 + 5);
        load_pages(&mut machine, congruent());
        assert_eq!(load_pages(&mut machine, congruent()), misses);
    }
}

#[test]
fn a_search_holds_the_unit_for_its_20_cycles() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    let e = machine.e;
    let load = machine.load_as(Access { place: paged(0x1000), bytes: 4, kind: AccessKind::Load }, Target::Integer);
    assert_eq!((load.ready - e, load.next - e), (23, 21));
    assert_eq!(machine.list.cycles(Signal::DtlbHardwareTableSearchCycles), (e..e + 20).collect::<Vec<_>>());
    let store = Access { place: paged(0x9000), bytes: 4, kind: AccessKind::Store };
    let e = machine.e;
    let executed = machine.store_to(store);
    assert_eq!((executed.executes - e, executed.next - e), (20, 21));
}

#[test]
fn only_pages_are_looked_up() {
    let mut machine = Machine::new(MPC7451);
    for translation in [Translation::Real, Translation::Block] {
        let place = model::record::Place { translation, ..paged(0x5000) };
        machine.load_as(Access { place, bytes: 4, kind: AccessKind::Load }, Target::Integer);
        machine.memory.fetch(&place, machine.e, &machine.controls, &mut machine.list);
    }
    assert_eq!(machine.total(Signal::DtlbMisses) + machine.total(Signal::ItlbNonSpeculativeMisses), 0);
}

#[test]
fn an_access_into_the_next_page_looks_up_both() {
    let mut machine = Machine::new(MPC7451);
    let e = machine.e;
    let place = paged(0x1ffe);
    let load = machine.load_as(Access { place, bytes: 4, kind: AccessKind::Load }, Target::Integer);
    assert_eq!(machine.total(Signal::DtlbMisses), 2);
    assert_eq!(load.next - e, 42);
}

#[test]
fn tlbie_forgets_the_set_in_both_tlbs() {
    let mut machine = Machine::new(MPC7451);
    load_pages(&mut machine, [5, 69, 6]);
    for page in [5, 6] {
        machine.memory.fetch(&paged(page * 4096), machine.e, &machine.controls, &mut machine.list);
    }
    machine.memory.invalidate_page((5 + 640) * 4096);
    assert_eq!(load_pages(&mut machine, [5, 69, 6]), 2);
    for page in [5, 6] {
        machine.memory.fetch(&paged(page * 4096), machine.e, &machine.controls, &mut machine.list);
    }
    assert_eq!(machine.total(Signal::ItlbNonSpeculativeMisses), 1);
}

#[test]
fn with_software_search_a_miss_costs_nothing_here() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.hid0 |= 0x0100_0000;
    assert_eq!(load_pages(&mut machine, [5, 5, 6]), 2);
    assert_eq!(machine.total(Signal::DtlbHardwareTableSearchCycles), 0);
}

#[test]
fn a_fetch_waits_for_its_search() {
    let mut machine = Machine::new(MPC7451);
    machine.fetch(0x1000);
    machine.settle();
    let words = machine.memory.fetch(&paged(0x1000), machine.e, &machine.controls, &mut machine.list);
    assert_eq!(words - machine.e, 22);
    assert_eq!(machine.total(Signal::ItlbHardwareTableSearchCycles), 20);
}
