//! Loads and stores [PEM 4.2.3].
//!
//! In all of them r0 as base `a` means address 0, not the register.

use super::form::{d, x};
use super::register::{Fpr, Gpr, Vr};
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

/// `lwzux d,a,b`: loads from a + b, then puts the address into `a`.
///
/// `None` for the invalid forms: `a` is r0, or `a` is `d` [PEM 8.2, lwzux].
#[must_use]
pub const fn lwzux(d: Gpr, a: Gpr, b: Gpr) -> Option<Word> {
    if a.field() == 0 || a.field() == d.field() {
        return None;
    }
    Some(x::encode(31, d.field(), a.field(), b.field(), 55))
}

/// `lwbrx d,a,b`: loads a word with its bytes reversed.
#[must_use]
pub const fn lwbrx(d: Gpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 534)
}

/// `lhzx d,a,b`: loads a halfword, zeros above it.
#[must_use]
pub const fn lhzx(d: Gpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 279)
}

/// `lhax d,a,b`: loads a halfword, copies of its sign above it.
#[must_use]
pub const fn lhax(d: Gpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 343)
}

/// `lbzx d,a,b`: loads a byte, zeros above it.
#[must_use]
pub const fn lbzx(d: Gpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 87)
}

/// `lbz d,displacement(a)`: loads a byte, zeros above it.
#[must_use]
pub const fn lbz(d: Gpr, a: Gpr, displacement: i16) -> Word {
    d::encode(34, d.field(), a.field(), displacement as u16)
}

/// `lwarx d,0,b`: loads a word and reserves its granule.
#[must_use]
pub const fn lwarx(d: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), 0, b.field(), 20)
}

/// `stwcx. s,0,b`: stores if the reservation still stands; tells in cr0.
#[must_use]
pub const fn stwcx(s: Gpr, b: Gpr) -> Word {
    x::encode_recording(31, s.field(), 0, b.field(), 150)
}

/// `stwux s,a,b`: stores to a + b, then puts the address into `a`.
///
/// `None` for the invalid form: `a` is r0 [PEM 8.2, stwux].
#[must_use]
pub const fn stwux(s: Gpr, a: Gpr, b: Gpr) -> Option<Word> {
    if a.field() == 0 {
        return None;
    }
    Some(x::encode(31, s.field(), a.field(), b.field(), 183))
}

/// `sth s,displacement(a)`: stores the lower halfword.
#[must_use]
pub const fn sth(s: Gpr, a: Gpr, displacement: i16) -> Word {
    d::encode(44, s.field(), a.field(), displacement as u16)
}

/// `stb s,displacement(a)`: stores the lowest byte.
#[must_use]
pub const fn stb(s: Gpr, a: Gpr, displacement: i16) -> Word {
    d::encode(38, s.field(), a.field(), displacement as u16)
}

/// `lfdx d,a,b`.
#[must_use]
pub const fn lfdx(d: Fpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 599)
}

/// `lfsx d,a,b`: loads single precision, kept as double.
#[must_use]
pub const fn lfsx(d: Fpr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 535)
}

/// `lfdu d,displacement(a)`: loads, then puts the address into `a`.
///
/// `None` for the invalid form: `a` is r0 [PEM 8.2, lfdu].
#[must_use]
pub const fn lfdu(d: Fpr, a: Gpr, displacement: i16) -> Option<Word> {
    if a.field() == 0 {
        return None;
    }
    Some(d::encode(51, d.field(), a.field(), displacement as u16))
}

/// `lfdux d,a,b`: loads from a + b, then puts the address into `a`.
///
/// `None` for the invalid form: `a` is r0 [PEM 8.2, lfdux].
#[must_use]
pub const fn lfdux(d: Fpr, a: Gpr, b: Gpr) -> Option<Word> {
    if a.field() == 0 {
        return None;
    }
    Some(x::encode(31, d.field(), a.field(), b.field(), 631))
}

/// `stfd s,displacement(a)`.
#[must_use]
pub const fn stfd(s: Fpr, a: Gpr, displacement: i16) -> Word {
    d::encode(54, s.field(), a.field(), displacement as u16)
}

/// `stfdu s,displacement(a)`: stores, then puts the address into `a`.
///
/// `None` for the invalid form: `a` is r0 [PEM 8.2, stfdu].
#[must_use]
pub const fn stfdu(s: Fpr, a: Gpr, displacement: i16) -> Option<Word> {
    if a.field() == 0 {
        return None;
    }
    Some(d::encode(55, s.field(), a.field(), displacement as u16))
}

/// `stfs s,displacement(a)`: stores rounded to single precision.
#[must_use]
pub const fn stfs(s: Fpr, a: Gpr, displacement: i16) -> Word {
    d::encode(52, s.field(), a.field(), displacement as u16)
}

/// `lvx d,a,b`: loads 16 bytes; the address's four lowest bits are ignored.
#[must_use]
pub const fn lvx(d: Vr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), a.field(), b.field(), 103)
}

/// `stvx s,a,b`: stores 16 bytes; the address's four lowest bits are ignored.
#[must_use]
pub const fn stvx(s: Vr, a: Gpr, b: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), b.field(), 231)
}
