//! Presets stay within what the watchdog and r3 allow.

use proptest::prelude::*;

use super::built::{article, parameters};
use crate::kernels::parameters::{MOST_PARAMETER_BYTES, MOST_PARAMETERS, Parameter, Range};
use crate::kernels::preset::Preset;
use crate::kernels::schedule::{MOST_EXECUTED, MOST_ITERATIONS, Schedule};
use crate::kernels::{ALL, branch, find};

#[test]
fn every_preset_of_every_kernel_stays_under_the_watchdog() {
    for kernel in ALL {
        for preset in Preset::ALL {
            let parameters = parameters(kernel, preset, &[]);
            let schedule = kernel.schedule(&parameters, preset);
            assert_eq!(schedule, kernel.schedules.get(preset), "{} {}: bounded", kernel.id, preset.name());
            assert!(schedule.n >= 1 && schedule.warmup >= 1 && schedule.trials >= 3);
            for iterations in [schedule.warmup, schedule.n, 2 * schedule.n] {
                assert!(kernel.counts(&parameters, iterations).executed <= MOST_EXECUTED, "{}", kernel.id);
            }
        }
    }
}

#[test]
fn the_quick_preset_is_a_few_million_instructions() {
    for kernel in ALL {
        let parameters = parameters(kernel, Preset::Quick, &[]);
        let Schedule { warmup, n, trials } = kernel.schedule(&parameters, Preset::Quick);
        let executed = |iterations| kernel.counts(&parameters, iterations).executed;
        let total = executed(warmup) + u64::from(trials) * (executed(n) + executed(2 * n));
        assert!(total < 5_000_000, "{}: {total}", kernel.id);
    }
}

#[test]
fn the_article_preset_of_the_dispatch_kernels_is_the_article() {
    for kernel in article() {
        let parameters = parameters(kernel, Preset::Article, &[]);
        assert_eq!(parameters.to_string(), "objects:4096,seed:42");
        let schedule = kernel.schedule(&parameters, Preset::Article);
        assert_eq!(schedule, Schedule { warmup: 500, n: 5_000, trials: 5 });
    }
}

#[test]
fn instructions_an_object_are_the_stated_ones() {
    let expected = [
        ("dispatch/direct", 8),
        ("dispatch/mono", 11),
        ("dispatch/dual", 11),
        ("dispatch/mega", 11),
        ("dispatch/fptr-single", 10),
        ("dispatch/fptr-multi", 12),
        ("dispatch/switch-seq", 14),
        ("dispatch/switch-rnd", 10),
    ];
    // Ladder: 9 and, in equal parts, 3, 5, 7 and 6 on the way to the class. Guess: 10 and
    // 1 for the class that is expected, 4 for the three others. Both times 4.
    let shared = [("dispatch/ladder", 57), ("dispatch/guarded", 53), ("dispatch/split", 32)];
    for (id, four_objects) in shared {
        let kernel = find(id).unwrap();
        let executed = |objects| kernel.counts(&parameters(kernel, Preset::Quick, &[("objects", objects)]), 1).executed;
        assert_eq!(executed("1004") - executed("4"), 250 * four_objects, "{id}");
    }
    for (id, an_object) in expected {
        let kernel = find(id).unwrap();
        let executed = |objects| kernel.counts(&parameters(kernel, Preset::Quick, &[("objects", objects)]), 1).executed;
        assert_eq!(executed("1001") - executed("1"), 1000 * an_object, "{id}");
    }
}

#[test]
fn a_chain_too_long_for_the_preset_runs_fewer_rounds() {
    let kernel = &branch::CHAIN;
    let longest = parameters(kernel, Preset::Article, &[("branches", "16384"), ("nops", "64")]);
    assert_eq!(kernel.schedule(&longest, Preset::Article), Schedule { warmup: 10, n: 281, trials: 5 });
    assert_eq!(kernel.counts(&longest, 2 * 281).executed, 598_508_085);
    assert!(kernel.counts(&longest, 2 * 282).executed > MOST_EXECUTED);
}

#[test]
fn a_kernel_that_executes_nothing_is_bound_by_the_register() {
    let kernel = find("calibrate/empty").unwrap();
    assert_eq!(kernel.most_iterations(&parameters(kernel, Preset::Quick, &[])), MOST_ITERATIONS / 2);
}

#[test]
fn ids_are_unique_and_found() {
    for kernel in ALL {
        assert!(core::ptr::eq(find(kernel.id).unwrap(), *kernel), "{}", kernel.id);
        assert!(kernel.parameters.len() <= MOST_PARAMETERS);
        assert!(!kernel.predictions.is_empty(), "{} predicts nothing", kernel.id);
    }
    assert!(find("dispatch/none").is_none());
}

/// The report's field for them has so many bytes.
#[test]
fn the_longest_parameters_fit_their_field() {
    for kernel in ALL {
        let longest = |range: &Range| match range {
            Range::Number(_, most) => most.to_string().len(),
            Range::Choice(words) => words.iter().map(|word| word.len()).max().unwrap(),
        };
        let bytes = |parameter: &Parameter| parameter.name.len() + 1 + longest(&parameter.range);
        let text = kernel.parameters.iter().map(bytes).sum::<usize>() + kernel.parameters.len().saturating_sub(1);
        assert!(text <= MOST_PARAMETER_BYTES, "{}: {text} bytes", kernel.id);
    }
}

proptest! {
    /// The bound is the largest that holds.
    #[test]
    fn the_bound_is_exact(branches in 1u32..=16_384, nops in 0u32..=64) {
        let kernel = &branch::CHAIN;
        let settings = [("branches", branches.to_string()), ("nops", nops.to_string())];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(kernel, Preset::Default, &settings);
        let most = kernel.most_iterations(&parameters);
        prop_assert!(kernel.counts(&parameters, 2 * most).executed <= MOST_EXECUTED);
        prop_assert!(kernel.counts(&parameters, 2 * (most + 1)).executed > MOST_EXECUTED);
    }
}
