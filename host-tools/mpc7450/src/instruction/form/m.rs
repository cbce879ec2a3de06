//! M form: `primary 0-5 | S 6-10 | A 11-15 | SH 16-20 | MB 21-25 | ME 26-30 | Rc 31`.

use crate::instruction::word::Word;

/// Rotate amount and the first and last bit of a mask, Rc = 0.
pub const fn encode(primary: u32, s: u32, a: u32, shift: u32, begin: u32, end: u32) -> Word {
    Word::join(primary, s << 21 | a << 16 | shift << 11 | begin << 6 | end << 1)
}
