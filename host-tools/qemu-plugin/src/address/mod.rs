//! From effective to physical addresses, as the processor does it: [`AddressSpace`].
//!
//! QEMU can be asked where an address leads, but not whether a block or a page led
//! there, nor for the attributes, and it tries data before code where both could be
//! meant. So both are looked up here, in the BATs and the page table of the guest. The
//! segment registers, which QEMU does not show, are remembered from the guest's own moves.
//!
//! Looked-up pages are kept until something that could change them happens: `tlbie`, a
//! move to a segment register, BAT or SDR1, another MSR[IR], [DR] or [PR]. A guest that
//! changes a page table entry without `tlbie` would find the old one in a TLB too.

mod block;
mod page;

use model::code::Code;
use model::record::{Attributes, Place, Translation};
use mpc7450::registers::MSR;

use crate::guest::Guest;

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

/// What the guest's translation registers say.
pub struct AddressSpace {
    segments: [u32; 16],
    instruction_blocks: Vec<[u32; 2]>,
    data_blocks: Vec<[u32; 2]>,
    sdr1: u32,
    /// BATs and SDR1 have to be read again.
    stale: bool,
    /// IR, DR and PR that the lookups were made under.
    mode: u32,
    code: Lookup,
    data: [Lookup; REMEMBERED],
    /// Lookups that found neither block nor page.
    pub lost: u64,
}

impl Default for AddressSpace {
    fn default() -> Self {
        Self {
            segments: [0; 16],
            instruction_blocks: Vec::new(),
            data_blocks: Vec::new(),
            sdr1: 0,
            stale: true,
            mode: 0,
            code: EMPTY,
            data: [EMPTY; REMEMBERED],
            lost: 0,
        }
    }
}

impl AddressSpace {
    /// The guest moved a value to a segment register.
    pub fn set_segment(&mut self, number: u32, value: u32) {
        self.segments[number as usize & 15] = value;
        self.forget();
    }

    /// The guest changed a BAT or SDR1, or was not watched for a while.
    pub fn invalidate(&mut self) {
        self.stale = true;
        self.forget();
    }

    /// Drops what is remembered.
    pub fn forget(&mut self) {
        self.code = EMPTY;
        self.data = [EMPTY; REMEMBERED];
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

    fn enter(&mut self, msr: u32) {
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
        if self.stale {
            self.instruction_blocks = guest.instruction_blocks();
            self.data_blocks = guest.data_blocks();
            self.sdr1 = guest.sdr1();
            self.stale = false;
        }
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
