//! Integer instructions that execute in the integer units [PEM 4.2.1].

use super::condition::CrField;
use super::form::{d, m, x, xo};
use super::register::Gpr;
use super::word::Word;

/// A shift or rotate amount, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount(u8);

impl Amount {
    /// The amount known at compile time; above 31 it does not compile.
    #[must_use]
    pub const fn of<const BITS: u8>() -> Self {
        const { assert!(BITS < 32, "a word shifts by 0 to 31") };
        Self(BITS)
    }

    const fn field(self) -> u32 {
        self.0 as u32
    }
}

/// `addi d,a,immediate`; with r0 as `a` the value 0 is meant.
#[must_use]
pub const fn addi(d: Gpr, a: Gpr, immediate: i16) -> Word {
    d::encode(14, d.field(), a.field(), immediate as u16)
}

/// `li d,immediate`, which is `addi` from 0.
#[must_use]
pub const fn li(d: Gpr, immediate: i16) -> Word {
    addi(d, Gpr::at::<0>(), immediate)
}

/// `addic. d,a,immediate`: adds, sets the carry and compares the sum with 0 into cr0.
#[must_use]
pub const fn addic_record(d: Gpr, a: Gpr, immediate: i16) -> Word {
    d::encode(13, d.field(), a.field(), immediate as u16)
}

/// `subfic d,a,immediate`: immediate - a, sets the carry.
#[must_use]
pub const fn subfic(d: Gpr, a: Gpr, immediate: i16) -> Word {
    d::encode(8, d.field(), a.field(), immediate as u16)
}

/// `mulli d,a,immediate`.
#[must_use]
pub const fn mulli(d: Gpr, a: Gpr, immediate: i16) -> Word {
    d::encode(7, d.field(), a.field(), immediate as u16)
}

/// `add d,a,b`.
#[must_use]
pub const fn add(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 266)
}

/// `subf d,a,b`: b - a.
#[must_use]
pub const fn subf(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 40)
}

/// `mullw d,a,b`: the low word of the product.
#[must_use]
pub const fn mullw(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 235)
}

/// `mulhwu d,a,b`: the high word of the unsigned product.
#[must_use]
pub const fn mulhwu(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 11)
}

/// `or a,s,b`.
#[must_use]
pub const fn or(a: Gpr, s: Gpr, b: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), b.field(), 444)
}

/// `mr a,s`, which is `or` of a register with itself.
#[must_use]
pub const fn mr(a: Gpr, s: Gpr) -> Word {
    or(a, s, s)
}

/// `and a,s,b`.
#[must_use]
pub const fn and(a: Gpr, s: Gpr, b: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), b.field(), 28)
}

/// `xor a,s,b`.
#[must_use]
pub const fn xor(a: Gpr, s: Gpr, b: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), b.field(), 316)
}

/// `nop`, the preferred form `ori 0,0,0`.
#[must_use]
pub const fn nop() -> Word {
    d::encode(24, 0, 0, 0)
}

/// `rlwinm a,s,amount,begin,end`: rotates left and keeps the bits from `begin` to
/// `end`, counted from the most significant.
#[must_use]
pub const fn rlwinm(a: Gpr, s: Gpr, amount: Amount, begin: Amount, end: Amount) -> Word {
    m::encode(21, s.field(), a.field(), amount.field(), begin.field(), end.field())
}

/// `rlwnm a,s,b,begin,end`: as `rlwinm`, by the amount in the lowest five bits of `b`.
#[must_use]
pub const fn rlwnm(a: Gpr, s: Gpr, b: Gpr, begin: Amount, end: Amount) -> Word {
    m::encode(23, s.field(), a.field(), b.field(), begin.field(), end.field())
}

/// `slwi a,s,amount`: shifts left.
#[must_use]
pub const fn slwi(a: Gpr, s: Gpr, amount: Amount) -> Word {
    rlwinm(a, s, amount, Amount(0), Amount(31 - amount.0))
}

/// `srwi a,s,amount`: shifts right, zeros enter.
#[must_use]
pub const fn srwi(a: Gpr, s: Gpr, amount: Amount) -> Word {
    rlwinm(a, s, Amount((32 - amount.0) % 32), amount, Amount(31))
}

/// `rotlwi a,s,amount`: rotates left.
#[must_use]
pub const fn rotlwi(a: Gpr, s: Gpr, amount: Amount) -> Word {
    rlwinm(a, s, amount, Amount(0), Amount(31))
}

/// `cmpw field,a,b`: compares as signed.
#[must_use]
pub const fn cmpw(field: CrField, a: Gpr, b: Gpr) -> Word {
    x::encode(31, field.field() << 2, a.field(), b.field(), 0)
}

/// `cmplw field,a,b`: compares as unsigned.
#[must_use]
pub const fn cmplw(field: CrField, a: Gpr, b: Gpr) -> Word {
    x::encode(31, field.field() << 2, a.field(), b.field(), 32)
}

/// `cmpwi field,a,immediate`: compares as signed.
#[must_use]
pub const fn cmpwi(field: CrField, a: Gpr, immediate: i16) -> Word {
    d::encode(11, field.field() << 2, a.field(), immediate as u16)
}

/// `divw d,a,b`: a / b, signed.
#[must_use]
pub const fn divw(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 491)
}

/// `divwu d,a,b`: a / b, unsigned.
#[must_use]
pub const fn divwu(d: Gpr, a: Gpr, b: Gpr) -> Word {
    xo::encode(31, d.field(), a.field(), b.field(), 459)
}

/// `cntlzw a,s`: counts leading zeros.
#[must_use]
pub const fn cntlzw(a: Gpr, s: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), 0, 26)
}

/// `extsb a,s`: extends the sign of the lowest byte.
#[must_use]
pub const fn extsb(a: Gpr, s: Gpr) -> Word {
    x::encode(31, s.field(), a.field(), 0, 954)
}

/// `srawi a,s,amount`: shifts right, copies of the sign enter; sets the carry.
#[must_use]
pub const fn srawi(a: Gpr, s: Gpr, amount: Amount) -> Word {
    x::encode(31, s.field(), a.field(), amount.field(), 824)
}
