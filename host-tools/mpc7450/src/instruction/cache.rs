//! Hints to fetch memory into the caches [PEM 4.3; ALTIVECPEM 5.2], and flushes.
//!
//! A hint changes no register and no memory, and one that cannot be translated does
//! nothing.

use super::form::x;
use super::register::Gpr;
use super::word::Word;

/// `dcbt a,b`: the block at a + b will be loaded from soon.
#[must_use]
pub const fn dcbt(a: Gpr, b: Gpr) -> Word {
    x::encode(31, 0, a.field(), b.field(), 278)
}

/// `dcbtst a,b`: the block at a + b will be stored to soon.
#[must_use]
pub const fn dcbtst(a: Gpr, b: Gpr) -> Word {
    x::encode(31, 0, a.field(), b.field(), 246)
}

/// `dcbf a,b`: takes the block at a + b out of all caches; a changed one is written to
/// memory before [PEM 8.2, dcbf].
#[must_use]
pub const fn dcbf(a: Gpr, b: Gpr) -> Word {
    x::encode(31, 0, a.field(), b.field(), 86)
}

/// `icbi a,b`: takes the block at a + b out of the instruction cache [PEM 8.2, icbi].
#[must_use]
pub const fn icbi(a: Gpr, b: Gpr) -> Word {
    x::encode(31, 0, a.field(), b.field(), 982)
}

/// `dst a,b,0`: stream 0 touches memory from `a` on, as `b` says: [`stream`].
#[must_use]
pub const fn dst(a: Gpr, b: Gpr) -> Word {
    x::encode(31, 0, a.field(), b.field(), 342)
}

/// `dssall`: stops all streams.
#[must_use]
pub const fn dssall() -> Word {
    x::encode(31, 0b1_0000, 0, 0, 822)
}

/// The control word of a stream over `blocks` cache blocks of 32 bytes, each behind
/// the one before: units of two vectors, their number, 32 bytes from one to the next.
/// The number's field has eight bits; 256 is written as 0 [ALTIVECPEM 5.2.1].
#[must_use]
pub const fn stream(blocks: u32) -> u32 {
    2 << 24 | (blocks & 0xff) << 16 | 32
}
