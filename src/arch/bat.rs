//! One-to-one mapping by block address translation registers.
//!
//! Blocks rather than pages: a BAT hit never touches the TLBs, so that no kernel
//! sees table searches it did not ask for [MPC7450UM, from memory].
//!
//! | block | maps | how |
//! | --- | --- | --- |
//! | IBAT0, DBAT0 | 0 to 256 MB | cached, memory coherence on |
//! | DBAT1 | 0x80000000, 256 MB | PCI memory: inhibited, guarded |
//! | DBAT2 | 0xf0000000, 256 MB | bridges, ROM: inhibited, guarded |

use core::arch::asm;

use mpc7450::bus::{Spr, SprBus};
use mpc7450::registers::{Dbatl, Dbatu, Ibatl, Ibatu};

use super::features::Blocks;
use super::mmu::mode::{ALL_MEMORY, Block};
use super::notes;
use super::spr::HardwareBus;
use super::state::RegisterStates;

/// 256 MB from 0x80000000, valid in supervisor state.
const PCI_UPPER: u32 = 0x8000_1ffe;
/// WIMG 0101 (inhibited, guarded), PP 10.
const PCI_LOWER: u32 = 0x8000_002a;
/// 256 MB from 0xf0000000, valid in supervisor state.
const BRIDGE_UPPER: u32 = 0xf000_1ffe;
/// WIMG 0101, PP 10.
const BRIDGE_LOWER: u32 = 0xf000_002a;

/// Sets in each TLB: page address bits EA[14-19] [MPC7450UM, from memory].
const TLB_SETS: u32 = 64;

/// Maps memory and devices one to one and drops every other block and page.
///
/// Translation is off meanwhile: two blocks that map one address are a programming
/// error even for a moment, and what a firmware left may overlap with what comes.
///
/// # Safety
///
/// The image, its stack and its data must lie in the first 256 MB; addresses must
/// be untranslated now, and nobody may need the mappings there were.
pub unsafe fn map_one_to_one(bus: &mut HardwareBus, blocks: Blocks, states: &mut RegisterStates) {
    if blocks == Blocks::None {
        return;
    }
    // SAFETY: addresses are untranslated and nobody needs the blocks.
    unsafe { drop_all(bus, blocks, states) }
    // SAFETY: all blocks are invalid; memory stays where it is.
    unsafe { set_memory(bus, ALL_MEMORY) }
    let pci = Block { upper: PCI_UPPER, lower: PCI_LOWER };
    // SAFETY: no Rust object lies there.
    unsafe { block::<Dbatu<1>, Dbatl<1>>(bus, pci) }
    let bridges = Block { upper: BRIDGE_UPPER, lower: BRIDGE_LOWER };
    // SAFETY: no Rust object lies there.
    unsafe { block::<Dbatu<2>, Dbatl<2>>(bus, bridges) }
    account::<Ibatu<0>, Ibatl<0>>(states, ALL_MEMORY);
    account::<Dbatu<0>, Dbatl<0>>(states, ALL_MEMORY);
    account::<Dbatu<1>, Dbatl<1>>(states, pci);
    account::<Dbatu<2>, Dbatl<2>>(states, bridges);
    invalidate_tlbs();
}

/// Accounts for a block that has been written.
fn account<Upper: Spr, Lower: Spr>(states: &mut RegisterStates, words: Block) {
    notes::set::<Upper>(states, words.upper);
    notes::set::<Lower>(states, words.lower);
}

/// Gives memory this block, for instructions and data.
///
/// # Safety
///
/// Addresses must be untranslated, and the block must map the image one to one.
pub(super) unsafe fn set_memory(bus: &mut HardwareBus, words: Block) {
    // SAFETY: addresses are untranslated, so the block is not in use.
    unsafe { block::<Ibatu<0>, Ibatl<0>>(bus, words) }
    // SAFETY: as above.
    unsafe { block::<Dbatu<0>, Dbatl<0>>(bus, words) }
}

/// Sets a block: invalid first, then the lower word, so that the block is whole when
/// it becomes valid.
///
/// # Safety
///
/// Addresses must be untranslated, and what the block maps must be mapped by no other.
unsafe fn block<Upper: Spr, Lower: Spr>(bus: &mut HardwareBus, words: Block) {
    // SAFETY: the block is not in use.
    unsafe { bus.write_raw::<Upper>(0) }
    // SAFETY: the block is invalid at this moment.
    unsafe { bus.write_raw::<Lower>(words.lower) }
    // SAFETY: the caller's promise.
    unsafe { bus.write_raw::<Upper>(words.upper) }
}

/// # Safety
///
/// Addresses must be untranslated.
unsafe fn drop_all(bus: &mut HardwareBus, blocks: Blocks, states: &mut RegisterStates) {
    const NOTHING: Block = Block { upper: 0, lower: 0 };
    macro_rules! drop_blocks {
        ($($number:literal),*) => { $(
            // SAFETY: the caller promises that nothing is translated.
            unsafe { block::<Ibatu<$number>, Ibatl<$number>>(bus, NOTHING) }
            // SAFETY: as above.
            unsafe { block::<Dbatu<$number>, Dbatl<$number>>(bus, NOTHING) }
            account::<Ibatu<$number>, Ibatl<$number>>(states, NOTHING);
            account::<Dbatu<$number>, Dbatl<$number>>(states, NOTHING);
        )* };
    }
    drop_blocks!(0, 1, 2, 3);
    if blocks == Blocks::Eight {
        drop_blocks!(4, 5, 6, 7);
    }
}

/// Forgets every page that either TLB knows.
pub fn invalidate_tlbs() {
    for set in 0..TLB_SETS {
        // SAFETY: pages are not in use any more; tlbie removes cached entries only.
        unsafe { asm!("tlbie {}", in(reg) set << 12, options(nostack, preserves_flags)) }
    }
    // SAFETY: waits for the invalidations; changes no register and no memory.
    unsafe { asm!("sync", "isync", options(nostack, preserves_flags)) }
}
