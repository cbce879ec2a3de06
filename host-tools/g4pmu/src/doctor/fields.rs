//! A word field by field.

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::instruction::decode as decode_instruction;
use mpc7450::parts::Part;
use mpc7450::registers::{HID0, MMCR0, MMCR1, MMCR2, MSR, PMC};
use serde::Serialize;

use super::words::{Word, Words};
use crate::results::Hex;

/// A register and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decoded {
    /// Its name in lower case.
    pub register: &'static str,
    /// What it holds.
    pub value: Hex,
    /// What that is as a whole, where it says more than its fields.
    pub meaning: Option<String>,
    /// Its fields, from the left; those that concern the performance monitor.
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name in the manual.
    pub name: &'static str,
    /// Its first bit, the leftmost of a register being 0.
    pub first: u32,
    /// Its last bit.
    pub last: u32,
    /// What it holds.
    pub value: u32,
    /// What that means.
    pub meaning: String,
}

/// Where a field stands and what its values mean.
struct Row {
    register: Word,
    name: &'static str,
    /// Of the value, at the right.
    mask: u32,
    shift: usize,
    means: Means,
}

/// What values of a field mean.
enum Means {
    /// By value, 0 first; a value behind the last is a number.
    Words(&'static [&'static str]),
    /// The code of an event on this counter.
    Event(Counter),
}

const fn row(register: Word, name: &'static str, (mask, shift): (u32, usize), means: Means) -> Row {
    Row { register, name, mask, shift, means }
}

/// The fields, each register's from the left.
const FIELDS: &[Row] = {
    use Means::{Event, Words};
    use Word::{Hid0, Mmcr0, Mmcr1, Mmcr2, Msr};
    const OFF: &str = "no";
    &[
        row(Mmcr0, "FC", (MMCR0::FC.mask, MMCR0::FC.shift), Words(&[OFF, "all counters frozen"])),
        row(Mmcr0, "FCS", (MMCR0::FCS.mask, MMCR0::FCS.shift), Words(&[OFF, "frozen in supervisor state"])),
        row(Mmcr0, "FCP", (MMCR0::FCP.mask, MMCR0::FCP.shift), Words(&[OFF, "frozen in user state"])),
        row(Mmcr0, "FCM1", (MMCR0::FCM1.mask, MMCR0::FCM1.shift), Words(&[OFF, "frozen while MSR[PMM] = 1"])),
        row(Mmcr0, "FCM0", (MMCR0::FCM0.mask, MMCR0::FCM0.shift), Words(&[OFF, "frozen while MSR[PMM] = 0"])),
        row(Mmcr0, "PMXE", (MMCR0::PMXE.mask, MMCR0::PMXE.shift), Words(&[OFF, "exception enabled"])),
        row(
            Mmcr0,
            "FCECE",
            (MMCR0::FCECE.mask, MMCR0::FCECE.shift),
            Words(&[OFF, "frozen by an enabled condition or event"]),
        ),
        row(
            Mmcr0,
            "TBSEL",
            (MMCR0::TBSEL.mask, MMCR0::TBSEL.shift),
            Words(&["every 2 ticks", "every 512 ticks", "every 8192 ticks", "every 131072 ticks"]),
        ),
        row(Mmcr0, "TBEE", (MMCR0::TBEE.mask, MMCR0::TBEE.shift), Words(&[OFF, "the time base is an enabled event"])),
        row(Mmcr0, "THRESHOLD", (MMCR0::THRESHOLD.mask, MMCR0::THRESHOLD.shift), Words(&[])),
        row(
            Mmcr0,
            "PMC1CE",
            (MMCR0::PMC1CE.mask, MMCR0::PMC1CE.shift),
            Words(&[OFF, "PMC1 negative is an enabled condition"]),
        ),
        row(
            Mmcr0,
            "PMCnCE",
            (MMCR0::PMCNCE.mask, MMCR0::PMCNCE.shift),
            Words(&[OFF, "PMC2 to PMC6 negative is an enabled condition"]),
        ),
        row(Mmcr0, "TRIGGER", (MMCR0::TRIGGER.mask, MMCR0::TRIGGER.shift), Words(&[OFF, "PMC2 to PMC6 wait for PMC1"])),
        row(Mmcr0, "PMC1SEL", (MMCR0::PMC1SEL.mask, MMCR0::PMC1SEL.shift), Event(Counter::Pmc1)),
        row(Mmcr0, "PMC2SEL", (MMCR0::PMC2SEL.mask, MMCR0::PMC2SEL.shift), Event(Counter::Pmc2)),
        row(Mmcr1, "PMC3SEL", (MMCR1::PMC3SEL.mask, MMCR1::PMC3SEL.shift), Event(Counter::Pmc3)),
        row(Mmcr1, "PMC4SEL", (MMCR1::PMC4SEL.mask, MMCR1::PMC4SEL.shift), Event(Counter::Pmc4)),
        row(Mmcr1, "PMC5SEL", (MMCR1::PMC5SEL.mask, MMCR1::PMC5SEL.shift), Event(Counter::Pmc5)),
        row(Mmcr1, "PMC6SEL", (MMCR1::PMC6SEL.mask, MMCR1::PMC6SEL.shift), Event(Counter::Pmc6)),
        row(Mmcr2, "THRESHMULT", (MMCR2::THRESHMULT.mask, MMCR2::THRESHMULT.shift), Words(&["times 2", "times 32"])),
        row(Msr, "EE", (MSR::EE.mask, MSR::EE.shift), Words(&["the exception waits", "the exception is let in"])),
        row(Msr, "PR", (MSR::PR.mask, MSR::PR.shift), Words(&["supervisor state", "user state"])),
        row(Msr, "IP", (MSR::IP.mask, MSR::IP.shift), Words(&["vector 0x00000f00", "vector 0xfff00f00"])),
        row(Msr, "PMM", (MSR::PMM.mask, MSR::PMM.shift), Words(&["not marked", "marked"])),
        row(Hid0, "TBEN", (HID0::TBEN.mask, HID0::TBEN.shift), Words(&["the time base stands", "the time base runs"])),
        row(
            Hid0,
            "STEN",
            (HID0::STEN.mask, HID0::STEN.shift),
            Words(&["tables searched by hardware", "tables searched by software"]),
        ),
    ]
};

impl Means {
    fn of(&self, value: u32) -> String {
        match self {
            Self::Words(words) => {
                let word = usize::try_from(value).ok().and_then(|value| words.get(value));
                word.map_or_else(String::new, |word| (*word).to_owned())
            }
            Self::Event(counter) => {
                let selector = Selector::raw(*counter, value).ok();
                selector.and_then(Selector::event).map_or("in no list", |event| event.id).to_owned()
            }
        }
    }
}

/// Every known word.
#[must_use]
pub fn decode(words: &Words) -> Vec<Decoded> {
    let known = Word::ALL.into_iter().filter_map(|word| Some((word, words.get(word)?)));
    known
        .map(|(word, value)| Decoded {
            register: word.name(),
            value: Hex(value),
            meaning: meaning(word, value),
            fields: FIELDS.iter().filter(|row| row.register == word).map(|row| field(row, value)).collect(),
        })
        .collect()
}

fn field(row: &Row, word: u32) -> Field {
    let value = word >> row.shift & row.mask;
    let (first, last) = bits(row);
    Field { name: row.name, first, last, value, meaning: row.means.of(value) }
}

/// First and last bit, the leftmost being 0.
fn bits(row: &Row) -> (u32, u32) {
    let mask = row.mask << row.shift;
    (mask.leading_zeros(), 31 - mask.trailing_zeros())
}

fn meaning(word: Word, value: u32) -> Option<String> {
    match word {
        Word::Pmc(_) if PMC::OV.is_set(value) => Some("negative".to_owned()),
        Word::Pmc(_) if value >> 30 != 0 => Some(format!("{} below negative", (1_u32 << 31) - value)),
        Word::Pmc(_) => Some(value.to_string()),
        Word::Pvr => Some(Part::from_pvr(value).to_string()),
        Word::Vector => Some(decode_instruction(value).map_or("no instruction", |found| found.mnemonic()).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, Word, bits, decode};
    use crate::doctor::words::Words;

    #[test]
    fn the_fields_of_mmcr0_are_the_whole_word_and_overlap_nowhere() {
        let mut next = 0;
        for row in FIELDS.iter().filter(|row| row.register == Word::Mmcr0) {
            let (first, last) = bits(row);
            assert_eq!(first, next, "{}", row.name);
            next = last + 1;
        }
        assert_eq!(next, 32);
    }

    #[test]
    fn a_word_is_taken_apart() {
        let words = Words::parse(["mmcr1=0x970d6000", "pmc2=0x7ffffff6", "pvr=0x80010302"]).unwrap();
        let decoded = decode(&words);
        let fields: Vec<_> =
            decoded[0].fields.iter().map(|field| (field.first, field.last, field.value, &*field.meaning)).collect();
        let expected = [
            (0, 4, 18, "dtlb-misses"),
            (5, 9, 28, "mispredicted-branches"),
            (10, 14, 6, "l2-data-cache-misses"),
            (15, 20, 44, "bus-reads-not-retried"),
        ];
        assert_eq!(fields, expected);
        assert_eq!(decoded[1].meaning.as_deref(), Some("10 below negative"));
        assert_eq!(decoded[2].meaning.as_deref(), Some("MPC7455 or MPC7445"));
    }
}
