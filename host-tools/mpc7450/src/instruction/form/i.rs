//! I form: `primary 0-5 | LI 6-29 | AA 30 | LK 31`.

use crate::instruction::word::Word;

/// A relative branch (AA = 0) over `distance` bytes, of which the field keeps the
/// 24 bits above the two lowest; `link` is LK.
pub const fn encode(primary: u32, distance: i32, link: bool) -> Word {
    Word::join(primary, distance as u32 & 0x03ff_fffc | link as u32)
}
