//! Extended mnemonics that stand for a special case of an instruction [PEM F],
//! as far as objdump prints them.

use super::{Line, Mnemonic};
use crate::instruction::decode::Decoded;
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::operand::{a, b, c, d, spr};

/// `ori 0,0,0` and `xori 0,0,0`, and `tw 31,0,0`: whole words with names.
const WORDS: [(u32, &str); 3] = [(0x6000_0000, "nop"), (0x6800_0000, "xnop"), (0x7fe0_0008, "trap")];

/// The extended form, if there is one.
pub(super) fn line(decoded: Decoded) -> Option<Line> {
    let word = decoded.word();
    if let Some((_, name)) = WORDS.iter().find(|(named, _)| *named == word) {
        return Some(plain(name, &[]));
    }
    let name = decoded.mnemonic();
    let dotless = name.trim_end_matches('.');
    let dot = &name[dotless.len()..];
    let recorded = |stem, operands| Line { mnemonic: Mnemonic([stem, dot, "", ""]), operands, number: None };
    let same = |first, second| first == second;
    Some(match dotless {
        "addi" if a(word) == 0 => plain("li", &[O::RD, O::Signed]),
        "addis" if a(word) == 0 => plain("lis", &[O::RD, O::Signed]),
        "or" if same(d(word), b(word)) => recorded("mr", &[O::RADestination, O::RS]),
        "nor" if same(d(word), b(word)) => recorded("not", &[O::RADestination, O::RS]),
        "vor" if same(a(word), b(word)) => plain("vmr", &[O::VD, O::VA]),
        "vnor" if same(a(word), b(word)) => plain("vnot", &[O::VD, O::VA]),
        "crnor" if same(a(word), b(word)) => plain("crnot", &[O::CrbD, O::CrbA]),
        "cror" if same(a(word), b(word)) => plain("crmove", &[O::CrbD, O::CrbA]),
        "crxor" if same(a(word), b(word)) && same(d(word), a(word)) => plain("crclr", &[O::CrbD]),
        "creqv" if same(a(word), b(word)) && same(d(word), a(word)) => plain("crset", &[O::CrbD]),
        "mtcrf" if word >> 12 & 0xff == 0xff => plain("mtcr", &[O::RS]),
        "sync" if word & O::Variant10.mask() != 0 => plain("lwsync", &[]),
        "dss" | "dssall" => return stream_stop(word),
        "mftb" if spr(word) == 269 => plain("mftbu", &[O::RD]),
        "mftb" => plain("mftb", &[O::RD]),
        "cmp" | "cmpl" | "cmpi" | "cmpli" => return comparison(dotless, word),
        "tw" => plain(trap(word)?[0], &[O::RA, O::RB]),
        "twi" => plain(trap(word)?[1], &[O::RA, O::Signed]),
        "rlwinm" => return rotation(word, dot),
        "rlwnm" if c(word) == 0 && mask_end(word) == 31 => recorded("rotlw", &[O::RADestination, O::RS, O::RB]),
        "mfspr" => return move_from(word),
        "mtspr" => return move_to(word),
        _ => return None,
    })
}

const fn plain(name: &'static str, operands: &'static [O]) -> Line {
    Line { mnemonic: Mnemonic::new(name), operands, number: None }
}

const fn mask_end(word: u32) -> u32 {
    word >> 1 & 0x1f
}

fn stream_stop(word: u32) -> Option<Line> {
    (word & O::StreamFlag.mask() != 0).then(|| plain("dssall", &[]))
}

/// Comparisons of words do not say their width, and cr0 is not named.
fn comparison(name: &str, word: u32) -> Option<Line> {
    if word & O::Long.mask() != 0 {
        return None;
    }
    let (name, last) = match name {
        "cmp" => ("cmpw", O::RB),
        "cmpl" => ("cmplw", O::RB),
        "cmpi" => ("cmpwi", O::Signed),
        _ => ("cmplwi", O::Unsigned),
    };
    Some(plain(
        name,
        match (d(word) >> 2, last) {
            (0, O::RB) => &[O::RA, O::RB],
            (0, O::Signed) => &[O::RA, O::Signed],
            (0, _) => &[O::RA, O::Unsigned],
            (_, O::RB) => &[O::CrfD, O::RA, O::RB],
            (_, O::Signed) => &[O::CrfD, O::RA, O::Signed],
            (_, _) => &[O::CrfD, O::RA, O::Unsigned],
        },
    ))
}

/// The names of `tw` and `twi` by their condition.
fn trap(word: u32) -> Option<[&'static str; 2]> {
    Some(match d(word) {
        1 => ["twlgt", "twlgti"],
        2 => ["twllt", "twllti"],
        4 => ["tweq", "tweqi"],
        5 => ["twlge", "twlgei"],
        6 => ["twlle", "twllei"],
        8 => ["twgt", "twgti"],
        12 => ["twge", "twgei"],
        16 => ["twlt", "twlti"],
        20 => ["twle", "twlei"],
        24 => ["twne", "twnei"],
        31 => ["twu", "twui"],
        _ => return None,
    })
}

/// Shifts, rotations and clearings among the forms of `rlwinm`.
fn rotation(word: u32, dot: &'static str) -> Option<Line> {
    let line = |stem, operands| Line { mnemonic: Mnemonic([stem, dot, "", ""]), operands, number: None };
    Some(match (b(word), c(word), mask_end(word)) {
        (_, 0, 31) => line("rotlwi", &[O::RADestination, O::RS, O::Shift]),
        (0, _, 31) => line("clrlwi", &[O::RADestination, O::RS, O::MaskBegin]),
        (0, 0, end) => Line { number: Some(31 - end), ..line("clrrwi", &[O::RADestination, O::RS]) },
        (shift, 0, end) if shift + end == 31 => line("slwi", &[O::RADestination, O::RS, O::Shift]),
        (shift, begin, 31) if shift + begin == 32 => line("srwi", &[O::RADestination, O::RS, O::MaskBegin]),
        _ => return None,
    })
}

/// Registers that `mfspr` and `mtspr` have names for, in both directions unless one
/// is missing.
const SPR_NAMES: [(u16, &str, &str); 18] = [
    (1, "mfxer", "mtxer"),
    (4, "mfrtcu", ""),
    (5, "mfrtcl", ""),
    (8, "mflr", "mtlr"),
    (9, "mfctr", "mtctr"),
    (18, "mfdsisr", "mtdsisr"),
    (19, "mfdar", "mtdar"),
    (20, "", "mtrtcu"),
    (21, "", "mtrtcl"),
    (22, "mfdec", "mtdec"),
    (25, "mfsdr1", "mtsdr1"),
    (26, "mfsrr0", "mtsrr0"),
    (27, "mfsrr1", "mtsrr1"),
    (256, "mfvrsave", "mtvrsave"),
    (282, "mfear", "mtear"),
    (284, "", "mttbl"),
    (285, "", "mttbu"),
    (287, "mfpvr", ""),
];

/// Numbers of the registers that system software has for itself.
const SPRGS: core::ops::Range<u16> = 272..276;
/// Numbers of the block-address translation registers that have names.
const BATS: core::ops::Range<u16> = 528..544;

fn spr_name(number: u16) -> Option<(&'static str, &'static str)> {
    SPR_NAMES.iter().find(|(named, ..)| *named == number).map(|(_, from, to)| (*from, *to))
}

fn move_from(word: u32) -> Option<Line> {
    let number = spr(word);
    if BATS.contains(&number) {
        let name = [["mfibatu", "mfibatl"], ["mfdbatu", "mfdbatl"]][bat_kind(number)][number as usize & 1];
        return Some(plain(name, &[O::RD, O::BatNumber]));
    }
    if SPRGS.contains(&number) {
        return Some(plain("mfsprg", &[O::RD, O::SprgNumber]));
    }
    spr_name(number).filter(|(from, _)| !from.is_empty()).map(|(from, _)| plain(from, &[O::RD]))
}

fn move_to(word: u32) -> Option<Line> {
    let number = spr(word);
    if BATS.contains(&number) {
        let name = [["mtibatu", "mtibatl"], ["mtdbatu", "mtdbatl"]][bat_kind(number)][number as usize & 1];
        return Some(plain(name, &[O::BatNumber, O::RS]));
    }
    if SPRGS.contains(&number) {
        return Some(plain("mtsprg", &[O::SprgNumber, O::RS]));
    }
    spr_name(number).filter(|(_, to)| !to.is_empty()).map(|(_, to)| plain(to, &[O::RS]))
}

/// Whether the register translates instructions (0) or data (1).
const fn bat_kind(number: u16) -> usize {
    number as usize >> 3 & 1
}
