//! The model is on: each instruction is told, once it has completed.
//!
//! A callback comes before an instruction executes, and an instruction may fault and run
//! again. So the one before it is told at the callback of the next: by then it has
//! completed, its accesses are known, and so is where it led. What the instruction itself
//! changes is read beforehand. An exception tells whether the last one completed.

use model::record::{Place, Retired};
use mpc7450::instruction::decode::{Kind, TlbOperation};

use crate::known::Known;

use super::{Flow, Machine};

/// An instruction that executes.
pub(super) struct Pending {
    known: Known,
    at: Place,
    /// See [`Retired::value`].
    value: u32,
    short_operand: bool,
    /// Whether it is a branch and taken, where the next address may not tell.
    taken: Option<bool>,
}

impl Machine {
    /// Before an instruction.
    pub fn before(&mut self, number: usize) -> Flow {
        let known = self.known(number);
        self.complete(known.address);
        if self.left == 0 {
            if let Some(handler) = self.raise(known.address) {
                return Flow::Jump(handler);
            }
            self.left = self.next_look();
        }
        if known.is_calm() {
            self.begin(&known, 0);
            return Flow::Continue;
        }
        if known.is_question() {
            self.answer();
        }
        if self.is_refused(&known) {
            self.begin(&known, 0);
            return Flow::Continue;
        }
        if self.is_served(&known) {
            let next = self.serve(&known);
            self.left = self.model.horizon();
            return self.follow(next);
        }
        let value = self.value(&known);
        self.begin(&known, value);
        match known.kind {
            Some(Kind::MoveToMsr) if self.is_nap(value) => {
                self.complete(known.next());
                self.nap(value, known.next()).map_or(Flow::Continue, Flow::Jump)
            }
            _ => Flow::Continue,
        }
    }

    /// Remembers an instruction until it has completed.
    fn begin(&mut self, known: &Known, value: u32) {
        let msr = self.msr();
        let at = self.addresses.code(&mut self.guest, msr, known.address);
        self.accesses.begin(known, &mut self.guest);
        let short_operand = known.is_multiplication() && is_short(self.guest.general(known.b()));
        let taken = if known.may_hide_target() { self.decide(known) } else { None };
        self.pending = Some(Pending { known: *known, at, value, short_operand, taken });
    }

    /// Whether a branch goes, by its encoding, CR and CTR; `None` where the address that
    /// follows tells.
    fn decide(&mut self, known: &Known) -> Option<bool> {
        let Some(Kind::Branch(branch)) = known.kind else { return None };
        let (lr, ctr) = (self.guest.lr(), self.guest.ctr());
        let hidden = branch.target(known.address, lr, ctr) == known.next();
        hidden.then(|| branch.taken(self.guest.cr(), ctr))
    }

    /// What an instruction is about to move, and what it does to translations.
    fn value(&mut self, known: &Known) -> u32 {
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

    /// The instruction that executed has completed, and the one at `next` follows.
    pub(super) fn complete(&mut self, next: u32) {
        let Some(pending) = self.pending.take() else { return };
        let Pending { known, at, value, short_operand, taken } = pending;
        let msr = self.msr();
        let accesses = self.accesses.finish(&known, &mut self.addresses, &mut self.guest, msr);
        let branches = !matches!(known.kind, Some(Kind::ReturnFromInterrupt | Kind::SystemCall));
        let always = matches!(known.kind, Some(Kind::Branch(branch)) if branch.is_always_taken());
        let taken = taken.unwrap_or(always || branches && next != known.next());
        let retired = Retired { instruction: &known.instruction, at, next, taken, accesses, value, short_operand };
        self.statistics.told += 1;
        self.model.retire(&retired, &mut self.guest);
        self.left = self.left.saturating_sub(1);
        if known.changes_msr() {
            self.prefix = self.prefix.changed(msr, value);
            self.msr = None;
            self.left = self.model.horizon();
        }
    }

    /// An exception was taken at `from`: the instruction there did not complete.
    pub(super) fn drop_or_complete(&mut self, from: u32) {
        if self.pending.as_ref().is_some_and(|pending| pending.known.address == from) {
            self.pending = None;
        }
        self.complete(from);
    }

    /// An access of the instruction that executes.
    pub fn accessed(&mut self, access: &crate::qemu::Access<'_>) {
        self.accesses.push(access);
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
