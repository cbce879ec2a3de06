//! Operations on the condition register [PEM 4.2.4.5].

use super::condition::{CrBit, CrField};
use super::form::xl;
use super::word::Word;

/// `crand d,a,b`.
#[must_use]
pub const fn crand(d: CrBit, a: CrBit, b: CrBit) -> Word {
    xl::encode_bits(19, d.field(), a.field(), b.field(), 257)
}

/// `crxor d,a,b`.
#[must_use]
pub const fn crxor(d: CrBit, a: CrBit, b: CrBit) -> Word {
    xl::encode_bits(19, d.field(), a.field(), b.field(), 193)
}

/// `mcrf d,s`: copies a whole field.
#[must_use]
pub const fn mcrf(d: CrField, s: CrField) -> Word {
    xl::encode_bits(19, d.field() << 2, s.field() << 2, 0, 0)
}
