//! Arithmetic of the floating-point unit [PEM 4.2.2]; double precision unless said.

use super::form::{a, x};
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

/// `fadds d,a,b`: single precision.
#[must_use]
pub const fn fadds(d: Fpr, a: Fpr, b: Fpr) -> Word {
    a::encode(59, d.field(), a.field(), b.field(), 0, 21)
}

/// `fdiv d,a,b`.
#[must_use]
pub const fn fdiv(d: Fpr, a: Fpr, b: Fpr) -> Word {
    a::encode(63, d.field(), a.field(), b.field(), 0, 18)
}

/// `fdivs d,a,b`: single precision.
#[must_use]
pub const fn fdivs(d: Fpr, a: Fpr, b: Fpr) -> Word {
    a::encode(59, d.field(), a.field(), b.field(), 0, 18)
}

/// `fabs d,b`.
#[must_use]
pub const fn fabs(d: Fpr, b: Fpr) -> Word {
    x::encode(63, d.field(), 0, b.field(), 264)
}

/// `fmr d,b`: copies.
#[must_use]
pub const fn fmr(d: Fpr, b: Fpr) -> Word {
    x::encode(63, d.field(), 0, b.field(), 72)
}

/// `fsel d,a,c,b`: c where a is not negative, else b.
#[must_use]
pub const fn fsel(d: Fpr, a: Fpr, c: Fpr, b: Fpr) -> Word {
    a::encode(63, d.field(), a.field(), b.field(), c.field(), 23)
}

/// `fres d,b`: estimates 1 / b in single precision.
#[must_use]
pub const fn fres(d: Fpr, b: Fpr) -> Word {
    a::encode(59, d.field(), 0, b.field(), 0, 24)
}

/// `frsqrte d,b`: estimates 1 / square root of b.
#[must_use]
pub const fn frsqrte(d: Fpr, b: Fpr) -> Word {
    a::encode(63, d.field(), 0, b.field(), 0, 26)
}
