//! What the branch unit needs to know of a branch.

use mpc7450::instruction::decode::{BranchForm, BranchTarget};

use super::registers as register;

/// Where the target comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The word itself: `b`, `bc`.
    Word,
    /// `bclr`.
    Link,
    /// `bcctr`.
    Count,
}

/// A branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub target: Target,
    /// The register of the condition field it tests, [`register::NOTHING`] if none.
    pub condition: u8,
    /// It decrements CTR.
    pub counts: bool,
    /// It writes LR.
    pub links: bool,
    /// `bcl 20,31,$+4`: not a call, not taken.
    pub own_address: bool,
    /// What HID0[BHT] = 0 predicts.
    pub hinted: bool,
}

impl Branch {
    /// Of an instruction that is none.
    pub(super) const NONE: Self = Self {
        target: Target::Word,
        condition: register::NOTHING,
        counts: false,
        links: false,
        own_address: false,
        hinted: false,
    };

    pub(super) fn of(form: BranchForm) -> Self {
        Self {
            target: match form.target {
                BranchTarget::Displacement { .. } => Target::Word,
                BranchTarget::LinkRegister => Target::Link,
                BranchTarget::CountRegister => Target::Count,
            },
            condition: form.field().map_or(register::NOTHING, |field| register::CR + field),
            counts: form.decrements_ctr(),
            links: form.link,
            own_address: form.reads_own_address(),
            hinted: form.statically_taken(),
        }
    }

    /// It waits for CTR.
    pub(crate) const fn needs_count(self) -> bool {
        self.counts || matches!(self.target, Target::Count)
    }

    /// B8: it writes neither LR nor CTR.
    pub(crate) const fn writes_nothing(self) -> bool {
        !self.counts && !self.links
    }
}
