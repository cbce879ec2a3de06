//! AltiVec instructions of the four vector units [ALTIVECPEM 6].

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

/// `vor d,a,b`; vector integer unit 1.
#[must_use]
pub const fn vor(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 1156)
}

/// `vmladduhm d,a,b,c`: a x b + c in halfwords; vector integer unit 2.
#[must_use]
pub const fn vmladduhm(d: Vr, a: Vr, b: Vr, c: Vr) -> Word {
    va::encode(4, d.field(), a.field(), b.field(), c.field(), 34)
}

/// `vmrghb d,a,b`: interleaves the first eight bytes; vector permute unit.
#[must_use]
pub const fn vmrghb(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 12)
}

/// `vspltisw d,1`: 1 in every word; vector permute unit.
#[must_use]
pub const fn vspltisw_one(d: Vr) -> Word {
    vx::encode(4, d.field(), 1, 0, 908)
}

/// `vcfux d,b,0`: unsigned words to single precision; vector floating-point unit.
#[must_use]
pub const fn vcfux(d: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), 0, b.field(), 778)
}

/// `vaddfp d,a,b`: adds in single precision; vector floating-point unit.
#[must_use]
pub const fn vaddfp(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 10)
}

/// `vrefp d,b`: estimates 1 / b; vector floating-point unit.
#[must_use]
pub const fn vrefp(d: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), 0, b.field(), 266)
}

/// `vmaxfp d,a,b`: the larger ones; vector floating-point unit.
#[must_use]
pub const fn vmaxfp(d: Vr, a: Vr, b: Vr) -> Word {
    vx::encode(4, d.field(), a.field(), b.field(), 1034)
}
