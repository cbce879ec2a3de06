//! A form: `primary 0-5 | D 6-10 | A 11-15 | B 16-20 | C 21-25 | extended 26-30 | Rc 31`.

use crate::instruction::word::Word;

/// Four floating-point registers, Rc = 0.
pub const fn encode(primary: u32, d: u32, a: u32, b: u32, c: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | c << 6 | extended << 1)
}
