//! The same words read by the `powerpc` crate: the same opcode.

use super::named_words;
use powerpc::{Extension, Extensions, Ins, Opcode};
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
