//! Reserved bits, which are where a field was put at the wrong place.

use mpc7450::registers::{MMCR1, MMCR2};

use super::without;
use crate::doctor::finding::{Finding, trouble};
use crate::doctor::words::{Word, Words};

/// The bits of MMCR1 that select something.
const SELECTORS: u32 = MMCR1::PMC3SEL.mask << MMCR1::PMC3SEL.shift
    | MMCR1::PMC4SEL.mask << MMCR1::PMC4SEL.shift
    | MMCR1::PMC5SEL.mask << MMCR1::PMC5SEL.shift
    | MMCR1::PMC6SEL.mask << MMCR1::PMC6SEL.shift;

/// The one bit of MMCR2.
const MULTIPLIER: u32 = MMCR2::THRESHMULT.mask << MMCR2::THRESHMULT.shift;

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let rows = [
        (Word::Mmcr1, "MMCR1", SELECTORS, "bits 21 to 31 are reserved: PMC6SEL is bits 15 to 20"),
        (Word::Mmcr2, "MMCR2", MULTIPLIER, "bits 1 to 31 are reserved: only the MPC7400 has more than THRESHMULT"),
    ];
    let wrong = rows.into_iter().filter_map(|(word, about, known, what)| {
        let value = words.get(word)?;
        let extra = value & !known;
        (extra != 0).then(|| {
            trouble(
                about,
                format!("0x{extra:08x} of it is set, and {what}"),
                format!("write {about} = {}", without(value, extra)),
            )
        })
    });
    wrong.collect()
}
