//! AltiVec instructions, one for each of the four vector units [ALTIVECPEM 6].

use super::form::{va, vx};
use super::register::Vr;
use super::word::Word;

/// `vaddubm d,a,b`: adds bytes; vector integer unit 1.
#[must_use]
pub const fn vaddubm(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 0)
}

/// `vmuloub d,a,b`: multiplies odd bytes; vector integer unit 2.
#[must_use]
pub const fn vmuloub(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 8)
}

/// `vperm d,a,b,c`: picks bytes of `a` and `b` by `c`; vector permute unit.
#[must_use]
pub const fn vperm(d: Vr, a: Vr, b: Vr, c: Vr) -> Word {
    va::encode(4, d.field(), a.field(), b.field(), c.field(), 43)
}

/// `vmaddfp d,a,c,b`: a x c + b in single precision; vector floating-point unit.
#[must_use]
pub const fn vmaddfp(d: Vr, a: Vr, c: Vr, b: Vr) -> Word {
    va::encode(4, d.field(), a.field(), b.field(), c.field(), 46)
}

/// `vxor d,a,b`; vector integer unit 1.
#[must_use]
pub const fn vxor(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 1220)
}
