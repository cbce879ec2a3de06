//! What has to be read, or done, before an instruction executes: that of care `Registers` or
//! `Concern`, the first of its block.

use mpc7450::instruction::decode::{Kind, TlbOperation};

use crate::blocks::Mark;
use crate::known::Located;

use super::{Flow, Machine};

/// What was read before an instruction executed.
#[derive(Clone, Copy, Default)]
pub(super) struct Read {
    /// See [`Retired::value`].
    pub value: u32,
    pub short_operand: bool,
    /// Whether it is a branch and taken, where the next address may not tell.
    pub taken: Option<bool>,
}

impl Machine {
    /// Before an instruction whose time or accesses depend on registers.
    pub(super) fn read(&mut self, mark: Mark) -> Read {
        let located = self.blocks.located(mark.block(), 0);
        self.accesses.begin(&located, &mut self.guest);
        let short_operand = located.is_multiplication() && is_short(self.guest.general(located.b()));
        let value = self.accesses.control();
        Read { short_operand, taken: self.decide(&located), value }
    }

    /// Before an instruction that concerns the plugin: how the guest goes on, if QEMU is
    /// not to execute it.
    pub(super) fn attend(&mut self, mark: Mark) -> Result<Read, Flow> {
        let located = self.blocks.located(mark.block(), 0);
        if located.is_question() {
            self.answer();
        }
        if self.is_refused(&located) {
            return Ok(Read::default());
        }
        if self.is_served(&located) {
            let next = self.serve(&located);
            self.left = self.model.horizon();
            return Err(self.follow(next));
        }
        Ok(Read { value: self.value(&located), ..Read::default() })
    }

    /// Whether a branch goes, by its encoding, CR and CTR; `None` where the address that
    /// follows tells.
    fn decide(&mut self, known: &Located) -> Option<bool> {
        let Some(Kind::Branch(branch)) = known.kind else { return None };
        let (lr, ctr) = (self.guest.lr(), self.guest.ctr());
        let hidden = branch.target(known.address, lr, ctr) == known.next();
        hidden.then(|| branch.taken(self.guest.cr(), ctr))
    }

    /// What an instruction is about to move, and what it does to translations.
    fn value(&mut self, known: &Located) -> u32 {
        match known.kind {
            Some(Kind::MoveToSpr(spr)) => {
                let value = self.guest.general(known.d());
                self.addresses.set(spr, value);
                value
            }
            Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt) => self.new_msr(known),
            Some(Kind::Segment(operation)) => {
                self.remember_segment(known, operation);
                self.guest.general(known.d())
            }
            Some(Kind::Tlb(operation)) if operation != TlbOperation::Synchronize => {
                self.addresses.forget();
                self.guest.general(known.b())
            }
            _ => 0,
        }
    }
}

/// Whether a factor fits 16 bits, signed.
const fn is_short(factor: u32) -> bool {
    factor as i32 == factor as i16 as i32
}

#[cfg(test)]
mod tests {
    use super::is_short;

    #[test]
    fn factors_are_short_if_their_sign_says_the_rest() {
        for factor in [0, 1, 0x7fff, 0xffff_8000, 0xffff_ffff] {
            assert!(is_short(factor), "{factor:#x}");
        }
        for factor in [0x8000, 0xffff, 0xffff_7fff, 0x8000_0000] {
            assert!(!is_short(factor), "{factor:#x}");
        }
    }
}
