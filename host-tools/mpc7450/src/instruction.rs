//! Typed encoders for the instructions that kernels generate.

/// One encoded 32-bit instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(u32);

impl Word {
    /// The encoding.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}
