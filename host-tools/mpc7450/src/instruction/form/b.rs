//! B form: `primary 0-5 | BO 6-10 | BI 11-15 | BD 16-29 | AA 30 | LK 31`.

use crate::instruction::word::Word;

/// A relative conditional branch (AA = 0, LK = 0) over `distance` bytes, of which
/// the field keeps the 14 bits above the two lowest.
pub const fn encode(primary: u32, option: u32, bit: u32, distance: i32) -> Word {
    Word::join(primary, option << 21 | bit << 16 | distance as u32 & 0x0000_fffc)
}
