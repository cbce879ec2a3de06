//! Whole words of real programs and what they count.

use model::signal::Signal;
use model::sink::Sink;

use crate::machine::{MMCR0, MMCR1, MMCR2, PMC, PMM, PR, SIAR, counters, pmu, with};

/// PMC1 cycles, PMC2 instructions completed, PMC3 DTLB misses, PMC4 mispredicted
/// branches, PMC5 L2 data misses, PMC6 bus reads not retried.
const MMCR1_WORD: u32 = 0x970d_6000;

fn run(mmcr0: u32, msr: u32) -> ([u32; 6], bool, u32) {
    let mut pmu = pmu();
    pmu.set_msr(msr, 0);
    pmu.write(MMCR2, 0, 0);
    pmu.write(MMCR1, MMCR1_WORD, 0);
    pmu.write(MMCR0, mmcr0, 0);
    for cycle in 1..=100 {
        pmu.completed(4 * cycle as u32, cycle);
        pmu.count(Signal::InstructionsCompleted, cycle, 2);
    }
    for (signal, amount) in [
        (Signal::DtlbMisses, 3),
        (Signal::MispredictedBranches, 4),
        (Signal::L2DataCacheMisses, 5),
        (Signal::BusReadsNotRetried, 6),
    ] {
        pmu.count(signal, 50, amount);
    }
    let counts = counters(&mut pmu, 100);
    (counts, pmu.is_pending(), pmu.read(MMCR0, 100))
}

#[test]
fn six_events_everywhere_frozen_and_by_state() {
    const ALL: [u32; 6] = [100, 200, 3, 4, 5, 6];
    let rows = [
        (0x0000_0042, 0, ALL),
        (0x8000_0042, 0, [0; 6]),
        (0x4000_0042, 0, [0; 6]),
        (0x4000_0042, PR, ALL),
        (0x1000_0042, 0, ALL),
        (0x1000_0042, PMM, [0; 6]),
        (0x0600_c042, 0, ALL),
    ];
    for (mmcr0, msr, expected) in rows {
        assert_eq!(run(mmcr0, msr), (expected, false, mmcr0), "{mmcr0:#010x}");
    }
}

#[test]
fn sampling_with_freeze_stops_all_six_in_the_same_cycle() {
    let mut pmu = with(0x8000_0042, MMCR1_WORD);
    for (spr, value) in PMC.into_iter().zip([0, 0x8000_0000 - 101, 0, 0, 0, 0]) {
        pmu.write(spr, value, 1);
    }
    pmu.write(MMCR0, 0x0600_c042, 2);
    for cycle in 3..200 {
        pmu.completed(0x100 + 4 * cycle as u32, cycle);
        pmu.count(Signal::InstructionsCompleted, cycle, 2);
    }
    pmu.count(Signal::DtlbMisses, 53, 1);
    pmu.count(Signal::DtlbMisses, 54, 1);
    assert_eq!(counters(&mut pmu, 300), [51, 0x8000_0001, 1, 0, 0, 0], "cycle 53 is the 51st");
    assert_eq!([MMCR0, SIAR].map(|spr| pmu.read(spr, 300)), [0x8200_c042, 0x100 + 4 * 53]);
    assert!(pmu.is_pending());
}

#[test]
fn a_code_above_63_and_the_largest_selectors() {
    let mut pmu = with(0x0000_1780, 0);
    pmu.count(Signal::FloatingPointDenormalizedResult, 9, 1);
    assert_eq!(counters(&mut pmu, 9), [1, 0, 0, 0, 0, 0]);
    let mut pmu = with(0x0000_1fff, 0xffff_f800);
    pmu.count(Signal::BranchLinkStackMispredicted, 9, 1);
    assert_eq!(counters(&mut pmu, 9), [0, 0, 1, 0, 0, 0], "31 is an event of PMC3 alone");
    assert_eq!([MMCR0, MMCR1].map(|spr| pmu.read(spr, 9)), [0x0000_1fff, 0xffff_f800]);
}

#[test]
fn a_load_latency_above_320_clocks() {
    let mut pmu = pmu();
    pmu.write(MMCR2, 0x8000_0000, 0);
    pmu.write(MMCR0, 0x000a_0ac0, 0);
    assert_eq!(pmu.scaled_threshold(), 320);
    assert!(pmu.wants(Signal::L1DataCacheLoadMissCyclesOverThreshold));
    pmu.count(Signal::L1DataCacheLoadMissCyclesOverThreshold, 400, 1);
    assert_eq!(counters(&mut pmu, 400), [1, 0, 0, 0, 0, 0]);
}
