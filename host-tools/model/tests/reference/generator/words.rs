//! Random instruction words of each unit. Encodings by hand from the forms of [PEM] and
//! [ALTIVECPEM]; a word that the table does not know is drawn again.

use mpc7450::instruction::decode;

use super::style;
use crate::random::Random;

/// What instructions of a program are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Simple,
    Carry,
    Complex,
    Divide,
    Condition,
    Special,
    Float,
    FloatDivide,
    FloatStatus,
    VectorSimple,
    VectorComplex,
    VectorPermute,
    VectorFloat,
    VectorStatus,
    Load,
    LoadUpdate,
    FloatLoad,
    VectorLoad,
    Store,
    FloatStore,
    VectorStore,
    Multiple,
    Touch,
    CacheOperation,
    Reserve,
    Order,
    Refetch,
    Nop,
    Compare,
    Stream,
    Control,
}

pub const SORTS: [Sort; 31] = [
    Sort::Simple,
    Sort::Carry,
    Sort::Complex,
    Sort::Divide,
    Sort::Condition,
    Sort::Special,
    Sort::Float,
    Sort::FloatDivide,
    Sort::FloatStatus,
    Sort::VectorSimple,
    Sort::VectorComplex,
    Sort::VectorPermute,
    Sort::VectorFloat,
    Sort::VectorStatus,
    Sort::Load,
    Sort::LoadUpdate,
    Sort::FloatLoad,
    Sort::VectorLoad,
    Sort::Store,
    Sort::FloatStore,
    Sort::VectorStore,
    Sort::Multiple,
    Sort::Touch,
    Sort::CacheOperation,
    Sort::Reserve,
    Sort::Order,
    Sort::Refetch,
    Sort::Nop,
    Sort::Compare,
    Sort::Stream,
    Sort::Control,
];

/// Draws words whose registers come from a pool: a small one makes dependences.
pub struct Words {
    pub pool: u32,
}

/// D form.
pub const fn d(primary: u32, t: u32, a: u32, immediate: u32) -> u32 {
    primary << 26 | t << 21 | a << 16 | immediate & 0xffff
}

/// X form and its kin under primary opcode 31.
pub const fn x(extended: u32, t: u32, a: u32, b: u32) -> u32 {
    31 << 26 | t << 21 | a << 16 | b << 11 | extended << 1
}

const fn xl(extended: u32, t: u32, a: u32, b: u32) -> u32 {
    19 << 26 | t << 21 | a << 16 | b << 11 | extended << 1
}

const fn vx(extended: u32, t: u32, a: u32, b: u32) -> u32 {
    4 << 26 | t << 21 | a << 16 | b << 11 | extended
}

/// `mtspr` or `mfspr`.
pub const fn spr(extended: u32, register: u32, number: u32) -> u32 {
    31 << 26 | register << 21 | (number & 31) << 16 | (number >> 5) << 11 | extended << 1
}

impl Words {
    fn r(&self, random: &mut Random) -> u32 {
        1 + random.below(self.pool)
    }

    pub fn draw(&self, sort: Sort, random: &mut Random) -> u32 {
        loop {
            let word = self.try_draw(sort, random);
            if decode(word).is_some() {
                return word;
            }
        }
    }

    fn try_draw(&self, sort: Sort, random: &mut Random) -> u32 {
        let [t, a, b, c] = std::array::from_fn(|_| self.r(random));
        let value = random.below(0x1_0000);
        let record = u32::from(random.chance(10));
        match sort {
            Sort::Simple => match random.below(8) {
                0..=2 => x(random.pick(&[266, 40, 104, 10, 8]), t, a, b) | record | u32::from(random.chance(5)) << 10,
                3 => x(random.pick(&[28, 60, 444, 412, 316, 476, 124, 284, 24, 536]), t, a, b) | record,
                4 => x(random.pick(&[792, 824]), t, a, b & 31) | record,
                5 => x(random.pick(&[954, 922, 26]), t, a, 0) | record,
                6 => d(random.pick(&[20, 21, 23]), t, a, b << 11 | (value & 0x7fe)) | record,
                _ => d(random.pick(&[14, 15, 12, 13, 8, 24, 25, 26, 27, 28, 29]), t, a, value),
            },
            Sort::Compare => match random.below(4) {
                0 => d(random.pick(&[10, 11]), random.below(8) << 2, a, value),
                1 => x(random.pick(&[0, 32]), random.below(8) << 2, a, b),
                2 => x(144, t, 0, 0) | 1 << (12 + random.below(8)),
                _ => d(3, 0, a, value),
            },
            Sort::Carry => x(random.pick(&[138, 136]), t, a, b) | record,
            Sort::Complex => match random.below(3) {
                0 => d(7, t, a, value),
                _ => x(random.pick(&[235, 75, 11]), t, a, b) | record,
            },
            Sort::Divide => x(random.pick(&[491, 459]), t, a, b) | record,
            Sort::Condition => match random.below(3) {
                0 => xl(0, random.below(8) << 2, random.below(8) << 2, 0),
                1 => xl(
                    random.pick(&[33, 129, 193, 225, 257, 289, 417, 449]),
                    random.below(32),
                    random.below(32),
                    random.below(32),
                ),
                _ => x(random.pick(&[19, 144]), t, 0, 0) & !0x1f_f000,
            },
            Sort::Special => match random.below(5) {
                0 => spr(467, t, random.pick(&[272, 273, 256, 8])),
                1 => spr(339, t, random.pick(&[272, 8, 9, 1, 256, 287])),
                2 => spr(371, t, random.pick(&[268, 269])),
                3 => x(83, t, 0, 0),
                _ => x(144, t, 0, 0) | random.below(256) << 12,
            },
            Sort::Float => match random.below(6) {
                0 => d(random.pick(&[59, 63]), t, a, b << 11 | random.pick(&[20, 21]) << 1) | record,
                1 => d(random.pick(&[59, 63]), t, a, c << 6 | 25 << 1) | record,
                2 => d(random.pick(&[59, 63]), t, a, b << 11 | c << 6 | random.pick(&[28, 29, 30, 31]) << 1) | record,
                3 => d(63, random.below(8) << 2, a, b << 11 | random.pick(&[0, 32]) << 1),
                4 => d(63, t, 0, b << 11 | random.pick(&[12, 14, 15, 72, 40, 264, 136]) << 1) | record,
                _ => d(63, t, a, b << 11 | c << 6 | 23 << 1) | record,
            },
            Sort::FloatDivide => match random.below(3) {
                0 => d(59, t, 0, b << 11 | 24 << 1),
                _ => d(random.pick(&[59, 63]), t, a, b << 11 | 18 << 1),
            },
            Sort::FloatStatus => match random.below(3) {
                0 => d(63, t, 0, 583 << 1) | record,
                1 => d(63, random.below(8) << 2, random.below(8) << 2, 64 << 1),
                _ => d(63, t, 0, random.pick(&[70, 38]) << 1),
            },
            Sort::VectorSimple => match random.below(4) {
                0 => vx(random.pick(&[6, 70, 134, 774]) | record << 10, t, a, b),
                1 => vx(c << 6 | 42, t, a, b),
                2 => vx(random.pick(&[512, 576, 768]), t, a, b),
                _ => vx(random.pick(&[0, 2, 4, 64, 1220, 1156]), t, a, b),
            },
            Sort::VectorComplex => match random.below(2) {
                0 => vx(random.pick(&[8, 72, 264, 1608]), t, a, b),
                _ => vx(c << 6 | random.pick(&[32, 34, 36, 40]), t, a, b),
            },
            Sort::VectorPermute => match random.below(2) {
                0 => vx(c << 6 | 43, t, a, b),
                _ => vx(random.pick(&[12, 76, 14, 78, 524, 1036]), t, random.below(4), b),
            },
            Sort::VectorFloat => match random.below(3) {
                0 => vx(c << 6 | random.pick(&[46, 47]), t, a, b),
                1 => vx(random.pick(&[198, 710]) | record << 10, t, a, b),
                _ => vx(random.pick(&[10, 74, 1034, 1098]), t, a, b),
            },
            Sort::VectorStatus => match random.below(2) {
                0 => vx(1540, t, 0, 0),
                _ => vx(1604, 0, 0, b),
            },
            Sort::Load => match random.below(4) {
                0 => x(random.pick(&[23, 87, 279, 343, 790, 534]), t, a, b),
                1 => x(random.pick(&[6, 38]), t, a, b),
                _ => d(random.pick(&[32, 34, 40, 42]), t, a, value & 0xff),
            },
            Sort::LoadUpdate => match random.below(3) {
                0 => x(random.pick(&[55, 119, 183, 247, 631, 695]), t, a, b),
                _ => d(random.pick(&[33, 35, 41, 43, 37, 39, 49, 51, 53, 55]), t, a, value & 0xff),
            },
            Sort::FloatLoad => match random.below(2) {
                0 => x(random.pick(&[535, 599]), t, a, b),
                _ => d(random.pick(&[48, 50]), t, a, value & 0xff),
            },
            Sort::VectorLoad => x(random.pick(&[7, 39, 71, 103, 359]), t, a, b),
            Sort::Store => match random.below(3) {
                0 => x(random.pick(&[151, 215, 407, 662, 918]), t, a, b),
                _ => d(random.pick(&[36, 38, 44]), t, a, value & 0xff),
            },
            Sort::FloatStore => match random.below(2) {
                0 => x(random.pick(&[663, 727, 983]), t, a, b),
                _ => d(random.pick(&[52, 54]), t, a, value & 0xff),
            },
            Sort::VectorStore => x(random.pick(&[135, 167, 199, 231, 487]), t, a, b),
            Sort::Multiple => match random.below(3) {
                0 => d(random.pick(&[46, 47]), random.within(8, 31), random.below(8), value & 0xff),
                1 => x(random.pick(&[597, 725]), random.within(4, 31), random.within(1, 3), random.below(32)),
                _ => x(random.pick(&[533, 661]), random.within(8, 20), random.within(1, 3), random.within(4, 7)),
            },
            Sort::Touch => x(random.pick(&[278, 246]), 0, a, b),
            Sort::CacheOperation => x(random.pick(&[1014, 758, 86, 54, 470, 982]), 0, a, b),
            Sort::Reserve => match random.below(2) {
                0 => x(20, t, a, b),
                _ => x(150, t, a, b) | 1,
            },
            Sort::Order => match random.below(6) {
                0 => x(598, 0, 0, 0),
                1 => x(566, 0, 0, 0),
                2 => x(306, 0, 0, b),
                3 => x(822, 16, 0, 0),
                _ => x(854, 0, 0, 0),
            },
            Sort::Refetch => match random.below(3) {
                0 => spr(467, t, 1),
                _ => xl(150, 0, 0, 0),
            },
            Sort::Nop => 0x6000_0000,
            Sort::Stream => match random.below(5) {
                0 => x(822, random.below(4), 0, 0),
                _ => x(random.pick(&[342, 374]), random.below(4) | random.pick(&[0, 16]), a, b),
            },
            Sort::Control => spr(
                467,
                t,
                u32::from(random.pick(&[
                    style::HID0,
                    style::ICTRL,
                    style::MSSCR0,
                    style::LDSTCR,
                    style::L2CR,
                    style::L3CR,
                ])),
            ),
        }
    }
}
