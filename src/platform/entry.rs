//! Who started the image, from the registers as they were at entry.
//!
//! One entry serves every start path, so the registers have to tell. Each way has a
//! sign of its own that chance does not make: a mark and its complement, a magic
//! number beside a pointer to another one, a list of pointers to text. Only the client
//! interface of Open Firmware is no more than an address, so it comes last, and
//! whether it answers is found out by a call (`platform::firmware`).

use core::ops::Range;

/// What the flash stub puts into r3, with its complement in r4.
pub const ROM_MARK: u32 = 0x524f_4d21;

/// r6 where r3 points at a flattened device tree [ePAPR 1.1, 5.4.1].
const EPAPR_MAGIC: u32 = 0x6550_4150;
/// The first word of a flattened device tree.
const TREE_MAGIC: u32 = 0xd00d_feed;

/// Where a loader's data can lie: memory, mapped one to one and always there.
const MEMORY: Range<u32> = 0x100..0x8000_0000;
/// More arguments than anyone types.
const MOST_ARGUMENTS: u32 = 32;
/// Longest command line that a boot loader passes.
const MOST_LINE_BYTES: u32 = 2048;

/// Registers saved by the first instructions of the image.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EntryState {
    /// r1 to r31; r10 served as the pointer and is lost.
    from_r1: [u32; 31],
    /// MSR before the image changed it.
    pub msr: u32,
}

/// What started the image, with what it left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The flash stub.
    Rom,
    /// A loader that passes a flattened device tree at this address.
    FlatTree(u32),
    /// A boot loader's `go` or `bootelf`: so many words at this address.
    Arguments {
        /// Number of words, the address or file name included.
        count: u32,
        /// Address of as many pointers to text.
        list: u32,
    },
    /// A boot loader's `bootm` without a tree: text from `start` to before `end`.
    CommandLine {
        /// First byte.
        start: u32,
        /// Behind the last byte.
        end: u32,
    },
    /// Open Firmware, if the function at this address answers.
    Client(u32),
    /// Nobody known: something placed the image in memory and entered it.
    Placed,
}

impl EntryState {
    /// General-purpose register 1 to 31 as it was at entry.
    #[must_use]
    pub const fn gpr(&self, number: usize) -> u32 {
        self.from_r1[number - 1]
    }

    /// What the registers speak of. `word` reads memory and is asked for aligned
    /// addresses below 2 GiB only.
    #[must_use]
    pub fn origin(&self, word: impl Fn(u32) -> u32) -> Origin {
        let [r3, r4, r5, r6, r7] = [3, 4, 5, 6, 7].map(|number| self.gpr(number));
        let read = |address: u32| (MEMORY.contains(&address) && address.is_multiple_of(4)).then(|| word(address));
        if r3 == ROM_MARK && r4 == !ROM_MARK {
            return Origin::Rom;
        }
        if r6 == EPAPR_MAGIC && read(r3) == Some(TREE_MAGIC) {
            return Origin::FlatTree(r3);
        }
        let first_argument = || read(r4).filter(|text| MEMORY.contains(text));
        if (1..=MOST_ARGUMENTS).contains(&r3) && first_argument().is_some() {
            return Origin::Arguments { count: r3, list: r4 };
        }
        // `bootm`: r3 points at the board's information, which begins with start
        // and size of memory; r6 and r7 bound the command line.
        let line = MEMORY.contains(&r6) && r7 > r6 && r7 - r6 <= MOST_LINE_BYTES;
        let megabytes = || read(r3.wrapping_add(4)).is_some_and(|size| size.trailing_zeros() >= 20 && size != 0);
        if line && read(r3) == Some(0) && megabytes() {
            return Origin::CommandLine { start: r6, end: r7 };
        }
        // The first word of a function is never zero, which is what an emulator
        // reads where nothing is.
        if r5 != 0 && r5.is_multiple_of(4) && (!MEMORY.contains(&r5) || word(r5) != 0) {
            return Origin::Client(r5);
        }
        Origin::Placed
    }
}

#[cfg(test)]
mod tests {
    use super::{EPAPR_MAGIC, EntryState, Origin, ROM_MARK};
    use proptest::prelude::*;

    /// Memory that holds a tree at 0x5000, an argument list at 0x6000, board
    /// information at 0x7000, code at 0x10c and zeros.
    fn word(address: u32) -> u32 {
        assert!(address.is_multiple_of(4) && address < 0x8000_0000, "{address:08x} must not be read");
        match address {
            0x5000 => 0xd00d_feed,
            0x6000 => 0x6100,
            0x7004 => 0x2000_0000,
            // As if at 1, with 512 MiB.
            0x7200 => 1,
            0x7204 => 0x2000_0000,
            // The smallest size that is a whole number of MiB, and half of it.
            0x7304 => 0x0010_0000,
            0x7404 => 0x0008_0000,
            0x10c => 0x4800_0010,
            _ => 0,
        }
    }

    fn origin(r3: u32, r4: u32, r5: u32, r6: u32, r7: u32) -> Origin {
        let mut from_r1 = [0x5a5a_5a5b; 31];
        from_r1[2..7].copy_from_slice(&[r3, r4, r5, r6, r7]);
        EntryState { from_r1, msr: 0 }.origin(word)
    }

    #[test]
    fn each_start_path_has_its_own_registers() {
        assert_eq!(origin(ROM_MARK, !ROM_MARK, 0, 0, 0), Origin::Rom);
        assert_eq!(origin(0x5000, 0, 0, EPAPR_MAGIC, 0x1000_0000), Origin::FlatTree(0x5000));
        assert_eq!(origin(2, 0x6000, 0x1234_5678, 0, 0), Origin::Arguments { count: 2, list: 0x6000 });
        let line = Origin::CommandLine { start: 0x7100, end: 0x7120 };
        assert_eq!(origin(0x7000, 0, 0, 0x7100, 0x7120), line);
        assert_eq!(origin(0x7000, 0x20_0000, 0x30_0000, 0x7100, 0x7120), line, "with an initial RAM disk");
        assert_eq!(origin(0, 0, 0xfff0_25d0, 0, 0), Origin::Client(0xfff0_25d0), "OpenBIOS");
        assert_eq!(origin(0x110_4000, 13, 0xfff0_25d0, 0, 0), Origin::Client(0xfff0_25d0), "with an initial RAM disk");
        assert_eq!(origin(0, 0, 0x10c, 0, 0), Origin::Client(0x10c), "Pegasos II in QEMU");
        assert_eq!(origin(0, 0, 0, 0, 0), Origin::Placed);
    }

    #[test]
    fn half_a_sign_is_no_sign() {
        assert_eq!(origin(ROM_MARK, 0, 0, 0, 0), Origin::Placed);
        assert_eq!(origin(0x5000, 0, 0, EPAPR_MAGIC + 1, 0), Origin::Placed);
        assert_eq!(origin(0x5004, 0, 0, EPAPR_MAGIC, 0), Origin::Placed, "no tree there");
        assert_eq!(origin(2, 0x6004, 0, 0, 0), Origin::Placed, "no text there");
        assert_eq!(origin(0, 0x6000, 0, 0, 0), Origin::Placed, "no arguments");
        assert_eq!(origin(33, 0x6000, 0, 0, 0), Origin::Placed, "too many");
        assert_eq!(origin(0x7000, 0, 0, 0x7120, 0x7100), Origin::Placed, "ends before it starts");
        assert_eq!(origin(0x7000, 0, 0, 0x7100, 0x9000), Origin::Placed, "too long");
        assert_eq!(origin(0x7010, 0, 0, 0x7100, 0x7120), Origin::Placed, "no memory");
        assert_eq!(origin(0x7200, 0, 0, 0x7100, 0x7120), Origin::Placed, "memory that begins at 1");
        assert_eq!(origin(0x7300, 0, 0, 0x7100, 0x7120), Origin::CommandLine { start: 0x7100, end: 0x7120 });
        assert_eq!(origin(0x7400, 0, 0, 0x7100, 0x7120), Origin::Placed, "half a MiB of memory");
        assert_eq!(origin(0, 0, 0x10d, 0, 0), Origin::Placed, "no function is unaligned");
        assert_eq!(origin(0, 0, 0x8000, 0, 0), Origin::Placed, "nothing is there");
    }

    proptest! {
        /// Junk reads no memory that may not be there, and is never taken for a sign
        /// that is more than an address.
        #[test]
        fn junk_is_junk(r3: u32, r4: u32, r5: u32, r6: u32, r7: u32) {
            let found = origin(r3, r4, r5, r6, r7);
            prop_assert!(matches!(found, Origin::Client(_) | Origin::Placed), "{found:?}");
        }
    }
}
