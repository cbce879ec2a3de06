//! Orders of targets that repeat after exactly as many calls as they should.

use super::built::{Built, parameters};
use super::data::{METHODS, class};
use crate::kernels::find;
use crate::kernels::preset::Preset;

fn built(period: u32, seed: u32) -> Built {
    let (period, seed) = (period.to_string(), seed.to_string());
    let kernel = find("dispatch/period").unwrap();
    Built::new(kernel, &parameters(kernel, Preset::Quick, &[("period", &period), ("seed", &seed)]))
}

/// The methods called, in order.
fn targets(period: u32, seed: u32, calls: u32) -> Vec<usize> {
    let built = built(period, seed);
    built.run(calls).called.iter().map(|target| class(&built, *target)).collect()
}

fn repeats_after(order: &[usize], calls: usize) -> bool {
    order.iter().zip(&order[calls..]).all(|(one, other)| one == other)
}

#[test]
fn the_order_repeats_after_the_period_and_not_before() {
    let short = (2..=70).flat_map(|period| [0, 1, 42].map(|seed| (period, seed)));
    for (period, seed) in short.chain([(4_096, 42), (10_007, 42), (65_536, 42)]) {
        let order = targets(period, seed, 3 * period);
        let period = period as usize;
        assert!(repeats_after(&order, period), "{period}, seed {seed}");
        let divisors = (1..period).filter(|divisor| period.is_multiple_of(*divisor));
        for divisor in divisors {
            assert!(!repeats_after(&order, divisor), "{period}, seed {seed}: already after {divisor}");
        }
    }
}

#[test]
fn targets_have_about_equal_shares() {
    for period in [2, 3, 4, 5, 8, 64, 1001, 65_536] {
        let order = targets(period, 42, period);
        let share = |target| order.iter().filter(|other| **other == target).count() as i64;
        for target in 0..4 {
            assert!((4 * share(target) - i64::from(period)).abs() <= 4, "{period}: {} of {target}", share(target));
        }
    }
}

#[test]
fn the_longest_order_fits_half_the_l1() {
    assert!(4 * built(65_536, 42).data.len() < 16 * 1024 + 256);
}

#[test]
fn the_stored_sum_is_what_the_methods_compute() {
    let built = built(1001, 7);
    let [_, object, result, ..] = built.prepared.arguments;
    let value = built.word(object + 4);
    let sum = targets(1001, 7, 5_000).iter().fold(0u32, |sum, target| sum.wrapping_add(METHODS[*target](value)));
    assert_eq!(built.run(5_000).word(result), sum);
}
