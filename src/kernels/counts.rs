//! Closed-form counts of a kernel.

/// What one call of a kernel executes, counted in closed form.
///
/// All numbers are of executed instructions, from the kernel's first
/// instruction up to but without its final `blr`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executed instructions.
    pub executed: u64,
    /// Of these, all branches of any kind.
    pub branches: u64,
    /// Of the branches, those taken.
    pub taken: u64,
    /// Of the taken ones, those the branch unit folds: they need no completion
    /// queue entry and so are not counted as completed [AN2203; microarchitecture.md 3].
    pub folded: u64,
    /// Not-taken conditional branches that do not update LR or CTR: they
    /// complete only when they execute in IQ0-2 [microarchitecture.md 3].
    pub fall_through: u64,
    /// Load instructions.
    pub loads: u64,
    /// Store instructions.
    pub stores: u64,
    /// Scalar floating-point arithmetic instructions.
    pub float: u64,
    /// AltiVec arithmetic and permute instructions.
    pub vector: u64,
}

impl Counts {
    /// Fewest instructions that "instructions completed" may show: every
    /// foldable branch folded and every fall-through branch removed early.
    #[must_use]
    pub const fn completed_least(&self) -> u64 {
        self.executed - self.folded - self.fall_through
    }

    /// Most instructions that "instructions completed" may show with folding
    /// on: every foldable branch folded, every fall-through branch completed.
    #[must_use]
    pub const fn completed_most(&self) -> u64 {
        self.executed - self.folded
    }
}
