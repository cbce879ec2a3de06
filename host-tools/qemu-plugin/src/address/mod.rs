//! From effective to physical addresses, as the processor does it: [`AddressSpace`].
//!
//! QEMU can be asked where an address leads, but not whether a block or a page led
//! there, nor for the attributes, and it tries data before code where both could be
//! meant. So both are looked up here, in the BATs and the page table of the guest. QEMU
//! does not show segment registers and shows 0 for every BAT: they are remembered from the
//! guest's own moves.
//!
//! What was looked up is kept until something that could change them happens: `tlbie`, a
//! move to a segment register, BAT or SDR1, another MSR[IR], [DR] or [PR]. A guest that
//! changes a page table entry without `tlbie` would find the old one in a TLB too.

mod block;
mod page;

use model::code::Code;
use model::record::{Attributes, Place, Translation};
use mpc7450::bus::Spr;
use mpc7450::registers::{MSR, Sdr1};

use crate::guest::Guest;

/// Which translations are in force: the number changes whenever they may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation(u64);

impl Generation {
    /// Never in force.
    pub const NEVER: Self = Self(0);
}

/// A page's number that no address has.
const NONE: u32 = u32::MAX;
/// Remembered pages of data.
const REMEMBERED: usize = 64;

const IR: u32 = MSR::IR::SET.value;
const DR: u32 = MSR::DR::SET.value;
const PR: u32 = MSR::PR::SET.value;

/// Where a page leads.
#[derive(Clone, Copy, Debug)]
struct Lookup {
    page: u32,
    place: Place,
}

const EMPTY: Lookup = Lookup { page: NONE, place: Place::real(0) };

/// BAT pairs where there are all.
const PAIRS: usize = 8;
/// SPR number of IBAT0U; DBAT0U follows 8 higher, pairs 4 to 7 32 higher.
const BLOCKS: u16 = 528;

/// What the guest's translation registers say.
pub struct AddressSpace {
    segments: [u32; 16],
    instruction_blocks: [[u32; 2]; PAIRS],
    data_blocks: [[u32; 2]; PAIRS],
    sdr1: u32,
    /// BAT pairs that the processor has.
    pairs: usize,
    /// IR, DR and PR that the lookups were made under.
    mode: u32,
    generation: Generation,
    code: Lookup,
    data: [Lookup; REMEMBERED],
    /// Lookups that found neither block nor page.
    pub lost: u64,
}

impl AddressSpace {
    /// All registers 0, as at reset, on a processor with so many BAT pairs of each kind.
    pub const fn new(pairs: usize) -> Self {
        Self {
            segments: [0; 16],
            instruction_blocks: [[0; 2]; PAIRS],
            data_blocks: [[0; 2]; PAIRS],
            sdr1: 0,
            pairs,
            mode: 0,
            generation: Generation(1),
            code: EMPTY,
            data: [EMPTY; REMEMBERED],
            lost: 0,
        }
    }

    /// The guest moves a value to a segment register.
    pub fn set_segment(&mut self, number: u32, value: u32) {
        self.segments[number as usize & 15] = value;
        self.forget();
    }

    /// Whether a special-purpose register takes part in translation.
    pub const fn uses(spr: u16) -> bool {
        spr == Sdr1::NUMBER || matches!(spr, 528..=543 | 560..=575)
    }

    /// The guest moves a value to a special-purpose register.
    pub fn set(&mut self, spr: u16, value: u32) {
        if !Self::uses(spr) {
            return;
        }
        if spr == Sdr1::NUMBER {
            self.sdr1 = value;
        } else {
            let offset = usize::from(spr - BLOCKS);
            let pair = offset % 8 / 2 + if offset < 16 { 0 } else { 4 };
            let blocks = if offset & 8 == 0 { &mut self.instruction_blocks } else { &mut self.data_blocks };
            if pair < self.pairs {
                blocks[pair][offset & 1] = value;
            }
        }
        self.forget();
    }

    /// Drops what is remembered.
    pub fn forget(&mut self) {
        self.generation.0 += 1;
        self.code = EMPTY;
        self.data = [EMPTY; REMEMBERED];
    }

    /// Which translations are in force, provided that MSR is as it was entered last.
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// Where an instruction stands.
    #[inline]
    pub fn code(&mut self, guest: &mut Guest, msr: u32, address: u32) -> Place {
        self.enter(msr);
        if self.code.page != address >> 12 {
            self.code = self.look_up(guest, address, msr & IR != 0, true);
        }
        within(self.code.place, address)
    }

    /// Where an access went.
    #[inline]
    pub fn data(&mut self, guest: &mut Guest, msr: u32, address: u32) -> Place {
        self.enter(msr);
        let index = (address >> 12) as usize % REMEMBERED;
        if self.data[index].page != address >> 12 {
            self.data[index] = self.look_up(guest, address, msr & DR != 0, false);
        }
        within(self.data[index].place, address)
    }

    /// Where a touch goes; `None` where nothing is mapped, for a touch never faults.
    pub fn touched(&mut self, guest: &mut Guest, msr: u32, address: u32) -> Option<Place> {
        let lost = self.lost;
        let place = self.data(guest, msr, address);
        if self.lost == lost {
            return Some(place);
        }
        self.lost = lost;
        self.data[(address >> 12) as usize % REMEMBERED] = EMPTY;
        None
    }

    /// MSR is in force.
    #[inline]
    pub fn enter(&mut self, msr: u32) {
        let mode = msr & (IR | DR | PR);
        if mode != self.mode {
            self.mode = mode;
            self.forget();
        }
    }

    #[cold]
    fn look_up(&mut self, guest: &mut Guest, address: u32, translated: bool, code: bool) -> Lookup {
        let address = address & !0xfff;
        let place = if translated { self.translate(guest, address, code) } else { Place::real(address) };
        Lookup { page: address >> 12, place }
    }

    fn translate(&mut self, guest: &mut Guest, address: u32, code: bool) -> Place {
        let blocks = if code { &self.instruction_blocks } else { &self.data_blocks };
        let place =
            |(physical, attributes), translation| Place { effective: address, physical, translation, attributes };
        if let Some(found) = block::find(blocks, address, self.mode & PR != 0) {
            return place(found, Translation::Block);
        }
        let segment = self.segments[(address >> 28) as usize];
        if let Some(found) = page::find(self.sdr1, segment, address, |physical| guest.word(physical)) {
            return place(found, Translation::Page);
        }
        self.lost += 1;
        place((u64::from(address), Attributes::default()), Translation::Page)
    }
}

/// The place of an address in the page that `place` begins.
const fn within(place: Place, address: u32) -> Place {
    let offset = address & 0xfff;
    Place { effective: address, physical: place.physical | offset as u64, ..place }
}

/// The attributes of a word that has W, I, M and G in these bits, W the highest.
const fn attributes(wimg: u32) -> Attributes {
    Attributes {
        write_through: wimg & 8 != 0,
        inhibited: wimg & 4 != 0,
        coherent: wimg & 2 != 0,
        guarded: wimg & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::AddressSpace;

    #[test]
    fn moves_to_bats_find_their_pair() {
        let mut low = AddressSpace::new(4);
        let mut high = AddressSpace::new(8);
        for spr in (528..544).chain(560..576) {
            low.set(spr, u32::from(spr));
            high.set(spr, u32::from(spr));
        }
        assert_eq!(high.instruction_blocks[0], [528, 529]);
        assert_eq!(high.instruction_blocks[3], [534, 535]);
        assert_eq!(high.data_blocks[0], [536, 537]);
        assert_eq!(high.instruction_blocks[4], [560, 561]);
        assert_eq!(high.data_blocks[7], [574, 575]);
        assert_eq!((low.instruction_blocks[3], low.instruction_blocks[4]), ([534, 535], [0, 0]));
        assert!(AddressSpace::uses(25) && !AddressSpace::uses(544) && !AddressSpace::uses(559));
    }
}
