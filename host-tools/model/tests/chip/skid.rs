//! How far behind the overflow the exception is taken.

use crate::machine::Machine;
use crate::sampler::{ARMED, Reload, looped, sample_with};
use crate::words::*;

/// Instructions from SIAR to SRR0 on a straight run of independent adds: the least, the
/// most, and all of them over the samples.
fn distances(mmcr0: u32) -> (u32, u32, f64) {
    let body: Vec<u32> = (0..1499).map(|i| addi(3 + i % 6, 2, 1)).collect();
    let sampled = sample_with(Machine::new(), &looped(&body), 40, 101, Reload::Subtract, mmcr0);
    let distances = sampled.samples.iter().filter(|sample| sample.srr0 > sample.siar);
    let distances: Vec<u32> = distances.map(|sample| (sample.srr0 - sample.siar) / 4).collect();
    let mean = f64::from(distances.iter().sum::<u32>()) / distances.len() as f64;
    (distances.iter().copied().min().expect("some"), distances.iter().copied().max().expect("some"), mean)
}

#[test]
fn the_instruction_behind_the_overflow_is_the_last_that_runs() {
    let (least, most, mean) = distances(ARMED);
    assert_eq!((least, most), (2, 2), "SIAR, the first to complete behind it, then SRR0: {mean}");
}

#[test]
fn an_event_of_an_earlier_stage_makes_it_later() {
    // PMC2 counts instructions dispatched.
    let (least, most, mean) = distances(ARMED | 4);
    assert!(least > 2 && most <= 28, "{least} {most} {mean}");
    assert!((20.0..25.0).contains(&mean), "documented: 23 instructions; {mean}");
}
