//! Counting: selectors, overflow arithmetic, what a cycle and a span are.

use model::signal::Signal;
use model::sink::Sink;

use crate::machine::{COMPLETED, MMCR0, MMCR1, PMC, complete, counters, pmu, with};

#[test]
fn a_write_is_in_force_behind_its_cycle() {
    let mut pmu = pmu();
    pmu.write(MMCR0, 0x0000_0040, 10);
    assert_eq!(pmu.read(PMC[0], 10), 0, "cycle 10 is under the old value");
    assert_eq!(pmu.read(PMC[0], 15), 5, "cycles 11 to 15");
    pmu.write(MMCR0, 0x8000_0040, 20);
    assert_eq!(pmu.read(PMC[0], 1000), 10, "cycles 11 to 20");
}

#[test]
fn cycles_count_on_all_six_and_code_zero_keeps_the_value() {
    let mut pmu = with(0x0000_0041, 1 << 27 | 1 << 22 | 1 << 17 | 1 << 11);
    assert_eq!(counters(&mut pmu, 1000), [1000; 6]);
    pmu.write(MMCR0, 0x0000_0000, 1000);
    pmu.write(MMCR1, 0x0000_0000, 1000);
    assert_eq!(counters(&mut pmu, 2000), [1000; 6]);
}

#[test]
fn codes_without_an_event_count_nothing() {
    for code in [6u32, 69, 95, 127] {
        let mut pmu = with(code << 6 | 6, 6 << 27 | 6 << 22 | 12 << 17 | 12 << 11);
        complete(&mut pmu, 0..100, 3);
        pmu.span(Signal::FloatingPointDenormalizedResult, 0, 100);
        assert_eq!(counters(&mut pmu, 100), [0; 6]);
    }
}

#[test]
fn pmc1_has_seven_selector_bits() {
    let mut pmu = with(0x0000_1780, 0);
    pmu.count(Signal::FloatingPointDenormalizedResult, 5, 7);
    pmu.count(Signal::L1InstructionCacheMisses, 5, 1);
    assert_eq!(counters(&mut pmu, 9), [7, 0, 0, 0, 0, 0], "94, not 94 - 64 = 30");
}

#[test]
fn selectors_stand_where_the_table_says() {
    // PMC3 14, PMC4 18, PMC5 8, PMC6 57.
    let mut pmu = with(0x0000_0080 | 26, 14 << 27 | 18 << 22 | 8 << 17 | 57 << 11);
    let signals = [
        (Signal::InstructionsCompleted, 1),
        (Signal::LoadInstructions, 2),
        (Signal::FpuInstructions, 3),
        (Signal::Iu1Instructions, 4),
        (Signal::L2LoadHits, 5),
        (Signal::PrefetchEngineFull, 6),
    ];
    for (signal, amount) in signals {
        pmu.count(signal, 50, amount);
    }
    assert_eq!(counters(&mut pmu, 50), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn one_signal_counts_on_every_counter_that_selects_it() {
    let mut pmu = with(0x0000_0082, 2 << 27 | 2 << 22 | 2 << 17 | 2 << 11);
    complete(&mut pmu, 1..11, 3);
    assert_eq!(counters(&mut pmu, 20), [30, 30, 30, 30, 0, 0], "code 2 of PMC5 and PMC6 is an L2 hit");
}

#[test]
fn counters_go_up_through_negative_and_wrap() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.write(PMC[0], 0x7fff_fffe, 0);
    complete(&mut pmu, 1..4, 1);
    assert_eq!(pmu.read(PMC[0], 3), 0x8000_0001);
    pmu.write(PMC[0], 0xffff_ffff, 3);
    complete(&mut pmu, 4..6, 2);
    assert_eq!(pmu.read(PMC[0], 5), 3, "end minus start is 4");
}

#[test]
fn a_million_events_from_the_reload_value_make_it_negative() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.write(PMC[0], 0x7ff0_bdc0, 0);
    complete(&mut pmu, 1..1_000_000, 1);
    assert_eq!(pmu.read(PMC[0], 999_999), 0x7fff_ffff);
    complete(&mut pmu, 1_000_000..1_000_001, 1);
    assert_eq!(pmu.read(PMC[0], 1_000_000), 0x8000_0000);
}

#[test]
fn a_span_counts_once_in_each_of_its_cycles() {
    let mut pmu = with(28 << 6, 0);
    pmu.span(Signal::DispatchesToGprIssueQueue, 10, 20);
    pmu.span(Signal::DispatchesToGprIssueQueue, 15, 100_000);
    pmu.span(Signal::DispatchesToGprIssueQueue, 30, 30);
    pmu.span(Signal::DispatchesToGprIssueQueue, 40, 39);
    let read = [9, 10, 14, 15, 19, 20, 99_999, 200_000].map(|cycle| pmu.read(PMC[0], cycle));
    assert_eq!(read, [0, 1, 5, 7, 15, 16, 99_995, 99_995]);
}

#[test]
fn amounts_and_distances_have_no_limit() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.count(COMPLETED, 3_000_000, 1_000_000);
    pmu.count(COMPLETED, 3_000_000, 255);
    for _ in 0..100 {
        pmu.count(COMPLETED, 10, 255);
    }
    let read = [9, 10, 2_999_999, 3_000_000].map(|cycle| pmu.read(PMC[0], cycle));
    assert_eq!(read, [0, 25_500, 25_500, 1_025_755]);
}

#[test]
fn events_told_in_any_order_count_in_cycle_order() {
    let mut pmu = with(0x0000_0080, 0);
    for cycle in [50, 10, 4000, 30, 10] {
        pmu.count(COMPLETED, cycle, 1);
    }
    assert_eq!([9, 10, 30].map(|cycle| pmu.read(PMC[0], cycle)), [0, 2, 3]);
    pmu.write(MMCR0, 0x8000_0080, 40);
    assert_eq!(pmu.read(PMC[0], 5000), 3, "those behind the freeze do not");
}

#[test]
fn a_new_selector_counts_from_the_cycle_behind_the_write() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.span(COMPLETED, 5, 100);
    pmu.write(MMCR0, 33 << 6, 20);
    pmu.count(Signal::Iu2InstructionsCompleted, 20, 100);
    pmu.count(Signal::Iu2InstructionsCompleted, 21, 1000);
    pmu.count(COMPLETED, 20, 10_000);
    pmu.count(COMPLETED, 21, 100_000);
    assert_eq!(pmu.read(PMC[0], 200), 16 + 1000 + 10_000);
}

#[test]
fn an_unchanged_selector_keeps_what_it_was_told_for_later() {
    let mut pmu = with(0x0000_0082, 0);
    pmu.span(COMPLETED, 5, 100);
    pmu.write(MMCR0, 0x0000_0042, 20);
    assert_eq!(counters(&mut pmu, 200)[..2], [16 + 180, 95], "PMC1 counts cycles from 21 on");
}

#[test]
fn a_span_told_across_a_write_to_come_ends_for_the_counter_that_changes() {
    // PMC1 goes from instructions to IU2 instructions, PMC2 keeps instructions, in cycle 20.
    let mut pmu = with(0x0000_0082, 0);
    pmu.write(MMCR0, 33 << 6 | 2, 20);
    pmu.span(COMPLETED, 5, 100);
    pmu.span(Signal::Iu2InstructionsCompleted, 15, 50);
    assert_eq!(counters(&mut pmu, 20)[..2], [16, 16]);
    assert_eq!(counters(&mut pmu, 30)[..2], [26, 26], "IU2 instructions of cycles 21 to 30");
    assert_eq!(counters(&mut pmu, 200)[..2], [16 + 29, 95]);
}
