//! Generated words, disassembled: their kinds, and that none is dead or stray.

use super::built::{Built, parameters};
use super::machine::{decode, kind};
use crate::kernels::counts::Counts;
use crate::kernels::preset::Preset;
use crate::kernels::{ALL, branch};

/// The kinds of words add up to what the closed form says: each word's kind, as the
/// disassembler sees it, times how often it was executed.
#[test]
fn kinds_of_words_weighted_by_executions_are_the_closed_form() {
    for kernel in ALL {
        for preset in Preset::ALL {
            let parameters = parameters(kernel, preset, &[]);
            let built = Built::new(kernel, &parameters);
            let run = built.run(3);
            let mut sum = Counts::default();
            for (word, times) in built.code.iter().zip(&run.executions) {
                let kind = kind(decode(*word));
                sum.executed += times * kind.executed;
                sum.branches += times * kind.branches;
                sum.loads += times * kind.loads;
                sum.stores += times * kind.stores;
                sum.float += times * kind.float;
                sum.vector += times * kind.vector;
                sum.system_calls += times * kind.system_calls;
            }
            let Counts { taken, folded, fall_through, .. } = run.counts;
            let expected = kernel.counts(&parameters, 3);
            assert_eq!(Counts { taken, folded, fall_through, ..sum }, expected, "{} {parameters}", kernel.id);
        }
    }
}

/// Where every word is executed once by one iteration, the words themselves are the
/// closed form, and the `blr`.
#[test]
fn straight_kernels_consist_of_their_closed_form_and_a_return() {
    let otherwise = ["calibrate/blr", "calibrate/mispredicted", "calibrate/fetch-misses"];
    let straight = ALL.iter().filter(|kernel| kernel.id.starts_with("calibrate/") && !otherwise.contains(&kernel.id));
    for kernel in straight {
        let parameters = parameters(kernel, Preset::Default, &[]);
        let built = Built::new(kernel, &parameters);
        let (last, words) = built.executable().split_last().unwrap();
        let instructions: Vec<_> = words.iter().map(|word| kind(decode(*word))).collect();
        let total = |of: fn(&Counts) -> u64| instructions.iter().map(of).sum::<u64>();
        let expected = kernel.counts(&parameters, 1);
        assert!(decode(*last).is_blr(), "{}", kernel.id);
        assert_eq!(total(|kind| kind.executed), expected.executed, "{}", kernel.id);
        assert_eq!(total(|kind| kind.branches), expected.branches, "{}", kernel.id);
        assert_eq!(total(|kind| kind.loads), expected.loads, "{}", kernel.id);
        assert_eq!(total(|kind| kind.stores), expected.stores, "{}", kernel.id);
        assert_eq!(total(|kind| kind.float), expected.float, "{}", kernel.id);
        assert_eq!(total(|kind| kind.vector), expected.vector, "{}", kernel.id);
        assert_eq!(total(|kind| kind.system_calls), expected.system_calls, "{}", kernel.id);
    }
}

/// Words that are never executed are padding or the final `blr`: no code is dead.
#[test]
fn only_padding_and_the_return_are_not_executed() {
    for kernel in ALL {
        let parameters = parameters(kernel, Preset::Quick, &[]);
        let built = Built::new(kernel, &parameters);
        // Enough operations for every way through the code.
        let run = built.run(2.max(200 / kernel.operations(&parameters) as u32));
        let idle: Vec<u32> =
            built.code.iter().zip(&run.executions).filter(|(_, times)| **times == 0).map(|(word, _)| *word).collect();
        let returns = idle.iter().filter(|word| decode(**word).is_blr()).count();
        let padding = idle.iter().filter(|word| **word == 0x6000_0000).count();
        assert_eq!(returns, 1, "{}", kernel.id);
        assert_eq!(padding + returns, idle.len(), "{}: {idle:08x?}", kernel.id);
    }
}

/// The words executed most often are the innermost loop; its first word and every
/// method start a cache block.
#[test]
fn loops_and_methods_start_at_cache_blocks() {
    let elsewhere =
        |id: &str| ["calibrate/empty", "branch/chain", "branch/direction"].contains(&id) || id.starts_with("fetch/");
    for kernel in ALL.iter().filter(|kernel| !elsewhere(kernel.id)) {
        let built = Built::new(kernel, &parameters(kernel, Preset::Quick, &[]));
        let run = built.run(3);
        let busiest = run.executions.iter().max().unwrap();
        let first = run.executions.iter().position(|times| times == busiest).unwrap();
        let address = built.code_address + 4 * first as u32;
        assert!(address.is_multiple_of(32), "{}: the loop starts at {address:08x}", kernel.id);
        assert!(run.called.iter().all(|target| target.is_multiple_of(32)), "{}", kernel.id);
    }
}

/// The first block stands behind the words that open and close a round.
#[test]
fn chains_start_at_cache_blocks() {
    for (kernel, before) in [(&branch::CHAIN, 4), (&branch::DIRECTION, 22)] {
        let built = Built::new(kernel, &parameters(kernel, Preset::Quick, &[]));
        assert!((built.prepared.entry + 4 * before).is_multiple_of(32), "{}", kernel.id);
    }
}

#[test]
fn a_chain_is_blocks_of_filler_and_a_branch() {
    let settings = [("branches", "3"), ("nops", "2"), ("fill", "independent")];
    let built = Built::new(&branch::CHAIN, &parameters(&branch::CHAIN, Preset::Quick, &settings));
    let text: Vec<String> = built.executable().iter().map(|word| decode(*word).simplified().to_string()).collect();
    assert_eq!(
        text,
        [
            "addi r3, r3, 0x1",
            "mtctr r3",
            "bdnz 0x8",
            "blr",
            "add r14, r8, r9",
            "add r15, r8, r9",
            "b 0x4",
            "add r16, r8, r9",
            "add r17, r8, r9",
            "b 0x4",
            "add r18, r8, r9",
            "add r19, r8, r9",
            "b -0x28",
        ]
    );
}
