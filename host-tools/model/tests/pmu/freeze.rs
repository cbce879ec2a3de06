//! The five freeze bits with MSR[PR] and MSR[PMM].

use crate::machine::{MMCR0, PMC, PMM, PR, pmu, with};

/// Cycles counted in 100 with these freeze bits and this MSR.
fn counted(freeze: u32, msr: u32) -> u32 {
    let mut pmu = pmu();
    pmu.set_msr(msr, 0);
    pmu.write(MMCR0, freeze | 0x0000_0040, 0);
    pmu.read(PMC[0], 100)
}

#[test]
fn every_bit_freezes_in_its_state_alone() {
    let states = [0, PR, PMM, PR | PMM];
    let rows: [(&str, u32, [u32; 4]); 9] = [
        ("none", 0x0000_0000, [100, 100, 100, 100]),
        ("FC", 0x8000_0000, [0, 0, 0, 0]),
        ("FCS", 0x4000_0000, [0, 100, 0, 100]),
        ("FCP", 0x2000_0000, [100, 0, 100, 0]),
        ("FCM1", 0x1000_0000, [100, 100, 0, 0]),
        ("FCM0", 0x0800_0000, [0, 0, 100, 100]),
        ("FCS and FCP", 0x6000_0000, [0, 0, 0, 0]),
        ("FCM0 and FCM1", 0x1800_0000, [0, 0, 0, 0]),
        ("FCS and FCM0: marked user code", 0x4800_0000, [0, 0, 0, 100]),
    ];
    for (name, freeze, expected) in rows {
        assert_eq!(states.map(|msr| counted(freeze, msr)), expected, "{name}");
    }
}

#[test]
fn a_new_msr_is_in_force_behind_its_cycle() {
    let mut pmu = with(0x4000_0040, 0);
    pmu.set_msr(PR, 10);
    assert_eq!([10, 11, 20].map(|cycle| pmu.read(PMC[0], cycle)), [0, 1, 10]);
    for (msr, cycle) in [(0, 30), (PR | PMM, 50), (PMM, 51)] {
        pmu.set_msr(msr, cycle);
    }
    assert_eq!(pmu.read(PMC[0], 100), 21, "cycles 11 to 30, and 51");
}

#[test]
fn other_bits_of_msr_do_not_matter() {
    assert_eq!(counted(0x4800_0000, !PR & !PMM), 0);
    assert_eq!(counted(0x3000_0000, !PR & !PMM), 100);
}

#[test]
fn marked_code_alone_is_counted_around_an_exception() {
    let mut pmu = with(0x0800_0040, 0);
    pmu.set_msr(PMM, 100);
    pmu.set_msr(0, 150);
    pmu.set_msr(PMM, 400);
    assert_eq!(pmu.read(PMC[0], 500), 50 + 100, "the handler from 151 to 400 is not");
}
