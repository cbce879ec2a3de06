//! THRESHOLD and THRESHMULT.

use model::sink::Sink;

use crate::machine::{MMCR0, MMCR2, pmu};

#[test]
fn the_threshold_is_six_bits_and_scaled_by_2_or_32() {
    let rows = [
        (0x0000_0000, 0x0000_0000, (0, 0)),
        (0x0001_0000, 0x0000_0000, (1, 2)),
        (0x003f_0000, 0x0000_0000, (63, 126)),
        (0x003f_0000, 0x8000_0000, (63, 2016)),
        (0x000a_0ac0, 0x8000_0000, (10, 320)),
        (0xffc0_ffff, 0x7fff_ffff, (0, 0)),
    ];
    for (mmcr0, mmcr2, expected) in rows {
        let mut pmu = pmu();
        pmu.write(MMCR2, mmcr2, 0);
        pmu.write(MMCR0, mmcr0, 0);
        assert_eq!((pmu.threshold(), pmu.scaled_threshold()), expected, "{mmcr0:#010x} {mmcr2:#010x}");
    }
}

#[test]
fn whoever_compares_gets_the_value_last_written() {
    let mut pmu = pmu();
    pmu.write(MMCR0, 0x0005_0000, 1000);
    assert_eq!(pmu.threshold(), 5, "in force from cycle 1001 on");
    pmu.advance(2000);
    assert_eq!(pmu.threshold(), 5);
}
