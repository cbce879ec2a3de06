//! The decrementer and its exception.

use model::time::Time;

use crate::machine::{settings, time};

const DEC: u16 = 22;

#[test]
fn it_counts_down_with_the_time_base() {
    let mut time = time();
    time.write(DEC, 1000, 0);
    assert_eq!([0, 35, 36, 3600].map(|cycle| time.read(DEC, cycle)), [Some(1000), Some(1000), Some(999), Some(900)]);
    time.set_running(false, 3600);
    assert_eq!((time.read(DEC, 1_000_000), time.next_decrementer(1_000_000)), (Some(900), None));
    time.set_running(true, 1_000_008);
    assert_eq!(time.read(DEC, 1_000_008 + 36), Some(899));
}

#[test]
fn it_is_due_when_it_passes_from_0_to_minus_1() {
    let mut time = time();
    time.write(DEC, 2, 0);
    assert_eq!(time.read(DEC, 72), Some(0));
    assert!(!time.decrementer_due(107));
    assert_eq!(time.next_decrementer(50), Some(108));
    assert!(time.decrementer_due(108));
    assert_eq!(time.read(DEC, 108), Some(0xffff_ffff));
}

#[test]
fn it_stays_due_until_it_is_taken_and_then_comes_once_in_2_to_the_32_ticks() {
    let mut time = time();
    time.write(DEC, 0, 0);
    assert_eq!(time.next_decrementer(40), Some(40), "due already");
    time.write(DEC, 5, 50);
    assert!(time.decrementer_due(60), "a new value does not take it back");
    time.take_decrementer(60);
    assert!(!time.decrementer_due(60));
    let expiry = 36 * 7;
    assert_eq!(time.next_decrementer(60), Some(expiry), "6 ticks behind tick 1");
    time.take_decrementer(expiry);
    assert_eq!(time.next_decrementer(expiry), Some(expiry + (1 << 32) * 36));
}

#[test]
fn a_negative_value_written_over_one_that_is_not_is_due_at_once() {
    let mut time = time();
    time.write(DEC, 100, 0);
    time.write(DEC, 0x8000_0000, 10);
    assert!(time.decrementer_due(10));
    time.take_decrementer(10);
    time.write(DEC, 0xffff_0000, 20);
    assert!(!time.decrementer_due(20), "it was negative before");
    time.write(DEC, 0, 30);
    assert!(!time.decrementer_due(30));
}

#[test]
fn at_reset_it_stands_at_minus_1_and_nothing_is_due() {
    let mut time = Time::new(&settings());
    assert_eq!((time.read(DEC, 0), time.decrementer_due(u64::MAX / 2)), (Some(0xffff_ffff), false));
    time.set_running(true, 0);
    assert_eq!(time.next_decrementer(0), Some((1 << 32) * 36));
    time.set_running(false, 0);
    time.write(DEC, 3, 4);
    time.write(DEC, 0x8000_0000, 5);
    assert!(time.decrementer_due(5), "the bit changes, ticks or not");
}

#[test]
fn both_run_together() {
    let mut time = time();
    time.write(284, 0, 17);
    time.write(DEC, 1_000_000, 17);
    for cycle in (17..5_000_000).step_by(77_777) {
        let sum = time.read(268, cycle).unwrap() + time.read(DEC, cycle).unwrap();
        assert_eq!(sum, 1_000_000);
    }
}
