//! XO form: `primary 0-5 | D 6-10 | A 11-15 | B 16-20 | OE 21 | extended 22-30 | Rc 31`.

use crate::instruction::word::Word;

/// OE: overflow goes to XER.
const OE: u32 = 1 << 10;

/// Three registers, OE = 1 and Rc = 0.
pub const fn encode_with_overflow(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | OE | extended << 1)
}

/// Three registers, OE = 0 and Rc = 0.
pub const fn encode(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | extended << 1)
}
