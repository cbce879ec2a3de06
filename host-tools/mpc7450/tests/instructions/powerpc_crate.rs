//! The same words read by the `powerpc` crate: the same opcode, the same registers.

use super::named_words;
use mpc7450::instruction::decode::{Resources, Special};
use powerpc::{Argument, Arguments, Extension, Extensions, Ins, Opcode};
use std::collections::BTreeSet;

/// What the crate never decodes: the second forms of data streams, and what only some
/// processors have.
const UNKNOWN_THERE: [&str; 6] = ["dcba", "dssall", "dststt", "dstt", "tlbld", "tlbli"];

/// What the crate does not decode with bits set that the manual reserves, and that
/// objdump accepts.
const STRICTER_THERE: [&str; 10] = ["cmpi", "cmpli", "dcbf", "dcbt", "dcbtst", "dss", "dst", "dstst", "lwarx", "mtfsf"];

fn theirs(word: u32) -> Option<&'static str> {
    let ins = Ins::new(word, Extensions::from_extension(Extension::AltiVec));
    (ins.op != Opcode::Illegal).then(|| ins.op.mnemonic())
}

/// The crate takes another field for rS: B in `andi.`, A in `srw` [PEM 8.2].
const OTHER_SOURCE_THERE: [&str; 4] = ["andi.", "andis.", "srw", "srw."];

/// The crate names the first register of several, or none.
const FIRST_SOURCE_THERE: [&str; 3] = ["stmw", "stswi", "stswx"];
const FIRST_TARGET_THERE: [&str; 3] = ["lmw", "lswi", "lswx"];

/// The crate does not count the vector that is stored.
const NO_SOURCE_THERE: [&str; 5] = ["stvebx", "stvehx", "stvewx", "stvx", "stvxl"];

/// The crate's mnemonics have no suffixes for record, overflow, link and absolute forms.
fn is_form_of(name: &str, base: &str) -> bool {
    let suffix = name.strip_prefix(base.trim_end_matches('.'));
    suffix.is_some_and(|suffix| ["", ".", "o", "o.", "l", "a", "la"].contains(&suffix))
}

#[test]
fn every_instruction_has_the_opcode_that_another_decoder_gives_it() {
    let (mut known, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for (decoded, text) in named_words() {
        let name = decoded.mnemonic();
        match theirs(decoded.word()) {
            Some(base) => {
                assert!(is_form_of(name, base), "{text}: {base} there");
                known.insert(name.trim_end_matches('.'));
            }
            None => _ = refused.insert(name.trim_end_matches('.')),
        }
    }
    let never: BTreeSet<&str> = refused.difference(&known).copied().collect();
    let sometimes: BTreeSet<&str> = refused.intersection(&known).copied().collect();
    assert_eq!(never, UNKNOWN_THERE.into());
    assert_eq!(sometimes, STRICTER_THERE.into());
}

/// The general, floating-point and vector registers among the crate's arguments.
fn registers(arguments: Arguments) -> Resources {
    let mut set = Resources::NONE;
    for argument in arguments {
        match argument {
            Argument::GPR(register) => set.gprs |= 1 << register.0,
            Argument::FPR(register) => set.fprs |= 1 << register.0,
            Argument::VR(register) => set.vrs |= 1 << register.0,
            _ => {}
        }
    }
    set
}

/// The registers of a file.
fn files(set: Resources) -> Resources {
    Resources { cr: 0, special: Special::empty(), ..set }
}

#[test]
fn every_instruction_reads_and_writes_the_registers_that_another_decoder_gives_it() {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    for (decoded, _) in named_words().into_iter().filter(|(decoded, _)| theirs(decoded.word()).is_some()) {
        let ins = Ins::new(decoded.word(), Extensions::from_extension(Extension::AltiVec));
        if registers(ins.uses()) != files(decoded.reads()) {
            reads.insert(decoded.mnemonic());
        }
        if registers(ins.defs()) != files(decoded.writes()) {
            writes.insert(decoded.mnemonic());
        }
    }
    let differences = |lists: &[&[&'static str]]| lists.iter().flat_map(|names| *names).copied().collect();
    assert_eq!(reads, differences(&[&OTHER_SOURCE_THERE, &FIRST_SOURCE_THERE, &NO_SOURCE_THERE]));
    assert_eq!(writes, differences(&[&FIRST_TARGET_THERE]));
}
