//! Synchronisation, and moves to and from registers that system software uses
//! [PEM 4.2.5 to 4.2.6, 4.4].
//!
//! Special-purpose registers are named by their type, which carries the number.

use super::condition::CrField;
use super::form::{vx, x, xfl, xfx, xl};
use super::register::{Fpr, Gpr, Vr};
use super::word::Word;
use crate::bus::Spr;

/// SPR number of XER.
const XER: u32 = 1;
/// Number of the time base's lower half, for `mftb` only.
const TIME_BASE_LOWER: u32 = 268;

/// `isync`.
#[must_use]
pub const fn isync() -> Word {
    xl::encode(19, 0, 0, 150, false)
}

/// `sc`.
#[must_use]
pub const fn sc() -> Word {
    x::encode(17, 0, 0, 0, 1)
}

/// `rfi`; supervisor state.
#[must_use]
pub const fn rfi() -> Word {
    xl::encode(19, 0, 0, 50, false)
}

/// `sync`.
#[must_use]
pub const fn sync() -> Word {
    x::encode(31, 0, 0, 0, 598)
}

/// `eieio`.
#[must_use]
pub const fn eieio() -> Word {
    x::encode(31, 0, 0, 0, 854)
}

/// `tlbsync`.
#[must_use]
pub const fn tlbsync() -> Word {
    x::encode(31, 0, 0, 0, 566)
}

/// `mfspr d,R`.
#[must_use]
pub const fn mfspr<R: Spr>(d: Gpr) -> Word {
    xfx::encode(31, d.field(), R::NUMBER as u32, 339)
}

/// `mtspr R,s`.
#[must_use]
pub const fn mtspr<R: Spr>(s: Gpr) -> Word {
    xfx::encode(31, s.field(), R::NUMBER as u32, 467)
}

/// `mfxer d`.
#[must_use]
pub const fn mfxer(d: Gpr) -> Word {
    xfx::encode(31, d.field(), XER, 339)
}

/// `mtxer s`.
#[must_use]
pub const fn mtxer(s: Gpr) -> Word {
    xfx::encode(31, s.field(), XER, 467)
}

/// `mftb d`: the time base's lower half.
#[must_use]
pub const fn mftb(d: Gpr) -> Word {
    xfx::encode(31, d.field(), TIME_BASE_LOWER, 371)
}

/// `mfmsr d`; supervisor state.
#[must_use]
pub const fn mfmsr(d: Gpr) -> Word {
    x::encode(31, d.field(), 0, 0, 83)
}

/// `mtmsr s`; supervisor state.
#[must_use]
pub const fn mtmsr(s: Gpr) -> Word {
    x::encode(31, s.field(), 0, 0, 146)
}

/// `mfsr d,0`: segment register 0; supervisor state.
#[must_use]
pub const fn mfsr0(d: Gpr) -> Word {
    x::encode(31, d.field(), 0, 0, 595)
}

/// `mtsr 0,s`: segment register 0; supervisor state.
#[must_use]
pub const fn mtsr0(s: Gpr) -> Word {
    x::encode(31, s.field(), 0, 0, 210)
}

/// `mfsrin d,b`: the segment register that the highest four bits of `b` name;
/// supervisor state.
#[must_use]
pub const fn mfsrin(d: Gpr, b: Gpr) -> Word {
    x::encode(31, d.field(), 0, b.field(), 659)
}

/// `mtsrin s,b`: the other way; supervisor state.
#[must_use]
pub const fn mtsrin(s: Gpr, b: Gpr) -> Word {
    x::encode(31, s.field(), 0, b.field(), 242)
}

/// `tlbie b`: forgets the pages of a set of both TLBs; supervisor state.
#[must_use]
pub const fn tlbie(b: Gpr) -> Word {
    x::encode(31, 0, 0, b.field(), 306)
}

/// `mfcr d`: all eight condition fields.
#[must_use]
pub const fn mfcr(d: Gpr) -> Word {
    x::encode(31, d.field(), 0, 0, 19)
}

/// `mtcrf 0xff,s`: all eight condition fields.
#[must_use]
pub const fn mtcr(s: Gpr) -> Word {
    xfx::encode_fields(31, s.field(), 0xff, 144)
}

/// `mtcrf` of one condition field.
#[must_use]
pub const fn mtcrf(field: CrField, s: Gpr) -> Word {
    xfx::encode_fields(31, s.field(), 0x80 >> field.field(), 144)
}

/// `mcrxr field`: moves the summary bits of XER to a condition field and clears them.
#[must_use]
pub const fn mcrxr(field: CrField) -> Word {
    x::encode(31, field.field() << 2, 0, 0, 512)
}

/// `mffs d`: FPSCR to the lower half of `d`.
#[must_use]
pub const fn mffs(d: Fpr) -> Word {
    x::encode(63, d.field(), 0, 0, 583)
}

/// `mtfsf 0xff,b`: the lower half of `b` to all of FPSCR.
#[must_use]
pub const fn mtfs(b: Fpr) -> Word {
    xfl::encode(63, 0xff, b.field(), 711)
}

/// `mcrfs field,4`: copies the flags of the last result (less, greater, equal,
/// unordered) and, unlike other fields, clears none.
#[must_use]
pub const fn mcrfs_class(field: CrField) -> Word {
    x::encode(63, field.field() << 2, 4 << 2, 0, 64)
}

/// `mtvscr b`.
#[must_use]
pub const fn mtvscr(b: Vr) -> Word {
    vx::encode(4, 0, 0, b.field(), 1604)
}

/// `mfvscr d`.
#[must_use]
pub const fn mfvscr(d: Vr) -> Word {
    vx::encode(4, d.field(), 0, 0, 1540)
}
