//! Who started the image, from the registers as they were at entry.
//!
//! One entry serves every start path, so the registers have to tell: Open
//! Firmware passes its client interface in r5 [IEEE 1275 PowerPC binding 8.2.2],
//! the flash stub leaves a mark, and a loader that only places the image leaves
//! neither.

use report_format::record::Start;

/// What the flash stub puts into r3, with its complement in r4.
pub const ROM_MARK: u32 = 0x524f_4d21;

/// Registers saved by the first instructions of the image.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EntryState {
    /// r1 to r31; r10 served as the pointer and is lost.
    from_r1: [u32; 31],
    /// MSR before the image changed it.
    pub msr: u32,
}

impl EntryState {
    /// General-purpose register 1 to 31 as it was at entry.
    #[must_use]
    pub const fn gpr(&self, number: usize) -> u32 {
        self.from_r1[number - 1]
    }

    /// The start path the registers speak of.
    #[must_use]
    pub const fn start(&self) -> Start {
        if self.gpr(3) == ROM_MARK && self.gpr(4) == !ROM_MARK {
            Start::Rom
        } else if self.gpr(5) != 0 {
            Start::OpenFirmware
        } else {
            Start::Loader
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EntryState, ROM_MARK};
    use report_format::record::Start;

    fn entry(r3: u32, r4: u32, r5: u32) -> EntryState {
        let mut from_r1 = [0; 31];
        from_r1[2] = r3;
        from_r1[3] = r4;
        from_r1[4] = r5;
        EntryState { from_r1, msr: 0 }
    }

    #[test]
    fn each_start_path_has_its_own_registers() {
        assert_eq!(entry(ROM_MARK, !ROM_MARK, 0).start(), Start::Rom);
        assert_eq!(entry(0, 0, 0xfff0_25d0).start(), Start::OpenFirmware);
        assert_eq!(entry(0, 0, 0).start(), Start::Loader);
    }

    #[test]
    fn half_a_rom_mark_is_no_rom_mark() {
        assert_eq!(entry(ROM_MARK, 0, 0).start(), Start::Loader);
    }
}
