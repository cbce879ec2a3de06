//! Moves to and from the registers of the branch unit [PEM 4.2.5].

use super::form::xfx;
use super::register::Gpr;
use super::word::Word;

/// SPR number of LR.
const LR: u32 = 8;
/// SPR number of CTR.
const CTR: u32 = 9;

/// `mflr d`.
#[must_use]
pub const fn mflr(d: Gpr) -> Word {
    xfx::encode(31, d.field(), LR, 339)
}

/// `mtlr s`.
#[must_use]
pub const fn mtlr(s: Gpr) -> Word {
    xfx::encode(31, s.field(), LR, 467)
}

/// `mfctr d`.
#[must_use]
pub const fn mfctr(d: Gpr) -> Word {
    xfx::encode(31, d.field(), CTR, 339)
}

/// `mtctr s`.
#[must_use]
pub const fn mtctr(s: Gpr) -> Word {
    xfx::encode(31, s.field(), CTR, 467)
}
