//! The list of checks.

mod code;
mod exception;
mod frozen;
mod overflow;
mod part;
mod reserved;
mod storm;
mod threshold;
mod time_base;
mod vector;

use mpc7450::counter::Counter;

use super::finding::Finding;
use super::words::{Word, Words};

/// A question to register words.
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// Words without which it cannot be made.
    pub needs: &'static [Word],
    /// Words that it looks at one by one: one of them is enough for it to be made.
    pub each: &'static [Word],
    /// Makes it.
    pub look: fn(&Words) -> Vec<Finding>,
}

const PMCS: &[Word] = &[
    Word::Pmc(Counter::Pmc1),
    Word::Pmc(Counter::Pmc2),
    Word::Pmc(Counter::Pmc3),
    Word::Pmc(Counter::Pmc4),
    Word::Pmc(Counter::Pmc5),
    Word::Pmc(Counter::Pmc6),
];

/// All checks, the plainest first.
pub const CHECKS: &[Check] = {
    use Word::{Hid0, Mmcr0, Mmcr1, Mmcr2, Msr, Pvr, Vector};
    &[
        Check {
            name: "frozen",
            question: "does a bit of MMCR0 hold counters in every state?",
            needs: &[Mmcr0],
            each: &[],
            look: frozen::always,
        },
        Check {
            name: "state",
            question: "does a bit of MMCR0 hold counters in the state of the measured code?",
            needs: &[Mmcr0, Msr],
            each: &[],
            look: frozen::here,
        },
        Check {
            name: "code",
            question: "does each selector hold the code of an event?",
            needs: &[],
            each: &[Mmcr0, Mmcr1],
            look: code::look,
        },
        Check {
            name: "part",
            question: "can each event happen on this part?",
            needs: &[Pvr],
            each: &[Mmcr0, Mmcr1],
            look: part::look,
        },
        Check {
            name: "search",
            question: "does what searches the page tables raise the events that are selected?",
            needs: &[Hid0],
            each: &[Mmcr0, Mmcr1],
            look: part::search,
        },
        Check {
            name: "threshold",
            question: "do threshold events and threshold belong together?",
            needs: &[Mmcr0, Mmcr1, Mmcr2],
            each: &[],
            look: threshold::look,
        },
        Check {
            name: "exception",
            question: "can the exception come?",
            needs: &[Mmcr0, Mmcr1],
            each: &[],
            look: exception::look,
        },
        Check {
            name: "enable",
            question: "is the exception let in?",
            needs: &[Mmcr0, Msr],
            each: &[],
            look: exception::masked,
        },
        Check {
            name: "vector",
            question: "does somebody handle the exception?",
            needs: &[Mmcr0, Vector],
            each: &[],
            look: vector::look,
        },
        Check {
            name: "overflow",
            question: "has a counter overflowed, or does it overflow unseen?",
            needs: &[Mmcr0],
            each: PMCS,
            look: overflow::look,
        },
        Check {
            name: "storm",
            question: "does the exception come faster than it can be handled?",
            needs: &[Mmcr0],
            each: PMCS,
            look: storm::counters,
        },
        Check {
            name: "ticks",
            question: "does the time base raise the exception faster than it can be handled?",
            needs: &[Mmcr0],
            each: &[],
            look: storm::time_base,
        },
        Check {
            name: "time-base",
            question: "does the time base run?",
            needs: &[Hid0],
            each: &[],
            look: time_base::look,
        },
        Check {
            name: "reserved",
            question: "are reserved bits zero?",
            needs: &[],
            each: &[Mmcr1, Mmcr2],
            look: reserved::look,
        },
    ]
};

/// A counter in text.
fn name(counter: Counter) -> String {
    format!("PMC{}", counter.number())
}

/// A word with these bits clear, as a cure says it.
fn without(word: u32, bits: u32) -> String {
    format!("0x{:08x}", word & !bits)
}

/// A word with these bits set.
fn with(word: u32, bits: u32) -> String {
    format!("0x{:08x}", word | bits)
}

/// The word of a register that the check needs.
fn needed(words: &Words, word: Word) -> u32 {
    words.get(word).expect("a check is made only where the words that it needs are known")
}
