//! What an instruction moves to or from registers that the whole model looks after.

use mpc7450::instruction::decode::{Kind, decode};

/// A move that is more than computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegisterMove {
    /// None.
    Nothing,
    /// `mtspr`.
    ToSpr(u16),
    /// `mfspr`, `mftb`.
    FromSpr(u16),
    /// `mtmsr`, `rfi`: MSR as a whole.
    ToMsr,
}

impl RegisterMove {
    pub(super) fn of(word: u32) -> Self {
        match decode(word).map(|decoded| decoded.kind()) {
            Some(Kind::MoveToSpr(spr)) => Self::ToSpr(spr),
            Some(Kind::MoveFromSpr(spr) | Kind::MoveFromTimeBase(spr)) => Self::FromSpr(spr),
            Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt) => Self::ToMsr,
            _ => Self::Nothing,
        }
    }
}
