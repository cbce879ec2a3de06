//! MMCR0[TRIGGER] and MMCR0[FCECE].

use model::sink::Sink;

use crate::machine::{COMPLETED, MMCR0, PMC, complete, counters, pmu, time, with};

#[test]
fn fcece_freezes_behind_the_cycle_of_the_overflow() {
    // FCECE, PMC1CE; PMC1 instructions, PMC2 cycles.
    let mut pmu = with(0x0200_8081, 0);
    pmu.write(PMC[0], 0x7fff_fff6, 0);
    complete(&mut pmu, 1..50, 3);
    pmu.count(COMPLETED, 4, 2);
    assert_eq!(counters(&mut pmu, 60)[..2], [0x8000_0004, 4], "14 events to cycle 4, all of the cycle count");
    assert_eq!(pmu.read(MMCR0, 60), 0x8200_8081);
    assert!(!pmu.is_pending(), "PMXE was 0");
}

#[test]
fn fcece_without_an_enable_does_nothing() {
    let mut pmu = with(0x0200_0081, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    complete(&mut pmu, 1..50, 1);
    assert_eq!(counters(&mut pmu, 60)[..2], [0x8000_0030, 60]);
    assert_eq!(pmu.read(MMCR0, 60), 0x0200_0081);
}

#[test]
fn pmcnce_is_the_enable_of_the_five_others() {
    for other in 1..6 {
        let selector = [0x0000_0040, 0x0000_0001, 1 << 27, 1 << 22, 1 << 17, 1 << 11][other];
        let (mmcr0, mmcr1) = if other == 1 { (selector, 0) } else { (0, selector) };
        for (enable, frozen) in [(0x0000_4000, true), (0x0000_8000, false)] {
            let mut pmu = with(0x0200_0000 | enable | mmcr0, mmcr1);
            pmu.write(PMC[other], 0x7fff_fff0, 0);
            let value = counters(&mut pmu, 100)[other];
            assert_eq!(value, if frozen { 0x8000_0000 } else { 0x8000_0054 }, "PMC{}", other + 1);
        }
    }
    let mut pmu = with(0x0200_4040, 0);
    pmu.write(PMC[0], 0x7fff_fff0, 0);
    assert_eq!(pmu.read(PMC[0], 100), 0x8000_0054, "and not that of PMC1");
}

#[test]
fn clearing_fc_with_a_negative_counter_freezes_again_at_once() {
    let mut pmu = with(0x0200_8040, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    assert_eq!(pmu.read(MMCR0, 10), 0x8200_8040);
    pmu.write(MMCR0, 0x0200_8040, 20);
    assert_eq!((pmu.read(MMCR0, 20), pmu.read(PMC[0], 40)), (0x8200_8040, 0x8000_0000));
    pmu.write(PMC[0], 0x10, 50);
    pmu.write(MMCR0, 0x0200_8040, 51);
    assert_eq!((pmu.read(MMCR0, 60), pmu.read(PMC[0], 60)), (0x0200_8040, 0x19));
}

#[test]
fn trigger_lets_pmc1_count_alone_until_it_is_negative() {
    // TRIGGER without any enable; cycles on both.
    let mut pmu = with(0x0000_2041, 0);
    pmu.write(PMC[0], 0x7fff_ff00, 0);
    assert_eq!(counters(&mut pmu, 255)[..2], [0x7fff_ffff, 0]);
    assert_eq!(pmu.read(MMCR0, 255), 0x0000_2041);
    assert_eq!(counters(&mut pmu, 300)[..2], [0x8000_002c, 44], "PMC2 from cycle 257 on");
    assert_eq!(pmu.read(MMCR0, 300), 0x0000_0041);
}

#[test]
fn a_trigger_phase_then_a_freeze_when_the_others_overflow() {
    // TRIGGER, PMCnCE, FCECE, PMXE: the first use in the manual.
    let mut pmu = with(0x0600_6041, 0);
    pmu.write(PMC[0], 0x7fff_ff9c, 0);
    pmu.write(PMC[1], 0x7fff_fff6, 0);
    assert_eq!(pmu.read(MMCR0, 100), 0x0600_4041, "PMC1 negative ended the phase in 100 and froze nothing");
    assert!(!pmu.is_pending());
    assert_eq!(counters(&mut pmu, 500)[..2], [0x8000_000a, 0x8000_0000]);
    assert_eq!(pmu.read(MMCR0, 500), 0x8200_4041, "frozen, signalled");
    assert!(pmu.is_pending());
}

#[test]
fn a_trigger_phase_that_ends_with_an_exception_freezes_nothing() {
    // TRIGGER, PMC1CE, PMXE, with FCECE and without.
    for fcece in [0, 0x0200_0000] {
        let mut pmu = with(0x0400_a041 | fcece, 0);
        pmu.write(PMC[0], 0x7fff_ff9c, 0);
        assert_eq!(counters(&mut pmu, 150)[..2], [0x8000_0032, 50]);
        assert_eq!(pmu.read(MMCR0, 150), 0x0000_8041 | fcece);
        assert!(pmu.is_pending());
    }
}

#[test]
fn what_ended_the_phase_freezes_when_it_happens_again() {
    let mut pmu = with(0x0200_a041, 0);
    pmu.write(PMC[0], 0x7fff_ff9c, 0);
    assert_eq!(pmu.read(MMCR0, 150), 0x0200_8041);
    pmu.write(PMC[0], 0x7fff_fff6, 160);
    assert_eq!(counters(&mut pmu, 300)[..2], [0x8000_0000, 70]);
    assert_eq!(pmu.read(MMCR0, 300), 0x8200_8041);
}

#[test]
fn a_write_to_mmcr0_lets_a_negative_counter_freeze_again() {
    let mut pmu = with(0x0200_a041, 0);
    pmu.write(PMC[0], 0x7fff_ff9c, 0);
    pmu.write(MMCR0, 0x0200_8041, 150);
    assert_eq!(pmu.read(MMCR0, 150), 0x8200_8041);
}

#[test]
fn a_time_base_transition_ends_the_phase_and_the_next_one_freezes() {
    // TRIGGER, FCECE, TBEE, TBSEL 0: ticks at 36, 72, ...; rises at 36, 108.
    let mut pmu = pmu();
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x0240_2041, 0);
    assert_eq!(pmu.read(MMCR0, 35), 0x0240_2041);
    assert_eq!(pmu.read(MMCR0, 36), 0x0240_0041);
    assert_eq!(pmu.read(MMCR0, 107), 0x0240_0041);
    assert_eq!(counters(&mut pmu, 200)[..2], [108, 72]);
    assert_eq!(pmu.read(MMCR0, 200), 0x8240_0041);
}

#[test]
fn another_negative_counter_that_is_enabled_ends_the_phase() {
    let mut pmu = pmu();
    pmu.write(PMC[4], 0x8000_0000, 0);
    pmu.write(MMCR0, 0x0000_6041, 1);
    assert_eq!(pmu.read(MMCR0, 1), 0x0000_4041, "at once");
    pmu.write(MMCR0, 0x0000_2041, 2);
    assert_eq!(pmu.read(MMCR0, 2), 0x0000_2041, "without PMCnCE it does not");
}

#[test]
fn pmc1_that_is_negative_already_ends_the_phase_at_once() {
    let mut pmu = pmu();
    pmu.write(PMC[0], 0x8000_0000, 0);
    pmu.write(MMCR0, 0x0000_2041, 1);
    assert_eq!(counters(&mut pmu, 11)[1], 10);
}
