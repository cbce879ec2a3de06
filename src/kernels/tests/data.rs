//! Objects, tables, orders, and the sums that the kernels compute from them.

use super::built::{Built, parameters};
use crate::kernels::descriptor::Descriptor;
use crate::kernels::find;
use crate::kernels::preset::Preset;

/// The class of an object is known by its method's second word.
pub const METHODS: [fn(u32) -> u32; 4] = [
    |value| value.wrapping_add(7),
    |value| 7u32.wrapping_sub(value),
    |value| value.wrapping_mul(7),
    |value| value << 3,
];
/// `addi r3,r3,7`, `subfic r3,r3,7`, `mulli r3,r3,7`, `slwi r3,r3,3`.
const METHOD_WORDS: [u32; 4] = [0x3863_0007, 0x2063_0007, 0x1c63_0007, 0x5463_1838];

fn kernel(id: &str) -> &'static Descriptor {
    find(id).unwrap()
}

fn built(id: &str, objects: u32, seed: u32) -> Built {
    let (objects, seed) = (objects.to_string(), seed.to_string());
    let kernel = kernel(id);
    Built::new(kernel, &parameters(kernel, Preset::Quick, &[("objects", &objects), ("seed", &seed)]))
}

/// The class of each object and its value, read as a program would: array, object,
/// table, function.
fn objects(built: &Built) -> Vec<(usize, u32)> {
    let [before, last, ..] = built.prepared.arguments;
    (before + 4..=last)
        .step_by(4)
        .map(|slot| {
            let object = built.word(slot);
            let function = built.word(built.word(object));
            (class(built, function), built.word(object + 4))
        })
        .collect()
}

/// The class whose method a function is.
pub fn class(built: &Built, function: u32) -> usize {
    let second = built.code[((function - built.code_address) / 4) as usize + 1];
    METHOD_WORDS.iter().position(|word| *word == second).expect("a function is a method")
}

fn classes(built: &Built) -> Vec<usize> {
    objects(built).into_iter().map(|(class, _)| class).collect()
}

#[test]
fn a_table_has_two_words_before_its_functions() {
    let built = built("dispatch/mega", 64, 42);
    let [before, last, ..] = built.prepared.arguments;
    for slot in (before + 4..=last).step_by(4) {
        let table = built.word(built.word(slot));
        assert_eq!([built.word(table - 8), built.word(table - 4)], [0, 0]);
    }
}

#[test]
fn objects_stand_one_after_the_other_and_values_are_small_and_odd() {
    for id in ["dispatch/direct", "dispatch/dual", "dispatch/fptr-multi"] {
        let built = built(id, 100, 42);
        let [before, last, ..] = built.prepared.arguments;
        let array: Vec<u32> = (before + 4..=last).step_by(4).map(|slot| built.word(slot)).collect();
        assert_eq!(array.len(), 100);
        assert!(array.windows(2).all(|pair| pair[1] == pair[0] + 8));
        assert!(array[0].is_multiple_of(32));
        assert!(objects(&built).iter().all(|(_, value)| *value < 65_536 && value % 2 == 1));
    }
}

#[test]
fn orders_are_what_the_modes_promise() {
    for id in ["dispatch/direct", "dispatch/mono", "dispatch/fptr-single", "dispatch/fptr-multi"] {
        assert!(classes(&built(id, 4096, 42)).iter().all(|class| *class == 0), "{id}");
    }
    let dual = classes(&built("dispatch/dual", 4096, 42));
    assert!(dual.iter().enumerate().all(|(index, class)| *class == index % 2));
}

#[test]
fn mega_has_four_classes_of_a_quarter_each_in_no_short_period() {
    for seed in [0, 1, 42, 4_000_000_000] {
        let order = classes(&built("dispatch/mega", 4096, seed));
        for class in 0..4 {
            let share = order.iter().filter(|other| **other == class).count();
            assert_eq!(share, 1024, "seed {seed}: class {class}");
        }
        for period in 1..=64 {
            let same = order.iter().zip(&order[period..]).filter(|(one, other)| one == other).count();
            assert!(same < (order.len() - period) * 3 / 10, "seed {seed}: period {period} repeats {same}");
        }
    }
}

#[test]
fn the_seed_decides_the_order_and_nothing_else_does() {
    let order = |seed| classes(&built("dispatch/mega", 256, seed));
    assert_eq!(order(42), order(42));
    assert_ne!(order(42), order(43));
    assert_eq!(order(42)[..8], [0, 3, 0, 3, 0, 2, 0, 1]);
}

#[test]
fn calls_go_to_the_methods_of_the_order() {
    for id in ["dispatch/mono", "dispatch/dual", "dispatch/mega", "dispatch/fptr-single", "dispatch/fptr-multi"] {
        let built = built(id, 99, 42);
        let called: Vec<usize> = built.run(2).called.iter().map(|target| class(&built, *target)).collect();
        let expected =
            if id == "dispatch/fptr-multi" { (0..99).map(|index| index % 4).collect() } else { classes(&built) };
        assert_eq!(called, expected.repeat(2), "{id}");
    }
    assert!(built("dispatch/direct", 99, 42).run(2).called.is_empty());
}

#[test]
fn the_stored_sum_is_what_the_methods_compute() {
    for id in [
        "dispatch/direct",
        "dispatch/mono",
        "dispatch/dual",
        "dispatch/mega",
        "dispatch/fptr-single",
        "dispatch/fptr-multi",
    ] {
        let built = built(id, 1001, 7);
        let a_round = objects(&built).iter().enumerate().fold(0u32, |sum, (index, (class, value))| {
            let class = if id == "dispatch/fptr-multi" { index % 4 } else { *class };
            sum.wrapping_add(METHODS[class](*value))
        });
        let result = built.prepared.arguments[2];
        assert_eq!(built.run(3).word(result), a_round.wrapping_mul(3), "{id}");
    }
}

/// The cases of a switch, one for each target of its table.
const CASES: [fn(u32, u32) -> u32; 5] =
    [u32::wrapping_add, u32::wrapping_sub, u32::wrapping_mul, |sum, _| sum.rotate_left(3), |sum, value| sum ^ value];

#[test]
fn switches_compute_what_their_cases_say() {
    for (id, random) in [("dispatch/switch-seq", false), ("dispatch/switch-rnd", true)] {
        let built = built(id, 1001, 7);
        let [before, _, result, _, extra, _] = built.prepared.arguments;
        let mut sum = 0;
        for _ in 0..3 {
            for index in 0..1001 {
                let case = if random { built.word(extra + 4 + 4 * index) } else { index % 5 };
                sum = CASES[case as usize](sum, built.word(before + 4 + 4 * index));
            }
        }
        assert_eq!(built.run(3).word(result), sum, "{id}");
    }
}

#[test]
fn the_random_switch_meets_its_five_cases_about_equally_often() {
    let built = built("dispatch/switch-rnd", 4096, 42);
    let numbers = built.prepared.arguments[4] + 4;
    let mut seen = [0; 5];
    (0..4096).for_each(|index| seen[built.word(numbers + 4 * index) as usize] += 1);
    assert!(seen.iter().all(|times| (719..=919).contains(times)), "{seen:?}");
}
