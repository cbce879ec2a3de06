//! Double-precision arithmetic of the floating-point unit [PEM 4.2.2].

use super::form::a;
use super::register::Fpr;
use super::word::Word;

/// `fadd d,a,b`.
#[must_use]
pub const fn fadd(d: Fpr, a: Fpr, b: Fpr) -> Word {
    a::encode(63, d.field(), a.field(), b.field(), 0, 21)
}

/// `fmul d,a,c`.
#[must_use]
pub const fn fmul(d: Fpr, a: Fpr, c: Fpr) -> Word {
    a::encode(63, d.field(), a.field(), 0, c.field(), 25)
}

/// `fmadd d,a,c,b`: a x c + b.
#[must_use]
pub const fn fmadd(d: Fpr, a: Fpr, c: Fpr, b: Fpr) -> Word {
    a::encode(63, d.field(), a.field(), b.field(), c.field(), 29)
}
