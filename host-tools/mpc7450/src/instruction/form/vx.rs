//! VX form: `primary 0-5 | D 6-10 | A 11-15 | B 16-20 | extended 21-31`.

use crate::instruction::word::Word;

/// Three vector registers.
pub const fn encode(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | extended)
}
