//! What a program is like, what the chip's registers hold, and how switches are set: all
//! of it very different from program to program.

use model::controls::Controls;
use model::settings::{BhtIndex, BticIndex, LinkStackOverflow, Nop, Replacement, Settings};
use mpc7450::parts::Part;

use super::code::Style;
use super::words::{SORTS, Sort, Words};
use crate::random::Random;

pub fn settings(random: &mut Random) -> Settings {
    let part = random.pick(&[0x8000_0201, 0x8001_0201, 0x8002_0101, 0x8003_0101, 0x8004_0200]);
    let defaults = Settings::new(Part::from_pvr(part));
    if random.chance(40) {
        return defaults;
    }
    Settings {
        nop: random.pick(&[Nop::Ordinary, Nop::Free]),
        btic_index: random.pick(&[BticIndex::Word, BticIndex::Block]),
        bht_index: random.pick(&[BhtIndex::Word, BhtIndex::Hashed]),
        link_stack: random.pick(&[LinkStackOverflow::Stall, LinkStackOverflow::Wrap]),
        replacement: random.pick(&[Replacement::Random, Replacement::Plru]),
        serialization: random.within(1, 4),
        branch_completion: random.within(1, 5),
        exception_entry: random.within(1, 12),
        table_walk: random.within(1, 60),
        memory_ns: random.within(40, 250),
        l3_latency: random.within(15, 50),
        forward: random.within(4, 10),
        ..defaults
    }
}

/// The manual's bit n.
const fn bit(n: u32) -> u32 {
    1 << (31 - n)
}

pub fn controls(random: &mut Random) -> Controls {
    let mut on = |percent: u32, bits: u32| if random.chance(percent) { bits } else { 0 };
    // Caches; lock of either; gathering, BTIC, link stack, folding, history; NOPTI.
    let hid0 = on(95, bit(16)) | on(95, bit(17)) | on(3, bit(18)) | on(3, bit(19)) | on(70, bit(24));
    let hid0 = hid0 | on(85, bit(26)) | on(85, bit(27)) | on(85, bit(28)) | on(80, bit(29)) | on(10, bit(31));
    // Searches left to software; NOPDST.
    let hid0 = hid0 | on(8, bit(7)) | on(5, bit(30));
    let l2cr = on(75, bit(0)) | on(5, bit(11)) | on(5, bit(15));
    let l3cr = on(50, bit(0)) | on(50, bit(3)) | on(5, bit(9)) | on(5, bit(25));
    let msscr0 = if random.chance(60) { random.below(4) } else { 0 };
    let locked = |random: &mut Random| if random.chance(8) { random.below(256) } else { 0 };
    Controls { hid0, ictrl: locked(random), ldstcr: locked(random), msscr0, l2cr, l3cr }
}

/// What is written to a control register in a program: also with the bits that start
/// something, which read as 0.
pub fn control(register: u16, random: &mut Random) -> u32 {
    let new = controls(random);
    let mut start = |bits: u32| if random.chance(30) { bits } else { 0 };
    match register {
        HID0 => new.hid0 | start(bit(13)) | start(bit(20)) | start(bit(21)),
        ICTRL => new.ictrl,
        LDSTCR => new.ldstcr,
        MSSCR0 => new.msscr0,
        L2CR => new.l2cr | start(bit(10)) | start(bit(20)),
        _ => new.l3cr | start(bit(20)) | start(bit(21)),
    }
}

pub const HID0: u16 = 1008;
pub const ICTRL: u16 = 1011;
pub const MSSCR0: u16 = 1014;
pub const LDSTCR: u16 = 1016;
pub const L2CR: u16 = 1017;
pub const L3CR: u16 = 1018;

/// The registers after the write.
pub fn write(controls: &mut Controls, register: u16, value: u32) {
    match register {
        HID0 => controls.hid0 = value & !(bit(13) | bit(20) | bit(21)),
        ICTRL => controls.ictrl = value,
        LDSTCR => controls.ldstcr = value,
        MSSCR0 => controls.msscr0 = value,
        L2CR => controls.l2cr = value & !(bit(10) | bit(20)),
        _ => controls.l3cr = value & !(bit(20) | bit(21)),
    }
}

/// rB of a `dst`: block, count and stride, mostly small.
pub fn stream(random: &mut Random) -> u32 {
    let block = if random.chance(70) { random.within(1, 4) } else { random.below(32) };
    let count = if random.chance(70) { random.within(1, 8) } else { random.below(256) };
    let stride = random.pick(&[16, 32, 64, 100, 0xffe0, 0xff00, 0]);
    block << 24 | count << 16 | stride
}

pub fn style(random: &mut Random) -> Style {
    let weights = SORTS.map(|sort| usual(sort) * random.pick(&[0, 1, 1, 2, 8]));
    let mut weights = weights.to_vec();
    weights[0] += 1;
    if random.chance(25) {
        // Nearly only one sort.
        let favourite = random.below(SORTS.len() as u32) as usize;
        weights[favourite] += 20 * usual(SORTS[favourite]).max(10);
    }
    let mut shape = |usual: u32| usual * random.pick(&[0, 1, 1, 3]);
    let shapes = [20, 12, 12, 25, 25, 8, 8, 3, 2, 6].map(&mut shape);
    let chain = random.chance(15);
    Style {
        words: Words { pool: random.pick(&[2, 4, 7, 15, 28]) },
        weights,
        shapes,
        run: random.pick(&[2, 4, 6, 10, 20]),
        functions: if chain { random.within(8, 14) } else { random.within(1, 14) },
        chain,
        spread: random.pick(&[0, 64, 0x1000, 0x1000, 0x4_0000]),
    }
}

/// How common a sort is, before programs differ.
const fn usual(sort: Sort) -> u32 {
    match sort {
        Sort::Simple => 60,
        Sort::Compare | Sort::Load => 20,
        Sort::Store | Sort::LoadUpdate | Sort::FloatLoad | Sort::Float | Sort::Complex => 12,
        Sort::VectorSimple | Sort::VectorComplex | Sort::VectorPermute | Sort::VectorFloat => 10,
        Sort::VectorLoad | Sort::VectorStore | Sort::FloatStore | Sort::Nop => 8,
        Sort::Carry | Sort::CacheOperation | Sort::Multiple => 3,
        Sort::Condition | Sort::Special | Sort::Divide | Sort::FloatDivide => 3,
        Sort::Touch => 5,
        Sort::Order => 6,
        Sort::Stream => 3,
        Sort::Control => 1,
        Sort::FloatStatus | Sort::VectorStatus | Sort::Reserve | Sort::Refetch => 1,
    }
}
