//! The model is on: each instruction is told, once it has completed.
//!
//! A callback comes before an instruction executes, and an instruction may fault and run
//! again. So the one before it is told at the callback of the next: by then it has
//! completed, its accesses are known, and so is where it led. What the instruction itself
//! changes is read beforehand. An exception tells whether the last one completed.

use model::record::Retired;
use mpc7450::instruction::decode::{Kind, TlbOperation};

use crate::known::{Care, Known};

use super::{Flow, Machine};

/// An instruction that executes.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    /// The number of what is known of it, and of where it stands.
    pub(super) number: usize,
    read: Read,
}

/// Instructions before each of which the model is asked what is due until it is worth
/// asking how far away that is: telling that takes longer.
const NEAR: u32 = 64;

/// What was read before an instruction executed.
#[derive(Clone, Copy, Default)]
struct Read {
    /// See [`Retired::value`].
    value: u32,
    short_operand: bool,
    /// Whether it is a branch and taken, where the next address may not tell.
    taken: Option<bool>,
}

impl Machine {
    /// Before an instruction.
    #[inline]
    pub fn before(&mut self, number: usize) -> Flow {
        debug_assert_eq!(self.counter.get(), self.counted, "a block that only counts ran while the model was on");
        let &Known { address, care, placed, .. } = self.known(number);
        self.complete(address);
        if self.left == 0
            && let Some(handler) = self.look(address)
        {
            return Flow::Jump(handler);
        }
        let read = match care {
            Care::None => Read::default(),
            Care::Accesses => {
                self.accesses.clear();
                Read::default()
            }
            Care::Registers => self.read(number),
            Care::Concern => match self.attend(number) {
                Ok(read) => read,
                Err(flow) => return flow,
            },
        };
        if placed != self.addresses.generation() || self.msr.is_none() {
            self.place(number);
        }
        self.pending = Some(Pending { number, read });
        if care == Care::Concern { self.begin_nap(number, read.value) } else { Flow::Continue }
    }

    /// Asks the model what is due before the instruction at `next`; gives a handler's
    /// address, or the next time to ask.
    fn look(&mut self, next: u32) -> Option<u32> {
        let handler = self.raise(next);
        if handler.is_some() {
            return handler;
        }
        if self.near > 0 {
            self.near -= 1;
        } else {
            self.left = self.next_look();
            self.near = if self.left == 0 { NEAR } else { 0 };
        }
        None
    }

    /// Finds out where an instruction stands.
    fn place(&mut self, number: usize) {
        let msr = self.msr();
        let known = self.records.get_mut(number).expect("an instruction of a translated block");
        known.at = self.addresses.code(&mut self.guest, msr, known.address);
        known.placed = self.addresses.generation();
    }

    /// Before an instruction whose time or accesses depend on registers.
    fn read(&mut self, number: usize) -> Read {
        let known = *self.known(number);
        self.accesses.begin(&known, &mut self.guest);
        let short_operand = known.is_multiplication() && is_short(self.guest.general(known.b()));
        let value = self.accesses.control();
        Read { short_operand, taken: self.decide(&known), value }
    }

    /// Before an instruction that concerns the plugin: how the guest goes on, if QEMU is
    /// not to execute it.
    fn attend(&mut self, number: usize) -> Result<Read, Flow> {
        let known = *self.known(number);
        if known.is_question() {
            self.answer();
        }
        if self.is_refused(&known) {
            return Ok(Read::default());
        }
        if self.is_served(&known) {
            let next = self.serve(&known);
            self.left = self.model.horizon();
            return Err(self.follow(next));
        }
        Ok(Read { value: self.value(&known), ..Read::default() })
    }

    /// Puts the guest to sleep instead of letting QEMU execute an `mtmsr` that does.
    fn begin_nap(&mut self, number: usize, value: u32) -> Flow {
        let known = *self.known(number);
        if known.kind != Some(Kind::MoveToMsr) || !self.is_nap(value) || self.is_refused(&known) {
            return Flow::Continue;
        }
        self.complete(known.next());
        self.nap(value, known.next()).map_or(Flow::Continue, Flow::Jump)
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
    #[inline]
    pub(super) fn complete(&mut self, next: u32) {
        let Some(Pending { number, read }) = self.pending.take() else { return };
        let msr = self.msr();
        let known = self.records.get(number).expect("records are kept while an instruction executes");
        let at = known.at;
        let accesses = match known.care {
            Care::Accesses | Care::Registers => self.accesses.finish(known, &mut self.addresses, &mut self.guest, msr),
            Care::None | Care::Concern => &[],
        };
        let Read { value, short_operand, taken } = read;
        let taken = taken.unwrap_or_else(|| known.went(next));
        let retired = Retired { instruction: &known.instruction, at, next, taken, accesses, value, short_operand };
        self.statistics.told += 1;
        self.model.retire(&retired, &mut self.guest);
        self.left = self.left.saturating_sub(1);
        if known.care == Care::Concern && known.changes_msr() {
            self.prefix = self.prefix.changed(msr, value);
            self.msr = None;
            self.left = self.model.horizon();
        }
    }

    /// An exception was taken at `from`: the instruction there did not complete.
    pub(super) fn drop_or_complete(&mut self, from: u32) {
        let address = self.pending.map(|pending| self.known(pending.number).address);
        if address == Some(from) {
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
