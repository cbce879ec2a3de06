//! The decoder and the disassembler against GNU objdump, word by word.
//!
//! `data/objdump.txt` holds what objdump printed for `words::recorded`, so that the
//! comparison needs no objdump. To make the file again, or to compare a million words
//! more, name one:
//!
//! ```text
//! G4PMU_UPDATE=1 OBJDUMP=powerpc-linux-gnu-objdump cargo test -p mpc7450 --test instructions sweep
//! OBJDUMP=powerpc-linux-gnu-objdump cargo test -p mpc7450 --test instructions sweep
//! ```

use super::{data, objdump, words};
use mpc7450::instruction::decode;
use std::collections::BTreeSet;
use std::ffi::OsString;

/// Whether a word is of a kind.
type Holds = fn(u32) -> bool;

/// What objdump names and this table does not: which words, and why.
const EXCEPTIONS: [(Holds, &str); 4] = [
    (
        |word| matches!(word >> 26, 59 | 63) && word >> 1 & 0x1f == 22,
        "fsqrt, fsqrts: the MPC7450 has no square root; the instruction is illegal",
    ),
    (|word| word == 0x7c00_02e4, "tlbia: the MPC7450 invalidates entry by entry; the instruction is illegal"),
    (
        |word| word >> 26 == 19 && matches!(word >> 1 & 0x3ff, 16 | 528) && word & 0x1800 != 0,
        "bclr, bcctr with a hint in bits 19 and 20: reserved before version 2.02 of the architecture",
    ),
    (
        |word| word >> 26 == 31 && word >> 1 & 0x3ff == 19 && word & 1 << 20 != 0,
        "mfocrf: bit 11 is reserved before version 2.01 of the architecture",
    ),
];

const RECORDING: &str = "objdump.txt";

/// Words compared with a running objdump.
const LIVE_WORDS: usize = 1 << 20;

fn program() -> Option<OsString> {
    std::env::var_os("OBJDUMP")
}

/// The instruction's text as the recording has it: one space behind the mnemonic.
fn ours(place: usize, word: u32) -> Option<String> {
    let address = u32::try_from(4 * place).expect("few words");
    decode(word).map(|decoded| objdump::single_spaced(&decoded.at(address).to_string()))
}

/// Differences that no exception explains, and the exceptions that were met.
fn differences(words: &[u32], texts: &[Option<String>]) -> (Vec<String>, BTreeSet<&'static str>) {
    assert_eq!(words.len(), texts.len());
    let mut met = BTreeSet::new();
    let mut found = Vec::new();
    for (place, (word, text)) in words.iter().zip(texts).enumerate() {
        let mine = ours(place, *word);
        if mine == *text {
            continue;
        }
        match EXCEPTIONS.iter().find(|(holds, _)| holds(*word)) {
            Some((_, reason)) if mine.is_none() => _ = met.insert(*reason),
            _ => found.push(format!("{word:08x}: objdump {text:?}, here {mine:?}")),
        }
    }
    (found, met)
}

fn assert_no_differences(found: &[String]) {
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(60)].join("\n"));
}

#[test]
fn the_recorded_sweep_reads_as_objdump_reads_it() {
    let words = words::recorded();
    if std::env::var_os("G4PMU_UPDATE").is_some()
        && let Some(program) = program()
    {
        let texts = objdump::run(&program, &words).expect("objdump");
        std::fs::write(data(RECORDING), objdump::record(&words, &texts)).expect("write the recording");
    }
    let recording = std::fs::read_to_string(data(RECORDING)).expect("the recording");
    let texts = objdump::parse(&recording, &words).expect("a recording of this sweep");
    assert!(texts.iter().flatten().count() > 10_000, "most words of the sweep should be instructions");
    let (found, met) = differences(&words, &texts);
    assert_no_differences(&found);
    assert_eq!(met.len(), EXCEPTIONS.len(), "an exception that is none: met only {met:?}");
}

/// Compares only where `OBJDUMP` names a program.
#[test]
fn a_sweep_of_random_words_reads_as_objdump_reads_it() {
    let Some(program) = program() else {
        eprintln!("SKIPPED: OBJDUMP names no program, a million random words are not compared");
        return;
    };
    let words = words::random(LIVE_WORDS);
    let texts = objdump::run(&program, &words).expect("objdump");
    let (found, _) = differences(&words, &texts);
    assert_no_differences(&found);
}
