//! Numbers, aliases, reserved bits, and the switch that turns the model off.

use model::pmu::Pmu;
use model::signal::Signal;
use model::sink::Sink;

use crate::machine::{MMCR0, MMCR1, MMCR2, PMC, SIAR, pmu, with};

#[test]
fn the_monitor_owns_its_registers_and_their_aliases_and_no_others() {
    let owned: Vec<u16> = (0..1024).filter(|&spr| Pmu::owns(spr)).collect();
    let aliases = [928, 929, 930, 936, 937, 938, 939, 940, 941, 942];
    let registers = aliases.map(|alias| alias + 16);
    assert_eq!(owned, [aliases, registers].concat());
}

#[test]
fn what_was_written_is_read_under_both_numbers() {
    let mut pmu = pmu();
    let words = [(MMCR0, 0x8000_0042), (MMCR1, 0x970d_6000), (MMCR2, 0x8000_0000)];
    let counts = [(PMC[0], 1), (PMC[1], 0x7fff_ffff), (PMC[2], 3), (PMC[3], 4), (PMC[4], 0xffff_ffff), (PMC[5], 6)];
    for (cycle, (spr, value)) in (0..).zip(words.into_iter().chain(counts)) {
        pmu.write(spr, value, cycle);
    }
    for (spr, value) in words.into_iter().chain(counts) {
        assert_eq!((pmu.read(spr, 100), pmu.read(spr - 16, 100)), (value, value), "{spr}");
    }
}

#[test]
fn writes_through_aliases_and_to_siar_change_nothing() {
    let mut pmu = with(0x8000_0000, 0);
    for spr in [928, 929, 930, 936, 937, 938, 939, 940, 941, 942, SIAR, 959, 951] {
        pmu.write(spr, 0xffff_ffff, 10);
    }
    assert_eq!(pmu.read(MMCR0, 20), 0x8000_0000);
    let others = [MMCR1, MMCR2, SIAR, PMC[0], PMC[1], PMC[2], PMC[3], PMC[4], PMC[5]];
    assert_eq!(others.map(|spr| pmu.read(spr, 20)), [0; 9]);
}

#[test]
fn reserved_bits_read_as_zero() {
    let mut pmu = pmu();
    pmu.write(MMCR0, 0x8000_0000, 0);
    pmu.write(MMCR1, 0xffff_ffff, 1);
    pmu.write(MMCR2, 0xffff_ffff, 2);
    assert_eq!([MMCR1, MMCR2].map(|spr| pmu.read(spr, 3)), [0xffff_f800, 0x8000_0000]);
    pmu.write(MMCR0, 0xffff_ffff, 4);
    assert_eq!(pmu.read(MMCR0, 4), 0xffff_ffff, "MMCR0 has none");
}

#[test]
fn the_monitor_lets_go_of_the_model_at_fc_alone_with_all_selectors_zero() {
    let mut pmu = pmu();
    let rows: [(u16, u32, bool); 8] = [
        (MMCR0, 0x8000_0000, false),
        (MMCR1, 0x0000_07ff, false),
        (MMCR1, 0x0800_0000, true),
        (MMCR1, 0, false),
        (MMCR0, 0x8000_0040, true),
        (MMCR0, 0x0000_0000, true),
        (MMCR0, 0xc000_0000, true),
        (MMCR0, 0x8000_0000, false),
    ];
    for (cycle, (spr, value, wants)) in (0..).zip(rows) {
        pmu.write(spr, value, cycle);
        assert_eq!(pmu.wants_model(), wants, "{spr} = {value:#010x}");
    }
}

#[test]
fn only_selected_signals_are_wanted() {
    let mut pmu = with(0x0000_0042, 0x970d_6000);
    pmu.advance(10);
    let wanted = [
        Signal::InstructionsCompleted,
        Signal::DtlbMisses,
        Signal::MispredictedBranches,
        Signal::L2DataCacheMisses,
        Signal::BusReadsNotRetried,
    ];
    assert!(wanted.iter().all(|signal| pmu.wants(*signal)));
    assert!(!pmu.wants(Signal::FoldedBranches));
    assert!(!pmu.wants(Signal::ProcessorCycles), "the monitor counts them itself");
    pmu.write(MMCR1, 0, 20);
    assert!(pmu.wants(Signal::DtlbMisses), "events before cycle 20 may still come");
    pmu.advance(21);
    assert!(!pmu.wants(Signal::DtlbMisses));
}
