//! How long nothing can be signalled.

use model::sink::Sink;
use proptest::prelude::*;

use crate::machine::{COMPLETED, MMCR0, PMC, complete, pmu, time, with};

/// The cycle of the first signal, found by promising cycle by cycle.
fn first_signal(pmu: &mut model::pmu::Pmu, mut cycle: u64) -> u64 {
    while !pmu.is_pending() {
        cycle += 1;
        pmu.advance(cycle);
    }
    cycle - 1
}

#[test]
fn it_is_the_very_cycle_for_cycles_and_transitions() {
    let mut pmu = with(0x0400_8040, 0);
    pmu.write(PMC[0], 0x8000_0000 - 5000, 0);
    pmu.advance(100);
    assert_eq!(pmu.horizon(100), 4900, "signalled in cycle 5000");
    assert_eq!(first_signal(&mut pmu, 100), 5000);

    let mut pmu = with(0x0400_80c0, 0);
    pmu.set_time_base(time().base(), 0);
    pmu.write(PMC[0], 0x8000_0000 - 10, 0);
    pmu.advance(40);
    let tenth = 36 + 9 * 72;
    assert_eq!(pmu.horizon(40), tenth - 40);
    assert_eq!(first_signal(&mut pmu, 40), tenth);
}

#[test]
fn it_is_the_next_transition_with_tbee() {
    let mut pmu = pmu();
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x04c0_0000, 0);
    pmu.advance(1000);
    assert_eq!(pmu.horizon(1000), 256 * 36 - 1000);
}

#[test]
fn completed_instructions_are_at_most_three_a_cycle_and_others_255() {
    let mut pmu = with(0x0400_8080, 0);
    pmu.write(PMC[0], 0x8000_0000 - 3000, 0);
    pmu.advance(1);
    assert_eq!(pmu.horizon(1), 999);
    complete(&mut pmu, 1..1001, 3);
    assert_eq!(first_signal(&mut pmu, 1), 1000);

    let mut pmu = with(0x0400_4000 | 26, 0);
    pmu.write(PMC[1], 0x8000_0000 - 2550, 0);
    pmu.advance(1);
    assert_eq!(pmu.horizon(1), 9);
}

#[test]
fn nothing_can_come_without_pmxe_an_enable_or_an_event() {
    for mmcr0 in [0x0000_8040, 0x0400_0040, 0x0400_4040, 0x0400_8000, 0x8400_8040] {
        let mut pmu = with(mmcr0, 0);
        pmu.write(PMC[0], 0x7fff_0000, 0);
        pmu.advance(1);
        assert_eq!(pmu.horizon(1), u64::MAX, "{mmcr0:#010x}");
    }
}

#[test]
fn a_write_not_yet_in_force_may_do_anything() {
    let mut pmu = with(0x0000_0000, 0);
    pmu.advance(10);
    pmu.write(MMCR0, 0x0400_8000, 20);
    assert_eq!(pmu.horizon(10), 0);
    pmu.advance(21);
    assert_eq!(pmu.horizon(21), u64::MAX);
}

proptest! {
    /// Streams within the stated limits and no late events.
    #[test]
    fn no_signal_comes_before_it(
        values in prop::array::uniform6(1u32..2000),
        mmcr0 in any::<u32>().prop_map(|bits| bits & 0x79c0_e000 | 0x0400_0082),
        codes in prop::sample::select(vec![0u32, 1 << 27 | 3 << 22, 14 << 27 | 5 << 22 | 1 << 17 | 1 << 11]),
        steps in prop::collection::vec((1u64..40, 0u32..4, 0u32..4), 1..200),
    ) {
        let mut pmu = with(mmcr0 & !0x0400_0000, codes);
        pmu.set_time_base(time().base(), 0);
        for (spr, value) in PMC.into_iter().zip(values) {
            pmu.write(spr, 0x8000_0000 - value, 0);
        }
        pmu.write(MMCR0, mmcr0, 0);
        let mut cycle = 1;
        pmu.advance(cycle);
        let mut earliest = 0;
        for (cycles, completed, points) in steps {
            if pmu.is_pending() {
                break;
            }
            earliest = earliest.max(pmu.horizon(cycle).saturating_add(cycle));
            for told in cycle..cycle + cycles {
                pmu.count(COMPLETED, told, completed);
                pmu.count(model::signal::Signal::FpuInstructions, told, points * 60);
                pmu.advance(told + 1);
                if pmu.is_pending() {
                    prop_assert!(told >= earliest, "signalled in {told}, not before {earliest}");
                    break;
                }
                let bound = pmu.horizon(told + 1).saturating_add(told + 1);
                earliest = earliest.max(bound);
            }
            cycle += cycles;
        }
    }
}
