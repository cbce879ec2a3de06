//! The performance monitor exception: signal, SIAR, pending, acknowledgement.

use model::pmu::Pmu;
use model::settings::Withdrawn;
use model::sink::Sink;

use crate::machine::{COMPLETED, EE, MMCR0, PMC, SIAR, complete, pmu, settings, time, with};

#[test]
fn the_signal_clears_pmxe_latches_siar_and_waits() {
    // PMXE, PMC1CE; instructions on PMC1.
    let mut pmu = with(0x0400_8080, 0);
    pmu.write(PMC[0], 0x7fff_fff6, 0);
    complete(&mut pmu, 1..20, 3);
    pmu.completed(0x5000, 20);
    pmu.advance(4);
    assert!(!pmu.is_pending(), "9 events by cycle 3");
    pmu.advance(5);
    assert!(pmu.is_pending());
    assert_eq!([MMCR0, SIAR, PMC[0]].map(|spr| pmu.read(spr, 4)), [0x0000_8080, 0x1010, 0x8000_0002]);
    pmu.take();
    assert!(!pmu.is_pending());
    assert_eq!(pmu.read(PMC[0], 19), 0x8000_002f, "nothing froze it");
    assert!(!pmu.is_pending(), "PMXE is 0: the negative counter does not signal again");
}

#[test]
fn siar_is_the_last_one_completed_up_to_the_cycle() {
    let mut pmu = with(0x0400_8040, 0);
    pmu.write(PMC[0], 0x7fff_ff9c, 0);
    for (effective, cycle) in [(0x100, 98), (0x104, 99), (0x108, 99), (0x10c, 101)] {
        pmu.completed(effective, cycle);
    }
    assert_eq!(pmu.read(SIAR, 200), 0x108, "signalled in cycle 100");
    let mut pmu = with(0x0400_8040, 0);
    pmu.write(PMC[0], 0x7fff_ff9c, 0);
    for (effective, cycle) in [(0x100, 99), (0x104, 100), (0x108, 100), (0x10c, 101)] {
        pmu.completed(effective, cycle);
    }
    assert_eq!(pmu.read(SIAR, 200), 0x108);
}

#[test]
fn siar_stands_while_fc_is_set() {
    let mut pmu = with(0x8400_8080, 0);
    complete(&mut pmu, 1..10, 1);
    pmu.write(PMC[0], 0x8000_0000, 9);
    assert_eq!(pmu.read(MMCR0, 9), 0x8000_8080, "signalled");
    assert!(pmu.is_pending());
    assert_eq!(pmu.read(SIAR, 9), 0);
}

#[test]
fn siar_is_latched_when_the_signal_itself_sets_fc() {
    let mut pmu = with(0x0600_8080, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    complete(&mut pmu, 5..10, 1);
    assert_eq!([MMCR0, SIAR].map(|spr| pmu.read(spr, 9)), [0x8200_8080, 0x1014]);
}

#[test]
fn without_pmxe_or_the_enable_nothing_is_signalled() {
    for mmcr0 in [0x0000_8080, 0x0400_0080, 0x0400_4080] {
        let mut pmu = with(mmcr0, 0);
        pmu.write(PMC[0], 0x7fff_ffff, 0);
        complete(&mut pmu, 1..10, 1);
        assert_eq!(pmu.read(MMCR0, 20), mmcr0);
        assert!(!pmu.is_pending());
    }
}

#[test]
fn pmxe_set_with_a_negative_counter_signals_at_once() {
    let mut pmu = with(0x0000_8000, 0);
    pmu.write(PMC[0], 0x8000_0000, 1);
    pmu.write(MMCR0, 0x0400_8000, 2);
    pmu.advance(3);
    assert!(pmu.is_pending());
    assert_eq!(pmu.read(MMCR0, 2), 0x0000_8000);
}

#[test]
fn a_negative_value_written_signals_at_once() {
    let mut pmu = with(0x0400_4000, 0);
    pmu.write(PMC[3], 0xffff_ffff, 7);
    pmu.advance(8);
    assert!(pmu.is_pending());
}

#[test]
fn a_counter_left_negative_signals_again_when_pmxe_is_set_again() {
    let mut pmu = with(0x0400_8080, 0);
    pmu.write(PMC[0], 0x7fff_ffff, 0);
    complete(&mut pmu, 1..2, 1);
    pmu.advance(10);
    pmu.take();
    pmu.write(MMCR0, 0x0400_8080, 20);
    pmu.advance(21);
    assert!(pmu.is_pending());
    pmu.take();
    pmu.write(PMC[0], 0, 30);
    pmu.write(MMCR0, 0x0400_8080, 31);
    pmu.advance(100);
    assert!(!pmu.is_pending());
    assert_eq!(pmu.read(MMCR0, 100), 0x0400_8080);
}

#[test]
fn an_armed_counter_samples_again_and_again() {
    let mut pmu = with(0x0600_c082, 0);
    let mut samples = 0;
    pmu.write(PMC[0], 0x8000_0000 - 1000, 0);
    for cycle in 1..=40_000 {
        complete(&mut pmu, cycle..cycle + 1, 1);
        pmu.advance(cycle + 1);
        if pmu.is_pending() {
            pmu.take();
            samples += 1;
            assert_eq!(pmu.read(MMCR0, cycle), 0x8200_c082);
            assert_eq!(pmu.read(SIAR, cycle), 0x1000 + 4 * cycle as u32);
            pmu.write(PMC[0], 0x8000_0000 - 1000, cycle);
            pmu.write(MMCR0, 0x0600_c082, cycle);
        }
    }
    assert_eq!(samples, 40);
    assert_eq!(pmu.read(PMC[1], 40_000), 40_000, "no event was lost");
}

#[test]
fn the_longest_period_is_the_whole_range() {
    let mut pmu = with(0x0400_8080, 0);
    pmu.count(COMPLETED, 1, 0x7fff_ffff);
    pmu.advance(2);
    assert!(!pmu.is_pending());
    pmu.count(COMPLETED, 2, 1);
    pmu.advance(3);
    assert!(pmu.is_pending());
}

#[test]
fn several_counters_that_overflow_together_are_one_exception() {
    let mut pmu = with(0x0400_c041, 1 << 27 | 1 << 22 | 1 << 17 | 1 << 11);
    for spr in PMC {
        pmu.write(spr, 0x7fff_fff0, 0);
    }
    pmu.advance(1000);
    assert!(pmu.is_pending());
    pmu.take();
    pmu.advance(2000);
    assert!(!pmu.is_pending());
}

#[test]
fn a_time_base_transition_signals_without_any_counter() {
    // PMXE, TBEE, TBSEL 1: TBL bit 23, one tick in 36 cycles, first rise at tick 256.
    let mut pmu = pmu();
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x04c0_0000, 0);
    complete(&mut pmu, 1..9217, 1);
    pmu.advance(256 * 36);
    assert!(!pmu.is_pending());
    pmu.advance(256 * 36 + 1);
    assert!(pmu.is_pending());
    assert_eq!([MMCR0, SIAR].map(|spr| pmu.read(spr, 256 * 36)), [0x00c0_0000, 0x1000 + 4 * 256 * 36]);
    pmu.take();
    pmu.write(MMCR0, 0x04c0_0000, 9300);
    pmu.advance(768 * 36);
    assert!(!pmu.is_pending(), "an edge does not signal twice");
    pmu.advance(768 * 36 + 1);
    assert!(pmu.is_pending());
}

#[test]
fn moving_tbsel_from_a_bit_that_is_0_to_one_that_is_1_is_a_transition() {
    // At tick 256: TBL bit 31 is 0, bit 23 is 1, bit 19 is 0.
    let rows = [
        (0x0440_0000, 0x04c0_0000, true),
        (0x0440_0000, 0x0540_0000, false),
        (0x0400_0000, 0x04c0_0000, false),
        (0x0440_0000, 0x0480_0000, false),
    ];
    for (before, after, fires) in rows {
        let mut pmu = pmu();
        let mut time = time();
        time.write(284, 256, 0);
        pmu.set_time_base(time.base(), 0);
        pmu.write(MMCR0, before, 0);
        pmu.write(MMCR0, after, 10);
        pmu.advance(11);
        assert_eq!(pmu.is_pending(), fires, "{before:#x} to {after:#x}");
    }
}

fn withdrawn(switch: Withdrawn, masked: bool) -> bool {
    let mut settings = settings();
    settings.withdrawn = switch;
    let mut pmu = Pmu::new(&settings);
    pmu.set_msr(if masked { 0 } else { EE }, 0);
    pmu.write(MMCR0, 0x0400_8000, 0);
    pmu.write(PMC[0], 0x8000_0000, 1);
    pmu.advance(2);
    assert!(pmu.is_pending());
    pmu.write(PMC[0], 0, 10);
    pmu.advance(11);
    pmu.set_msr(EE, 20);
    pmu.advance(30);
    pmu.is_pending()
}

#[test]
fn a_withdrawn_exception_is_delivered_or_dropped_by_the_switch() {
    assert!(withdrawn(Withdrawn::Delivered, true));
    assert!(!withdrawn(Withdrawn::Dropped, true));
    assert!(withdrawn(Withdrawn::Dropped, false), "with EE = 1 it is taken before anything can be withdrawn");
}

#[test]
fn clearing_the_enable_withdraws_and_another_negative_counter_does_not() {
    let mut settings = settings();
    settings.withdrawn = Withdrawn::Dropped;
    let mut pmu = Pmu::new(&settings);
    pmu.write(MMCR0, 0x0400_c000, 0);
    pmu.write(PMC[0], 0x8000_0000, 1);
    pmu.write(PMC[1], 0x8000_0000, 1);
    pmu.write(PMC[0], 0, 2);
    pmu.advance(3);
    assert!(pmu.is_pending());
    pmu.write(MMCR0, 0x0000_8000, 3);
    pmu.advance(4);
    assert!(!pmu.is_pending());
}

#[test]
fn a_time_base_transition_cannot_be_withdrawn() {
    let mut settings = settings();
    settings.withdrawn = Withdrawn::Dropped;
    let mut pmu = Pmu::new(&settings);
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x0440_0000, 0);
    pmu.write(MMCR0, 0x0000_0000, 40);
    pmu.advance(50);
    assert!(pmu.is_pending());
}

#[test]
fn polling_with_ee_clear_sees_pmxe_go() {
    let mut pmu = with(0x0400_8080, 0);
    pmu.write(PMC[0], 0x7fff_fffe, 0);
    complete(&mut pmu, 1..10, 1);
    assert_eq!([1, 2].map(|cycle| pmu.read(MMCR0, cycle)), [0x0400_8080, 0x0000_8080]);
}

#[test]
fn a_signal_is_known_as_soon_as_its_cycle_is_promised() {
    // From 1 to 510 events a cycle, as points, as overlapping spans, and as both.
    for (points, spans) in [(1, 0), (3, 0), (255, 0), (0, 1), (0, 255), (255, 255)] {
        for cycles in [1, 2, 7, 64, 65, 200] {
            let mut pmu = with(0x0400_8080, 0);
            pmu.write(PMC[0], 0x8000_0000 - cycles * (points + spans), 0);
            for _ in 0..spans {
                pmu.span(COMPLETED, 1, 1000);
            }
            for cycle in 1..=u64::from(cycles) {
                pmu.count(COMPLETED, cycle, points);
                pmu.advance(cycle);
                assert!(!pmu.is_pending(), "{points} + {spans}, cycle {cycle} of {cycles}");
            }
            pmu.advance(u64::from(cycles) + 1);
            assert!(pmu.is_pending(), "{points} + {spans}, {cycles} cycles");
        }
    }
}
