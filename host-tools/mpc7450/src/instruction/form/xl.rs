//! XL form: `primary 0-5 | BO 6-10 | BI 11-15 | 0 16-20 | extended 21-30 | LK 31`.

use crate::instruction::word::Word;

/// A branch to a register; `link` is LK.
pub const fn encode(primary: u32, option: u32, bit: u32, extended: u32, link: bool) -> Word {
    Word::join(primary, option << 21 | bit << 16 | extended << 1 | link as u32)
}
