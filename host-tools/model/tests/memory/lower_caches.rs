//! M9 and M10: L2 and L3.

use model::memory::CacheOperation;
use model::settings::{Replacement, Settings};
use model::signal::Signal;
use mpc7450::parts::Part;

use crate::support::{L3E, MPC7447A, MPC7448, MPC7451, MPC7457, Machine, pseudo_random};

const KIB: u32 = 1024;

fn load_range(machine: &mut Machine, from: u32, bytes: u32) {
    for address in (from..from + bytes).step_by(32) {
        machine.load_alone(address);
    }
}

/// The share of `bytes` that is still in a 256 KB L2 that was full of other lines. No way
/// of the L1 may be filled, so that the L2 takes every store; `dcbf` writes those that
/// are still there and brings none.
fn survival(bytes: u32) -> f64 {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ldstcr = 0xff;
    load_range(&mut machine, 0x0100_0000, 512 * KIB);
    for address in (0..bytes).step_by(64) {
        machine.store(address);
        machine.settle();
    }
    machine.forget_events();
    for address in (0..bytes).step_by(64) {
        machine.operate(CacheOperation::Flush, address);
    }
    machine.total(Signal::BusWritesNotRetried) as f64 / f64::from(bytes / 64)
}

#[test]
fn as_much_survives_random_replacement_as_published() {
    // Four, and eight, lines of each set come into a full one, each on a random way: those
    // that came k before the last survive with (7/8)^k [AN2203: 82.8 % and 65.6 %].
    for (bytes, published) in [(128 * KIB, 0.828), (256 * KIB, 0.656)] {
        let survival = survival(bytes);
        assert!((survival - published).abs() < 0.03, "{survival} of {bytes}");
    }
}

#[test]
fn empty_ways_are_filled_first() {
    let mut machine = Machine::new(MPC7451);
    load_range(&mut machine, 0, 256 * KIB);
    machine.forget_events();
    load_range(&mut machine, 0, 256 * KIB);
    assert_eq!(machine.total(Signal::L2CacheMisses), 0);
    assert_eq!(machine.total(Signal::L2LoadHits), 8192);
}

#[test]
fn each_part_has_its_size() {
    for (pvr, kilobytes) in [(MPC7451, 256), (MPC7457, 512), (MPC7447A, 512), (MPC7448, 1024)] {
        let mut settings = Settings::new(Part::from_pvr(pvr));
        settings.replacement = Replacement::Plru;
        for (bytes, misses) in [(kilobytes * KIB, 0), (kilobytes * KIB / 8 * 9, kilobytes * KIB / 8 * 9 / 32)] {
            let mut machine = Machine::with(&settings);
            machine.controls.ldstcr = 0xff;
            for _ in 0..4 {
                machine.forget_events();
                load_range(&mut machine, 0, bytes);
            }
            // One tag for two sectors: the second one of a line that came anew is missing too.
            assert_eq!(machine.total(Signal::L2DataCacheMisses), u64::from(misses), "{kilobytes} {bytes}");
        }
    }
}

#[test]
fn a_modified_line_goes_into_the_l2_and_from_there_to_memory() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ldstcr = 0xfe;
    machine.store(0x1000);
    machine.settle();
    machine.controls.l2cr |= 0x0020_0000;
    machine.memory.act(&model::controls::Actions { invalidate_l2: true, ..Default::default() });
    machine.controls.l2cr = 0x8000_0000;
    machine.load_alone(0x2000);
    assert_eq!(machine.total(Signal::L1DataCacheCastoutsToL2), 1);
    assert_eq!(machine.load_alone(0x1000), 9, "the castout made a line of its own");
    machine.forget_events();
    // The set fills up with 64 more lines: the modified one goes sooner or later.
    for line in 1..=64 {
        machine.load_alone(0x1000 + line * 32 * KIB);
    }
    assert_eq!(machine.total(Signal::L2CacheCastouts), 1);
    assert_eq!(machine.total(Signal::BusWritesNotRetried), 1);
    assert_eq!(machine.total(Signal::BusTasForWrites), 4);
}

#[test]
fn instruction_only_and_data_only_bar_the_others() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ldstcr = 0xff;
    machine.controls.ictrl = 0xff;
    for (l2cr, load, fetch) in [(0x8010_0000, 135, 13), (0x8001_0000, 9, 137), (0, 135, 137)] {
        machine.memory.cold();
        machine.controls.l2cr = l2cr;
        machine.load_alone(0x1000);
        machine.fetch(0x2000);
        machine.settle();
        assert_eq!(machine.load_alone(0x1000), load, "{l2cr:#x}");
        assert_eq!(machine.fetch(0x2000), fetch, "{l2cr:#x}");
    }
}

#[test]
fn lines_that_leave_the_l2_are_found_in_the_l3() {
    for l3cr in [L3E, L3E | 0x1000_0000] {
        let mut machine = Machine::new(MPC7457);
        machine.controls.l3cr = l3cr;
        machine.controls.ldstcr = 0xff;
        load_range(&mut machine, 0, 1024 * KIB);
        machine.forget_events();
        load_range(&mut machine, 0, 1024 * KIB);
        assert_eq!(machine.total(Signal::L3CacheMisses), 0);
        assert_eq!(machine.total(Signal::L2CacheHits) + machine.total(Signal::L3LoadHits), 32768);
        assert!(machine.total(Signal::L3LoadHits) > 10000);
    }
}

#[test]
fn two_megabytes_fit_with_l3siz_and_not_without() {
    for (l3cr, fits) in [(L3E, false), (L3E | 0x1000_0000, true)] {
        let mut machine = Machine::new(MPC7457);
        machine.controls.l3cr = l3cr;
        machine.controls.ldstcr = 0xff;
        machine.controls.l2cr = 0;
        load_range(&mut machine, 0, 2048 * KIB);
        machine.forget_events();
        load_range(&mut machine, 0, 2048 * KIB);
        assert_eq!(machine.total(Signal::L3DataCacheMisses) == 0, fits);
    }
}

#[test]
fn a_part_without_l3_never_uses_one() {
    let mut machine = Machine::new(MPC7447A);
    machine.controls.l3cr = L3E;
    machine.controls.l2cr = 0;
    machine.controls.ldstcr = 0xff;
    machine.load_alone(0x1000);
    assert_eq!(machine.load_alone(0x1000), 135);
}

#[test]
fn random_accesses_to_twice_the_l2_miss_about_half() {
    let mut machine = Machine::new(MPC7451);
    machine.controls.ldstcr = 0xff;
    let mut random = pseudo_random(7);
    for round in 0..2 {
        machine.forget_events();
        for _ in 0..30000 {
            machine.load_alone(random(512 * KIB / 64) * 64);
        }
        if round == 1 {
            let misses = machine.total(Signal::L2CacheMisses) as f64 / 30000.0;
            assert!((misses - 0.5).abs() < 0.02, "{misses}");
        }
    }
}
