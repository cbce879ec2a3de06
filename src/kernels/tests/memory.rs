//! `memory/*`: which addresses are touched, in which order.

use std::collections::HashSet;

use proptest::prelude::*;

use super::built::{Built, DATA_WORDS, parameters};
use super::golden;
use super::machine::decode;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::error::KernelError;
use crate::kernels::memory::{CHASE, FORWARD, GATHER, LOAD_STRIDE, MISSES, PREFETCH, STORE_STRIDE, TLB};
use crate::kernels::preset::Preset;

const BLOCK: u32 = 32;
const PAGE: u32 = 4096;

fn built(kernel: &Descriptor, settings: &[(&str, &str)]) -> Built {
    Built::new(kernel, &parameters(kernel, Preset::Quick, settings))
}

/// Addresses of loads and stores of one round.
fn accessed(kernel: &Descriptor, settings: &[(&str, &str)]) -> Vec<u32> {
    built(kernel, settings).run(1).accessed
}

fn check(kernel: &Descriptor, settings: &[(&str, &str)], iterations: &[u32]) {
    let parameters = parameters(kernel, Preset::Quick, settings);
    let built = Built::new(kernel, &parameters);
    for n in iterations {
        let counted = built.run(*n).counts;
        assert_eq!(counted, kernel.counts(&parameters, u64::from(*n)), "{} {parameters} n={n}", kernel.id);
    }
}

/// The addresses, sorted, are all different and `apart` from each other.
fn assert_covers(mut addresses: Vec<u32>, count: usize, apart: u32) {
    assert_eq!(addresses.len(), count);
    addresses.sort_unstable();
    assert!(addresses.windows(2).all(|pair| pair[1] - pair[0] == apart), "not {apart} apart");
}

#[test]
fn a_chase_visits_every_node_once_a_round() {
    for order in ["random", "ascending"] {
        for (nodes, spacing, apart) in [("1", "1", 32), ("2", "3", 96), ("1000", "1", 32), ("777", "128", 4096)] {
            let settings = [("nodes", nodes), ("spacing", spacing), ("order", order)];
            assert_covers(accessed(&CHASE, &settings), nodes.parse().unwrap(), apart);
            let two_rounds = built(&CHASE, &settings).run(2).accessed;
            let (first, second) = two_rounds.split_at(two_rounds.len() / 2);
            assert_eq!(first, second, "a round ends where it began");
        }
    }
}

#[test]
fn ascending_order_is_that_of_the_addresses_and_random_order_is_not() {
    let ascending = accessed(&CHASE, &[("order", "ascending")]);
    assert!(ascending.is_sorted());
    let random = accessed(&CHASE, &[("order", "random")]);
    let next_to_each_other = random.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) == BLOCK).count();
    assert!(next_to_each_other < 10, "{next_to_each_other} of {} steps go to a neighbour", random.len());
}

#[test]
fn the_seed_decides_the_order() {
    let order = |seed| accessed(&CHASE, &[("seed", seed)]);
    assert_eq!(order("1"), order("1"));
    assert_ne!(order("1"), order("2"));
}

#[test]
fn the_first_nodes_of_seed_42_are_these() {
    let order: Vec<u32> = accessed(&CHASE, &[("nodes", "8")]);
    let nodes: Vec<u32> = order.iter().map(|address| (address - order[0]) / BLOCK).collect();
    assert_eq!(nodes, [0, 2, 7, 1, 4, 3, 6, 5]);
}

#[test]
fn data_begins_at_a_cache_block_or_a_page() {
    for kernel in [&CHASE, &LOAD_STRIDE, &STORE_STRIDE, &GATHER, &PREFETCH] {
        let first = accessed(kernel, &[]).into_iter().min().unwrap();
        assert!(first.is_multiple_of(BLOCK), "{}: {first:08x}", kernel.id);
    }
    assert!(accessed(&TLB, &[]).into_iter().min().unwrap().is_multiple_of(PAGE));
}

#[test]
fn each_page_has_one_node_and_neighbours_differ_by_a_block() {
    for (pages, step) in [(1, 1), (129, 1), (200, 2), (3, 64)] {
        let settings = [("pages", pages.to_string()), ("step", step.to_string())];
        let mut nodes = accessed(&TLB, &settings.each_ref().map(|(name, text)| (*name, text.as_str())));
        assert_eq!(nodes.len(), pages as usize);
        nodes.sort_unstable();
        for (index, node) in nodes.iter().enumerate() {
            let page = nodes[0] / PAGE + step * index as u32;
            assert_eq!(node / PAGE, page, "page {index}");
            assert_eq!(node % PAGE, BLOCK * (index as u32 % 128), "place in page {index}");
        }
    }
}

#[test]
fn chains_are_followed_in_turn_and_share_nothing() {
    for chains in 1..=8usize {
        let text = chains.to_string();
        let settings = [("chains", text.as_str()), ("nodes", "100"), ("spacing", "3")];
        let run = built(&MISSES, &settings).run(1);
        let loads = &run.accessed[chains..];
        assert_eq!(loads.len(), 100 * chains);
        for chain in 0..chains {
            assert_covers(loads.iter().skip(chain).step_by(chains).copied().collect(), 100, 96);
        }
        assert_eq!(loads.iter().collect::<HashSet<_>>().len(), loads.len());
    }
}

#[test]
fn strides_go_up_by_as_many_words_as_asked() {
    for kernel in [&LOAD_STRIDE, &STORE_STRIDE] {
        for (groups, stride) in [("1", "1"), ("5", "8"), ("3", "1024")] {
            let addresses = accessed(kernel, &[("groups", groups), ("stride", stride)]);
            assert!(addresses.is_sorted());
            assert_covers(addresses, 8 * groups.parse::<usize>().unwrap(), 4 * stride.parse::<u32>().unwrap());
        }
    }
}

#[test]
fn both_orders_store_every_word_of_a_pair_once() {
    for order in ["ascending", "alternating"] {
        assert_covers(accessed(&GATHER, &[("pairs", "7"), ("order", order)]), 7 * 16, 4);
    }
    let words = |order| -> Vec<u32> {
        let addresses = accessed(&GATHER, &[("pairs", "1"), ("order", order)]);
        addresses.iter().map(|address| (address - addresses[0]) / 4).collect()
    };
    assert_eq!(words("ascending"), (0..16).collect::<Vec<_>>());
    assert_eq!(words("alternating"), [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
}

#[test]
fn hints_touch_so_many_blocks_ahead_of_the_load() {
    for ahead in [1, 8, 200] {
        for hint in ["dcbt", "dcbtst"] {
            let settings = [("blocks", "300".to_string()), ("ahead", ahead.to_string()), ("hint", hint.to_string())];
            let run = built(&PREFETCH, &settings.each_ref().map(|(name, text)| (*name, text.as_str()))).run(1);
            assert_covers(run.accessed.clone(), 300, BLOCK);
            assert_eq!(run.hinted.len(), 300);
            assert!(run.accessed.iter().zip(&run.hinted).all(|(load, hint)| hint - load == BLOCK * ahead));
        }
    }
    assert!(built(&PREFETCH, &[("hint", "none")]).run(1).hinted.is_empty());
}

#[test]
fn a_stream_covers_the_blocks_between_the_last_load_and_the_farthest() {
    let built = built(&PREFETCH, &[("blocks", "4"), ("ahead", "6"), ("hint", "dst")]);
    let run = built.run(1);
    assert!(run.accessed.iter().zip(&run.hinted).all(|(load, start)| load - start == BLOCK));
    assert_eq!(built.prepared.arguments[3], 0x0208_0020, "eight blocks: the one before, this one, six ahead");
    let last = run.accessed[3] + BLOCK * 6;
    assert_eq!(built.word(last), 0, "the farthest block is the kernel's own");
}

#[test]
fn every_overlap_is_a_store_and_a_load() {
    for overlap in ["same", "inside", "wider", "apart", "float", "vector"] {
        let built = built(&FORWARD, &[("overlap", overlap)]);
        let words = &built.executable()[4..20];
        assert!(words.chunks(2).all(|pair| pair == &words[..2]));
        check(&FORWARD, &[("overlap", overlap)], &[1, 2, 5]);
    }
    let pair = |overlap| -> [String; 2] {
        let built = built(&FORWARD, &[("overlap", overlap)]);
        [4, 5].map(|index: usize| decode(built.executable()[index]).simplified().to_string())
    };
    assert_eq!(pair("inside"), ["stw r14, 0x0(r4)", "lbz r14, 0x3(r4)"]);
    assert_eq!(pair("wider"), ["stb r14, 0x3(r4)", "lwz r14, 0x0(r4)"]);
    assert_eq!(pair("vector"), ["stvx v0, r4, r5", "lvx v0, r4, r5"]);
}

#[test]
fn closed_forms_hold_at_the_ends_of_the_ranges() {
    check(&CHASE, &[("nodes", "1")], &[1, 2, 5]);
    check(&CHASE, &[("nodes", "100000")], &[1, 2]);
    check(&TLB, &[("pages", "1023")], &[1, 2]);
    check(&MISSES, &[("chains", "8"), ("nodes", "4000")], &[1, 2]);
    for kernel in [&LOAD_STRIDE, &STORE_STRIDE] {
        check(kernel, &[("groups", "1")], &[1, 2, 5]);
        check(kernel, &[("groups", "10000")], &[1, 2]);
    }
    check(&GATHER, &[("pairs", "1"), ("order", "alternating")], &[1, 2, 5]);
    check(&GATHER, &[("pairs", "10000")], &[1]);
    for hint in ["none", "dcbt", "dcbtst", "dst"] {
        check(&PREFETCH, &[("blocks", "1"), ("hint", hint)], &[1, 2, 5]);
        check(&PREFETCH, &[("blocks", "50000"), ("hint", hint)], &[1]);
    }
}

/// The area of 4 MiB starts two words before a cache block in these tests; what comes
/// before the data is at most six words and a table.
#[test]
fn what_does_not_fit_is_refused_with_the_exact_need() {
    let refused = |kernel: &Descriptor, settings: &[(&str, &str)]| {
        let parameters = parameters(kernel, Preset::Quick, settings);
        let error = Built::at(kernel, &parameters, 0x0100_0000, 0x0200_0000).err().expect("too large");
        match error {
            KernelError::DataTooLarge { needed, available: DATA_WORDS } => needed,
            other => panic!("{other}"),
        }
    };
    let mebibytes = |count: usize| count << 18;
    assert_eq!(refused(&CHASE, &[("nodes", "2097152")]), mebibytes(64));
    assert_eq!(refused(&CHASE, &[("nodes", "131073")]), mebibytes(4) + 8);
    assert_eq!(refused(&CHASE, &[("nodes", "2097152"), ("spacing", "128")]), mebibytes(8192));
    assert_eq!(refused(&TLB, &[("pages", "1024"), ("step", "64")]), mebibytes(256) - 63 * 1024);
    let most = [("chains", "8"), ("nodes", "262144"), ("spacing", "64")];
    assert_eq!(refused(&MISSES, &most), mebibytes(4096) + 8);
    assert_eq!(refused(&LOAD_STRIDE, &[("groups", "131072"), ("stride", "1024")]), mebibytes(4096) - 1023);
    assert_eq!(refused(&GATHER, &[("pairs", "1048576")]), mebibytes(64));
    assert_eq!(refused(&PREFETCH, &[("blocks", "2097152"), ("ahead", "200")]), mebibytes(64) + 201 * 8);
}

#[test]
fn four_mebibytes_fit_exactly() {
    let parameters = parameters(&CHASE, Preset::Quick, &[("nodes", "131072")]);
    assert!(Built::at(&CHASE, &parameters, 0x0100_0000, 0x0200_0000).is_ok());
}

#[test]
fn memory_kernels_are_the_assembled_ones() {
    golden::check("memory/chase", &[], include_str!("golden/memory-chase.txt"));
    golden::check("memory/tlb", &[], include_str!("golden/memory-chase.txt"));
    golden::check("memory/misses", &[("chains", "3")], include_str!("golden/memory-misses.txt"));
    golden::check("memory/load-stride", &[], include_str!("golden/memory-load-stride.txt"));
    golden::check("memory/store-stride", &[], include_str!("golden/memory-store-stride.txt"));
    golden::check("memory/gather", &[("order", "alternating")], include_str!("golden/memory-gather.txt"));
    golden::check("memory/forward", &[("overlap", "float")], include_str!("golden/memory-forward.txt"));
    golden::check("memory/prefetch", &[("hint", "dst")], include_str!("golden/memory-prefetch.txt"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_chase_anywhere_is_one_cycle(
        nodes in 1u32..500, spacing in 1u32..9, seed: u32, n in 1u32..4, code in 0u32..64, data in 0u32..64,
    ) {
        let settings =
            [("nodes", nodes.to_string()), ("spacing", spacing.to_string()), ("seed", seed.to_string())];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(&CHASE, Preset::Quick, &settings);
        let built = Built::at(&CHASE, &parameters, 0x0100_0000 + 4 * code, 0x0200_0000 + 4 * data).unwrap();
        let run = built.run(n);
        prop_assert_eq!(run.counts, CHASE.counts(&parameters, n.into()), "{}", parameters);
        prop_assert_eq!(run.accessed.iter().collect::<HashSet<_>>().len(), nodes as usize);
    }

    #[test]
    fn any_number_of_chains_executes_its_closed_form(
        chains in 1u32..=8, nodes in 1u32..200, spacing in 1u32..9, seed: u32, n in 1u32..4,
    ) {
        let settings = [
            ("chains", chains.to_string()), ("nodes", nodes.to_string()),
            ("spacing", spacing.to_string()), ("seed", seed.to_string()),
        ];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(&MISSES, Preset::Quick, &settings);
        let run = Built::new(&MISSES, &parameters).run(n);
        prop_assert_eq!(run.counts, MISSES.counts(&parameters, n.into()), "{}", parameters);
    }
}
