//! Events that are told after their cycle was processed.

use model::signal::Signal;
use model::sink::Sink;

use crate::machine::{COMPLETED, MMCR0, PMC, SIAR, counters, with};

#[test]
fn a_read_sees_what_was_told_and_the_next_one_the_rest() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.count(COMPLETED, 100, 2);
    pmu.count(COMPLETED, 101, 50);
    assert_eq!(pmu.read(PMC[0], 100), 2);
    pmu.count(COMPLETED, 99, 1);
    pmu.span(COMPLETED, 90, 95);
    assert_eq!(pmu.read(PMC[0], 100), 8, "known now, of cycles up to 100");
    assert_eq!(pmu.read(PMC[0], 101), 58);
}

#[test]
fn events_before_a_freeze_count_however_late() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.write(MMCR0, 0x8000_0080, 100);
    assert_eq!(pmu.read(PMC[0], 200), 0);
    pmu.count(COMPLETED, 100, 1);
    pmu.count(COMPLETED, 101, 10);
    pmu.span(COMPLETED, 98, 150);
    assert_eq!(pmu.read(PMC[0], 200), 1 + 3, "cycles up to 100");
}

#[test]
fn events_are_counted_by_the_state_of_their_own_cycle() {
    // Marked code alone.
    let mut pmu = with(0x0800_0080, 0);
    pmu.set_msr(4, 100);
    pmu.set_msr(0, 200);
    pmu.advance(500);
    for cycle in [100, 101, 200, 201] {
        pmu.count(COMPLETED, cycle, cycle as u32);
    }
    pmu.span(COMPLETED, 150, 300);
    assert_eq!(pmu.read(PMC[0], 500), 101 + 200 + 51);
}

#[test]
fn a_counter_written_since_does_not_get_events_from_before() {
    let mut pmu = with(0x0000_0082, 0);
    pmu.write(PMC[0], 1000, 100);
    pmu.advance(200);
    pmu.count(COMPLETED, 100, 1);
    pmu.count(COMPLETED, 101, 10);
    assert_eq!(counters(&mut pmu, 200)[..2], [1010, 11]);
}

#[test]
fn a_late_overflow_is_signalled_now() {
    let mut pmu = with(0x0600_8080, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    pmu.completed(0x100, 40);
    pmu.completed(0x104, 99);
    pmu.advance(100);
    assert!(!pmu.is_pending());
    pmu.count(COMPLETED, 50, 1);
    assert!(pmu.is_pending());
    assert_eq!([MMCR0, SIAR].map(|spr| pmu.read(spr, 99)), [0x8200_8080, 0x104]);
    pmu.count(COMPLETED, 99, 1);
    pmu.count(COMPLETED, 100, 10);
    assert_eq!(pmu.read(PMC[0], 200), 0x8000_0001, "frozen behind cycle 99");
}

#[test]
fn a_late_event_goes_to_the_selector_of_its_cycle() {
    let mut pmu = with(0x0000_0080, 0);
    pmu.write(MMCR0, 33 << 6, 100);
    pmu.advance(200);
    pmu.count(COMPLETED, 100, 1);
    pmu.count(COMPLETED, 101, 10);
    pmu.count(Signal::Iu2InstructionsCompleted, 100, 100);
    pmu.count(Signal::Iu2InstructionsCompleted, 101, 1000);
    pmu.span(COMPLETED, 90, 150);
    assert_eq!(pmu.read(PMC[0], 200), 1 + 1000 + 11);
}

#[test]
fn writes_keep_the_order_of_the_program() {
    let mut pmu = with(0x0000_0040, 0);
    assert_eq!(pmu.read(PMC[0], 100), 100);
    pmu.write(PMC[0], 5, 50);
    assert_eq!(pmu.read(PMC[0], 60), 5, "made in cycle 100, which was read");
    pmu.write(PMC[0], 7, 200);
    assert_eq!(pmu.read(PMC[0], 150), 7, "a read sees the write before it");
    assert_eq!(pmu.read(PMC[0], 210), 17);
}
