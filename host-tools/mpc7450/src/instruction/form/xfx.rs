//! XFX form: `primary 0-5 | D or S 6-10 | spr 11-20 | extended 21-30 | 0 31`.

use crate::instruction::word::Word;

/// A move to or from a special-purpose register, whose number stands with its two
/// 5-bit halves exchanged.
pub const fn encode(primary: u32, d: u32, spr: u32, extended: u32) -> Word {
    let exchanged = (spr & 0x1f) << 5 | spr >> 5;
    Word::join(primary, d << 21 | exchanged << 11 | extended << 1)
}
