//! One encoded instruction.

/// One encoded 32-bit instruction.
///
/// Only encoders make one, so that code built from words is code by construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(u32);

impl Word {
    /// Joins the primary opcode (bits 0-5 in the manual's counting) with the other
    /// fields, which are already in their places.
    pub(super) const fn join(primary: u32, fields: u32) -> Self {
        Self(primary << 26 | fields)
    }

    /// The encoding.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}
