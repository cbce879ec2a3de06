//! What an instruction's accesses are: [`Accesses`].
//!
//! QEMU tells the accesses that it makes, not those of the processor: `dcbz` is four
//! stores to it, `icbi` a load, `stwcx.` a load and a store, and `dcbt` nothing. So the
//! instruction says what they are, and the addresses of cache instructions come from its
//! registers.

use model::record::{Access, AccessKind};
use mpc7450::instruction::decode::{CacheOperation, Extent, Kind, RegisterKind, StreamOperation, Transfer};

use crate::address::AddressSpace;
use crate::guest::Guest;
use crate::known::Known;
use crate::qemu;

/// Bytes of a cache line.
const LINE: u32 = 32;
/// Bytes of a page.
const PAGE: u32 = 4096;

/// The accesses of one instruction.
#[derive(Default)]
pub(super) struct Accesses {
    /// As QEMU tells them: effective address, bytes.
    made: Vec<(u32, u8)>,
    /// Where QEMU says that they went, to compare.
    #[cfg(debug_assertions)]
    physical: Vec<u64>,
    /// The address of a cache instruction or stream, and the stream's control word.
    named: (u32, u32),
    /// As the model wants them.
    accesses: Vec<Access>,
}

impl Accesses {
    /// A load or store is about to execute.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.made.clear();
        #[cfg(debug_assertions)]
        self.physical.clear();
    }

    /// An instruction is about to execute whose accesses come from its registers.
    pub(super) fn begin(&mut self, known: &Known, guest: &mut Guest) {
        self.clear();
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

    /// QEMU has made an access.
    pub(super) fn push(&mut self, access: &qemu::Access<'_>) {
        self.made.push((access.effective(), access.bytes()));
        #[cfg(debug_assertions)]
        self.physical.extend(access.physical());
    }

    /// The instruction has completed: gives its accesses.
    pub(super) fn finish(
        &mut self,
        known: &Known,
        addresses: &mut AddressSpace,
        guest: &mut Guest,
        msr: u32,
    ) -> &[Access] {
        self.accesses.clear();
        let (address, control) = self.named;
        match known.kind {
            Some(Kind::Load(transfer)) => self.transfer(transfer, AccessKind::Load, addresses, guest, msr),
            Some(Kind::Store(transfer)) => self.transfer(transfer, AccessKind::Store, addresses, guest, msr),
            Some(Kind::Cache(CacheOperation::Touch | CacheOperation::TouchForStore)) => {
                let place = addresses.touched(guest, msr, address);
                let touch = place.map(|place| Access { place, bytes: 1, kind: AccessKind::Touch });
                self.accesses.extend(touch);
            }
            Some(Kind::Cache(_)) => {
                let place = addresses.data(guest, msr, address);
                self.accesses.push(Access { place, bytes: 1, kind: AccessKind::Operation });
            }
            Some(Kind::Stream(StreamOperation::Start { .. })) => {
                if let Some(place) = addresses.touched(guest, msr, address) {
                    for address in lines(address, control) {
                        let place = addresses.data(guest, msr, address);
                        self.accesses.push(Access { place, bytes: 1, kind: AccessKind::Touch });
                    }
                    debug_assert_eq!(self.accesses.first().map(|access| access.place), Some(place));
                }
            }
            _ => {}
        }
        &self.accesses
    }

    fn transfer(
        &mut self,
        transfer: Transfer,
        kind: AccessKind,
        addresses: &mut AddressSpace,
        guest: &mut Guest,
        msr: u32,
    ) {
        #[cfg(debug_assertions)]
        for ((address, _), physical) in self.made.iter().zip(&self.physical) {
            assert_eq!(addresses.data(guest, msr, *address).physical, *physical, "physical address of {address:#x}");
        }
        merge(&mut self.made, transfer);
        for &(address, bytes) in &self.made {
            let place = addresses.data(guest, msr, address);
            self.accesses.push(Access { place, bytes, kind });
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
