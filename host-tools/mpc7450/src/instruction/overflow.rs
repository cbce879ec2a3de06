//! Integer arithmetic that tells an overflow in XER\[OV\] and XER\[SO\] [PEM 4.2.1.1].

use super::form::xo;
use super::register::Gpr;
use super::word::Word;

/// `addo d,a,b`.
#[must_use]
pub const fn addo(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode_with_overflow(31, d.field(), a.field(), b.field(), 266)
}

/// `subfo d,a,b`: b - a.
#[must_use]
pub const fn subfo(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode_with_overflow(31, d.field(), a.field(), b.field(), 40)
}

/// `nego d,a`.
#[must_use]
pub const fn nego(d: Gpr, a: Gpr) -> Word {
    xo::encode_with_overflow(31, d.field(), a.field(), 0, 104)
}

/// `mullwo d,a,b`: the low word of the product.
#[must_use]
pub const fn mullwo(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode_with_overflow(31, d.field(), a.field(), b.field(), 235)
}

/// `divwo d,a,b`: a / b, signed; overflows when b is 0.
#[must_use]
pub const fn divwo(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode_with_overflow(31, d.field(), a.field(), b.field(), 491)
}
