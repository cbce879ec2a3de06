//! Every published timing, and a published timing for every instruction.

use super::{data, named_words, unsigned};
use mpc7450::instruction::decode::{BranchTarget, Confidence, Kind, Serialization, Special, Unit};
use mpc7450::instruction::{Decoded, decode};
use std::collections::BTreeSet;

/// Instructions that no source times: assumed from others of their kind, and marked so.
const ASSUMED: [&str; 8] = ["eciwx", "ecowx", "stfdux", "stfsux", "stswi", "stswx", "tlbld", "tlbli"];

/// A row of `data/timing.csv`.
struct Row {
    mnemonic: String,
    case: String,
    word: u32,
    unit: Unit,
    latency: u8,
    throughput: u8,
    serialization: Serialization,
    confidence: Confidence,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(data("timing.csv")).expect("the timings");
    text.lines().skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.splitn(10, ',').collect();
    let [mnemonic, case, word, unit, latency, throughput, serialization, confidence, _sources, _note] = cells[..]
    else {
        panic!("{line}: not ten columns");
    };
    let serializations = serialization.split('+').map(|name| match name {
        "none" => Serialization::empty(),
        "execution" => Serialization::EXECUTION,
        "refetch" => Serialization::REFETCH,
        "store" => Serialization::STORE,
        _ => panic!("{line}: serialization"),
    });
    Row {
        mnemonic: mnemonic.to_owned(),
        case: case.to_owned(),
        word: u32::from_str_radix(word, 16).expect("a word"),
        unit: match unit {
            "none" => Unit::None,
            "BPU" => Unit::Branch,
            "IU1" => Unit::Iu1,
            "IU2" => Unit::Iu2,
            "LSU" => Unit::Lsu,
            "FPU" => Unit::Fpu,
            "VIU1" => Unit::Viu1,
            "VIU2" => Unit::Viu2,
            "VPU" => Unit::Vpu,
            "VFPU" => Unit::Vfpu,
            _ => panic!("{line}: unit"),
        },
        latency: latency.parse().expect("a latency"),
        throughput: throughput.parse().expect("a throughput"),
        serialization: serializations.collect(),
        confidence: match confidence {
            "certain" => Confidence::Certain,
            "likely" => Confidence::Likely,
            "guess" => Confidence::Guess,
            _ => panic!("{line}: confidence"),
        },
    }
}

/// Latency and throughput of the case that a row is about.
fn timing(decoded: Decoded, case: &str) -> (Option<u8>, Option<u8>) {
    match case {
        "misaligned" => (decoded.misaligned_latency(), decoded.misaligned_throughput()),
        "short operand" => (Some(decoded.short_latency()), Some(decoded.short_throughput())),
        _ => (Some(decoded.latency()), Some(decoded.throughput())),
    }
}

#[test]
fn every_published_timing_is_the_tables() {
    let rows = rows();
    assert!(rows.len() > 390, "only {} rows", rows.len());
    for row in rows {
        let place = format!("{} {}", row.mnemonic, row.case);
        let decoded = decode(row.word).unwrap_or_else(|| panic!("{place}: no instruction"));
        let text = decoded.to_string();
        let extended = unsigned(text.split(' ').next().expect("a mnemonic"));
        assert!(row.mnemonic == extended || row.mnemonic == decoded.mnemonic(), "{place}: the word is {text}");
        assert_eq!(decoded.unit(), row.unit, "{place}");
        assert_eq!(timing(decoded, &row.case), (Some(row.latency), Some(row.throughput)), "{place}");
        assert_eq!(decoded.serialization(), row.serialization, "{place}");
        assert_eq!(decoded.confidence(), row.confidence, "{place}");
    }
}

#[test]
fn every_instruction_has_a_published_timing_or_is_marked_as_assumed() {
    let published: BTreeSet<String> = rows().into_iter().map(|row| row.mnemonic).collect();
    let words = named_words();
    let seen: BTreeSet<&str> = words.iter().map(|(decoded, _)| decoded.mnemonic()).collect();
    assert!(seen.len() > 400, "only {} mnemonics", seen.len());
    let assumed = words.iter().filter(|(decoded, _)| !published.contains(published_name(*decoded)));
    let assumed: Vec<Decoded> = assumed.map(|(decoded, _)| *decoded).collect();
    let names: BTreeSet<&str> = assumed.iter().map(|decoded| published_name(*decoded)).collect();
    assert_eq!(names, ASSUMED.into());
    for decoded in assumed {
        assert_eq!(decoded.confidence(), Confidence::Guess, "{decoded}");
    }
}

/// The mnemonic without what record, overflow, link and absolute forms add to it, unless
/// it is a name of its own.
fn published_name(decoded: Decoded) -> &'static str {
    let name = decoded.mnemonic();
    match decoded.kind() {
        Kind::Branch(branch) if branch.unconditional => "b",
        Kind::Branch(branch) => match branch.target {
            BranchTarget::Displacement { .. } => "bc",
            BranchTarget::LinkRegister => "bclr",
            BranchTarget::CountRegister => "bcctr",
        },
        Kind::Plain if decoded.writes().special.contains(Special::XER_SO_OV) && name != "mcrxr" => {
            name.trim_end_matches('.').trim_end_matches('o')
        }
        Kind::Plain if !["andi.", "andis."].contains(&name) => name.trim_end_matches('.'),
        _ => name,
    }
}
