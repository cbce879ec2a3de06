//! X form: `primary 0-5 | D, S or crfD 6-10 | A 11-15 | B 16-20 | extended 21-30 | Rc 31`.

use crate::instruction::word::Word;

/// Three registers, Rc = 0.
pub const fn encode(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | extended << 1)
}

/// Three registers, Rc = 1.
pub const fn encode_recording(primary: u32, d: u32, a: u32, b: u32, extended: u32) -> Word {
    Word::join(primary, d << 21 | a << 16 | b << 11 | extended << 1 | 1)
}
