//! M14: touches and cache operations.

use model::memory::CacheOperation;
use model::record::{AccessKind, Attributes, Place};
use model::signal::Signal;

use crate::support::{CACHES_ON, MEMORY, MPC7451, Machine, access};

#[test]
fn a_touch_brings_the_line_and_holds_nothing_up() {
    let mut machine = Machine::new(MPC7451);
    let e = machine.e;
    let touch = machine.touch(0x1000);
    assert_eq!((touch.ready, touch.next), (e + 3, e + 1));
    assert_eq!(machine.touch(0x1004).next, e + 2, "a line under way is not waited for");
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), 3);
    assert_eq!(machine.total(Signal::L1DataTouchMissCycles), MEMORY + 8);
}

#[test]
fn a_load_waits_for_a_touched_line() {
    let mut machine = Machine::new(MPC7451);
    machine.touch(0x1000);
    assert_eq!(machine.load(0x1000), MEMORY + 8 - 1);
}

#[test]
fn touches_without_a_free_entry_or_with_nopti_do_nothing() {
    let mut machine = Machine::new(MPC7451);
    for line in 0..7 {
        machine.touch(0x1000 + line * 64);
    }
    machine.settle();
    let found = (0..7).filter(|line| machine.load_alone(0x1000 + line * 64) == 3).count();
    assert_eq!(found, 5);
    machine.controls.hid0 |= 1;
    machine.touch(0x8000);
    machine.settle();
    assert_eq!(machine.load_alone(0x8000), MEMORY);
}

#[test]
fn dcbz_makes_a_modified_line_without_reading_it() {
    let mut machine = Machine::new(MPC7451);
    machine.operate(CacheOperation::Zero, 0x1004);
    machine.settle();
    assert_eq!(machine.total(Signal::BusReadsNotRetried), 0);
    assert_eq!(machine.load_alone(0x1000), 3);
    machine.operate(CacheOperation::Flush, 0x1000);
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 1);
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), MEMORY, "it was in no other cache");
}

#[test]
fn a_line_under_way_that_was_dropped_and_made_anew_is_there() {
    let mut machine = Machine::new(MPC7451);
    machine.load(0x1000);
    machine.operate(CacheOperation::Flush, 0x1000);
    machine.operate(CacheOperation::Zero, 0x1000);
    assert_eq!(machine.load(0x1008), 3, "M4: it is not under way any more");
}

#[test]
fn dcbz_that_finds_no_way_goes_to_memory() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ldstcr = 0xff;
    machine.load_alone(0x1000);
    machine.operate(CacheOperation::Zero, 0x1000);
    machine.settle();
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 1);
    assert_eq!(machine.load_alone(0x1000), MEMORY);
}

#[test]
fn dcbst_writes_a_modified_line_once_and_keeps_it() {
    let mut machine = Machine::new(MPC7451);
    machine.store(0x1000);
    for _ in 0..2 {
        machine.operate(CacheOperation::Store, 0x1000);
        assert_eq!(machine.total(Signal::BusWritesNotRetried), 1);
    }
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), 3);
    assert_eq!(machine.total(Signal::L1DataCacheOperationHit), 2);
}

#[test]
fn dcbi_throws_the_line_away() {
    let mut machine = Machine::new(MPC7451);
    machine.store(0x1000);
    machine.operate(CacheOperation::Invalidate, 0x1000);
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), MEMORY);
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 0);
}

#[test]
fn icbi_empties_the_line_of_the_instruction_cache_alone() {
    let mut machine = Machine::new(MPC7451);
    machine.fetch(0x1000);
    machine.load_alone(0x1000);
    machine.operate(CacheOperation::InvalidateInstructions, 0x1000);
    machine.settle();
    assert_eq!(machine.fetch(0x1000), 13);
    assert_eq!(machine.load_alone(0x1000), 3);
}

#[test]
fn operations_take_their_place_among_the_stores_and_no_load_waits_for_them() {
    let mut machine = Machine::new(MPC7451);
    machine.load_alone(0x1000);
    let e = machine.e;
    for _ in 0..10 {
        machine.operate(CacheOperation::Store, 0x1000);
    }
    assert_eq!(machine.memory.store_may_execute(), e + 7);
    assert_eq!(machine.load(0x1000), 3);
}

#[test]
fn operations_where_the_cache_may_not_be_used_leave_it_alone() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.hid0 = CACHES_ON & !0x4000;
    machine.touch(0x1000);
    machine.operate(CacheOperation::Zero, 0x1000);
    machine.controls.hid0 = CACHES_ON;
    let attributes = Attributes { inhibited: true, ..Attributes::default() };
    let mut touch = access(0x1000, 1, AccessKind::Touch);
    touch.place = Place { attributes, ..touch.place };
    machine.load_as(touch, model::memory::Target::None);
    machine.settle();
    assert_eq!(machine.load_alone(0x1000), MEMORY);
}
