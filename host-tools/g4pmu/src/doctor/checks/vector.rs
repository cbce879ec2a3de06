//! Whether there is a handler at offset 0x00F00.

use mpc7450::instruction::decode;
use mpc7450::registers::{MMCR0, MSR};

use super::needed;
use crate::doctor::finding::{Finding, trouble};
use crate::doctor::words::{Word, Words};

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let (mmcr0, vector) = (needed(words, Word::Mmcr0), needed(words, Word::Vector));
    if !MMCR0::PMXE.is_set(mmcr0) || decode(vector).is_some() {
        return Vec::new();
    }
    let place = match words.get(Word::Msr).map(|msr| MSR::IP.is_set(msr)) {
        Some(true) => "0xfff00f00 (MSR[IP] = 1)",
        Some(false) => "0x00000f00 (MSR[IP] = 0)",
        None => "0x00000f00, or 0xfff00f00 with MSR[IP] = 1",
    };
    vec![trouble(
        "the exception",
        format!("MMCR0[PMXE] is 1, but its vector holds 0x{vector:08x}, which is no instruction"),
        format!("put a handler at {place} before MMCR0[PMXE] is set"),
    )]
}
