//! Integer arithmetic with the carry bit XER[CA] [PEM 4.2.1.1].
//!
//! The extended ones, which read the carry, start only when they are the oldest
//! instruction in flight [AN2203 3.4.3].

use super::form::xo;
use super::register::Gpr;
use super::word::Word;

/// `addc d,a,b`: adds and sets the carry.
#[must_use]
pub const fn addc(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 10)
}

/// `subfc d,a,b`: b - a, sets the carry.
#[must_use]
pub const fn subfc(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 8)
}

/// `adde d,a,b`: a + b + carry, sets the carry.
#[must_use]
pub const fn adde(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 138)
}

/// `subfe d,a,b`: b - a - 1 + carry, sets the carry.
#[must_use]
pub const fn subfe(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 136)
}

/// `addze d,a`: a + carry, sets the carry.
#[must_use]
pub const fn addze(d: Gpr, a: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), 0, 202)
}
