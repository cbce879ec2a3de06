//! An instruction, decoded once for each address.

/// A word and what the model needs to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The word.
    pub word: u32,
}

impl Instruction {
    /// Decodes a word.
    #[must_use]
    pub const fn new(word: u32) -> Self {
        Self { word }
    }
}
