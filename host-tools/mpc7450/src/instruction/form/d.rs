//! D form: `primary 0-5 | D or S 6-10 | A 11-15 | immediate 16-31`.

use crate::instruction::word::Word;

/// A register, a register and 16 bits of immediate or displacement.
pub const fn encode(primary: u32, d: u32, a: u32, immediate: u16) -> Word {
    Word::join(primary, d << 21 | a << 16 | immediate as u32)
}
