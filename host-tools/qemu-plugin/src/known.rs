//! What is known of an instruction before it executes: [`Known`].

use model::instruction::Instruction;
use model::record::Place;
use mpc7450::instruction::decode::{BranchTarget, Kind, decode};

use crate::address::Generation;

/// An instruction at an address.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its effective address.
    pub address: u32,
    /// What it does; `None` for a word that the MPC7450 does not have or calls invalid,
    /// whatever QEMU makes of it.
    pub kind: Option<Kind>,
    /// As the model wants it.
    pub instruction: Instruction,
    /// What has to be done about it while the model is on.
    pub care: Care,
    /// Whether it goes elsewhere whatever the registers hold.
    pub always_goes: bool,
    /// Where it stood when it executed last.
    pub at: Place,
    /// The translations by which it stood there; see [`crate::address::Generation`].
    pub placed: Generation,
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
    /// Decodes a word at an address.
    pub fn new(address: u32, word: u32) -> Self {
        let kind = decode(word).map(|decoded| decoded.kind());
        let always_goes = matches!(kind, Some(Kind::Branch(branch)) if branch.is_always_taken());
        let instruction = Instruction::new(word);
        let (at, placed) = (Place::real(address), Generation::NEVER);
        let known = Self { address, kind, instruction, care: Care::None, always_goes, at, placed };
        Self { care: known.care(), ..known }
    }

    /// The word.
    pub const fn word(&self) -> u32 {
        self.instruction.word
    }

    /// The address behind it.
    pub const fn next(&self) -> u32 {
        self.address.wrapping_add(4)
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

    /// Whether it goes elsewhere when the one at `next` follows. Whatever an unknown word
    /// does, it does not go on behind itself only if it branches.
    pub const fn went(&self, next: u32) -> bool {
        self.always_goes || matches!(self.kind, None | Some(Kind::Branch(_))) && next != self.next()
    }

    /// Whether QEMU may make accesses for it; of words that are no instructions nothing is
    /// known.
    pub const fn may_access(&self) -> bool {
        matches!(self.kind, None | Some(Kind::Load(_) | Kind::Store(_) | Kind::Cache(_)))
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
            && (!matches!(branch.target, BranchTarget::Displacement { .. })
                || branch.target(self.address, 0, 0) == self.next())
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    fn known(word: u32) -> Known {
        Known::new(0x1000, word)
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
