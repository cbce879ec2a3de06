//! M15: data stream touches.

use model::memory::{Descriptor, Stop};
use model::record::Place;
use model::signal::Signal;

use crate::support::{L2E, MEMORY, MPC7451, Machine};

/// rB: blocks of `quads` quad words, `count` of them, `stride` bytes apart.
fn rb(quads: u32, count: u32, stride: i16) -> u32 {
    quads << 24 | count << 16 | u32::from(stride as u16)
}

fn start(machine: &mut Machine, stream: u8, rb: u32, address: u32) {
    let place = Place::real(address);
    let descriptor = Descriptor::new(stream, rb);
    machine.e = machine.memory.stream(descriptor, &place, machine.e, &machine.controls, &mut machine.list).next;
}

/// A machine whose L2 has the page at 0x1000, and whose L1 does not.
fn page_in_l2() -> Machine {
    let mut machine = Machine::new(MPC7451);
    for line in 0..128 {
        machine.load_alone(0x1000 + line * 32);
    }
    machine.memory.act(&model::controls::Actions { invalidate_data: true, ..Default::default() });
    machine.forget_events();
    machine
}

/// Lets the streams go on until `cycle`, by a load elsewhere.
fn run_to(machine: &mut Machine, cycle: u64) {
    machine.e = cycle;
    machine.load(0x0100_0000);
}

#[test]
fn lines_come_one_each_three_cycles() {
    let mut machine = page_in_l2();
    let e = machine.e;
    start(&mut machine, 0, rb(2, 8, 32), 0x1000);
    run_to(&mut machine, e + 500);
    assert_eq!(
        machine.list.cycles(Signal::DstStream0CacheLineFetches),
        (0..8).map(|n| e + 3 + 3 * n).collect::<Vec<_>>()
    );
    assert_eq!(machine.total(Signal::VtqLineFetchMiss), 8);
    assert_eq!(machine.total(Signal::L2TouchHits), 8);
    for line in 0..8 {
        assert_eq!(machine.load_alone(0x1000 + line * 32), 3);
    }
    assert_eq!(machine.load_alone(0x1000 + 8 * 32), 9);
}

#[test]
fn only_what_is_due_by_an_access_has_been_touched() {
    let mut machine = page_in_l2();
    let e = machine.e;
    start(&mut machine, 2, rb(2, 8, 32), 0x1000);
    run_to(&mut machine, e + 9);
    assert_eq!(machine.total(Signal::Vt2Fetches), 3, "at 3, 6 and 9");
}

#[test]
fn blocks_cover_every_line_with_a_byte_of_them() {
    let mut machine = page_in_l2();
    // Two quad words from 0x1010 reach into the next line; the next block is 256 bytes on.
    start(&mut machine, 1, rb(2, 2, 256), 0x1010);
    let later = machine.e + 500;
    run_to(&mut machine, later);
    assert_eq!(machine.total(Signal::DstStream1CacheLineFetches), 4);
    for (line, cycles) in [(0x1000, 3), (0x1020, 3), (0x1040, 9), (0x1100, 3), (0x1120, 3), (0x10e0, 9)] {
        assert_eq!(machine.load_alone(line), cycles, "{line:#x}");
    }
}

#[test]
fn a_stream_ends_at_its_page_in_both_directions() {
    for (address, stride, lines) in [(0x1f80, 32, 4), (0x1060, -32, 4)] {
        let mut machine = page_in_l2();
        start(&mut machine, 3, rb(2, 100, stride), address);
        let later = machine.e + 2000;
        run_to(&mut machine, later);
        assert_eq!(machine.total(Signal::DstStream3CacheLineFetches), lines);
        assert_eq!(machine.total(Signal::VtqStreamCanceledPrematurely), 1);
    }
}

#[test]
fn a_stream_waits_for_a_load_miss_entry() {
    let mut machine = Machine::new(MPC7451);
    let e = machine.e;
    start(&mut machine, 0, rb(2, 7, 64), 0x1000);
    run_to(&mut machine, e + 1000);
    let first = e + 3 + MEMORY + 8;
    let expected = [e + 3, e + 6, e + 9, e + 12, e + 15, first, first + 3];
    assert_eq!(machine.list.cycles(Signal::VtqLineFetch), expected);
}

#[test]
fn streams_stop_at_dss_at_dssall_and_at_another_dst() {
    for stop in 0..3 {
        let mut machine = page_in_l2();
        let e = machine.e;
        start(&mut machine, 0, rb(2, 100, 32), 0x1000);
        machine.e = e + 10;
        match stop {
            0 => machine.memory.stop(Stop::One(0), e + 10, &machine.controls, &mut machine.list),
            1 => machine.memory.stop(Stop::All, e + 10, &machine.controls, &mut machine.list),
            _ => start(&mut machine, 0, rb(2, 1, 32), 0x1800),
        }
        run_to(&mut machine, e + 500);
        let rest = u64::from(stop == 2);
        assert_eq!(machine.total(Signal::DstStream0CacheLineFetches), 3 + rest);
        assert_eq!(machine.total(Signal::VtqStreamCanceledPrematurely), 1);
    }
}

#[test]
fn the_same_dst_again_goes_on_and_other_streams_are_not_stopped() {
    let mut machine = page_in_l2();
    let e = machine.e;
    start(&mut machine, 0, rb(2, 8, 32), 0x1000);
    start(&mut machine, 0, rb(2, 8, 32), 0x1000);
    machine.memory.stop(Stop::One(1), e + 4, &machine.controls, &mut machine.list);
    run_to(&mut machine, e + 500);
    assert_eq!(machine.total(Signal::RefreshedDsts), 1);
    assert_eq!(machine.total(Signal::DstStream0CacheLineFetches), 8);
    assert_eq!(machine.total(Signal::VtqStreamCanceledPrematurely), 0);
}

#[test]
fn with_nopdst_nothing_happens() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.hid0 |= 2;
    start(&mut machine, 0, rb(2, 8, 32), 0x1000);
    run_to(&mut machine, 5000);
    assert_eq!(machine.total(Signal::DstInstructionsDispatched) + machine.total(Signal::VtqLineFetch), 0);
    assert_eq!(machine.controls.l2cr, L2E);
}

#[test]
fn zero_fields_mean_the_largest_values() {
    assert_eq!(Descriptor::new(1, 0x0000_0000), Descriptor::new(5, 0xe000_0000));
    assert_ne!(Descriptor::new(1, 0x0000_0000), Descriptor::new(1, 0x0100_0000));
    assert_ne!(Descriptor::new(1, 0x0001_0000), Descriptor::new(1, 0x0002_0000));
}

#[test]
fn lines_that_are_due_while_the_cache_is_off_are_passed_over() {
    let mut machine = page_in_l2();
    let e = machine.e;
    start(&mut machine, 0, rb(2, 8, 32), 0x1000);
    run_to(&mut machine, e + 9);
    let hid0 = std::mem::take(&mut machine.controls.hid0);
    run_to(&mut machine, e + 15);
    machine.controls.hid0 = hid0;
    run_to(&mut machine, e + 500);
    let cycles = [3, 6, 9, 18, 21, 24].map(|cycle| e + cycle);
    assert_eq!(machine.list.cycles(Signal::DstStream0CacheLineFetches), cycles);
}

/// A stop runs the streams ahead of accesses that are younger and earlier.
#[test]
fn cycles_with_a_touch_miss_count_in_whatever_order_they_are_told() {
    let mut machine = page_in_l2();
    let e = machine.e;
    start(&mut machine, 0, rb(1, 2, 1024), 0x1000);
    machine.memory.stop(Stop::All, e + 400, &machine.controls, &mut machine.list);
    let counted = machine.total(Signal::L1DataTouchMissCycles);
    machine.e = e + 1;
    machine.touch(0x1800);
    assert_eq!(counted, 12, "two lines of 9 cycles, 3 cycles apart");
    assert_eq!(machine.total(Signal::L1DataTouchMissCycles), 14, "two more before");
}
