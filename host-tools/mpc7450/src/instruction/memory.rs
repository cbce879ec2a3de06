//! Loads and stores [PEM 4.2.3].
//!
//! In all of them r0 as base `a` means address 0, not the register.

use super::form::{d, x};
use super::register::{Fpr, Gpr};
use super::word::Word;

/// `lwz d,displacement(a)`.
#[must_use]
pub const fn lwz(d: Gpr, a: Gpr, displacement: i16) -> Word {
    d::encode(32, d.field(), a.field(), displacement as u16)
}

/// `lwzu d,displacement(a)`: loads, then puts the address into `a`.
///
/// `None` for the invalid forms: `a` is r0, or `a` is `d` [PEM 8.2, lwzu].
#[must_use]
pub const fn lwzu(d: Gpr, a: Gpr, displacement: i16) -> Option<Word> {
    if a.field() == 0 || a.field() == d.field() {
        return None;
    }
    Some(d::encode(33, d.field(), a.field(), displacement as u16))
}

/// `lwzx d,a,b`.
#[must_use]
pub const fn lwzx(d: Gpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 23)
}

/// `stw s,displacement(a)`.
#[must_use]
pub const fn stw(s: Gpr, a: Gpr, displacement: i16) -> Word {
    d::encode(36, s.field(), a.field(), displacement as u16)
}

/// `lfd d,displacement(a)`.
#[must_use]
pub const fn lfd(d: Fpr, a: Gpr, displacement: i16) -> Word {
    d::encode(50, d.field(), a.field(), displacement as u16)
}
