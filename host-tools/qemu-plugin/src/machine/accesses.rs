//! What the accesses of a block's instructions are: [`Accesses`].
//!
//! QEMU tells the accesses that it makes, not those of the processor: `dcbz` is four
//! stores to it, `icbi` a load, `stwcx.` a load and a store, and `dcbt` nothing. So the
//! instruction says what they are, and the addresses of cache instructions come from its
//! registers.

use std::ops::Range;

use model::record::{Access, AccessKind};
use mpc7450::instruction::decode::{CacheOperation, Extent, Kind, RegisterKind, StreamOperation, Transfer};

use crate::address::AddressSpace;
use crate::blocks::{Block, Blocks};
use crate::guest::Guest;
use crate::known::{Care, Known};
use crate::qemu;

/// Bytes of a cache line.
const LINE: u32 = 32;
/// Bytes of a page.
const PAGE: u32 = 4096;

/// The accesses of the block that runs.
#[derive(Default)]
pub(super) struct Accesses {
    /// As QEMU tells them, in order.
    made: Vec<Made>,
    /// How many of them are told or resolved.
    done: usize,
    /// Where QEMU says that they went, to compare.
    #[cfg(debug_assertions)]
    physical: Vec<Option<u64>>,
    /// The address of a cache instruction or stream, and the stream's control word.
    named: (u32, u32),
    /// Those of one instruction.
    own: Vec<(u32, u8)>,
    /// As the model wants them, each with the index of its instruction.
    resolved: Vec<(u16, Access)>,
}

/// An access of QEMU's.
#[derive(Clone, Copy, Debug)]
struct Made {
    address: u32,
    bytes: u8,
    /// The index of the instruction in its block.
    index: u16,
}

impl Accesses {
    /// A block is about to execute.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.done = 0;
        self.resolved.clear();
        #[cfg(debug_assertions)]
        self.physical.clear();
    }

    /// An instruction is about to execute whose accesses come from its registers.
    pub(super) fn begin(&mut self, known: &Known, guest: &mut Guest) {
        self.named = (0, 0);
        match known.kind {
            Some(Kind::Cache(_)) => {
                self.named = (guest.base(known.a()).wrapping_add(guest.general(known.b())), 0);
            }
            Some(Kind::Stream(StreamOperation::Start { .. })) => {
                self.named = (guest.base(known.a()), guest.general(known.b()));
            }
            _ => {}
        }
    }

    /// The control word of the stream that is about to be started; 0 for any other
    /// instruction.
    pub(super) const fn control(&self) -> u32 {
        self.named.1
    }

    /// QEMU has made an access for the instruction with an index.
    #[inline]
    pub(super) fn push(&mut self, index: u32, access: &qemu::Access<'_>) {
        self.made.push(Made { address: access.effective(), bytes: access.bytes(), index: index as u16 });
        #[cfg(debug_assertions)]
        self.physical.push(access.physical());
    }

    /// The instruction with an index runs again: it and what stands behind it have made no
    /// access.
    pub(super) fn restart(&mut self, index: u32) {
        let kept = self.made.iter().take_while(|made| u32::from(made.index) < index).count();
        self.made.truncate(kept);
        #[cfg(debug_assertions)]
        self.physical.truncate(kept);
    }

    /// Whether the instruction with an index has made an access.
    pub(super) fn has_made(&self, index: u32) -> bool {
        self.made.iter().any(|made| u32::from(made.index) == index)
    }

    /// Whether there is nothing to [`Accesses::finish`] for a block whose first instruction names
    /// none.
    #[inline]
    pub(super) const fn is_done(&self) -> bool {
        self.made.len() == self.done
    }

    /// The instructions of a block with these indexes have completed: gives their accesses, each
    /// with an index from the first of them on.
    #[inline]
    pub(super) fn finish(
        &mut self,
        (blocks, block): (&Blocks, &Block),
        indexes: Range<u32>,
        (addresses, guest, msr): (&mut AddressSpace, &mut Guest, u32),
    ) -> &[(u16, Access)] {
        self.resolved.clear();
        if indexes.start == 0 && block.care == Care::Registers {
            self.name(blocks.instruction(block, 0), addresses, guest, msr);
        }
        while let Some(&Made { address, bytes, index }) = self.made.get(self.done)
            && u32::from(index) < indexes.end
        {
            let known = blocks.instruction(block, index.into());
            let own = (u32::from(index) - indexes.start) as u16;
            #[cfg(debug_assertions)]
            self.compare(known, addresses, guest, msr);
            if let Some((_, kind)) = known.single {
                let place = addresses.data(guest, msr, address);
                self.resolved.push((own, Access { place, bytes, kind }));
                self.done += 1;
                continue;
            }
            let (transfer, kind) = match known.kind {
                Some(Kind::Load(transfer)) => (transfer, AccessKind::Load),
                Some(Kind::Store(transfer)) => (transfer, AccessKind::Store),
                _ => {
                    self.done += 1;
                    continue;
                }
            };
            let mine = self.made[self.done..].iter().take_while(|made| made.index == index);
            self.own.clear();
            self.own.extend(mine.map(|made| (made.address, made.bytes)));
            self.done += self.own.len();
            merge(&mut self.own, transfer);
            for &(address, bytes) in &self.own {
                let place = addresses.data(guest, msr, address);
                self.resolved.push((own, Access { place, bytes, kind }));
            }
        }
        &self.resolved
    }

    /// The accesses of a cache instruction or stream, which is the first of its block.
    fn name(&mut self, known: &Known, addresses: &mut AddressSpace, guest: &mut Guest, msr: u32) {
        let (address, control) = self.named;
        let resolved = &mut self.resolved;
        match known.kind {
            Some(Kind::Cache(CacheOperation::Touch | CacheOperation::TouchForStore)) => {
                let place = addresses.touched(guest, msr, address);
                resolved.extend(place.map(|place| (0, Access { place, bytes: 1, kind: AccessKind::Touch })));
            }
            Some(Kind::Cache(_)) => {
                let place = addresses.data(guest, msr, address);
                resolved.push((0, Access { place, bytes: 1, kind: AccessKind::Operation }));
            }
            Some(Kind::Stream(StreamOperation::Start { .. })) => {
                if let Some(place) = addresses.touched(guest, msr, address) {
                    for address in lines(address, control) {
                        let place = addresses.data(guest, msr, address);
                        resolved.push((0, Access { place, bytes: 1, kind: AccessKind::Touch }));
                    }
                    debug_assert_eq!(resolved.first().map(|(_, access)| access.place), Some(place));
                }
            }
            _ => {}
        }
    }

    /// Compares where the next access went with where QEMU says it did.
    #[cfg(debug_assertions)]
    fn compare(&self, known: &Known, addresses: &mut AddressSpace, guest: &mut Guest, msr: u32) {
        if let (Some(Kind::Load(_) | Kind::Store(_)), Some(physical)) = (known.kind, self.physical[self.done]) {
            let address = self.made[self.done].address;
            assert_eq!(addresses.data(guest, msr, address).physical, physical, "physical address of {address:#x}");
        }
    }
}

/// Makes the processor's accesses of QEMU's.
fn merge(made: &mut Vec<(u32, u8)>, transfer: Transfer) {
    match transfer {
        // Both halves of a vector.
        Transfer { register: RegisterKind::Vector, .. } => {
            made.truncate(1);
            made.iter_mut().for_each(|access| *access = (access.0 & !15, 16));
        }
        // Both accesses of a conditional store.
        Transfer { reserve: true, .. } => made.truncate(1),
        // The bytes of a string's last word.
        Transfer { extent: Extent::String(_) | Extent::Counted, .. } => {
            let start = made.first().map_or(0, |(address, _)| *address);
            let word = |address: u32| address.wrapping_sub(start) / 4;
            made.dedup_by(|next, last| {
                let same = word(next.0) == word(last.0);
                last.1 += if same { next.1 } else { 0 };
                same
            });
        }
        _ => {}
    }
}

/// The lines that a stream asks for, in its order, as far as they lie in the page of the
/// first [ALTIVECPEM 5.2.1].
///
/// The control word has the size of a block in vectors (bits 3 to 7, 0 means 32), the number
/// of blocks (bits 8 to 15, 0 means 256) and the bytes from one to the next (bits 16 to 31,
/// signed, 0 means 32768).
fn lines(start: u32, control: u32) -> impl Iterator<Item = u32> {
    let or = |value: u32, zero: u32| if value == 0 { zero } else { value };
    let bytes = 16 * or(control >> 24 & 31, 32);
    let blocks = or(control >> 16 & 0xff, 256);
    let stride = if control & 0xffff == 0 { 32768 } else { i32::from(control as u16 as i16) };
    let blocks = (0..blocks).map(move |block| start.wrapping_add_signed(stride.wrapping_mul(block as i32)));
    let lines = blocks.flat_map(move |block| {
        let first = block & !(LINE - 1);
        let last = block.wrapping_add(bytes - 1) & !(LINE - 1);
        (0..=last.wrapping_sub(first) / LINE).map(move |line| if line == 0 { block } else { first + LINE * line })
    });
    lines.take_while(move |address| address / PAGE == start / PAGE)
}

#[cfg(test)]
mod tests {
    use mpc7450::instruction::decode::{Kind, Transfer, decode};

    use super::{lines, merge};

    fn transfer(word: u32) -> Transfer {
        match decode(word).expect("an instruction").kind() {
            Kind::Load(transfer) | Kind::Store(transfer) => transfer,
            other => panic!("{other:?}"),
        }
    }

    fn merged(word: u32, made: &[(u32, u8)]) -> Vec<(u32, u8)> {
        let mut accesses = made.to_vec();
        merge(&mut accesses, transfer(word));
        accesses
    }

    /// Raw words as GNU as makes them.
    #[test]
    fn accesses_are_the_instructions() {
        assert_eq!(merged(0x8061_0002, &[(0x1002, 4)]), [(0x1002, 4)], "lwz r3,2(r1)");
        assert_eq!(merged(0xbba1_0008, &[(8, 4), (12, 4), (16, 4)]), [(8, 4), (12, 4), (16, 4)], "lmw r29,8(r1)");
        assert_eq!(merged(0x7c00_19ce, &[(0x20, 8), (0x28, 8)]), [(0x20, 16)], "stvx v0,0,r3");
        assert_eq!(merged(0x7c00_18ce, &[(0x20, 16)]), [(0x20, 16)], "lvx v0,0,r3");
        assert_eq!(merged(0x7c60_212d, &[(0x40, 4), (0x40, 4)]), [(0x40, 4)], "stwcx. r3,0,r4");
        assert_eq!(merged(0x7c60_212d, &[]), [], "without a reservation");
        let bytes = [(5, 4), (9, 1), (10, 1), (11, 1)];
        assert_eq!(merged(0x7c64_3caa, &bytes), [(5, 4), (9, 3)], "lswi r3,r4,7");
    }

    #[test]
    fn a_stream_asks_for_its_lines_within_a_page() {
        // Two blocks of 64 bytes, 256 apart.
        let control = 4 << 24 | 2 << 16 | 256;
        assert_eq!(lines(0x1000, control).collect::<Vec<_>>(), [0x1000, 0x1020, 0x1100, 0x1120]);
        assert_eq!(lines(0x1010, control).collect::<Vec<_>>(), [0x1010, 0x1020, 0x1040, 0x1110, 0x1120, 0x1140]);
        assert_eq!(lines(0x1fe0, control).collect::<Vec<_>>(), [0x1fe0], "the page ends");
        let downwards = 2 << 24 | 3 << 16 | (-64_i16 as u16 as u32);
        assert_eq!(lines(0x1080, downwards).collect::<Vec<_>>(), [0x1080, 0x1040, 0x1000]);
        assert_eq!(lines(0x1000, 0).count(), 16, "32 vectors are 16 lines; the next block is 8 pages away");
    }
}
