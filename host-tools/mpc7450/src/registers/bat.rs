//! IBAT0-7 and DBAT0-7, block address translation, upper and lower registers.
//!
//! Each pair maps one block of 128 KiB to 256 MiB. SPR 528 to 543 hold pairs 0
//! to 3, 560 to 575 pairs 4 to 7, upper before lower, instruction before data
//! [LINUX-REG]. Pairs 4 to 7 exist from the 7455 on and need
//! HID0[HIGH_BAT_EN]; QEMU uses them without [QEMU].
//!
//! BATs are undefined at reset on hardware: all must be zeroed before
//! translation is switched on. With HID0[XBSEN] the block length grows to the
//! left into bits 15 to 18; this layout is the one without.
//!
//! Not `WriteIsSafe`: they decide what every address means.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of an upper BAT register.
    pub BATU [
        /// `BATU[0-14]`, block effective page index: the top of the address.
        BEPI OFFSET(17) NUMBITS(15) [],
        /// `BATU[19-29]`, block length mask.
        BL OFFSET(2) NUMBITS(11) [
            /// 1 MiB.
            MiB1 = 0x007,
            /// 256 MiB.
            MiB256 = 0x7ff
        ],
        /// `BATU[30]`, valid in supervisor state.
        VS OFFSET(1) NUMBITS(1) [],
        /// `BATU[31]`, valid in user state.
        VP OFFSET(0) NUMBITS(1) []
    ],
    /// Fields of a lower BAT register.
    pub BATL [
        /// `BATL[0-14]`, block real page number: the top of the physical address.
        BRPN OFFSET(17) NUMBITS(15) [],
        /// `BATL[25]`, write-through. Data BATs only.
        W OFFSET(6) NUMBITS(1) [],
        /// `BATL[26]`, caching-inhibited.
        I OFFSET(5) NUMBITS(1) [],
        /// `BATL[27]`, memory coherence required.
        M OFFSET(4) NUMBITS(1) [],
        /// `BATL[28]`, guarded. Never set it in an instruction BAT.
        G OFFSET(3) NUMBITS(1) [],
        /// `BATL[30-31]`, protection.
        PP OFFSET(0) NUMBITS(2) [
            /// No access.
            None = 0,
            /// Read only.
            Read = 1,
            /// Read and write.
            ReadWrite = 2
        ]
    ]
}

/// Upper register of instruction BAT N, 0 to 7; any other N does not compile.
pub enum Ibatu<const N: usize> {}

/// Lower register of instruction BAT N, 0 to 7; any other N does not compile.
pub enum Ibatl<const N: usize> {}

/// Upper register of data BAT N, 0 to 7; any other N does not compile.
pub enum Dbatu<const N: usize> {}

/// Lower register of data BAT N, 0 to 7; any other N does not compile.
pub enum Dbatl<const N: usize> {}

/// Upper register of instruction BAT 0, under its manual name.
pub type Ibat0u = Ibatu<0>;
/// Lower register of instruction BAT 0, under its manual name.
pub type Ibat0l = Ibatl<0>;
/// Upper register of instruction BAT 1, under its manual name.
pub type Ibat1u = Ibatu<1>;
/// Lower register of instruction BAT 1, under its manual name.
pub type Ibat1l = Ibatl<1>;
/// Upper register of instruction BAT 2, under its manual name.
pub type Ibat2u = Ibatu<2>;
/// Lower register of instruction BAT 2, under its manual name.
pub type Ibat2l = Ibatl<2>;
/// Upper register of instruction BAT 3, under its manual name.
pub type Ibat3u = Ibatu<3>;
/// Lower register of instruction BAT 3, under its manual name.
pub type Ibat3l = Ibatl<3>;
/// Upper register of instruction BAT 4, under its manual name.
pub type Ibat4u = Ibatu<4>;
/// Lower register of instruction BAT 4, under its manual name.
pub type Ibat4l = Ibatl<4>;
/// Upper register of instruction BAT 5, under its manual name.
pub type Ibat5u = Ibatu<5>;
/// Lower register of instruction BAT 5, under its manual name.
pub type Ibat5l = Ibatl<5>;
/// Upper register of instruction BAT 6, under its manual name.
pub type Ibat6u = Ibatu<6>;
/// Lower register of instruction BAT 6, under its manual name.
pub type Ibat6l = Ibatl<6>;
/// Upper register of instruction BAT 7, under its manual name.
pub type Ibat7u = Ibatu<7>;
/// Lower register of instruction BAT 7, under its manual name.
pub type Ibat7l = Ibatl<7>;
/// Upper register of data BAT 0, under its manual name.
pub type Dbat0u = Dbatu<0>;
/// Lower register of data BAT 0, under its manual name.
pub type Dbat0l = Dbatl<0>;
/// Upper register of data BAT 1, under its manual name.
pub type Dbat1u = Dbatu<1>;
/// Lower register of data BAT 1, under its manual name.
pub type Dbat1l = Dbatl<1>;
/// Upper register of data BAT 2, under its manual name.
pub type Dbat2u = Dbatu<2>;
/// Lower register of data BAT 2, under its manual name.
pub type Dbat2l = Dbatl<2>;
/// Upper register of data BAT 3, under its manual name.
pub type Dbat3u = Dbatu<3>;
/// Lower register of data BAT 3, under its manual name.
pub type Dbat3l = Dbatl<3>;
/// Upper register of data BAT 4, under its manual name.
pub type Dbat4u = Dbatu<4>;
/// Lower register of data BAT 4, under its manual name.
pub type Dbat4l = Dbatl<4>;
/// Upper register of data BAT 5, under its manual name.
pub type Dbat5u = Dbatu<5>;
/// Lower register of data BAT 5, under its manual name.
pub type Dbat5l = Dbatl<5>;
/// Upper register of data BAT 6, under its manual name.
pub type Dbat6u = Dbatu<6>;
/// Lower register of data BAT 6, under its manual name.
pub type Dbat6l = Dbatl<6>;
/// Upper register of data BAT 7, under its manual name.
pub type Dbat7u = Dbatu<7>;
/// Lower register of data BAT 7, under its manual name.
pub type Dbat7l = Dbatl<7>;

/// SPR number of pair `n` given pair 0's register; pairs 4 to 7 follow 32 higher
/// than pairs 0 to 3.
const fn number(first: u16, n: usize) -> u16 {
    assert!(n < 8, "there are BAT pairs 0 to 7");
    let n = n as u16;
    if n < 4 { first + 2 * n } else { first + 32 + 2 * (n - 4) }
}

const IBATU: [&str; 8] = ["IBAT0U", "IBAT1U", "IBAT2U", "IBAT3U", "IBAT4U", "IBAT5U", "IBAT6U", "IBAT7U"];
const IBATL: [&str; 8] = ["IBAT0L", "IBAT1L", "IBAT2L", "IBAT3L", "IBAT4L", "IBAT5L", "IBAT6L", "IBAT7L"];
const DBATU: [&str; 8] = ["DBAT0U", "DBAT1U", "DBAT2U", "DBAT3U", "DBAT4U", "DBAT5U", "DBAT6U", "DBAT7U"];
const DBATL: [&str; 8] = ["DBAT0L", "DBAT1L", "DBAT2L", "DBAT3L", "DBAT4L", "DBAT5L", "DBAT6L", "DBAT7L"];

impl<const N: usize> Spr for Ibatu<N> {
    const NUMBER: u16 = number(528, N);
    const NAME: &'static str = IBATU[N];
    type Layout = BATU::Register;
}

impl<const N: usize> Spr for Ibatl<N> {
    const NUMBER: u16 = number(529, N);
    const NAME: &'static str = IBATL[N];
    type Layout = BATL::Register;
}

impl<const N: usize> Spr for Dbatu<N> {
    const NUMBER: u16 = number(536, N);
    const NAME: &'static str = DBATU[N];
    type Layout = BATU::Register;
}

impl<const N: usize> Spr for Dbatl<N> {
    const NUMBER: u16 = number(537, N);
    const NAME: &'static str = DBATL[N];
    type Layout = BATL::Register;
}

#[cfg(test)]
mod tests {
    use super::{BATL, BATU, Dbatl, Dbatu, Ibatl, Ibatu};
    use crate::bus::Spr;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<BATU::Register>(&[
            ("BEPI", 0, 14, 0xfffe_0000),
            ("BL", 19, 29, 0x0000_1ffc),
            ("VS", 30, 30, 0x0000_0002),
            ("VP", 31, 31, 0x0000_0001),
        ]);
        table::check::<BATL::Register>(&[
            ("BRPN", 0, 14, 0xfffe_0000),
            ("W", 25, 25, 0x0000_0040),
            ("I", 26, 26, 0x0000_0020),
            ("M", 27, 27, 0x0000_0010),
            ("G", 28, 28, 0x0000_0008),
            ("PP", 30, 31, 0x0000_0003),
        ]);
    }

    #[test]
    fn words_that_booted_come_out_right() {
        let ram = BATU::BL::MiB256 + BATU::VS::SET;
        assert_eq!(ram.value, 0x0000_1ffe);
        assert_eq!((BATL::M::SET + BATL::PP::ReadWrite).value, 0x0000_0012);
        assert_eq!((ram + BATU::BEPI.val(0xf000_0000 >> 17)).value, 0xf000_1ffe);
        let device = BATL::BRPN.val(0xf000_0000 >> 17) + BATL::I::SET + BATL::G::SET + BATL::PP::ReadWrite;
        assert_eq!(device.value, 0xf000_002a);
        let rom = BATU::BEPI.val(0xfff0_0000 >> 17) + BATU::BL::MiB1 + BATU::VS::SET;
        assert_eq!(rom.value, 0xfff0_001e);
    }

    #[test]
    fn numbers_are_those_of_the_headers() {
        assert_eq!(
            [Ibatu::<0>::NUMBER, Ibatl::<0>::NUMBER, Dbatu::<0>::NUMBER, Dbatl::<0>::NUMBER],
            [0x210, 0x211, 0x218, 0x219]
        );
        assert_eq!(
            [Ibatu::<3>::NUMBER, Ibatl::<3>::NUMBER, Dbatu::<3>::NUMBER, Dbatl::<3>::NUMBER],
            [0x216, 0x217, 0x21e, 0x21f]
        );
        assert_eq!(
            [Ibatu::<4>::NUMBER, Ibatl::<4>::NUMBER, Dbatu::<4>::NUMBER, Dbatl::<4>::NUMBER],
            [0x230, 0x231, 0x238, 0x239]
        );
        assert_eq!(
            [Ibatu::<7>::NUMBER, Ibatl::<7>::NUMBER, Dbatu::<7>::NUMBER, Dbatl::<7>::NUMBER],
            [0x236, 0x237, 0x23e, 0x23f]
        );
        assert_eq!(
            [Ibatu::<5>::NAME, Ibatl::<5>::NAME, Dbatu::<5>::NAME, Dbatl::<5>::NAME],
            ["IBAT5U", "IBAT5L", "DBAT5U", "DBAT5L"]
        );
    }
}
