//! Branches: their fields, and where they go [PEM 4.2.4].

/// What gives a branch its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchTarget {
    /// `b` and `bc`: a displacement from the branch, or from 0 where AA is set.
    Displacement {
        /// In bytes.
        bytes: i32,
        /// AA: from address 0.
        absolute: bool,
    },
    /// `bclr`.
    LinkRegister,
    /// `bcctr`.
    CountRegister,
}

/// A branch with its fields.
///
/// `b` has no BO; it goes always, which is BO = 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchForm {
    /// What gives the target.
    pub target: BranchTarget,
    /// `b`, not `bc`: there is no BO in the word.
    pub unconditional: bool,
    /// LK: the address of the next instruction goes into LR.
    pub link: bool,
    /// BO, what is tested.
    pub options: u8,
    /// BI, the condition bit that BO can test, 0 to 31.
    pub bit: u8,
}

const ALWAYS: u8 = 0b10100;

impl BranchForm {
    pub(super) const fn of(word: u32) -> Self {
        let absolute = word & 2 != 0;
        let link = word & 1 != 0;
        let primary = word >> 26;
        if primary == 18 {
            let bytes = ((word << 6) as i32 >> 6) & !3;
            let target = BranchTarget::Displacement { bytes, absolute };
            return Self { target, unconditional: true, link, options: ALWAYS, bit: 0 };
        }
        let target = match (primary, word >> 1 & 0x3ff) {
            (16, _) => BranchTarget::Displacement { bytes: (word as u16 as i16 as i32) & !3, absolute },
            (_, 16) => BranchTarget::LinkRegister,
            _ => BranchTarget::CountRegister,
        };
        let (options, bit) = ((word >> 21 & 0x1f) as u8, (word >> 16 & 0x1f) as u8);
        Self { target, unconditional: false, link, options, bit }
    }

    /// Whether CTR is decremented (and its result tested).
    #[must_use]
    pub const fn decrements_ctr(self) -> bool {
        self.options & 0b00100 == 0
    }

    /// Whether the condition bit is tested.
    #[must_use]
    pub const fn tests_cr(self) -> bool {
        self.options & 0b10000 == 0
    }

    /// Whether it goes whatever CTR and the condition bit are.
    #[must_use]
    pub const fn is_always_taken(self) -> bool {
        !self.decrements_ctr() && !self.tests_cr()
    }

    /// The condition field that is tested, if any.
    #[must_use]
    pub const fn field(self) -> Option<u8> {
        if self.tests_cr() { Some(self.bit / 4) } else { None }
    }

    /// The hint bit y: the static prediction is the opposite of what the
    /// displacement's sign says.
    #[must_use]
    pub const fn hint(self) -> bool {
        !self.unconditional && self.options & 1 != 0
    }

    /// The static prediction, which counts where HID0[BHT] is 0: backward branches go,
    /// others do not, and the hint bit reverses that [PEM 4.2.4.2]. Branches that go
    /// always are predicted so.
    #[must_use]
    pub const fn statically_taken(self) -> bool {
        let backward = matches!(self.target, BranchTarget::Displacement { bytes, .. } if bytes < 0);
        self.is_always_taken() || backward != self.hint()
    }

    /// `bcl 20,31,$+4`, by which code learns its own address and which the link stack
    /// does not take for a call [AN2203].
    #[must_use]
    pub const fn reads_own_address(self) -> bool {
        let next = matches!(self.target, BranchTarget::Displacement { bytes: 4, absolute: false });
        next && self.link && !self.unconditional && self.options == ALWAYS && self.bit == 31
    }

    /// Whether the branch goes, given CR and CTR before it.
    #[must_use]
    pub const fn taken(self, cr: u32, ctr: u32) -> bool {
        let count = ctr.wrapping_sub(1);
        let count_holds = !self.decrements_ctr() || (count != 0) != (self.options & 0b00010 != 0);
        let bit = cr >> (31 - self.bit) & 1 != 0;
        let condition_holds = !self.tests_cr() || bit == (self.options & 0b01000 != 0);
        count_holds && condition_holds
    }

    /// Where the branch at `address` goes if it goes, given LR and CTR before it.
    #[must_use]
    pub const fn target(self, address: u32, lr: u32, ctr: u32) -> u32 {
        match self.target {
            BranchTarget::Displacement { bytes, absolute: true } => bytes as u32,
            BranchTarget::Displacement { bytes, absolute: false } => address.wrapping_add(bytes as u32),
            BranchTarget::LinkRegister => lr & !3,
            BranchTarget::CountRegister => ctr & !3,
        }
    }
}
