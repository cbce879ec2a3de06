//! The signals that the monitor makes itself: each moved by a stated amount, and left at 0.

use model::signal::{Exactness, Signal};

use crate::machine::{EE, MMCR0, PMC, PMM, PR, counters, pmu, time, with};

#[test]
fn processor_cycles() {
    assert_eq!(Signal::ProcessorCycles.exactness(), Exactness::Modelled);
    assert_eq!(with(0x0000_0040, 0).read(PMC[0], 12_345), 12_345);
    assert_eq!(with(0x8000_0040, 0).read(PMC[0], 12_345), 0);
}

#[test]
fn tbl_bit_transitions() {
    assert_eq!(Signal::TblBitTransitions.exactness(), Exactness::Modelled);
    let mut pmu = pmu();
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x0000_00c0, 0);
    assert_eq!(pmu.read(PMC[0], 36 * 1000), 500);
    assert_eq!(with(0x0000_00c0, 0).read(PMC[0], 36 * 1000), 0, "a time base that stands");
}

#[test]
fn processor_performance_monitor_exception() {
    assert_eq!(Signal::ProcessorPerformanceMonitorException.exactness(), Exactness::Modelled);
    // PMXE, PMC1CE; cycles on PMC1, code 5 on PMC2 to PMC4.
    let mut pmu = with(0x0400_8045, 5 << 27 | 5 << 22);
    for start in (0..1000).step_by(100) {
        pmu.write(PMC[0], 0x8000_0000 - 50, start);
        pmu.write(MMCR0, 0x0400_8045, start);
        pmu.advance(start + 100);
        assert!(pmu.is_pending());
        pmu.take();
    }
    assert_eq!(counters(&mut pmu, 1000)[1..4], [10, 10, 10]);
    let mut pmu = with(0x0000_8045, 0);
    pmu.write(PMC[0], 0x8000_0000 - 50, 0);
    assert_eq!(pmu.read(PMC[1], 1000), 0, "an overflow without PMXE");
}

#[test]
fn a_signal_that_freezes_is_still_counted() {
    let mut pmu = with(0x0600_8045, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    assert_eq!(counters(&mut pmu, 1000)[..2], [0x8000_0000, 1]);
}

#[test]
fn a_signal_that_overflows_its_own_counter_freezes_in_its_cycle() {
    // FCECE, PMXE, PMC1CE, PMCnCE; the counter of signals is one short of negative.
    let mut pmu = with(0x0600_c045, 1 << 27);
    pmu.write(PMC[0], 0x8000_0000 - 10, 0);
    pmu.write(PMC[1], 0x7fff_ffff, 0);
    assert_eq!(counters(&mut pmu, 1000)[..3], [0x8000_0000, 0x8000_0000, 10]);
    assert!(pmu.is_pending());
}

#[test]
fn switches_between_privileged_and_user() {
    assert_eq!(Signal::SwitchesBetweenPrivilegedAndUser.exactness(), Exactness::Exact);
    let mut pmu = with(61, 0);
    for (cycle, msr) in (10..).zip([PR, PR | EE, 0, PMM, PR | PMM, PMM]) {
        pmu.set_msr(msr, cycle);
    }
    assert_eq!(pmu.read(PMC[1], 100), 4);
    let mut pmu = with(61, 0);
    for (cycle, msr) in (10..).zip([EE, 0, PMM, EE | PMM]) {
        pmu.set_msr(msr, cycle);
    }
    assert_eq!(pmu.read(PMC[1], 100), 0);
}

#[test]
fn a_switch_counts_under_the_state_it_leaves() {
    for (freeze, counted) in [(0x4000_0000, 2), (0x2000_0000, 1)] {
        let mut pmu = with(freeze | 61, 0);
        for (cycle, msr) in [(10, PR), (20, 0), (30, PR), (40, PR), (50, 0)] {
            pmu.set_msr(msr, cycle);
        }
        pmu.set_msr(PR, 60);
        assert_eq!(pmu.read(PMC[1], 100), counted + u32::from(freeze == 0x2000_0000) * 2);
    }
}

#[test]
fn the_external_pin_is_not_wired() {
    assert!(matches!(Signal::ExternalPerformanceMonitorSignal.exactness(), Exactness::NotModelled(_)));
}
