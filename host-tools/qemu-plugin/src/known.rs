//! What is known of an instruction before it executes: [`Known`], [`Located`].

use std::ops::Deref;

use model::instruction::Instruction;
use model::record::AccessKind;
use mpc7450::instruction::decode::{BranchTarget, Extent, Kind, RegisterKind, decode};

/// An instruction, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What it does; `None` for a word that the MPC7450 does not have or calls invalid,
    /// whatever QEMU makes of it.
    pub kind: Option<Kind>,
    /// As the model wants it.
    pub instruction: Instruction,
    /// What has to be done about it while the model is on.
    pub care: Care,
    /// The access that it makes, if QEMU makes it as the processor does: bytes of each,
    /// and whether it is a store.
    pub single: Option<(u8, AccessKind)>,
}

/// An instruction at an address.
#[derive(Clone, Copy, Debug)]
pub struct Located {
    /// Its effective address.
    pub address: u32,
    /// What it is.
    pub known: Known,
}

impl Deref for Located {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.known
    }
}

impl Located {
    /// The address behind it.
    pub const fn next(&self) -> u32 {
        self.address.wrapping_add(4)
    }
}

/// Where an instruction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// On behind itself.
    On,
    /// Elsewhere, whatever the registers hold.
    Away,
    /// The address that follows tells: it may branch, or nothing is known of it.
    Either,
}

impl Goes {
    /// Whether the instruction before the address `behind` goes elsewhere when the one at
    /// `next` follows. Whatever an unknown word does, it does not go on behind itself only if
    /// it branches.
    pub const fn went(self, behind: u32, next: u32) -> bool {
        match self {
            Self::On => false,
            Self::Away => true,
            Self::Either => next != behind,
        }
    }
}

/// What has to be done about an instruction besides telling the model that it completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Nothing.
    None,
    /// Its accesses have to be told.
    Accesses,
    /// Registers have to be read before it executes.
    Registers,
    /// It concerns the plugin: translations, MSR, registers of the model's, or nothing
    /// is known of it.
    Concern,
}

impl Known {
    /// Decodes a word.
    pub fn new(word: u32) -> Self {
        let kind = decode(word).map(|decoded| decoded.kind());
        let instruction = Instruction::new(word);
        let known = Self { kind, instruction, care: Care::None, single: single(kind) };
        Self { care: known.care(), ..known }
    }

    /// The word.
    pub const fn word(&self) -> u32 {
        self.instruction.word
    }

    /// Field D or S: bits 6 to 10.
    pub const fn d(&self) -> u32 {
        self.word() >> 21 & 31
    }

    /// Field A: bits 11 to 15.
    pub const fn a(&self) -> u32 {
        self.word() >> 16 & 31
    }

    /// Field B: bits 16 to 20.
    pub const fn b(&self) -> u32 {
        self.word() >> 11 & 31
    }

    /// Whether it always completes and never makes QEMU leave its block early: integer
    /// arithmetic, and branches, which end a block. Floating point and vectors may not be
    /// available.
    pub const fn is_sure(&self) -> bool {
        match self.kind {
            Some(Kind::Plain) => !matches!(self.word() >> 26, 4 | 59 | 63),
            Some(Kind::Branch(_)) => true,
            _ => false,
        }
    }

    /// Whether it is a branch without which there is no loop: it goes backward, or where a
    /// register says.
    pub const fn may_close_loop(&self) -> bool {
        match self.kind {
            Some(Kind::Branch(branch)) => match branch.target {
                BranchTarget::Displacement { bytes, absolute } => absolute || bytes <= 0,
                BranchTarget::LinkRegister | BranchTarget::CountRegister => true,
            },
            _ => false,
        }
    }

    /// Whether it is the question for the model's signature, an `xoris` that does nothing.
    pub const fn is_question(&self) -> bool {
        self.word() == model::signature::QUESTION
    }

    fn care(&self) -> Care {
        match self.kind {
            Some(Kind::Load(_) | Kind::Store(_)) => Care::Accesses,
            Some(Kind::Cache(_) | Kind::Stream(_)) => Care::Registers,
            Some(Kind::Branch(_)) if self.may_hide_target() => Care::Registers,
            Some(Kind::Plain) if self.is_question() => Care::Concern,
            Some(Kind::Plain) if self.is_multiplication() => Care::Registers,
            Some(
                Kind::Plain
                | Kind::Branch(_)
                | Kind::MoveFromMsr
                | Kind::SystemCall
                | Kind::Trap
                | Kind::Isync
                | Kind::Sync
                | Kind::Eieio,
            ) => Care::None,
            _ => Care::Concern,
        }
    }

    /// Where it goes.
    pub const fn goes(&self) -> Goes {
        match self.kind {
            Some(Kind::Branch(branch)) if branch.is_always_taken() => Goes::Away,
            None | Some(Kind::Branch(_)) => Goes::Either,
            _ => Goes::On,
        }
    }

    /// Whether QEMU may make accesses for it; of words that are no instructions nothing is
    /// known.
    pub const fn may_access(&self) -> bool {
        matches!(self.kind, None | Some(Kind::Load(_) | Kind::Store(_) | Kind::Cache(_)))
    }

    /// Whether it makes an access whenever it completes.
    pub const fn makes_accesses(&self) -> bool {
        matches!(
            self.kind,
            Some(Kind::Load(transfer) | Kind::Store(transfer))
                if !transfer.reserve && !matches!(transfer.extent, Extent::Counted)
        )
    }

    /// Whether it replaces MSR.
    pub const fn changes_msr(&self) -> bool {
        matches!(self.kind, Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt))
    }

    /// Whether it is `mullw`, `mulhw` or `mulhwu`, whose time depends on an operand.
    pub const fn is_multiplication(&self) -> bool {
        // Bit 21 is OE of `mullw` and has to be 0 in the others.
        self.word() >> 26 == 31 && matches!(self.word() >> 1 & 0x1ff, 235 | 75 | 11)
    }

    /// Whether the address that follows does not always tell if the branch was taken.
    pub fn may_hide_target(&self) -> bool {
        let Some(Kind::Branch(branch)) = self.kind else { return false };
        !branch.is_always_taken()
            && match branch.target {
                BranchTarget::Displacement { bytes, absolute } => absolute || bytes == 4,
                BranchTarget::LinkRegister | BranchTarget::CountRegister => true,
            }
    }
}

/// See [`Known::single`].
fn single(kind: Option<Kind>) -> Option<(u8, AccessKind)> {
    let (transfer, access) = match kind? {
        Kind::Load(transfer) => (transfer, AccessKind::Load),
        Kind::Store(transfer) => (transfer, AccessKind::Store),
        _ => return None,
    };
    let as_made = !transfer.reserve
        && !matches!(transfer.register, RegisterKind::Vector)
        && !matches!(transfer.extent, Extent::String(_) | Extent::Counted);
    as_made.then_some((transfer.bytes, access))
}

#[cfg(test)]
mod tests {
    use super::Known;

    fn known(word: u32) -> Known {
        Known::new(word)
    }

    /// Raw words as GNU as makes them.
    #[test]
    fn instructions_that_can_fail_are_told_apart() {
        for (word, text) in [
            (0x7c64_2a14, "add"),
            (0x7c64_29d6, "mullw"),
            (0x3860_0001, "li"),
            (0x2c03_0000, "cmpwi"),
            (0x4200_0004, "bdnz"),
        ] {
            assert!(known(word).is_sure(), "{text}");
        }
        for (word, text) in [
            (0x8123_0000, "lwz"),
            (0xfc22_182a, "fadd"),
            (0x1022_1c84, "vor"),
            (0x0fe0_0000, "twui"),
            (0x4400_0002, "sc"),
            (0x7c60_00a6, "mfmsr"),
            (0, "no instruction"),
        ] {
            assert!(!known(word).is_sure(), "{text}");
        }
    }

    #[test]
    fn every_loop_has_a_branch_that_may_close_it() {
        for (word, text) in [
            (0x4bff_fff8, "b .-8"),
            (0x4800_0000, "b ."),
            (0x4200_fff8, "bdnz .-8"),
            (0x4e80_0020, "blr"),
            (0x4e80_0420, "bctr"),
            (0x4800_0006, "ba 4"),
        ] {
            assert!(known(word).may_close_loop(), "{text}");
        }
        for (word, text) in [(0x4800_0008, "b .+8"), (0x4182_0004, "beq .+4"), (0x3860_0001, "li")] {
            assert!(!known(word).may_close_loop(), "{text}");
        }
    }

    #[test]
    fn multiplications_by_two_registers_are_told_apart() {
        for word in [0x7c64_29d6, 0x7c64_2dd6, 0x7c64_29d7, 0x7c64_2896, 0x7c64_2816] {
            assert!(known(word).is_multiplication(), "{word:#x}");
        }
        assert!(!known(0x7c64_2a14).is_multiplication());
        assert!(!known(0x1c63_0005).is_multiplication(), "mulli tells its operand");
    }

    #[test]
    fn only_some_branches_must_be_decided_beforehand() {
        assert!(known(0x4182_0004).may_hide_target(), "beq .+4");
        assert!(!known(0x4182_0008).may_hide_target(), "beq .+8");
        assert!(!known(0x4800_0004).may_hide_target(), "b .+4 is taken");
        assert!(known(0x4d82_0020).may_hide_target(), "beqlr");
        assert!(!known(0x4e80_0020).may_hide_target(), "blr");
    }
}
