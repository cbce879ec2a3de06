//! `profile/matmul`: what it computes, and its branches on counters of two bits.

use proptest::prelude::*;

use super::built::{Built, parameters};
use super::golden;
use super::machine::Machine;
use super::predictor;
use crate::kernels::parameters::Parameters;
use crate::kernels::preset::Preset;
use crate::kernels::profile::MATMUL;

fn with(size: u32, dense: u32, zeros: u32, seed: u32) -> Parameters {
    let settings = [
        ("size", size.to_string()),
        ("dense", dense.to_string()),
        ("zeros", zeros.to_string()),
        ("seed", seed.to_string()),
    ];
    parameters(&MATMUL, Preset::Quick, &settings.each_ref().map(|(name, text)| (*name, text.as_str())))
}

fn number(word: impl Fn(u32) -> u32, address: u32) -> f64 {
    f64::from_bits(u64::from(word(address)) << 32 | u64::from(word(address + 4)))
}

type Matrix<T> = Vec<Vec<T>>;

/// The matrices as the arguments describe them: left, flags, right.
fn matrices(built: &Built) -> (Matrix<f64>, Matrix<u32>, Matrix<f64>) {
    let [left, flags, right, _, size, elements] = built.prepared.arguments;
    let double = |address| number(|address| built.word(address), address);
    let row = |row: u32| (0..elements).map(move |k| row * elements + k + 1);
    let left = (0..size).map(|i| row(i).map(|index| double(left + 8 * index)).collect()).collect();
    let flags = (0..size).map(|i| row(i).map(|index| built.word(flags + 4 * index)).collect()).collect();
    let right = (1..=elements).map(|k| (0..size).map(|j| double(right + 8 * (k * size + j))).collect()).collect();
    (left, flags, right)
}

fn results(built: &Built, machine: &Machine) -> Vec<(f64, f64)> {
    let [_, _, _, results, size, _] = built.prepared.arguments;
    let double = |address| number(|address| machine.word(address), address);
    (0..size * size).map(|index| (double(results + 8 + 16 * index), double(results + 16 + 16 * index))).collect()
}

#[test]
fn rows_have_as_many_zeros_as_asked_and_flags_that_say_where() {
    for (size, dense, zeros) in [(1, 1, 0), (5, 3, 4), (20, 10, 10), (4, 256, 256)] {
        let (left, flags, right) = matrices(&Built::new(&MATMUL, &with(size, dense, zeros, 42)));
        assert_eq!(right.len() as u32, dense + zeros);
        for (row, flags) in left.iter().zip(&flags) {
            assert_eq!(row.iter().filter(|value| **value == 0.0).count() as u32, zeros);
            assert!(row.iter().zip(flags).all(|(value, flag)| (*value != 0.0) == (*flag == 1) && *flag < 2));
        }
        assert!(right.iter().flatten().all(|value| [0.5, 1.0, 1.5, 2.0].contains(value)));
    }
}

#[test]
fn the_results_are_the_product_and_the_sums_of_squares() {
    for (size, dense, zeros) in [(1, 1, 0), (3, 2, 0), (5, 3, 4), (20, 20, 0)] {
        let built = Built::new(&MATMUL, &with(size, dense, zeros, 7));
        let (left, _, right) = matrices(&built);
        let machine = built.run(2);
        for (index, (sum, squares)) in results(&built, &machine).into_iter().enumerate() {
            let (i, j) = (index / size as usize, index % size as usize);
            let products: Vec<f64> = left[i].iter().zip(&right).map(|(a, row)| a * row[j]).collect();
            assert_eq!(sum, products.iter().sum::<f64>(), "{i} {j}");
            assert_eq!(squares, products.iter().map(|product| product * product).sum::<f64>(), "{i} {j}");
        }
    }
}

/// Mispredictions of two multiplications after two others.
fn mispredictions(parameters: &Parameters) -> usize {
    let decisions = Built::new(&MATMUL, parameters).run(4).decisions;
    let warmup = &decisions[..decisions.len() / 2];
    predictor::mispredictions(&decisions, 0) - predictor::mispredictions(warmup, 0)
}

/// Two multiplications are measured, the last of which ends the call: its branch back is
/// mispredicted too.
#[test]
fn without_zeros_the_ends_of_the_loops_are_mispredicted_and_nothing_else() {
    for (size, dense) in [(3, 3), (8, 8), (20, 20), (4, 100)] {
        let ends = size * size + size + 1;
        assert_eq!(mispredictions(&with(size, dense, 0, 42)), 2 * ends as usize + 1);
    }
}

#[test]
fn with_half_zeros_the_test_is_mispredicted_half_of_the_time() {
    let passes = 2 * 20 * 20 * 40;
    let ends = 2 * (20 * 20 + 20 + 1) + 1;
    let tests = mispredictions(&with(20, 20, 20, 42)) - ends;
    assert!((passes * 42 / 100..passes * 58 / 100).contains(&tests), "{tests} of {passes}");
}

#[test]
fn the_article_has_its_numbers_in_the_innermost_loop() {
    let article = parameters(&MATMUL, Preset::Article, &[]);
    let n = MATMUL.schedule(&article, Preset::Article).n;
    let passes = u64::from(article.get(crate::kernels::parameters::Place::First)).pow(3) * n;
    assert_eq!(passes, 1_000_000);
    let counts = MATMUL.counts(&article, n);
    assert_eq!(counts.float, 3 * passes);
    let outside = n * (6 + 20 * 6 + 400 * 11) + 3;
    assert_eq!(counts.executed - outside, 10 * passes);
    let branches_outside = n * (1 + 20 + 400);
    assert_eq!(counts.branches - branches_outside, 2 * passes);
    assert_eq!(mispredictions(&article) as u64 / 2 * n, 50_000 + 2_625);
}

#[test]
fn the_nest_is_the_assembled_one() {
    golden::check("profile/matmul", &[], include_str!("golden/profile-matmul.txt"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_multiplication_executes_its_closed_form(
        size in 1u32..9, dense in 1u32..20, zeros in 0u32..20, seed: u32, n in 1u32..4,
    ) {
        let parameters = with(size, dense, zeros, seed);
        let built = Built::new(&MATMUL, &parameters);
        prop_assert_eq!(built.run(n).counts, MATMUL.counts(&parameters, n.into()), "{}", parameters);
    }
}
