//! M6 and M7: the store queues and the loads that meet them.

use model::memory::{CacheOperation, Target};
use model::record::{AccessKind, Attributes, Place};
use model::signal::Signal;

use crate::support::{MEMORY, MPC7451, Machine, SGE, access};

/// A machine with lines 0x1000 to 0x13ff in the L1.
fn warm() -> Machine {
    let mut machine = Machine::new(MPC7451);
    for line in 0..32 {
        machine.load_alone(0x1000 + line * 32);
    }
    machine.forget_events();
    machine
}

#[test]
fn a_store_that_hits_leaves_four_cycles_after_its_completion() {
    let mut machine = warm();
    let e = machine.e;
    machine.store(0x1000);
    assert_eq!(machine.memory.drained(), e + 3 + 4);
    assert_eq!(machine.list.cycles(Signal::L1DataStoreHit), [e + 7]);
}

#[test]
fn stores_that_hit_keep_up_with_one_a_cycle() {
    let mut machine = warm();
    let start = machine.e;
    for number in 0..100 {
        machine.store(0x1000 + number % 32 * 32);
    }
    assert_eq!(machine.e - start, 100);
}

#[test]
fn ten_stores_fit_behind_a_miss() {
    let mut machine = warm();
    let e = machine.e;
    machine.store(0x8000);
    for number in 0..9 {
        machine.store(0x1000 + number * 32);
    }
    assert_eq!(machine.e, e + 10, "ten are in");
    let leaves = e + 3 + 1 + MEMORY;
    assert_eq!(machine.memory.store_may_execute(), leaves);
    machine.store(0x1000);
    assert_eq!(machine.e, leaves + 1);
    assert_eq!(machine.memory.store_may_execute(), leaves + 1, "the second leaves a cycle after the first");
}

#[test]
fn store_misses_ask_one_after_the_other() {
    let mut machine = warm();
    let c = machine.e + 3;
    for number in 0..3 {
        machine.store(0x8000 + number * 64);
    }
    assert_eq!(machine.memory.drained(), c + 1 + 3 * MEMORY);
    assert_eq!(machine.list.cycles(Signal::L1DataStoreMiss), [c + 1, c + 1 + MEMORY, c + 1 + 2 * MEMORY]);
}

#[test]
fn a_store_to_a_line_under_way_leaves_when_it_arrives() {
    let mut machine = Machine::new(MPC7451);
    let e = machine.e;
    machine.load(0x1000);
    machine.store(0x1004);
    assert_eq!(machine.memory.drained(), e + MEMORY + 8);
    assert_eq!(machine.total(Signal::L1DataStoreHit), 1);
}

#[test]
fn a_load_takes_all_its_bytes_from_a_completed_store() {
    let mut machine = warm();
    machine.store_to(access(0x1008, 8, AccessKind::Store));
    machine.e += 2;
    let e = machine.e;
    for (address, bytes, target, cycles) in
        [(0x1008, 4, Target::Integer, 7), (0x100a, 2, Target::Integer, 7), (0x1008, 8, Target::Float, 8)]
    {
        machine.e = e;
        let load = machine.load_as(access(address, bytes, AccessKind::Load), target);
        assert_eq!((load.ready - e, load.next - e), (cycles, 1), "{address:#x}");
    }
    assert_eq!(machine.total(Signal::LsuCsqForwarding), 3);
    assert_eq!(machine.total(Signal::L1DataLoadHit), 0);
}

#[test]
fn a_load_waits_until_a_store_that_cannot_forward_has_left() {
    // Executed at e, completed at e + 3, left at e + 7: the load goes on at e + 8.
    for (store_bytes, wait) in [(4, 0), (2, 4)] {
        let mut machine = warm();
        let e = machine.e;
        machine.store_to(access(0x1008, store_bytes, AccessKind::Store));
        machine.e = e + wait;
        let load = machine.load_as(access(0x1008, 4, AccessKind::Load), Target::Integer);
        assert_eq!((load.ready, load.next), (e + 8 + 3, e + 9), "completed or not");
        assert_eq!(machine.total(Signal::LoadStoreTrueAliasStall), 8 - wait);
    }
    let mut machine = warm();
    machine.store_to(access(0x1008, 4, AccessKind::Store));
    assert_eq!(machine.load(0x100c), 3, "other bytes of the line");
    machine.e += 6;
    assert_eq!(machine.load(0x1008), 3, "it has left");
}

#[test]
fn the_youngest_store_with_a_byte_of_the_load_decides() {
    let mut machine = warm();
    let e = machine.e;
    machine.store_to(access(0x1008, 4, AccessKind::Store));
    machine.store_to(access(0x1009, 1, AccessKind::Store));
    machine.e = e + 5;
    let load = machine.load_as(access(0x1008, 4, AccessKind::Load), Target::Integer);
    assert_eq!(load.ready, e + 9 + 3, "the byte leaves at e + 8");
}

#[test]
fn only_a_store_behind_one_that_missed_its_line_gathers() {
    for (hid0, first, second, gathered) in [
        (SGE, 0x8000, 0x8004, 1),
        (0, 0x8000, 0x8004, 0),
        (SGE, 0x1000, 0x1004, 0),
        (SGE, 0x8000, 0x8020, 0),
        (SGE, 0x8000, 0x801e, 0),
    ] {
        let mut machine = warm();
        machine.controls.hid0 |= hid0;
        machine.store(first);
        let leaves = machine.memory.drained();
        machine.store(second);
        assert_eq!(machine.total(Signal::StoreMergeOrGather), gathered, "{first:#x} {second:#x}");
        assert_eq!(machine.memory.drained() == leaves, gathered == 1);
    }
}

#[test]
fn gathered_stores_leave_together_and_a_whole_line_is_noticed_once() {
    let mut machine = warm();
    machine.controls.hid0 |= SGE;
    let e = machine.e;
    for half in 0..8 {
        machine.store(0x8000 + half * 4);
    }
    machine.store(0x8000);
    assert_eq!(machine.memory.drained(), e + 4 + MEMORY);
    assert_eq!(machine.total(Signal::StoreMergeOrGather), 8);
    assert_eq!(machine.total(Signal::CacheableStoreMergeTo32Bytes), 1);
    assert_eq!(machine.total(Signal::L1DataStoreMiss), 1);
}

fn with(attributes: Attributes, address: u32) -> model::record::Access {
    let mut store = access(address, 4, AccessKind::Store);
    store.place = Place { attributes, ..store.place };
    store
}

#[test]
fn inhibited_and_write_through_stores_leave_like_hits_and_go_to_the_bus() {
    let inhibited = Attributes { inhibited: true, ..Attributes::default() };
    let through = Attributes { write_through: true, ..Attributes::default() };
    for (attributes, address, signal) in [
        (inhibited, 0x9000, Signal::CacheInhibitedStores),
        (through, 0x9000, Signal::WriteThroughStores),
        (through, 0x1000, Signal::WriteThroughStores),
    ] {
        let mut machine = warm();
        let e = machine.e;
        machine.store_to(with(attributes, address));
        assert_eq!(machine.memory.drained(), e + 7);
        assert_eq!(machine.list.cycles(signal), [e + 3]);
        assert_eq!(machine.list.cycles(Signal::BusWritesNotRetried), [e + 7]);
        assert_eq!(machine.total(Signal::BusTasForWrites), 1);
        assert_eq!(machine.total(Signal::L1DataCacheReloads), 0);
    }
}

#[test]
fn a_line_written_through_is_not_modified() {
    let mut machine = warm();
    let attributes = Attributes { write_through: true, ..Attributes::default() };
    machine.store_to(with(attributes, 0x1000));
    machine.settle();
    machine.operate(model::memory::CacheOperation::Flush, 0x1000);
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 1, "the store's own");
}

#[test]
fn words_of_one_instruction_do_not_wait_for_each_other() {
    let mut machine = warm();
    let words: Vec<_> = (0..32).map(|word| access(0x1000 + word * 4, 4, AccessKind::Store)).collect();
    let start = machine.e;
    for word in &words {
        machine.e = machine.e.max(machine.memory.store_may_execute());
        machine.e = machine.memory.store(word, machine.e, &machine.controls, &mut machine.list).next;
    }
    assert_eq!(machine.e - start, 32);
    for word in &words {
        machine.memory.commit(word, start + 40, &machine.controls, &mut machine.list);
    }
    // The next store's ten before are the last ten words: they leave in 40 + 4 + 22 and on.
    assert_eq!(machine.memory.store_may_execute(), start + 66);
    assert_eq!(machine.memory.drained(), start + 40 + 4 + 31);
}

#[test]
fn a_misaligned_store_holds_the_unit_twice_and_looks_up_both_lines() {
    let mut machine = warm();
    let e = machine.e;
    let store = machine.store_to(access(0x101e, 4, AccessKind::Store));
    assert_eq!((store.executes, store.next), (e, e + 2));
    assert_eq!(machine.total(Signal::L1DataStoreHit), 2);
    machine.store_to(access(0x13fe, 4, AccessKind::Store));
    assert_eq!(machine.total(Signal::L1DataStoreMiss), 1);
    assert_eq!(machine.memory.drained(), e + 7 + MEMORY, "asked for at the leave of the store before");
}

#[test]
fn a_store_of_two_lines_that_no_way_takes_is_written_when_both_are_there() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    machine.operate(CacheOperation::Store, 0x1000);
    machine.memory.act(&model::controls::Actions { invalidate_data: true, ..Default::default() });
    machine.controls.ldstcr = 0xff;
    machine.settle();
    machine.forget_events();
    let e = machine.e;
    machine.store(0x101e);
    // Requested from L2 and from memory in e + 4, written into the L2 when the later is there.
    let (request, leave) = (e + 4, e + 4 + MEMORY);
    assert_eq!(machine.list.cycles(Signal::L2ValidRequest), [request, leave]);
    assert_eq!(machine.total(Signal::L2ValidRequest), 4);
}
