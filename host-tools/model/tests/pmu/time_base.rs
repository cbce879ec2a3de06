//! The time base and its transitions.

use model::settings::Clocks;
use model::sink::Sink;
use model::time::{Time, selected_bit};

use crate::machine::{COMPLETED, MMCR0, PMC, pmu, settings, time};

const TBL: u16 = 268;
const TBU: u16 = 269;

#[test]
fn it_stands_until_tben_is_set() {
    let mut time = Time::new(&settings());
    assert_eq!(time.read(TBL, 1_000_000), Some(0));
    assert_eq!(time.bit_edges(0, 0, 1_000_000).count(), 0);
    time.set_running(true, 1_000_000);
    assert_eq!(time.read(TBL, 1_000_000 + 3600), Some(100));
    time.set_running(false, 2_000_000);
    let stopped = time.read(TBL, 2_000_000);
    assert_eq!(time.read(TBL, 9_000_000), stopped);
}

#[test]
fn it_ticks_at_its_own_rate_exactly() {
    // 900 MHz, 25 MHz: one tick in 36 cycles.
    let time = time();
    assert_eq!([0, 35, 36, 71, 72].map(|cycle| time.read(TBL, cycle)), [Some(0), Some(0), Some(1), Some(1), Some(2)]);
    assert_eq!(time.read(TBL, 900_000_000), Some(25_000_000));
    // A Mac mini: 1420 MHz, 41.75 MHz. An hour has no rounding in it.
    let mut settings = settings();
    settings.clocks = Clocks { core: 1_420_000_000, bus: 167_000_000, time_base: 41_750_000 };
    let mut mini = Time::new(&settings);
    mini.set_running(true, 0);
    let hour = 41_750_000u64 * 3600;
    assert_eq!(mini.read(TBL, 1_420_000_000 * 3600), Some(hour as u32));
    assert_eq!(mini.read(TBU, 1_420_000_000 * 3600), Some((hour >> 32) as u32));
    assert_eq!(mini.read(TBL, 1_420_000_000 * 3600 - 1), Some(hour as u32 - 1));
}

#[test]
fn the_halves_are_written_apart_and_carry() {
    let mut time = time();
    time.write(284, 0xffff_ffff, 100);
    time.write(285, 0x0000_0007, 101);
    assert_eq!([TBU, TBL].map(|spr| time.read(spr, 107)), [Some(7), Some(0xffff_ffff)]);
    assert_eq!([TBU, TBL].map(|spr| time.read(spr, 108)), [Some(8), Some(0)]);
    assert_eq!(time.read(284, 108), None, "a number for writing");
    time.write(268, 99, 108);
    assert_eq!(time.read(TBL, 108), Some(0), "a number for reading");
    let owned: Vec<u16> = (0..1024).filter(|&spr| Time::owns(spr)).collect();
    assert_eq!(owned, [22, 268, 269, 284, 285]);
}

#[test]
fn the_selected_bits_rise_every_2_512_8192_and_131072_ticks() {
    let time = time();
    for (tbsel, period) in [(0u32, 2u64), (1, 512), (2, 8192), (3, 131_072)] {
        let edges: Vec<u64> = time.bit_edges(tbsel, 0, 5 * period * 36).collect();
        let expected: Vec<u64> = (0..5).map(|number| (period / 2 + number * period) * 36).collect();
        assert_eq!(edges, expected, "TBSEL {tbsel}");
        assert_eq!(1u64 << selected_bit(tbsel), period / 2);
        let part: Vec<u64> = time.bit_edges(tbsel, expected[1], expected[3]).collect();
        assert_eq!(part, expected[1..3], "from is in, to is not");
    }
}

#[test]
fn code_3_counts_the_transitions_without_tbee() {
    for (tbsel, period) in [(0x0000_0000u32, 2u64), (0x0080_0000, 512), (0x0100_0000, 8192), (0x0180_0000, 131_072)] {
        let mut pmu = pmu();
        pmu.set_time_base(time().base(), 0);
        pmu.write(MMCR0, tbsel | 0x0000_00c3, 0);
        let end = (period / 2 + 9 * period) * 36;
        let read = [end - 1, end].map(|cycle| pmu.read(PMC[0], cycle));
        assert_eq!(read, [9, 10]);
        assert_eq!(pmu.read(PMC[1], end), 10);
        assert!(!pmu.is_pending());
    }
}

#[test]
fn a_stopped_time_base_has_no_transitions() {
    let mut pmu = pmu();
    let mut time = time();
    pmu.set_time_base(time.base(), 0);
    pmu.write(MMCR0, 0x0440_00c0, 0);
    time.set_running(false, 30);
    pmu.set_time_base(time.base(), 30);
    pmu.advance(1_000_000);
    assert_eq!((pmu.read(PMC[0], 1_000_000), pmu.is_pending()), (0, false));
}

#[test]
fn a_write_that_raises_the_bit_is_a_transition() {
    let mut pmu = pmu();
    let mut time = time();
    pmu.set_time_base(time.base(), 0);
    pmu.write(MMCR0, 0x0180_00c0, 0);
    for (value, cycle, transitions) in
        [(0x0001_0000, 1000, 1), (0x0003_0000, 2000, 1), (0, 3000, 1), (0x0001_ffff, 4000, 2)]
    {
        time.write(284, value, cycle);
        pmu.set_time_base(time.base(), cycle);
        assert_eq!(pmu.read(PMC[0], cycle + 1), transitions, "{value:#x}");
    }
}

#[test]
fn events_and_transitions_of_one_cycle_both_count() {
    let mut pmu = pmu();
    pmu.set_time_base(time().base(), 0);
    pmu.write(MMCR0, 0x0000_00c2, 0);
    pmu.count(COMPLETED, 36, 3);
    assert_eq!([PMC[0], PMC[1]].map(|spr| pmu.read(spr, 36)), [1, 3]);
}
