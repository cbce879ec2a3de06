//! What both sides remember of a trace, and what they predict from it: [`History`].
//!
//! An instruction is predicted to stand where the one before led to, to be the word that
//! stood there, to lead where it led last, and to make the accesses that it made last, as
//! much further on as they moved between its last two times.

use std::collections::HashMap;

use crate::record::{Access, AccessKind, Attributes, Place, Retired, Translation};

/// How a page was reached: physical minus effective address, translation, attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    pub(super) offset: u64,
    pub(super) translation: Translation,
    pub(super) attributes: Attributes,
}

impl Mapping {
    pub(super) const fn of(place: &Place) -> Self {
        Self {
            offset: place.physical.wrapping_sub(place.effective as u64),
            translation: place.translation,
            attributes: place.attributes,
        }
    }

    pub(super) const fn place(self, effective: u32) -> Place {
        Place {
            effective,
            physical: self.offset.wrapping_add(effective as u64),
            translation: self.translation,
            attributes: self.attributes,
        }
    }
}

/// The mappings of pages of 4 KB as they were last used.
#[derive(Debug)]
pub(super) struct Pages {
    mappings: HashMap<u32, Mapping>,
    last: (u32, Mapping),
}

impl Pages {
    fn new() -> Self {
        Self { mappings: HashMap::new(), last: (u32::MAX, Mapping::of(&Place::real(0))) }
    }

    /// The mapping of an address's page; a page not seen yet is taken to be mapped as the
    /// one before.
    pub(super) fn predict(&self, effective: u32) -> Mapping {
        let (page, mapping) = self.last;
        if page == effective >> 12 {
            mapping
        } else {
            self.mappings.get(&(effective >> 12)).copied().unwrap_or(mapping)
        }
    }

    pub(super) fn learn(&mut self, effective: u32, mapping: Mapping) {
        let page = effective >> 12;
        if self.last != (page, mapping) {
            self.mappings.insert(page, mapping);
            self.last = (page, mapping);
        }
    }
}

/// An access as it was, and how far it had moved.
#[derive(Clone, Copy, Debug)]
struct Made {
    effective: u32,
    moved: u32,
    bytes: u8,
    kind: AccessKind,
}

/// What an address did last.
#[derive(Debug)]
pub(super) struct Last {
    address: u32,
    /// `None` until it was executed.
    pub(super) word: Option<u32>,
    pub(super) next: u32,
    pub(super) taken: bool,
    pub(super) value: u32,
    pub(super) short_operand: bool,
    physical: u64,
    accesses: Vec<Made>,
    /// Number of the one that followed.
    follower: usize,
}

/// What was seen so far.
#[derive(Debug)]
pub(super) struct History {
    /// Where the next instruction is expected.
    pub(super) expected: u32,
    pub(super) code: Pages,
    pub(super) data: Pages,
    lasts: Vec<Last>,
    numbers: HashMap<u32, usize>,
    /// Number of the last instruction.
    before: usize,
    /// Effective address behind the last access.
    behind: u32,
    /// Words by physical address; `None` where nothing can be read.
    words: HashMap<u64, Option<u32>>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            expected: 0,
            code: Pages::new(),
            data: Pages::new(),
            lasts: Vec::new(),
            numbers: HashMap::new(),
            before: 0,
            behind: 0,
            words: HashMap::new(),
        }
    }

    /// The number of what an address did last.
    pub(super) fn number(&mut self, address: u32) -> usize {
        let follower = self.lasts.get(self.before).map_or(0, |last| last.follower);
        let number = match self.lasts.get(follower) {
            Some(last) if last.address == address => follower,
            _ => self.find(address),
        };
        if let Some(before) = self.lasts.get_mut(self.before) {
            before.follower = number;
        }
        self.before = number;
        number
    }

    fn find(&mut self, address: u32) -> usize {
        let lasts = &mut self.lasts;
        *self.numbers.entry(address).or_insert_with(|| {
            lasts.push(Last {
                address,
                word: None,
                next: address.wrapping_add(4),
                taken: false,
                value: 0,
                short_operand: false,
                physical: 0,
                accesses: Vec::new(),
                follower: 0,
            });
            lasts.len() - 1
        })
    }

    pub(super) fn last(&self, number: usize) -> &Last {
        &self.lasts[number]
    }

    /// How many accesses an instruction made last.
    pub(super) fn accesses(&self, number: usize) -> usize {
        self.lasts[number].accesses.len()
    }

    /// Kind and bytes of an access as it was last.
    pub(super) fn shape(&self, number: usize, index: usize) -> Option<(AccessKind, u8)> {
        self.lasts[number].accesses.get(index).map(|made| (made.kind, made.bytes))
    }

    /// Where an access is expected.
    pub(super) fn access(&self, number: usize, index: usize) -> u32 {
        let made = self.lasts[number].accesses.get(index);
        made.map_or(self.behind, |made| made.effective.wrapping_add(made.moved))
    }

    /// Remembers an access, in their order.
    pub(super) fn made(&mut self, number: usize, index: usize, access: &Access) {
        let Access { place, bytes, kind } = *access;
        self.data.learn(place.effective, Mapping::of(&place));
        self.behind = place.effective.wrapping_add(u32::from(bytes));
        let accesses = &mut self.lasts[number].accesses;
        let moved = accesses.get(index).map_or(0, |made| place.effective.wrapping_sub(made.effective));
        let made = Made { effective: place.effective, moved, bytes, kind };
        match accesses.get_mut(index) {
            Some(slot) => *slot = made,
            None => accesses.push(made),
        }
    }

    /// Remembers all but the place and the accesses. Gives its word if that may not be
    /// known to stand at its physical address: from the next record on it is.
    pub(super) fn learn(&mut self, number: usize, retired: &Retired<'_>) -> Option<(u64, Option<u32>)> {
        let last = &mut self.lasts[number];
        let word = Some(retired.instruction.word);
        let fresh = last.word != word || last.physical != retired.at.physical;
        last.word = word;
        last.physical = retired.at.physical;
        last.next = retired.next;
        last.taken = retired.taken;
        last.value = retired.value;
        last.short_operand = retired.short_operand;
        last.accesses.truncate(retired.accesses.len());
        self.expected = retired.next;
        fresh.then_some((retired.at.physical, word))
    }

    /// The word that is known to stand at a physical address.
    pub(super) fn word(&self, physical: u64) -> Option<Option<u32>> {
        self.words.get(&physical).copied()
    }

    pub(super) fn set_word(&mut self, physical: u64, word: Option<u32>) {
        self.words.insert(physical, word);
    }
}
