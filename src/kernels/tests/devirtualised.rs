//! Ladder, guess and split arrays: what they call, what they compute, and how a
//! two-bit counter fares with their branches.

use super::built::{Built, parameters};
use super::data::{METHODS, class};
use super::predictor::mispredictions;
use crate::kernels::find;
use crate::kernels::preset::Preset;

const OBJECTS: u32 = 1001;

/// A kernel with [`OBJECTS`] objects; `dispatch/split` has no order.
fn built(id: &str, classes: u32, order: &str) -> Built {
    let (objects, classes) = (OBJECTS.to_string(), classes.to_string());
    let mut settings = vec![("objects", objects.as_str()), ("classes", &classes)];
    if id != "dispatch/split" {
        settings.push(("order", order));
    }
    let kernel = find(id).unwrap();
    Built::new(kernel, &parameters(kernel, Preset::Quick, &settings))
}

/// The objects from one end of an array to the other: first word and value.
fn between(built: &Built, before: u32, last: u32) -> Vec<(u32, u32)> {
    (before + 4..=last)
        .step_by(4)
        .map(|slot| {
            let object = built.word(slot);
            (built.word(object), built.word(object + 4))
        })
        .collect()
}

/// Class and value of each object, in the order of the calls.
fn objects(id: &str, built: &Built, classes: u32) -> Vec<(usize, u32)> {
    let [first, last, ..] = built.prepared.arguments;
    match id {
        "dispatch/split" => (0..classes)
            .flat_map(|class| {
                let ends = first + 8 * class;
                between(built, built.word(ends), built.word(ends + 4))
            })
            .map(|(number, value)| (number as usize, value))
            .collect(),
        "dispatch/guarded" => between(built, first, last)
            .into_iter()
            .map(|(table, value)| (class(built, built.word(table)), value))
            .collect(),
        _ => between(built, first, last).into_iter().map(|(number, value)| (number as usize, value)).collect(),
    }
}

/// Every kernel, number of classes and order.
fn all() -> impl Iterator<Item = (&'static str, u32, &'static str)> {
    let orders = ["random", "turn", "sorted"];
    let kernels = ["dispatch/ladder", "dispatch/guarded", "dispatch/split"];
    let varied = kernels.into_iter().flat_map(move |id| orders.map(|order| (id, order)));
    varied.flat_map(|(id, order)| (1..=4).map(move |classes| (id, classes, order)))
}

#[test]
fn the_stored_sum_is_what_the_methods_compute() {
    for (id, classes, order) in all() {
        let built = built(id, classes, order);
        let values = objects(id, &built, classes);
        assert_eq!(values.len(), OBJECTS as usize);
        let a_round = values.iter().fold(0u32, |sum, (class, value)| sum.wrapping_add(METHODS[*class](*value)));
        let result = built.prepared.arguments[2];
        assert_eq!(built.run(3).word(result), a_round.wrapping_mul(3), "{id} {classes} {order}");
    }
}

#[test]
fn classes_have_equal_shares_and_come_in_their_order() {
    for (id, classes, order) in all() {
        let found: Vec<u32> =
            objects(id, &built(id, classes, order), classes).iter().map(|(class, _)| *class as u32).collect();
        let turn: Vec<u32> = (0..OBJECTS).map(|index| index % classes).collect();
        let mut sorted = turn.clone();
        sorted.sort_unstable();
        let mut shares = found.clone();
        shares.sort_unstable();
        assert_eq!(shares, sorted, "{id} {classes} {order}");
        match (id, order) {
            ("dispatch/split", _) | (_, "sorted") => assert_eq!(found, sorted, "{id} {classes}"),
            (_, "turn") => assert_eq!(found, turn, "{id} {classes}"),
            _ if classes > 1 => assert!(found != sorted && found != turn, "{id} {classes}"),
            _ => {}
        }
    }
}

#[test]
fn only_a_guess_that_fails_calls_through_the_table() {
    for classes in 1..=4 {
        let built = built("dispatch/guarded", classes, "random");
        let called: Vec<usize> = built.run(1).called.iter().map(|target| class(&built, *target)).collect();
        let expected: Vec<usize> = objects("dispatch/guarded", &built, classes)
            .into_iter()
            .map(|(class, _)| class)
            .filter(|class| *class > 0)
            .collect();
        assert_eq!(called, expected);
    }
    assert!(built("dispatch/ladder", 4, "random").run(1).called.is_empty());
    assert!(built("dispatch/split", 4, "").run(1).called.is_empty());
}

/// Mispredictions per call by two-bit counters, in hundredths.
fn hundredths(id: &str, classes: u32, order: &str) -> usize {
    let run = built(id, classes, order).run(20);
    100 * mispredictions(&run.decisions, 0) / (20 * OBJECTS as usize)
}

#[test]
fn two_bit_counters_fare_as_predicted() {
    let close = |found: usize, predicted: usize| assert!(found.abs_diff(predicted) <= 4, "{found} not {predicted}");
    close(hundredths("dispatch/ladder", 4, "random"), 85);
    close(hundredths("dispatch/ladder", 2, "random"), 50);
    close(hundredths("dispatch/guarded", 4, "random"), 30);
    close(hundredths("dispatch/guarded", 2, "random"), 50);
    for id in ["dispatch/ladder", "dispatch/guarded"] {
        assert!(hundredths(id, 1, "random") < 2);
        assert!(hundredths(id, 4, "sorted") < 2);
    }
    assert!(hundredths("dispatch/split", 4, "") < 2);
}
