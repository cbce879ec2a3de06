//! A time base that stands.

use mpc7450::registers::{HID0, MMCR0};

use super::{name, needed, with};
use crate::doctor::finding::{Finding, trouble};
use crate::doctor::words::{Word, Words};

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let hid0 = needed(words, Word::Hid0);
    if HID0::TBEN.is_set(hid0) {
        return Vec::new();
    }
    let mut hit = vec!["the decrementer".to_owned()];
    let transitions = |id: &str| id == "tbl-bit-transitions";
    let counters = words.selectors().filter(|selector| selector.event().is_some_and(|event| transitions(event.id)));
    hit.extend(counters.map(|selector| name(selector.counter())));
    if words.get(Word::Mmcr0).is_some_and(|mmcr0| MMCR0::TBEE.is_set(mmcr0)) {
        hit.push("MMCR0[TBEE]".to_owned());
    }
    vec![trouble(
        "the time base",
        format!("HID0[TBEN], bit 5, is 0: it stands, and with it {}", hit.join(", ")),
        format!("write HID0 = {}; QEMU's time base runs whatever the bit says", with(hid0, HID0::TBEN.val(1).value)),
    )]
}
