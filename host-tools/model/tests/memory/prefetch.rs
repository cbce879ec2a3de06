//! M13: the other sector.

use model::signal::Signal;

use crate::support::{L3E, MEMORY, MPC7451, MPC7457, Machine};

fn machine(engines: u32) -> Machine {
    let mut machine = Machine::new(MPC7451);
    machine.controls.msscr0 = engines;
    machine
}

#[test]
fn streaming_finds_every_second_line_in_the_l2() {
    let mut machine = machine(3);
    let cycles: Vec<u64> = (0..8).map(|line| machine.load_alone(0x4000 + line * 32)).collect();
    assert_eq!(cycles, [MEMORY, 9, MEMORY, 9, MEMORY, 9, MEMORY, 9]);
    assert_eq!(machine.total(Signal::PrefetchEngineRequest), 4);
    assert_eq!(machine.total(Signal::BusReadsNotRetried), 8);
    let downwards: Vec<u64> = (0..4).map(|line| machine.load_alone(0x8000 - 32 - line * 32)).collect();
    assert_eq!(downwards, [MEMORY, 9, MEMORY, 9]);
}

#[test]
fn without_engines_or_without_the_l2_nothing_is_fetched() {
    let mut off = machine(0);
    let mut no_l2 = machine(3);
    no_l2.controls.l2cr = 0;
    for machine in [&mut off, &mut no_l2] {
        machine.load_alone(0x4000);
        assert_eq!(machine.load_alone(0x4020), MEMORY);
        assert_eq!(machine.total(Signal::PrefetchEngineRequest), 0);
    }
}

#[test]
fn an_access_before_the_sector_is_there_counts_its_latency_from_then() {
    let mut machine = machine(1);
    let start = machine.e;
    machine.load(0x4000);
    let load = machine
        .load_as(crate::support::access(0x4020, 4, model::record::AccessKind::Load), model::memory::Target::Integer);
    assert_eq!(load.ready, start + MEMORY + 16 + 9);
    assert_eq!(machine.total(Signal::PrefetchEngineCollisionVersusLoad), 1);
}

#[test]
fn as_many_are_under_way_as_there_are_engines() {
    for engines in 1..=3 {
        let mut machine = machine(engines);
        for line in 0..4 {
            machine.load(0x4000 + line * 64);
        }
        assert_eq!(machine.total(Signal::PrefetchEngineRequest), u64::from(engines));
        assert_eq!(machine.total(Signal::PrefetchEngineFull), u64::from(4 - engines));
    }
}

#[test]
fn stores_and_fetches_prefetch_too() {
    let mut machine = machine(3);
    machine.store(0x4000);
    machine.settle();
    assert_eq!(machine.load_alone(0x4020), 9);
    machine.fetch(0x8000);
    machine.settle();
    assert_eq!(machine.fetch(0x8020), 13);
}

#[test]
fn an_l3_hit_prefetches_nothing_and_a_sector_in_the_l3_needs_no_bus() {
    let mut machine = Machine::new(MPC7457);
    machine.controls.l3cr = L3E;
    machine.controls.ldstcr = 0xff;
    machine.load_alone(0x4020);
    machine.memory.act(&model::controls::Actions { invalidate_l2: true, ..Default::default() });
    machine.controls.msscr0 = 3;
    machine.forget_events();
    assert_eq!(machine.load_alone(0x4020), 30);
    assert_eq!(machine.total(Signal::PrefetchEngineRequest), 0);
    machine.memory.act(&model::controls::Actions { invalidate_l2: true, ..Default::default() });
    machine.load_alone(0x4000);
    assert_eq!(machine.total(Signal::PrefetchEngineRequest), 1);
    assert_eq!(machine.total(Signal::BusReadsNotRetried), 1);
    assert_eq!(machine.load_alone(0x4020), 9);
}
