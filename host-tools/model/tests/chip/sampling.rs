//! Sampling by completed instructions, one exception after each period.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::{Machine, Ran};
use crate::sampler::{ARMED, AROUND, BODY, Reload, Sampled, counted, looped, sample, sample_with};
use crate::words::*;

/// 9 independent instructions and `bdnz`.
fn ten() -> Vec<u32> {
    looped(&[3, 4, 5, 6, 7, 8, 9, 10, 11].map(|d| addi(d, 2, 1)))
}

/// 6 independent instructions and `bdnz`.
fn three_wide() -> Vec<u32> {
    looped(&[3, 4, 5, 6, 7, 8].map(|d| addi(d, 2, 1)))
}

fn logging() -> Machine {
    let mut machine = Machine::new();
    machine.log = Some(Vec::new());
    machine
}

#[test]
fn four_million_instructions_at_period_ten_thousand_give_four_hundred_exceptions() {
    let mut body = ten();
    body.extend([3, 4, 5, 6, 7, 8, 9, 10].map(|d| addi(d, 2, 1)));
    let mut machine = Machine::new();
    machine.lazy = true;
    let sampled = sample_with(machine, &body, 399_999, 10_000, Reload::Subtract, ARMED);
    assert_eq!(sampled.samples.len(), 400);
    assert_eq!(sampled.machine.taken.len(), 400);
    assert!(sampled.samples.iter().all(|sample| sample.counter >= 0x8000_0000));
}

#[test]
fn every_period_gives_one_exception_a_period() {
    for (period, loops) in [(1, 100), (2, 100), (3, 100), (7, 300), (29, 500), (1000, 10_000)] {
        let sampled = sample(&ten(), loops, period, Reload::Subtract);
        let events = u64::from(loops) * 10 + AROUND;
        assert_eq!(sampled.samples.len() as u64, events / u64::from(period), "period {period}");
    }
}

#[test]
fn a_handler_that_writes_the_period_anew_loses_only_what_it_saw_beyond() {
    for period in [1, 2, 7, 1000, 1009] {
        let mut sampled = sample(&ten(), 2000, period, Reload::Write);
        let first = 0x8000_0000 - period;
        let seen: u64 = sampled.samples.iter().map(|sample| u64::from(sample.counter - first)).sum();
        let rest = u64::from(sampled.machine.mfspr(PMC[0]) - first);
        assert_eq!(seen + rest, 20_000 + AROUND, "period {period}");
    }
}

#[test]
fn asking_only_when_the_horizon_is_over_takes_the_same_exceptions() {
    for period in [1, 7, 100, 1009] {
        let taken = [false, true].map(|lazy| {
            let mut machine = Machine::new();
            machine.lazy = lazy;
            sample_with(machine, &three_wide(), 3000, period, Reload::Subtract, ARMED).machine.taken
        });
        assert!(!taken[0].is_empty());
        assert_eq!(taken[0], taken[1], "period {period}");
    }
}

#[test]
fn siar_is_the_last_instruction_that_completed_in_the_cycle_of_the_overflow() {
    for (body, loops) in [(ten(), 3000), (three_wide(), 4000), (looped(&[addi(3, 3, 1); 64]), 300)] {
        let sampled = sample_with(logging(), &body, loops, 1009, Reload::Subtract, ARMED);
        assert!(sampled.samples.len() > 15);
        for (number, sample) in sampled.samples.iter().enumerate() {
            let overflow = overflow(&sampled, number, 1009);
            assert_eq!(sample.siar, overflow.last, "sample {number}");
        }
    }
}

#[test]
fn the_exception_comes_behind_the_first_instruction_that_completes_after_the_overflow() {
    let sampled = sample_with(logging(), &three_wide(), 4000, 1009, Reload::Subtract, ARMED);
    let log = sampled.machine.log.as_deref().expect("logged");
    for (number, sample) in sampled.samples.iter().enumerate() {
        let cycle = overflow(&sampled, number, 1009).cycle;
        let entered = log.iter().enumerate().filter(|(_, ran)| ran.at == 0xf00).nth(number).expect("an entry").0;
        let before: Vec<&Ran> = log[..entered].iter().rev().filter(|ran| ran.complete.is_some()).take(2).collect();
        assert!(before[0].complete > Some(cycle), "{number}: {before:?} {cycle} {sample:x?}");
        assert!(before[1].complete <= Some(cycle), "{number}: {before:?} {cycle} {sample:x?}");
    }
}

struct Overflow {
    cycle: u64,
    /// The last that completed in that cycle.
    last: u32,
}

/// Where the counter turned negative for the sample with this number, by when instructions
/// completed.
fn overflow(sampled: &Sampled, number: usize, period: usize) -> Overflow {
    let counted = counted(sampled.machine.log.as_deref().expect("logged"));
    let cycle = counted[(number + 1) * period - 1].1;
    let last = counted.iter().rev().find(|(_, complete)| *complete == cycle).expect("one").0;
    Overflow { cycle, last }
}

fn histogram(sampled: &Sampled) -> BTreeMap<u32, usize> {
    let mut histogram = BTreeMap::new();
    for sample in &sampled.samples {
        *histogram.entry((sample.siar - BODY) / 4).or_default() += 1;
    }
    histogram
}

#[test]
fn on_dependent_adds_the_histogram_is_flat() {
    let sampled = sample(&looped(&[addi(3, 3, 1); 64]), 31_000, 1009, Reload::Subtract);
    let (samples, histogram) = (sampled.samples.len(), histogram(&sampled));
    assert!(samples > 1900);
    // One cycle in 64 completes two: an add, and `bdnz` before or behind it.
    let share = samples as f64 / 65.0;
    let interval = 4.0 * (share * (1.0 - 1.0 / 65.0)).sqrt();
    let alone = histogram.values().filter(|count| (**count as f64 - share).abs() <= interval);
    assert!(alone.count() >= 63, "{histogram:?}");
    assert_eq!(histogram.len(), 64, "{histogram:?}");
}

#[test]
fn on_a_loop_three_wide_the_histogram_is_the_ends_of_retire_groups() {
    let sampled = sample_with(logging(), &three_wide(), 20_000, 1009, Reload::Subtract, ARMED);
    let mut quiet = sample_with(logging(), &three_wide(), 200, 1_000_000, Reload::Subtract, ARMED);
    assert!(quiet.samples.is_empty());
    let groups = counted(&quiet.machine.log.take().expect("logged"));
    let settled = &groups[700..1393];
    let mut ends: BTreeMap<u32, usize> = BTreeMap::new();
    for cycle in settled.chunk_by(|one, other| one.1 == other.1) {
        *ends.entry((cycle.last().expect("not empty").0 - BODY) / 4).or_default() += cycle.len();
    }
    let found = histogram(&sampled);
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), ends.keys().collect(), "{found:?} {ends:?}");
    for (place, count) in &found {
        let share = ends[place] as f64 / settled.len() as f64;
        let expected = share * sampled.samples.len() as f64;
        let interval = 4.0 * (expected * (1.0 - share)).sqrt();
        assert!((*count as f64 - expected).abs() <= interval.max(1.0), "{found:?} {ends:?}");
    }
}

#[test]
fn sampled_and_unsampled_runs_count_the_same() {
    let counts = [1009, 0x4000_0000].map(|period| {
        let mut sampled = sample(&three_wide(), 5000, period, Reload::Subtract);
        let taken = period.wrapping_mul(sampled.samples.len() as u32);
        sampled.machine.mfspr(PMC[0]).wrapping_add(taken).wrapping_sub(0x8000_0000 - period)
    });
    assert_eq!(counts, [35_000 + AROUND as u32; 2]);
}
