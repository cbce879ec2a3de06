//! XFL form: `primary 0-5 | 0 6 | FM 7-14 | 0 15 | B 16-20 | extended 21-30 | Rc 31`.

use crate::instruction::word::Word;

/// A mask of eight fields and a floating-point register, Rc = 0.
pub const fn encode(primary: u32, fields: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, fields << 17 | b << 11 | extended << 1)
}
