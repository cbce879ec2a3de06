//! XL form: `primary 0-5 | BO 6-10 | BI 11-15 | 0 16-20 | extended 21-30 | LK 31`,
//! or `crbD 6-10 | crbA 11-15 | crbB 16-20` in place of BO, BI and 0.

use crate::instruction::word::Word;

/// A branch to a register; `link` is LK.
pub const fn encode(primary: u32, option: u32, bit: u32, extended: u32, link: bool) -> Word {
    Word::join(primary, option << 21 | bit << 16 | extended << 1 | link as u32)
}

/// Two sources and a destination in the condition register.
pub const fn encode_bits(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | extended << 1)
}
