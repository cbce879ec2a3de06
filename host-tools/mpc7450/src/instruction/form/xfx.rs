//! XFX form: `primary 0-5 | D or S 6-10 | spr 11-20 | extended 21-30 | 0 31`,
//! or `0 11 | CRM 12-19 | 0 20` in place of spr.

use crate::instruction::word::Word;

/// A move to or from a special-purpose register, whose number stands with its two
/// 5-bit halves exchanged.
pub const fn encode(primary: u32, d: u32, spr: u32, extended: u32) -> Word {
    let exchanged = (spr & 0x1f) << 5 | spr >> 5;
    Word::join(primary, d << 21 | exchanged << 11 | extended << 1)
}

/// A move to the condition fields of an eight-bit mask, which stands in bits 12-19.
pub const fn encode_fields(primary: u32, s: u32, fields: u32, extended: u32) -> Word {
    Word::join(primary, s << 21 | fields << 12 | extended << 1)
}
