//! `fetch/*`: where blocks stand, and closed forms over the whole range.

use proptest::prelude::*;

use super::built::{Built, parameters};
use super::golden;
use super::machine::decode;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::fetch::{ENTRY, RING, STRAIGHT};
use crate::kernels::preset::Preset;

const PAGE: u32 = 4096;

fn check(kernel: &Descriptor, settings: &[(&str, &str)], iterations: &[u32]) {
    let parameters = parameters(kernel, Preset::Quick, settings);
    let built = Built::new(kernel, &parameters);
    for n in iterations {
        let counted = built.run(*n).counts;
        assert_eq!(counted, kernel.counts(&parameters, u64::from(*n)), "{} {parameters} n={n}", kernel.id);
    }
}

/// The blocks of a ring: address of the first word, and the words before the branch.
fn blocks(settings: &[(&str, &str)]) -> Vec<(u32, Vec<u32>)> {
    let built = Built::new(&RING, &parameters(&RING, Preset::Quick, settings));
    let run = built.run(3);
    let mut blocks = Vec::new();
    let mut words = Vec::new();
    let mut start = 0;
    // The head is the first four executed words; the count runs once more than the rest.
    for (index, word) in built.code.iter().enumerate().filter(|(index, _)| run.executions[*index] == 3) {
        if words.is_empty() {
            start = built.code_address + 4 * index as u32;
        }
        if decode(*word).is_branch() {
            blocks.push((start, core::mem::take(&mut words)));
        } else {
            words.push(*word);
        }
    }
    blocks
}

#[test]
fn crossing_blocks_have_one_word_before_the_page_and_the_rest_behind() {
    for (count, nops) in [("1", "0"), ("2", "7"), ("9", "40"), ("256", "64")] {
        let blocks = blocks(&[("blocks", count), ("nops", nops)]);
        assert_eq!(blocks.len().to_string(), count);
        for (index, (start, words)) in blocks.iter().enumerate() {
            assert_eq!(start % PAGE, PAGE - 4, "block {index} at {start:08x}");
            assert_eq!(start - blocks[0].0, 2 * PAGE * index as u32);
            assert_eq!((words.len() - 1).to_string(), nops);
            assert!(words.iter().all(|word| *word == 0x6000_0000));
        }
    }
}

#[test]
fn staggered_crossings_differ_in_the_words_before_the_end_of_the_page() {
    for (nops, depths) in [("0", 1), ("7", 1), ("8", 2), ("40", 6), ("64", 9)] {
        let blocks = blocks(&[("blocks", "20"), ("nops", nops), ("layout", "crossing-staggered")]);
        for (index, (start, words)) in blocks.iter().enumerate() {
            let before = (PAGE - start % PAGE) / 4;
            assert_eq!(before, 1 + 8 * (index as u32 % depths), "k = {nops}, block {index}");
            let branch = start + 4 * words.len() as u32;
            assert_eq!(branch / PAGE, start / PAGE + 1, "k = {nops}, block {index} crosses");
            assert_eq!(branch / PAGE, blocks[0].0 / PAGE + 1 + 2 * index as u32);
        }
    }
}

#[test]
fn staggered_blocks_lie_within_a_page_and_share_no_line_until_the_page_is_full() {
    for (nops, a_page) in [("0", 128), ("6", 128), ("7", 64), ("40", 21), ("64", 14)] {
        let blocks = blocks(&[("blocks", "256"), ("nops", nops), ("layout", "staggered")]);
        let lines =
            |(start, words): &(u32, Vec<u32>)| (start % PAGE) / 32..=(start % PAGE + 4 * words.len() as u32) / 32;
        for (index, block) in blocks.iter().enumerate() {
            assert_eq!(block.0 / PAGE, blocks[0].0 / PAGE + 2 * index as u32);
            assert!(*lines(block).end() < PAGE / 32, "block {index} ends in its page");
        }
        let mut used = vec![0; 128];
        blocks[..a_page].iter().flat_map(lines).for_each(|line| used[line as usize] += 1);
        assert!(used.iter().all(|times| *times <= 1), "nops {nops}");
        assert_eq!(blocks[a_page].0 % PAGE, blocks[0].0 % PAGE, "nops {nops}: starts over");
    }
}

#[test]
fn a_ring_goes_from_block_to_block_and_back_to_its_count() {
    let settings = [("blocks", "2"), ("nops", "1"), ("fill", "independent")];
    let built = Built::new(&RING, &parameters(&RING, Preset::Quick, &settings));
    let run = built.run(1);
    let executed = built.code.iter().zip(&run.executions).filter(|(_, times)| **times > 0);
    let text: Vec<String> = executed.map(|(word, _)| decode(*word).simplified().to_string()).collect();
    let expected = [
        "addi r3, r3, 0x1",
        "mtctr r3",
        "bdnz 0x8",
        "add r14, r8, r9",
        "add r15, r8, r9",
        "b 0x1ff8",
        "add r16, r8, r9",
        "add r17, r8, r9",
        "b -0x2010",
    ];
    assert_eq!(text, expected);
}

#[test]
fn rings_execute_their_closed_form_from_the_smallest_to_the_largest() {
    for layout in ["crossing", "staggered", "crossing-staggered"] {
        for (blocks, nops) in [("1", "0"), ("1", "64"), ("3", "5"), ("255", "0")] {
            check(&RING, &[("blocks", blocks), ("nops", nops), ("layout", layout)], &[1, 2, 5]);
        }
        check(&RING, &[("blocks", "256"), ("nops", "64"), ("layout", layout), ("fill", "independent")], &[1]);
    }
}

#[test]
fn straight_code_executes_its_closed_form_from_4_kib_to_4_mib() {
    for fill in ["nop", "independent"] {
        for kib in ["4", "5", "33", "1000"] {
            check(&STRAIGHT, &[("kib", kib), ("fill", fill)], &[1, 2, 5]);
        }
        check(&STRAIGHT, &[("kib", "4096"), ("fill", fill)], &[1]);
    }
}

#[test]
fn straight_code_starts_at_a_cache_block_and_is_as_long_as_asked() {
    let built = Built::new(&STRAIGHT, &parameters(&STRAIGHT, Preset::Quick, &[("kib", "4")]));
    let executable = built.executable();
    assert!((built.prepared.entry + 16).is_multiple_of(32));
    assert_eq!(executable.len(), 4 + 1024 + 1);
    assert_eq!(decode(executable[1028]).simplified().to_string(), "b -0x1008");
}

#[test]
fn loops_start_at_the_word_asked_for() {
    for word in 0..8 {
        for length in ["0", "3", "24"] {
            let settings = [("word", word.to_string()), ("length", length.to_string())];
            let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
            let built = Built::new(&ENTRY, &parameters(&ENTRY, Preset::Quick, &settings));
            assert_eq!((built.prepared.entry + 4) % 32, 4 * word);
            check(&ENTRY, &settings, &[1, 2, 5]);
        }
    }
}

#[test]
fn a_loop_entered_at_word_5_is_the_assembled_one() {
    golden::check("fetch/entry", &[("word", "5")], include_str!("golden/fetch-entry.txt"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_ring_anywhere_executes_its_closed_form(
        blocks in 1u32..40, nops in 0u32..=64, layout in 0usize..3, n in 1u32..6, code in 0u32..4096,
    ) {
        let layout = ["crossing", "staggered", "crossing-staggered"][layout].to_string();
        let settings = [("blocks", blocks.to_string()), ("nops", nops.to_string()), ("layout", layout)];
        let settings = settings.each_ref().map(|(name, text)| (*name, text.as_str()));
        let parameters = parameters(&RING, Preset::Quick, &settings);
        let built = Built::at(&RING, &parameters, 0x0100_0000 + 4 * code, 0x0200_0000).unwrap();
        prop_assert_eq!(built.run(n).counts, RING.counts(&parameters, n.into()), "{}", parameters);
    }
}
