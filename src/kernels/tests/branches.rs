//! What the branch kernels construct: directions, nesting, orders of targets.

use std::collections::{BTreeMap, HashSet};

use super::built::{Built, parameters};
use super::predictor::mispredictions;
use crate::kernels::find;
use crate::kernels::preset::Preset;

type Settings<'a> = &'a [(&'a str, &'a str)];

fn built(id: &str, settings: Settings<'_>) -> Built {
    let kernel = find(id).unwrap();
    Built::new(kernel, &parameters(kernel, Preset::Quick, settings))
}

/// The directions of every conditional branch but the loop's, by address.
fn directions(settings: Settings<'_>, iterations: u32) -> BTreeMap<u32, Vec<bool>> {
    let built = built("branch/direction", settings);
    let close = built.prepared.entry + 12;
    let mut directions: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    for (address, taken) in built.run(iterations).decisions.into_iter().filter(|(address, _)| *address != close) {
        directions.entry(address).or_default().push(taken);
    }
    directions
}

fn repeats_after<T: PartialEq>(items: &[T], distance: usize) -> bool {
    items.iter().zip(&items[distance..]).all(|(one, other)| one == other)
}

#[test]
fn every_branch_repeats_after_the_period_and_not_before() {
    for period in ["1", "2", "3", "4", "6", "8", "12", "30", "64", "2048"] {
        let directions = directions(&[("period", period), ("branches", "20")], 3);
        let period: usize = period.parse().unwrap();
        assert_eq!(directions.len(), 20);
        for (address, taken) in directions {
            assert_eq!(taken.len(), 3 * period);
            assert!(repeats_after(&taken, period), "{period}: {address:08x}");
            let earlier = (1..period).filter(|shorter| period.is_multiple_of(*shorter));
            assert!(earlier.into_iter().all(|shorter| !repeats_after(&taken, shorter)), "{period}: {address:08x}");
        }
    }
}

#[test]
fn half_of_the_directions_and_half_of_the_branches_are_as_the_pattern() {
    let often_taken = |sense, period, branches| {
        let directions = directions(&[("period", period), ("branches", branches), ("sense", sense)], 1);
        let times = directions.values().map(|taken| taken.iter().filter(|taken| **taken).count());
        times.collect::<Vec<usize>>()
    };
    assert_eq!(often_taken("same", "1", "9"), [1; 9]);
    assert_eq!(often_taken("inverse", "1", "9"), [0; 9]);
    assert_eq!(often_taken("mixed", "1", "9").iter().sum::<usize>(), 5);
    assert_eq!(often_taken("same", "7", "9"), [4; 9]);
    assert_eq!(often_taken("inverse", "7", "9"), [3; 9]);
    assert_eq!(often_taken("mixed", "7", "9").iter().sum::<usize>(), 5 * 4 + 4 * 3);
}

#[test]
fn compares_further_ahead_decide_the_same() {
    for branches in ["1", "3", "8", "21"] {
        let at = |ahead| directions(&[("branches", branches), ("ahead", ahead), ("period", "16")], 2);
        let just_before = at("0");
        for ahead in ["1", "2", "3", "4", "5", "6", "7"] {
            assert_eq!(at(ahead), just_before, "{branches} branches, {ahead} ahead");
        }
    }
}

#[test]
fn eight_branches_in_a_row_follow_eight_patterns() {
    let directions = directions(&[("period", "64"), ("branches", "16"), ("sense", "same")], 1);
    let all: Vec<&Vec<bool>> = directions.values().collect();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 8);
    assert!(repeats_after(&all, 8));
}

#[test]
fn the_spacing_is_that_of_the_branches() {
    for (spacing, bytes) in [("2", 8), ("3", 12), ("64", 256)] {
        let addresses: Vec<u32> = directions(&[("spacing", spacing)], 1).into_keys().collect();
        assert!(addresses.windows(2).all(|pair| pair[1] - pair[0] == bytes));
    }
}

/// Mispredictions per branch, in hundredths, by two-bit counters that the low bits of
/// the word address choose, once they have settled.
fn hundredths(settings: Settings<'_>, iterations: u32) -> usize {
    let built = built("branch/direction", settings);
    let close = built.prepared.entry + 12;
    let shared = |(address, taken): (u32, bool)| (address / 4 % 2048, taken);
    let decisions: Vec<(u32, bool)> =
        built.run(iterations).decisions.into_iter().filter(|(address, _)| *address != close).map(shared).collect();
    let settling = decisions.len() / 2;
    let settled = mispredictions(&decisions, 0) - mispredictions(&decisions[..settling], 0);
    100 * settled / (decisions.len() - settling)
}

#[test]
fn two_bit_counters_fare_as_predicted() {
    let fixed = |branches, spacing| hundredths(&[("period", "1"), ("branches", branches), ("spacing", spacing)], 10);
    assert_eq!(fixed("1024", "2"), 0);
    assert_eq!(fixed("256", "8"), 0);
    let shared = fixed("2048", "2");
    assert!((25..=55).contains(&shared), "all counters shared by two: {shared}");
    assert!((25..=55).contains(&fixed("512", "8")));
    let pattern = |period| hundredths(&[("period", period), ("branches", "8")], 20);
    assert!((50..=100).contains(&pattern("2")));
    for (period, least, most) in [("16", 50, 70), ("64", 45, 60), ("2048", 45, 55)] {
        assert!((least..=most).contains(&pattern(period)), "{period}: {}", pattern(period));
    }
}

#[test]
fn each_function_has_its_return_address_in_its_own_frame() {
    let built = built("branch/return", &[("depth", "64")]);
    let run = built.run(2);
    let frames: Vec<u32> = (0..64).map(|level| run.word(built.prepared.arguments[0] + 4 * level)).collect();
    assert_eq!(frames.iter().collect::<HashSet<_>>().len(), 64);
    let end = built.code_address + 4 * built.code.len() as u32;
    assert!(frames.iter().all(|address| (built.code_address..end).contains(address)));
}

/// Targets of one round as numbers of blocks; the end of the round comes last.
fn round(order: &str, targets: &str) -> Vec<u32> {
    let settings = [("order", order), ("targets", targets), ("gap", "2")];
    let jumped = built("branch/indirect", &settings).run(3).jumped;
    let targets: usize = targets.parse().unwrap();
    assert!(repeats_after(&jumped, targets), "every round is the same");
    let (end, blocks) = jumped[..targets].split_last().unwrap();
    let first = blocks.iter().min().copied().unwrap_or_default();
    assert!(*end < first && first.is_multiple_of(32));
    blocks.iter().map(|block| (block - first) / 20).collect()
}

#[test]
fn targets_come_in_their_order() {
    assert_eq!(round("sequential", "6"), [0, 1, 2, 3, 4]);
    assert_eq!(round("constant", "6"), [0; 5]);
    let mut random = round("random", "1001");
    assert_ne!(random, round("sequential", "1001"));
    random.sort_unstable();
    assert_eq!(random, round("sequential", "1001"));
    assert_eq!(round("random", "2"), [0]);
}
