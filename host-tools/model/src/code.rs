//! Instruction words by physical address.

/// Gives the words behind branches that the program did not take: targets for the branch
/// target instruction cache, and wrong paths.
pub trait Code {
    /// The word at a physical address, or `None` where there is no memory to read.
    fn word(&mut self, physical: u64) -> Option<u32>;
}

/// A producer without memory: nothing can be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCode;

impl Code for NoCode {
    fn word(&mut self, _physical: u64) -> Option<u32> {
        None
    }
}
