//! Closed forms against counted execution.

use proptest::prelude::*;

use super::built::{Built, article, parameters};
use crate::kernels::ALL;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::parameters::Parameters;
use crate::kernels::preset::Preset;
use crate::kernels::{branch, find};

fn check(kernel: &Descriptor, parameters: &Parameters, iterations: &[u32]) {
    let built = Built::new(kernel, parameters);
    for n in iterations {
        let counted = built.run(*n).counts;
        assert_eq!(counted, kernel.counts(parameters, u64::from(*n)), "{} {parameters} n={n}", kernel.id);
    }
}

#[test]
fn every_kernel_executes_its_closed_form_in_every_preset() {
    for kernel in ALL {
        for preset in Preset::ALL {
            check(kernel, &parameters(kernel, preset, &[]), &[1, 2, 5]);
        }
    }
}

#[test]
fn dispatch_kernels_execute_it_with_odd_numbers_of_objects_and_any_seed() {
    for kernel in article() {
        for (objects, seed) in [("1", "42"), ("2", "0"), ("3", "1"), ("5", "4294967295"), ("7", "7"), ("4097", "42")] {
            let settings = [("objects", objects), ("seed", seed)];
            check(kernel, &parameters(kernel, Preset::Quick, &settings), &[1, 2, 5]);
        }
        check(kernel, &parameters(kernel, Preset::Quick, &[("objects", "65536")]), &[1]);
    }
}

#[test]
fn kernels_that_know_the_classes_execute_it_for_every_number_and_order_of_them() {
    for id in ["dispatch/ladder", "dispatch/guarded"] {
        let kernel = find(id).unwrap();
        for classes in ["1", "2", "3", "4"] {
            for order in ["random", "turn", "sorted"] {
                for objects in ["4", "5", "6", "7", "1001"] {
                    let settings = [("objects", objects), ("classes", classes), ("order", order)];
                    check(kernel, &parameters(kernel, Preset::Quick, &settings), &[1, 2, 5]);
                }
            }
        }
        check(kernel, &parameters(kernel, Preset::Quick, &[("objects", "65536")]), &[1]);
    }
    let split = find("dispatch/split").unwrap();
    for classes in ["1", "2", "3", "4"] {
        for objects in ["4", "5", "6", "7", "1001", "65536"] {
            check(split, &parameters(split, Preset::Quick, &[("objects", objects), ("classes", classes)]), &[1, 2]);
        }
    }
}

#[test]
fn every_period_executes_it() {
    let kernel = find("dispatch/period").unwrap();
    for period in ["2", "3", "4", "5", "15", "16", "17", "1000", "65536"] {
        check(kernel, &parameters(kernel, Preset::Quick, &[("period", period)]), &[1, 2, 5, 2_000]);
    }
}

#[test]
fn chains_execute_it_from_the_shortest_to_the_longest() {
    for fill in ["nop", "independent"] {
        for (branches, nops) in
            [("1", "0"), ("1", "1"), ("1", "64"), ("2", "0"), ("3", "7"), ("127", "3"), ("1000", "5"), ("16384", "0")]
        {
            let settings = [("branches", branches), ("nops", nops), ("fill", fill)];
            check(&branch::CHAIN, &parameters(&branch::CHAIN, Preset::Quick, &settings), &[1, 2, 5]);
        }
        let longest = [("branches", "16384"), ("nops", "64"), ("fill", fill)];
        check(&branch::CHAIN, &parameters(&branch::CHAIN, Preset::Quick, &longest), &[1]);
    }
}

#[test]
fn directions_execute_it_for_every_sense_and_distance() {
    let kernel = &branch::DIRECTION;
    for sense in ["mixed", "same", "inverse"] {
        for (branches, spacing, period, ahead) in [
            ("1", "2", "1", "0"),
            ("1", "2", "64", "7"),
            ("2", "64", "3", "1"),
            ("9", "5", "2", "3"),
            ("250", "3", "5", "7"),
        ] {
            let settings =
                [("sense", sense), ("branches", branches), ("spacing", spacing), ("period", period), ("ahead", ahead)];
            check(kernel, &parameters(kernel, Preset::Quick, &settings), &[1, 2, 5]);
        }
    }
    let most = [("branches", "16384"), ("spacing", "64"), ("period", "1")];
    check(kernel, &parameters(kernel, Preset::Quick, &most), &[1]);
    let longest = [("branches", "3"), ("period", "2048")];
    check(kernel, &parameters(kernel, Preset::Quick, &longest), &[1, 2]);
}

#[test]
fn returns_execute_it_at_every_depth() {
    let kernel = &branch::RETURN;
    for frame in ["saved", "none"] {
        for depth in ["1", "2", "3", "8", "9", "64"] {
            for gap in ["0", "1", "16"] {
                let settings = [("depth", depth), ("frame", frame), ("gap", gap)];
                check(kernel, &parameters(kernel, Preset::Quick, &settings), &[1, 2, 5]);
            }
        }
    }
}

#[test]
fn indirect_jumps_execute_it_in_every_order() {
    let kernel = &branch::INDIRECT;
    for order in ["sequential", "random", "constant"] {
        for (targets, gap) in [("1", "0"), ("1", "32"), ("2", "1"), ("3", "0"), ("257", "3"), ("16384", "0")] {
            let settings = [("order", order), ("targets", targets), ("gap", gap)];
            check(kernel, &parameters(kernel, Preset::Quick, &settings), &[1, 2, 5]);
        }
    }
    check(kernel, &parameters(kernel, Preset::Quick, &[("targets", "16384"), ("gap", "32")]), &[1]);
}

#[test]
fn the_empty_kernel_executes_nothing() {
    let kernel = find("calibrate/empty").unwrap();
    let parameters = parameters(kernel, Preset::Quick, &[]);
    assert_eq!(kernel.counts(&parameters, 1_000_000).executed, 0);
    assert_eq!(Built::new(kernel, &parameters).run(1_000_000).counts.executed, 0);
}

#[test]
fn kernels_run_again_after_one_preparation() {
    for kernel in ALL {
        let parameters = parameters(kernel, Preset::Quick, &[]);
        let built = Built::new(kernel, &parameters);
        let mut machine = built.run(2);
        let first = machine.counts;
        machine.call(&built.prepared, 2);
        assert_eq!(machine.counts.executed, 2 * first.executed, "{}", kernel.id);
        assert_eq!(machine.counts.taken, 2 * first.taken, "{}", kernel.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Parameters, seed, iterations and addresses change neither the closed form's
    /// truth nor that the kernel stays within its memory.
    #[test]
    fn any_dispatch_kernel_anywhere_executes_its_closed_form(
        index in 0usize..8, objects in 1u32..200, seed: u32, n in 1u32..8, code in 0u32..64, data in 0u32..64,
    ) {
        let kernel = article().nth(index).unwrap();
        let settings = [("objects", objects.to_string()), ("seed", seed.to_string())];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(kernel, Preset::Quick, &settings);
        let built = Built::at(kernel, &parameters, 0x0100_0000 + 4 * code, 0x0200_0000 + 4 * data).unwrap();
        prop_assert_eq!(built.run(n).counts, kernel.counts(&parameters, n.into()), "{} {}", kernel.id, parameters);
    }

    #[test]
    fn any_chain_anywhere_executes_its_closed_form(
        branches in 1u32..300, nops in 0u32..=64, fill in 0usize..2, n in 1u32..8, code in 0u32..64,
    ) {
        let kernel = &branch::CHAIN;
        let fill = ["nop", "independent"][fill].to_string();
        let settings = [("branches", branches.to_string()), ("nops", nops.to_string()), ("fill", fill)];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(kernel, Preset::Quick, &settings);
        let built = Built::at(kernel, &parameters, 0x0100_0000 + 4 * code, 0x0200_0000).unwrap();
        prop_assert_eq!(built.run(n).counts, kernel.counts(&parameters, n.into()), "{}", parameters);
    }

    #[test]
    fn any_kernel_that_knows_the_classes_executes_its_closed_form(
        index in 0usize..3, objects in 4u32..200, classes in 1u32..=4, order in 0usize..3, seed: u32, n in 1u32..8,
    ) {
        let kernel = find(["dispatch/ladder", "dispatch/guarded", "dispatch/split"][index]).unwrap();
        let order = ["random", "turn", "sorted"][order].to_string();
        let mut settings = vec![("objects", objects.to_string()), ("classes", classes.to_string())];
        settings.push(("seed", seed.to_string()));
        if index < 2 {
            settings.push(("order", order));
        }
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let parameters = parameters(kernel, Preset::Quick, &settings);
        let counted = Built::new(kernel, &parameters).run(n).counts;
        prop_assert_eq!(counted, kernel.counts(&parameters, n.into()), "{} {}", kernel.id, parameters);
    }

    #[test]
    fn any_directions_anywhere_execute_their_closed_form(
        branches in 1u32..80, spacing in 2u32..20, period in 1u32..40, sense in 0usize..3, ahead in 0u32..8,
        seed: u32, n in 1u32..4, code in 0u32..64,
    ) {
        let kernel = &branch::DIRECTION;
        let settings = [
            ("branches", branches.to_string()),
            ("spacing", spacing.to_string()),
            ("period", period.to_string()),
            ("sense", ["mixed", "same", "inverse"][sense].to_string()),
            ("ahead", ahead.to_string()),
            ("seed", seed.to_string()),
        ];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(kernel, Preset::Quick, &settings);
        let built = Built::at(kernel, &parameters, 0x0100_0000 + 4 * code, 0x0200_0000).unwrap();
        prop_assert_eq!(built.run(n).counts, kernel.counts(&parameters, n.into()), "{}", parameters);
    }

    /// The closed form is linear in n.
    #[test]
    fn the_difference_of_n_and_2n_is_n_iterations(index in 0..ALL.len(), n in 1u64..1_000_000) {
        let kernel = ALL[index];
        let parameters = parameters(kernel, Preset::Default, &[]);
        let executed = |n| kernel.counts(&parameters, n).executed;
        prop_assert_eq!(executed(2 * n) - executed(n), n * (executed(2) - executed(1)));
    }
}
